/** The user name in a Basic `Authorization` value, or null when the value is malformed (RFC 7617). */
export function usernameIn(authorization: string): string | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const bytes = Buffer.from(encoded, 'base64');
  // Buffer drops what is no base64; a value that does not come back the same was not well-formed.
  if (bytes.toString('base64').replace(/=+$/, '') !== encoded.replace(/=+$/, '')) return null;
  const pair = textOf(bytes);
  if (pair === null || CONTROLS.test(pair)) return null;
  const colon = pair.indexOf(':');
  return colon > 0 && colon < pair.length - 1 ? pair.slice(0, colon) : null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 7617 forbids them in user names and passwords
const CONTROLS = /[\u0000-\u001f\u007f]/;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
