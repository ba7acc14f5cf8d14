/*
 * Translates patterns of the contract from JavaScript (flag `u`) to PHP. In JavaScript, `\s` matches the white space
 * that `trim()` removes. In PHP, `\s` matches other characters.
 */

/** JavaScript's white space, written for a character class in PHP: `\x{9}-\x{d}\x{20}…`. */
export const WHITE_SPACE = ranges(codePoints().filter((code) => /\s/u.test(String.fromCodePoint(code))));

/** Converts a JavaScript pattern to a PHP pattern with delimiters and flags. */
export function toPcre(pattern: string): string {
  let isClass = false;
  const body = pattern.replace(/\[\\s\\S\]|\\u\{?([0-9a-f]{4,5})\}?|\\.|[[\]^$]/g, (token, hex: string | undefined) => {
    if (token === '[\\s\\S]') return '(?s:.)';
    if (hex !== undefined) return `\\x{${hex}}`;
    if (token === '\\s') return isClass ? WHITE_SPACE : `[${WHITE_SPACE}]`;
    if (token === '\\S' && !isClass) return `[^${WHITE_SPACE}]`;
    if (token === '[') isClass = true;
    if (token === ']') isClass = false;
    if (isClass) return token;
    return { '^': '\\A', $: '\\z' }[token] ?? token;
  });
  if (body.includes('~')) throw new Error(`a pattern of the contract holds the delimiter ~: ${pattern}`);
  return `~${body}~u`;
}

/** Lists all code points of the basic plane except surrogates; other planes contain no white space. */
function codePoints(): number[] {
  return Array.from({ length: 0x10000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
}

function ranges(codes: readonly number[]): string {
  const hex = (code: number | undefined) => `\\x{${(code ?? 0).toString(16)}}`;
  const firsts = codes.filter((code) => !codes.includes(code - 1));
  const lasts = codes.filter((code) => !codes.includes(code + 1));
  return firsts.map((first, index) => (first === lasts[index] ? '' : `${hex(first)}-`) + hex(lasts[index])).join('');
}
