/*
 * A page that a browser has saved with its pictures in one file: MHTML (RFC 2557), as Chrome on a phone and Edge save
 * it.
 */

/** Number of characters in which the head of the file ends. */
const HEAD = 4000;

/** Checks whether a text begins with the head of a saved page. */
export const isSavedPage = (text: string): boolean =>
  /^\s*[\w-]{2,60}:/.test(text) && /^content-type:\s*multipart\/related\b/im.test(text.slice(0, HEAD));

/** Returns the page in a saved page, after a comment with its address; '' if there is none. */
export function pageOfSaved(text: string): string {
  const lines = text.replaceAll(/\r\n?/g, '\n');
  const [, quoted, bare] = /\bboundary=(?:"([^"\n]{1,200})"|([^\s;"]{1,200}))/i.exec(lines.slice(0, HEAD)) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) return '';
  for (const part of lines.split(`\n--${boundary}`).slice(1)) {
    const end = part.indexOf('\n\n');
    const head = part.slice(0, Math.max(end, 0));
    if (!/^content-type:\s*(?:text\/html|application\/xhtml\+xml)\b/im.test(head)) continue;
    const [, charset = 'utf-8'] = /\bcharset="?([\w-]+)/i.exec(head) ?? [];
    const [, location = ''] = /^content-location:\s*(https?:\S+)/im.exec(head) ?? [];
    const [, encoding = ''] = /^content-transfer-encoding:\s*([\w-]+)/im.exec(head) ?? [];
    // Browsers write this comment into pages without pictures. Relative links need the address.
    const comment =
      location === '' ? '' : `<!-- saved from url=(${String(location.length).padStart(4, '0')})${location} -->\n`;
    return comment + decoded(part.slice(end + 2), encoding.toLowerCase(), charset);
  }
  return '';
}

/** Decodes the content of a part. A text without an encoding was decoded with the file. */
function decoded(content: string, encoding: string, charset: string): string {
  if (encoding !== 'quoted-printable' && encoding !== 'base64') return content;
  try {
    const latin =
      encoding === 'base64'
        ? atob(content)
        : content
            .replaceAll(/=[ \t]*\n/g, '')
            .replaceAll(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    return decoderOf(charset).decode(Uint8Array.from(latin, (char) => char.charCodeAt(0)));
  } catch {
    return '';
  }
}

/** Returns the decoder of an encoding; that of UTF-8 if nobody knows the encoding. */
function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
