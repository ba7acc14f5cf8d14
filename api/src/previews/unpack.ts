import { pipeline, type Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { Unread } from './unread.ts';

/**
 * Reads a body to its end, unpacked, and never more of it than is wanted: a few kilobytes may unpack to gigabytes.
 * @param encoding value of `Content-Encoding`
 * @param limits most bytes, and whether a longer body is cut off there
 * @throws {Unread} where it is longer and must not be cut, or packed in a way that nobody asked for, or twice
 */
export async function bodyOf(
  body: Readable,
  encoding: string,
  { maxBytes, isCut }: { maxBytes: number; isCut: boolean },
): Promise<Buffer> {
  const unpacked = unpack(body, encoding.trim().toLowerCase(), maxBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked) {
    size += chunk.length;
    chunks.push(size > maxBytes ? chunk.subarray(0, chunk.length - (size - maxBytes)) : chunk);
    if (size < maxBytes) continue;
    if (size > maxBytes && !isCut) throw new Unread('size');
    if (isCut) break;
  }
  return Buffer.concat(chunks);
}

function unpack(body: Readable, encoding: string, maxBytes: number): AsyncIterable<Buffer> {
  if (encoding === '' || encoding === 'identity') return body;
  // Its errors come out of the decoder; the end of one ends the other.
  return pipeline(
    body,
    (chunks: AsyncIterable<Buffer>) => atMost(chunks, maxBytes),
    decoderOf(encoding),
    () => {},
  );
}

/** Passes on what is packed: there is no reason for it to be longer than what it unpacks to, but it may unpack to nothing. */
async function* atMost(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new Unread('size');
    yield chunk;
  }
}

function decoderOf(encoding: string): Transform {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    case 'zstd':
      // Without a limit, an archive of a few bytes may ask for 128 MB at once.
      return zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } });
    default:
      throw new Unread('type');
  }
}
