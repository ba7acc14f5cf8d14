import assert from 'node:assert/strict';
import { readWishFile } from '../blocks/my-registries/exchange/reading/read.ts';

/* Reads files of wishes, for tests. */

/** Currency of the site, unless a test passes another one. */
export const CURRENCY = 'EUR';

export const bytesOf = (file: string | Uint8Array) =>
  typeof file === 'string' ? new TextEncoder().encode(file) : file;
export const utf16 = (text: string) => Buffer.from(text, 'utf16le');

export const read = (file: string | Uint8Array, currency = CURRENCY, language = '') =>
  readWishFile(bytesOf(file), currency, language);

/**
 * Reads the wishes of a file.
 * @throws if the file contains no wishes, or is an export of the plugin
 */
export function wishesIn(file: string | Uint8Array, currency = CURRENCY, language = '') {
  const found = read(file, currency, language);
  assert.ok('wishes' in found, JSON.stringify(found).slice(0, 1000));
  return found;
}

export const fieldsIn = (file: string | Uint8Array) => wishesIn(file).wishes.map(({ fields }) => fields);
