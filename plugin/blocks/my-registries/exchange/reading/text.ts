import { UnreadableFile } from './wish.ts';

/** Number of bytes that are searched for zeros to recognize UTF-16 without a byte order mark. */
const BEGINNING = 400;

/**
 * Encodings in which Windows stores texts for people of these languages, besides Windows-1252. Spreadsheets write CSV
 * files in them.
 */
const OF_LANGUAGES: readonly [languages: RegExp, encoding: string][] = [
  [/^(?:bs|cs|hr|hu|pl|ro|sk|sl|sq)\b/, 'windows-1250'],
  [/^(?:be|bg|kk|mk|ru|sr|uk)\b/, 'windows-1251'],
  [/^el\b/, 'windows-1253'],
  [/^(?:az|tr)\b/, 'windows-1254'],
  [/^(?:he|iw)\b/, 'windows-1255'],
  [/^(?:ar|fa|ur)\b/, 'windows-1256'],
  [/^(?:et|lt|lv)\b/, 'windows-1257'],
  [/^vi\b/, 'windows-1258'],
  [/^th\b/, 'windows-874'],
  [/^ja\b/, 'shift_jis'],
  [/^zh\b.*\b(?:hant|hk|mo|tw)\b/, 'big5'],
  [/^zh\b/, 'gb18030'],
  [/^ko\b/, 'euc-kr'],
];

/**
 * Decodes UTF-8 or UTF-16. Other bytes are decoded with the encoding that the file declares, or else with that of the
 * language on Windows or of old Macs.
 * @param language of the browser, such as `pl-PL`
 * @throws {UnreadableFile} for UTF-16 with half of a character
 */
export function textOf(bytes: Uint8Array, language = ''): string {
  const utf16 = utf16In(bytes);
  const text = decodeStrictly(utf16 ?? 'utf-8', bytes);
  if (text !== undefined) return text;
  if (utf16) throw new UnreadableFile('cut within a character');
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const western = new TextDecoder('windows-1252').decode(isMarked ? bytes.subarray(3) : bytes);
  const ofLanguage = OF_LANGUAGES.find(([languages]) => languages.test(language.toLowerCase()))?.[1];
  for (const encoding of [encodingIn(western), ofLanguage, isOfOldMac(western) ? 'macintosh' : undefined]) {
    const decoded = encoding === undefined || isMarked ? undefined : decodeStrictly(encoding, bytes);
    if (decoded !== undefined) return decoded;
  }
  // Windows-1252 leaves five bytes undefined. They are decoded as control characters, so remove these.
  return western.replaceAll(/[\u0081\u008d\u008f\u0090\u009d]/g, '');
}

/** Returns the encoding that XML or a page declares; undefined for none. */
function encodingIn(text: string): string | undefined {
  const start = text.slice(0, BEGINNING_OF_PAGE);
  const [, xml] = /^\s*<\?xml\b[^>]{0,200}\bencoding\s*=\s*["']([\w:.-]{2,40})["']/i.exec(start) ?? [];
  const [, page] = /<meta\b[^>]{0,400}\bcharset\s*=\s*["']?([\w:.-]{2,40})/i.exec(start) ?? [];
  return xml ?? page;
}

/** Number of characters in which a page declares its encoding. */
const BEGINNING_OF_PAGE = 2000;

/**
 * Checks whether a text, decoded as Windows-1252, has the signs that accented letters of old Macs become within words,
 * more often than accented letters. Spreadsheets on a Mac write CSV files in the encoding of old Macs.
 */
function isOfOldMac(western: string): boolean {
  const misread = western.match(/(?<=[a-z])[€\u0081ƒ„…†‡ˆ‰Š‹\u008dŽ\u008f\u0090‘”•—˜™š›\u009džŸ§](?=[a-z])/gi) ?? [];
  const accented = western.match(/[À-ÖØ-öø-ÿ]/g) ?? [];
  return misread.length > accented.length;
}

/** Decodes a file without its byte order mark; undefined if its bytes do not fit the encoding, or nobody knows it. */
function decodeStrictly(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the kind of UTF-16, found by the byte order mark or the first zeros; undefined for other encodings. */
function utf16In(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const end = Math.min(bytes.length, BEGINNING);
  let [little, big] = [0, 0];
  for (let at = 0; at + 1 < end; at += 2) {
    const [first, second] = [bytes[at] === 0, bytes[at + 1] === 0];
    if (second && !first) little++;
    if (first && !second) big++;
  }
  const enough = Math.ceil(end / 2) * 0.6;
  return little > enough ? 'utf-16le' : big > enough ? 'utf-16be' : undefined;
}
