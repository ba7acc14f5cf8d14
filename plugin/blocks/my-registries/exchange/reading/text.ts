import { UnreadableFile } from './wish.ts';

/** Number of bytes that are searched for zeros to recognize UTF-16 without a byte order mark. */
const BEGINNING = 400;

/** Decodes UTF-8, UTF-16, or otherwise Windows-1252. @throws {UnreadableFile} for UTF-16 with half of a character */
export function textOf(bytes: Uint8Array): string {
  const utf16 = utf16In(bytes);
  const text = decodeStrictly(utf16 ?? 'utf-8', bytes);
  if (text !== undefined) return text;
  if (utf16) throw new UnreadableFile('cut within a character');
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const windows = new TextDecoder('windows-1252').decode(isMarked ? bytes.subarray(3) : bytes);
  // Windows-1252 leaves five bytes undefined. They are decoded as control characters, so remove these.
  return windows.replaceAll(/[\u0081\u008d\u008f\u0090\u009d]/g, '');
}

/** Decodes a file without its byte order mark; undefined if its bytes do not fit the encoding. */
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
