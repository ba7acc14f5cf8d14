/** A character that no font contains. Chromium and WebKit draw the same box for all such characters. */
const IN_NO_FONT = '\u{10ffff}';

/** Characters that a font for the text should contain. */
const LETTERS = /[\p{L}\p{N}\p{Extended_Pictographic}]/gu;

/** Font size in pixels. */
const SIZE = 48;

/** Width and height of the area on which letters are compared, in pixels. */
const AREA = 96;

/**
 * Checks whether this computer has no font for a letter or an emoji of a text. Draws on the upper left corner of the
 * canvas. Finds nothing in Firefox, which draws the code of each missing letter.
 * @param fontOf returns a font for a size in pixels, as in CSS
 */
export function lacksLetters(
  context: CanvasRenderingContext2D,
  fontOf: (size: number) => string,
  text: string,
): boolean {
  context.font = fontOf(SIZE);
  const pixelsOf = (letter: string) => {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, AREA, AREA);
    context.fillStyle = '#000';
    context.fillText(letter, 0, SIZE);
    return context.getImageData(0, 0, AREA, AREA).data.join();
  };
  const box = pixelsOf(IN_NO_FONT);
  return [...new Set(text.match(LETTERS) ?? [])].some((letter) => pixelsOf(letter) === box);
}
