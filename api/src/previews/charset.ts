/** Number of bytes at a page's start that may declare its encoding (HTML, "determining the character encoding"). */
const LOOKED_AT = 1024;

const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/**
 * Decodes a page. The byte order mark determines the encoding, otherwise the header, otherwise the page's declaration.
 * Without a known encoding, uses UTF-8, or Windows 1252 if the bytes are not valid UTF-8. Never throws: invalid bytes
 * become U+FFFD.
 * @param charset charset in the header; '' if absent
 */
export function decodePage(bytes: Buffer, charset: string): string {
  const mark = MARKS.find(([start]) => start.every((byte, index) => bytes[index] === byte))?.[1];
  const decoder = decoderOf(mark ?? '') ?? decoderOf(charset) ?? decoderOf(charsetIn(bytes));
  if (decoder) return decoder.decode(bytes);
  try {
    // A truncated page may end within a character, so `stream` accepts an incomplete last character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Returns the charset that a page declares in its first bytes. */
function charsetIn(bytes: Buffer): string {
  const start = bytes
    .subarray(0, LOOKED_AT)
    .toString('latin1')
    .replaceAll(/<!--[\s\S]*?-->/g, '');
  const named = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(start)?.[1] ?? '';
  // The declaration could be read as ASCII, so the page is not UTF-16.
  return /^utf-?16/i.test(named) ? 'utf-8' : named;
}

function decoderOf(encoding: string): { decode(bytes: Buffer): string } | null {
  try {
    return encoding === '' ? null : new TextDecoder(encoding);
  } catch {
    return null;
  }
}
