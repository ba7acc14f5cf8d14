import { pipeline, type Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import type { Client, Dispatcher } from 'undici';
import { AddressRefused, type PublicConnections } from '../internet/connections.ts';
import { Unread } from './unread.ts';

const MAX_HOPS = 4;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Requirements for an answer. */
export interface Wanted {
  accept: string;
  /** By default, any type. */
  types?: readonly string[];
  /** After decompression. */
  maxBytes: number;
  /** True if a longer body is truncated, not an error. */
  isCut: boolean;
}

/** Answer of a server with a status from 200 to 299. */
export interface Fetched {
  url: URL;
  /** In lower case; both are '' if the server sends none. */
  type: string;
  charset: string;
  body: Buffer;
}

/**
 * Fetches addresses that users supply, if they are on the public Internet (rules: Previews; threats: Previews), over a
 * new, checked connection for each redirect.
 */
export class Guard {
  readonly #connections: PublicConnections;
  readonly #userAgent: string;

  constructor(connections: PublicConnections, userAgent: string) {
    this.#connections = connections;
    this.#userAgent = userAgent;
  }

  /** @param signal cancels the request at any stage @throws {Unread} */
  async fetch(address: string, wanted: Wanted, signal: AbortSignal): Promise<Fetched> {
    try {
      let url = URL.parse(address);
      for (let hop = 0; hop <= MAX_HOPS; hop++) {
        const checked = await this.#connections.check(url, signal);
        const answer = await this.#ask(checked, wanted, signal);
        if (!(answer instanceof URL)) return answer;
        url = answer;
      }
      throw new Unread('redirects');
    } catch (error) {
      if (signal.aborted) throw new Unread('late', error);
      if (error instanceof AddressRefused) throw new Unread(error.reason);
      throw error instanceof Unread ? error : new Unread('unreachable', error);
    }
  }

  /** Returns the answer, or the target of a redirect. @throws {Unread} */
  async #ask(url: URL, wanted: Wanted, signal: AbortSignal): Promise<Fetched | URL> {
    const { Client } = await import('undici');
    let refused: AddressRefused | null = null;
    // A reused connection could lead to an unchecked address.
    const client = new Client(url.origin, {
      connect: this.#connections.connector(signal, (error) => {
        refused = error;
      }),
      pipelining: 0,
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    });
    try {
      return await this.#exchange(client, url, wanted, signal);
    } catch (error) {
      throw refused ?? error;
    } finally {
      await client.destroy();
    }
  }

  async #exchange(client: Client, url: URL, wanted: Wanted, signal: AbortSignal): Promise<Fetched | URL> {
    const answer = await client.request({
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: {
        'user-agent': this.#userAgent,
        accept: wanted.accept,
        'accept-encoding': 'gzip, br',
      },
      signal,
    });
    // Otherwise, an unread body would raise an uncaught error when the connection is destroyed.
    answer.body.on('error', () => {});
    const { statusCode: status } = answer;
    if (REDIRECTS.has(status)) return targetOf(answer, url);
    if (status < 200 || status > 299) throw new Unread('status');
    const { type, charset } = typeOf(headerOf(answer, 'content-type'));
    if (wanted.types && !wanted.types.includes(type)) throw new Unread('type');
    return { url, type, charset, body: await bodyOf(answer.body, headerOf(answer, 'content-encoding'), wanted) };
  }
}

/** @throws {Unread} */
function targetOf(answer: Dispatcher.ResponseData, from: URL): URL {
  const target = URL.parse(headerOf(answer, 'location'), from.href);
  if (target === null || headerOf(answer, 'location') === '') throw new Unread('redirects');
  return target;
}

function headerOf(answer: Dispatcher.ResponseData, name: string): string {
  const value = answer.headers[name];
  return [value].flat()[0] ?? '';
}

function typeOf(header: string): { type: string; charset: string } {
  const [type = ''] = header.split(';', 1);
  const charset = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(header.slice(0, 500))?.[1] ?? '';
  return { type: type.trim().toLowerCase(), charset };
}

/** Number of bytes at a page's start that may declare its encoding (HTML, "determining the character encoding"). */
const LOOKED_AT = 1024;

const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
];

/**
 * Decodes a page by its byte order mark, otherwise the header, otherwise its declaration; otherwise as UTF-8, or as
 * Windows 1252 if the bytes are not valid UTF-8. Invalid bytes become U+FFFD.
 * @param charset charset in the header; '' if absent
 */
export function decodePage(bytes: Buffer, charset: string): string {
  const mark = MARKS.find(([start]) => start.every((byte, index) => bytes[index] === byte))?.[1];
  const decoder = decoderOf(mark ?? '') ?? decoderOf(charset) ?? decoderOf(charsetIn(bytes));
  if (decoder) return decoder.decode(bytes);
  try {
    // A truncated page may end within a character, so `stream` accepts an incomplete last character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function charsetIn(bytes: Buffer): string {
  const start = bytes
    .subarray(0, LOOKED_AT)
    .toString('latin1')
    .replaceAll(/<!--[\s\S]*?-->/g, '');
  const named = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(start)?.[1] ?? '';
  // The declaration could be read as ASCII, so the page is not UTF-16.
  return /^utf-?16/i.test(named) ? 'utf-8' : named;
}

function decoderOf(encoding: string): { decode(bytes: Buffer): string } | null {
  try {
    return encoding === '' ? null : new TextDecoder(encoding);
  } catch {
    return null;
  }
}

/**
 * Decompresses a body up to a limit: a few kilobytes may become gigabytes.
 * @param encoding value of `Content-Encoding`
 * @throws {Unread} if the encoding is not supported, or the data is too long and may not be truncated
 */
async function bodyOf(
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
    decompressor(encoding),
    () => {},
  );
}

/** Hostile data of any length could decompress to nothing. Normally, compressed data is not longer than its content. */
async function* atMost(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new Unread('size');
    yield chunk;
  }
}

function decompressor(encoding: string): Transform {
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
