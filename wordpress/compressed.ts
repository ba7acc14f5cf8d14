import type { IncomingMessage } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Where compressing pays: text, from about one packet on. */
const TEXT = /^(?:text\/|application\/(?:javascript|json|manifest\+json|[\w.-]+\+xml|xml)|image\/svg\+xml)/;
const LEAST_BYTES = 1024;

/** Answers in a few milliseconds what is a sixth of a page; the best qualities take tenths of seconds. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const WAYS = [
  { name: 'br', compress: (bytes: Uint8Array) => brotliCompressSync(bytes, BROTLI) },
  { name: 'gzip', compress: (bytes: Uint8Array) => gzipSync(bytes) },
] as const;

/** Bytes as they go over the wire, with the headers that say so. */
export interface Encoded {
  bytes: Uint8Array;
  headers: Record<string, string>;
}

/** Tells whether a media type is text. */
export const isText = (type: string): boolean => TEXT.test(type);

/** Returns the way to compress that a reader allows, or undefined where they allow none. */
export function wayFor({ headers }: IncomingMessage): (typeof WAYS)[number] | undefined {
  // What browsers send; a reader who wants one of them less, or not at all, gets the other or neither.
  const accepted = String(headers['accept-encoding'] ?? '').split(/\s*,\s*/);
  return WAYS.find(({ name }) => accepted.includes(name));
}

/**
 * Compresses an answer as its reader allows, where that pays. Not in another thread: PHP keeps this one busy, which would
 * hear of it only after the pages of others.
 */
export function compressed(request: IncomingMessage, type: string, bytes: Uint8Array): Encoded {
  if (!isText(type) || bytes.length < LEAST_BYTES) return { bytes, headers: {} };
  const vary = { vary: 'Accept-Encoding' };
  const way = wayFor(request);
  if (!way) return { bytes, headers: vary };
  return { bytes: way.compress(bytes), headers: { ...vary, 'content-encoding': way.name } };
}
