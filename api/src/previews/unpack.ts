import { pipeline, type Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { Unread } from './unread.ts';

/**
 * Reads and decompresses a body up to a limit, because a few kilobytes may decompress to gigabytes.
 * @param encoding value of `Content-Encoding`
 * @param limits maximum number of bytes, and whether a longer body is truncated
 * @throws {Unread} if the encoding is not supported, if the compressed data is too long, or if the content is too long
 * and may not be truncated
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
  // The callback ignores errors, because the decoder itself reports them. If one stream fails, `pipeline` closes all.
  return pipeline(
    body,
    (chunks: AsyncIterable<Buffer>) => atMost(chunks, maxBytes),
    decoderOf(encoding),
    () => {},
  );
}

/**
 * Limits the compressed data, too. Compressed data is normally not longer than its content. But hostile data of any
 * length could decompress to nothing.
 */
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
      // Without a limit, an archive of a few bytes may request 128 MB of memory at once.
      return zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } });
    default:
      throw new Unread('type');
  }
}
