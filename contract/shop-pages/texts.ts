import { Parser } from 'htmlparser2';

/** Number of characters after which the rest of a text is ignored. */
const MAX_READ = 20_000;

/** Elements whose start and end separate texts. */
export const BLOCKS = new Set(
  'address article aside blockquote br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol option p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

const INLINE =
  'a abbr b bdi bdo big body button center cite code col colgroup data del dfn em font head html i iframe img input ins kbd label link mark meta noscript picture q s samp script small source span strike strong style sub sup svg time title tt u var video wbr';

/** A tag of HTML, also one that a shop has cut off. In other texts, `<` is a sign: `a<b`, `<5 kg`. */
const TAG = `</?(?:${[...BLOCKS].join('|')}|${INLINE.replaceAll(' ', '|')})(?:/?>|\\s(?:[^<>"']|"[^"]{0,2000}"|'[^']{0,2000}'){0,2000}>|\\s+[\\w:-]{1,30}=[^<>]*$)`;
const HTML = new RegExp(TAG, 'i');
const SIGN = new RegExp(`<(?!!--)(?!${TAG.slice(1)})`, 'gi');

/**
 * Converts HTML to text: removes tags, and decodes entities. Plain text stays unchanged.
 * @param block replaces the start and end of a paragraph, a row or a list's entry, and `<br>`
 */
export function plainText(html: string, block = ' '): string {
  const parts: string[] = [];
  let silent = 0;
  const isSilent = (name: string) => name === 'script' || name === 'style';
  const end = (name: string) => (name === 'td' || name === 'th' ? ' ' : BLOCKS.has(name) ? block : '');
  const parser = new Parser({
    ontext: (text) => void (silent === 0 && parts.push(text)),
    onopentag: (name) => {
      if (isSilent(name)) silent++;
      parts.push(end(name));
    },
    onclosetag: (name) => {
      if (isSilent(name)) silent--;
      if (name !== 'br') parts.push(end(name));
    },
  });
  parser.end(html.slice(0, MAX_READ).replaceAll(SIGN, '&lt;'));
  return parts.join('');
}

/** Converts a text of a page to one line for the database. Decodes entities twice, because some shops encode twice. */
export function cleanText(html: string): string {
  const once = /[<&]/.test(html) ? plainText(html) : html.slice(0, MAX_READ);
  const twice = /&#?\w{2,10};/i.test(once) || HTML.test(once) ? plainText(once) : once;
  return (
    twice
      // Remove characters that only affect line breaks or text direction. ZWNJ and ZWJ belong to words and emoji.
      .replace(/[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
      .replace(/[\p{Cc}\p{Cs}\ufffd]/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
  );
}

/** Marks the end of a line in a text of HTML, where other line breaks are only white space. */
export const LINE = '\u2028';

/**
 * Converts a description of a page to text with line breaks for the database, like `cleanText()`. In HTML, blocks and
 * `<br>` end lines; in plain text, line breaks do.
 */
export function cleanLines(html: string): string {
  const isHtml = (text: string) => HTML.test(text.slice(0, MAX_READ));
  const once = inLines(html, isHtml(html) || html.includes(LINE));
  const twice = isHtml(once) ? inLines(once, true) : once;
  return twice
    .split(/[\n\u2028\u2029]/)
    .map((line) => cleanText(line))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Decodes a text once. @param isHtml true if white space of the text ends no line */
function inLines(text: string, isHtml: boolean): string {
  const read = text
    .slice(0, MAX_READ)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/<pre[\s>](?:(?!<\/pre)[\s\S])*/gi, (lines) => (isHtml ? lines.replaceAll('\n', '<br>') : lines));
  const flat = isHtml ? read.replaceAll(/[^\S\u2028]+/g, ' ').replaceAll(LINE, '<br>') : read;
  return /[<&]/.test(flat) ? plainText(flat, '\n').replaceAll(/\n[^\S\n]*\n+/g, '\n') : flat;
}

/** Cuts a text that has more than `maxChars` characters (code points), if possible after a word, and adds `…`. */
export function shorten(text: string, maxChars: number): string {
  const chars = [...text.slice(0, maxChars * 2 + 2)];
  if (chars.length <= maxChars) return chars.join('');
  const cut = chars.slice(0, maxChars - 1).join('');
  const word = cut.lastIndexOf(' ');
  return `${(word > cut.length * 0.6 ? cut.slice(0, word) : cut).replace(/[\s,;:.–—|-]+$/, '')}…`;
}

/** Returns the letters and digits of a text, in lower case and without accents: `Café-Set` becomes `cafeset`. */
export function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}
