import { Parser } from 'htmlparser2';

/** Number of characters after which the rest of a text is ignored. */
const MAX_READ = 20_000;

/** Converts HTML to text: removes tags, and decodes entities. Plain text stays unchanged. */
export function plainText(html: string): string {
  const parts: string[] = [];
  let silent = 0;
  const isSilent = (name: string) => name === 'script' || name === 'style';
  const parser = new Parser({
    ontext: (text) => void (silent === 0 && parts.push(text)),
    onopentag: (name) => {
      if (isSilent(name)) silent++;
      parts.push(/^(?:br|p|li|div|h\d|td|tr|ul)$/.test(name) ? ' ' : '');
    },
    onclosetag: (name) => void (isSilent(name) && silent--),
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
