import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Listening, listen } from './server-address.ts';

/** A request that a fault either answers, or forwards to the host with `pass`. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  pass(): Promise<void>;
}

/** A kind of misbehaviour of the host. */
export type Fault = (exchange: Exchange) => void | Promise<void>;

/** A word in every faulty answer. This word must never reach a caller of the service. */
export const HOST_CANARY = 'HOSTCANARY7351';

/** Answers correctly after a delay. */
export function delay(ms: number): Fault {
  return async ({ pass }) => {
    await sleep(ms);
    await pass();
  };
}

/** Delays every answer until the test calls `release`; from then on, the host works normally. */
export function hold(): { fault: Fault; release(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { fault: ({ pass }) => promise.then(pass), release: resolve };
}

const answer =
  (code: number, headers: Record<string, string>, body: string): Fault =>
  ({ response }) =>
    void response.writeHead(code, headers).end(body);

const JSON_TYPE = { 'content-type': 'application/json' };
const PAGE_TYPE = { 'content-type': 'text/html; charset=UTF-8' };

/** Answers with this status, like an overloaded or broken site. */
export const status = (code: number, headers: Record<string, string> = {}): Fault =>
  text(JSON.stringify({ code: 'internal_error', message: HOST_CANARY, data: { status: code } }), code, headers);

/** Redirects the caller. */
export const redirect = (location: string, code = 302): Fault =>
  answer(code, { location, ...PAGE_TYPE }, `<a href="${location}">${HOST_CANARY}</a>`);

/** Answers with a page instead of JSON, like a maintenance plugin or a captive portal. */
export const html = (code = 200): Fault => answer(code, PAGE_TYPE, `<!doctype html><title>${HOST_CANARY}</title>`);

/** Answers with the text `body` as `application/json`. */
export const text = (body: string, code = 200, headers: Record<string, string> = {}): Fault =>
  answer(code, { ...JSON_TYPE, ...headers }, body);

/** Announces more bytes than it sends, then closes the connection. */
export function cutMidBody(): Fault {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write(`{"id":1,"username":"${HOST_CANARY}",`, () => response.destroy());
  };
}

/** Resets the connection before an answer. */
export function reset(): Fault {
  return ({ request }) => void request.socket.resetAndDestroy();
}

/** Accepts the request and never answers. */
export function silence(): Fault {
  return () => {};
}

/** Answers with valid JSON, one byte a second. */
export function drip(): Fault {
  return async ({ response }) => {
    response.writeHead(200, JSON_TYPE);
    const body = JSON.stringify({ id: 1, username: HOST_CANARY.repeat(200) });
    for (const byte of body) {
      if (response.destroyed) return;
      response.write(byte);
      await sleep(1000);
    }
    response.end();
  };
}

/** Answers with an endless body; `sent.bytes` counts the bytes that the service received. */
export function endless(sent: { bytes: number } = { bytes: 0 }): Fault {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  async function* body() {
    for (yield '{"id":1,"username":"'; ; yield chunk) sent.bytes += chunk.length;
  }
  return async ({ response }) => {
    response.writeHead(200, JSON_TYPE);
    // The body ends when the service closes the connection.
    await pipeline(body, response).catch(() => {});
  };
}

// A gzip stream may have several members. Therefore, copies of one compressed mebibyte form a valid stream.
const PACKED_MEBIBYTE = gzipSync(Buffer.alloc(1024 * 1024, ' '));

/** Answers with a body of about 300 kB that decompresses to 256 MiB. */
export function gzipBomb(): Fault {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(Buffer.concat(Array<Buffer>(256).fill(PACKED_MEBIBYTE)));
  };
}

/** A second server to which the host redirects requests. This server must never receive a request. */
export interface Trap extends Listening {
  /** Method, path and `Authorization` header of each received request. */
  readonly hits: { method: string; path: string; authorization: string | undefined }[];
}

/** Opens a trap on a free port. */
export async function openTrap(): Promise<Trap> {
  const hits: Trap['hits'] = [];
  const server = createServer((request, response) => {
    const { method = '', url: path = '' } = request;
    hits.push({ method, path, authorization: request.headers.authorization });
    response.writeHead(200, JSON_TYPE);
    response.end(
      JSON.stringify({ id: 1, username: 'admin', email: 'a@b.test', roles: ['administrator'], capabilities: {} }),
    );
  });
  return { ...(await listen(server)), hits };
}
