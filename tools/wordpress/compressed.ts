import type { IncomingMessage } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Matches the media types of text. Only text is worth compressing. */
const TEXT = /^(?:text\/|application\/(?:javascript|json|manifest\+json|[\w.-]+\+xml|xml)|image\/svg\+xml)/;

/** Minimum size that is worth compressing (bytes). A smaller answer fits into one network packet anyway. */
const LEAST_BYTES = 1024;

/**
 * This quality reduces text to a sixth of its size in a few milliseconds. Higher qualities would need tenths of a
 * second.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const ENCODINGS = [
  { name: 'br', compress: (bytes: Uint8Array) => brotliCompressSync(bytes, BROTLI) },
  { name: 'gzip', compress: (bytes: Uint8Array) => gzipSync(bytes) },
] as const;

/** Compressed or plain bytes, with their headers. */
export interface Encoded {
  bytes: Uint8Array;
  headers: Record<string, string>;
}

/** Returns whether a media type is text. */
export const isText = (type: string): boolean => TEXT.test(type);

/** Returns a compression that the client accepts, or undefined. */
export function encodingFor({ headers }: IncomingMessage): (typeof ENCODINGS)[number] | undefined {
  // Ignores encodings with a parameter, such as `gzip;q=0`. This simple rule is enough for browsers.
  const accepted = String(headers['accept-encoding'] ?? '').split(/\s*,\s*/);
  return ENCODINGS.find(({ name }) => accepted.includes(name));
}

/**
 * Compresses an answer if the client accepts an encoding, and the answer is worth compressing. Compresses
 * synchronously, because PHP in WebAssembly renders pages in this thread. The result of another thread would often wait
 * until this thread has rendered the pages of other clients.
 */
export function compressed(request: IncomingMessage, type: string, bytes: Uint8Array): Encoded {
  if (!isText(type) || bytes.length < LEAST_BYTES) return { bytes, headers: {} };
  const vary = { vary: 'Accept-Encoding' };
  const encoding = encodingFor(request);
  if (!encoding) return { bytes, headers: vary };
  return { bytes: encoding.compress(bytes), headers: { ...vary, 'content-encoding': encoding.name } };
}
