import { Parser } from 'htmlparser2';

/** Number of characters after which the rest of a text is ignored. */
const MAX_READ = 20_000;

/**
 * Converts HTML to text: removes tags, and decodes entities. Plain text stays unchanged.
 * @param block replaces the start and end of a paragraph, a row or a list's entry, and `<br>`
 */
export function plainText(html: string, block = ' '): string {
  const parts: string[] = [];
  let silent = 0;
  const isSilent = (name: string) => name === 'script' || name === 'style';
  const parser = new Parser({
    ontext: (text) => void (silent === 0 && parts.push(text)),
    onopentag: (name) => {
      if (isSilent(name)) silent++;
      parts.push(/^(?:br|p|li|div|h\d|tr|ul|ol|dd|dt)$/.test(name) ? block : name === 'td' ? ' ' : '');
    },
    onclosetag: (name) => {
      if (isSilent(name)) silent--;
      if (/^(?:p|li|div|h\d|tr|ul|ol|dd|dt)$/.test(name)) parts.push(block);
    },
  });
  parser.end(html.slice(0, MAX_READ));
  return parts.join('');
}

/** Converts a text of a page to one line for the database. Decodes entities twice, because some shops encode twice. */
export function cleanText(html: string): string {
  const once = /[<&]/.test(html) ? plainText(html) : html.slice(0, MAX_READ);
  const twice = /&#?\w{2,10};|<\/?[a-z]/i.test(once) ? plainText(once) : once;
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
  const isHtml = (text: string) => /<\/?[a-z]/i.test(text);
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
  const read = text.slice(0, MAX_READ).replaceAll(/\r\n?/g, '\n');
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
