/** Texts of a picture for shared links. */
export interface Texts {
  title: string;
  occasion: string;
  /** Day of the occasion in words. */
  day: string;
}

/** A line of text. */
export interface Line {
  readonly text: string;
  /** Font size in pixels. */
  readonly size: number;
  /** Distance of the baseline from the top of the picture, in pixels. */
  readonly baseline: number;
  readonly color: string;
  readonly isRightToLeft: boolean;
}

/** Positions of the drawing and the lines. */
export interface Layout {
  readonly lines: readonly Line[];
  /** Left edge of the drawing in pixels. */
  readonly drawingLeft: number;
  /** Edge of the text in pixels: the left edge, or the right edge if the title is right-to-left. */
  readonly textEdge: number;
  /** True if the title is right-to-left. The picture is then mirrored. */
  readonly isMirrored: boolean;
}

/** Returns the width of a text in pixels. @param size font size in pixels */
export type Measure = (text: string, size: number) => number;

export const WIDTH = 1200;
export const HEIGHT = 630;

/** Rectangle around the drawing in the middle of a drawing without texts, in pixels. */
export const DRAWING = { left: 346, top: 32, width: 508, height: 566 } as const;

/** Colour behind drawing and texts. */
export const BACKGROUND = '#fffaf5';

/** Distance between the drawing and the edge of the picture, in pixels. */
const DRAWING_MARGIN = 40;

/** Distance between the text and the other edge of the picture, in pixels. */
const TEXT_MARGIN = 92;

/** Maximum width of the texts in pixels. */
const TEXT_WIDTH = 560;

/** Maximum height of the title in pixels. */
const TITLE_HEIGHT = 370;

/** Space above and below the title in pixels. */
const GAP = 22;

/** Font sizes of a title in pixels, the largest first. */
const TITLE_SIZES = [107, 93, 80, 69, 60, 52, 45] as const;

/** Font size of the smaller texts in pixels: the preferred size, and the smallest size for long texts. */
const SMALL_SIZE = { preferred: 33, smallest: 21 } as const;

/** Height of a line, as a multiple of the font size. */
const LINE_HEIGHT = 1.18;

/** Distance of the baseline from the top of its line, as a share of the line height. */
const BASELINE = 0.8;

/** Colours of the theme. */
const COLORS = { occasion: '#9c2348', title: '#2c1f24', day: '#6e5a60' } as const;

/** Scripts that separate words without spaces. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Punctuation that no line may begin with. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\p{Lm}\p{M}]/u;

/** Spaces and punctuation that no line may end with. */
const OPENING = /[\p{Ps}\p{Pi}\s]$/u;

/** Matches the first letter of a text. The group contains the letter if its script is right-to-left. */
const FIRST_LETTER =
  /(?:([\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}])|\p{L})/u;

/** Lays out the texts and the drawing. Leaves out empty texts. */
export function layOut(texts: Texts, measure: Measure): Layout {
  const title = readable(texts.title);
  const isMirrored = isRightToLeft(title);
  const parts = [
    { ...fitLine(readable(texts.occasion), measure), color: COLORS.occasion },
    { ...fitTitle(title, measure), color: COLORS.title },
    { ...fitLine(readable(texts.day), measure), color: COLORS.day },
  ].filter(({ lines }) => lines.length > 0);
  const heights = parts.map(({ lines, size }) => lines.length * size * LINE_HEIGHT + GAP);
  let top = (HEIGHT - heights.reduce((sum, height) => sum + height, -GAP)) / 2;
  const lines = parts.flatMap(({ lines: texts, size, color }, part) => {
    const placed = texts.map((text, index) => {
      const baseline = Math.round(top + (index + BASELINE) * size * LINE_HEIGHT);
      return { text, size, baseline, color, isRightToLeft: isRightToLeft(text, isMirrored) };
    });
    top += heights[part] ?? 0;
    return placed;
  });
  return {
    lines,
    drawingLeft: isMirrored ? DRAWING_MARGIN : WIDTH - DRAWING_MARGIN - DRAWING.width,
    textEdge: isMirrored ? WIDTH - TEXT_MARGIN : TEXT_MARGIN,
    isMirrored,
  };
}

/** Lines with the same font size. The size is in pixels. */
interface Fitted {
  lines: string[];
  size: number;
}

/**
 * Lays out a title in the largest size that fits. In the smallest size, breaks long words, and truncates a title that is
 * still too long.
 */
function fitTitle(title: string, measure: Measure): Fitted {
  for (const size of TITLE_SIZES) {
    const lines = breakLines(title, (text) => measure(text, size) <= TEXT_WIDTH, false);
    if (lines && lines.length * size * LINE_HEIGHT <= TITLE_HEIGHT) return { lines, size };
  }
  const size = TITLE_SIZES[TITLE_SIZES.length - 1] ?? 0;
  const fits = (text: string) => measure(text, size) <= TEXT_WIDTH;
  const lines = breakLines(title, fits, true) ?? [];
  const most = Math.floor(TITLE_HEIGHT / (size * LINE_HEIGHT));
  const shown = lines.slice(0, most);
  if (lines.length > most) shown.push(truncate(shown.pop() ?? '', fits));
  return { lines: shown, size };
}

/** Lays out a text on one line. Reduces the size of a long text, and truncates a text that is still too long. */
function fitLine(text: string, measure: Measure): Fitted {
  let size: number = SMALL_SIZE.preferred;
  const fits = (text: string) => measure(text, size) <= TEXT_WIDTH;
  while (size > SMALL_SIZE.smallest && !fits(text)) size--;
  const line = fits(text) ? text : truncate(text, fits);
  return { lines: line === '' ? [] : [line], size };
}

/**
 * Breaks a text between words, and after hyphens.
 * @param fits checks whether a text fits on a line
 * @param isBreakingWords true to break words that are too long
 * @returns undefined if a word is too long
 */
function breakLines(text: string, fits: (text: string) => boolean, isBreakingWords: boolean): string[] | undefined {
  const lines: string[] = [];
  let line = '';
  for (const part of breakableParts(text)) {
    if (fits((line + part).trimEnd())) {
      line += part;
      continue;
    }
    lines.push(line);
    line = part.trimStart();
    while (!fits(line.trimEnd())) {
      if (!isBreakingWords) return undefined;
      const begin = longestPrefix(line, fits);
      lines.push(begin);
      line = line.slice(begin.length);
    }
  }
  return [...lines, line].map((each) => each.trim()).filter((each) => each !== '');
}

/** Splits a text at the places where a line may end. */
function breakableParts(text: string): string[] {
  const parts = text.match(/ ?[^ -]*-*/gu) ?? [];
  return parts.flatMap((part) => (WITHOUT_SPACES.test(part) ? words(part) : [part]));
}

/** Splits a text into words that are not separated by spaces. Punctuation stays with its word. */
function words(text: string): string[] {
  const joined: string[] = [];
  for (const segment of segments(text, 'word')) {
    const last = joined.at(-1);
    if (last !== undefined && (CLOSING.test(segment) || OPENING.test(last))) joined[joined.length - 1] = last + segment;
    else joined.push(segment);
  }
  return joined;
}

/** Returns the first characters of a text: as many as fit, but at least one. */
function longestPrefix(text: string, fits: (text: string) => boolean): string {
  const characters = segments(text, 'grapheme');
  while (characters.length > 1 && !fits(characters.join(''))) characters.pop();
  return characters.join('');
}

/** Truncates a text and appends "…". */
function truncate(text: string, fits: (text: string) => boolean): string {
  return `${longestPrefix(text, (begin) => fits(`${begin}…`)).trimEnd()}…`;
}

/** Splits a text into characters, as readers see them, or into words. Old browsers split it into code points. */
function segments(text: string, granularity: 'grapheme' | 'word'): string[] {
  if (!('Segmenter' in Intl)) return [...text];
  return [...new Intl.Segmenter(undefined, { granularity }).segment(text)].map(({ segment }) => segment);
}

/** Replaces spaces and control characters with single spaces. Removes characters that would reorder the whole line. */
function readable(text: string): string {
  return text
    .normalize()
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Checks whether the first letter of a text is right-to-left. @param otherwise result for a text without letters */
function isRightToLeft(text: string, otherwise = false): boolean {
  const letter = FIRST_LETTER.exec(text);
  return letter ? letter[1] !== undefined : otherwise;
}
