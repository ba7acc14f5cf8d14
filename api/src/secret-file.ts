import { readFileSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** Maximum size of a file with a secret (bytes). A key or an address has only hundreds of bytes. */
const MAX_BYTES = 8192;

/**
 * Content of a file, or the rule that the file breaks. The rule contains neither the name nor the content of the file.
 */
export type SecretFile = { value: string } | { rule: string };

/** Reads a secret from a file. Removes the white space around the secret, such as a line break at the end. */
export function readSecretFile(path: string): SecretFile {
  // Services and scripts have different working folders, so a relative path would mean different files. This rule also
  // detects a secret that was entered instead of a path.
  if (!isAbsolute(path)) return { rule: 'must be the absolute path of a file, not the secret itself' };
  try {
    const { size } = statOf(path);
    if (size > MAX_BYTES) return { rule: `the file must not be larger than ${MAX_BYTES} bytes` };
    const text = new TextDecoder('utf-8', { fatal: true })
      .decode(readFileSync(path))
      .replace(/\r?\n$/, '')
      .trim();
    if (text === '') return { rule: 'the file is empty' };
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches them on purpose
    if (/[\x00-\x1f\x7f]/.test(text))
      return { rule: 'the file must contain exactly one line, without control characters' };
    return { value: text };
  } catch (error) {
    return { rule: ruleOf(error) };
  }
}

/**
 * Returns the size of a regular file.
 * @throws {Error} `EISDIR` for other files, for example a pipe, because a pipe could be endless
 */
function statOf(path: string): { size: number } {
  const stat = statSync(path);
  if (!stat.isFile()) throw Object.assign(new Error(), { code: 'EISDIR' });
  return stat;
}

function ruleOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EISDIR') return 'must name a file';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'the file must be text in UTF-8';
  return `the file cannot be read${typeof code === 'string' ? ` (${code})` : ''}`;
}
