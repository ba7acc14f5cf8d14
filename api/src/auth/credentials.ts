/** Maximum length of a user name or e-mail address in WordPress (characters). */
const MAX_USERNAME = 100;

/**
 * Returns the encoded user name and password of a Basic `Authorization` value, or null if there are none. Removes
 * scheme, spaces and padding, because clients write them differently.
 */
export function credentialsIn(authorization: string | undefined): string | null {
  return (authorization && BASIC.exec(authorization)?.[1]) || null;
}

const BASIC = /^basic +([A-Za-z0-9+/]+)={0,2}$/i;

/** Returns the user name in encoded credentials, or null when they are malformed (RFC 7617). */
export function usernameIn(encoded: string): string | null {
  const bytes = Buffer.from(encoded, 'base64');
  // Buffer ignores invalid characters. Encoding the bytes again shows whether the text contained such characters.
  if (bytes.toString('base64').replace(/=+$/, '') !== encoded) return null;
  const pair = textOf(bytes);
  if (pair === null || CONTROLS.test(pair)) return null;
  const colon = pair.indexOf(':');
  return colon > 0 && [...pair.slice(0, colon)].length <= MAX_USERNAME && colon < pair.length - 1
    ? pair.slice(0, colon)
    : null;
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
