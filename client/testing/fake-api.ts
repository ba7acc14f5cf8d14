import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Listening, listen } from '../../tests/support/server-address.ts';

/** Answer of the fake API to one request. */
export interface ScriptedAnswer {
  /** HTTP status; 200 by default. */
  status?: number;
  /** Headers in addition to `content-type: application/json`. They may contain another `content-type`. */
  headers?: Record<string, string>;
  /** Body as JSON. At most one of `json`, `text` and `base64` is set. */
  json?: unknown;
  /** Body as text. */
  text?: string;
  /** Body as bytes. */
  base64?: string;
  /** Closes the connection before the body is complete. The body has an announced length, or is sent in chunks. */
  cut?: 'length' | 'chunked';
  /** Sends nothing, or half of the body, and leaves the connection open. */
  stall?: 'answer' | 'body';
  /** Sends one byte of the body a second. The whole body takes long, but no single pause is long. */
  drip?: true;
  /** Closes the connection without an answer, normally or with a reset. */
  hangUp?: 'close' | 'reset';
}

/** A received request. */
export interface SeenRequest {
  method: string;
  /** Path with the query, in its original encoding. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Time of arrival, in milliseconds of `performance.now()`. */
  at: number;
}

/** A server that simulates the API with scripted answers. Pages of any origin may read the answers. */
export interface FakeApi extends Listening {
  /** All requests except preflights. */
  readonly seen: readonly SeenRequest[];
  /** Values of the header `Access-Control-Request-Headers` in preflights. */
  readonly preflights: readonly string[];
}

/** The service's CORS headers (rules: Pages of other origins). */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-expose-headers': 'ETag, Next-Cursor, Retry-After, X-Host-Total, X-Host-TotalPages, X-Request-Id',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, X-Api-Key, X-Request-Id',
  // Closes the connection after each answer, so that every request uses a new connection. Otherwise, clients would
  // repeat a request if a reused connection closes without an answer.
  connection: 'close',
};

/** Opens a fake API on a free port. @param script one answer per request; additional requests get 500 */
export async function openFakeApi(script: readonly ScriptedAnswer[]): Promise<FakeApi> {
  const seen: SeenRequest[] = [];
  const preflights: string[] = [];
  const server = createServer(async (request, response) => {
    response.on('error', () => {}); // the client may close the connection at any time
    if (request.method === 'OPTIONS') {
      preflights.push(request.headers['access-control-request-headers'] ?? '');
      return void response.writeHead(204, CORS).end();
    }
    const body = await textOf(request);
    const { method = '', url: path = '', headers } = request;
    const answer = script[seen.push({ method, path, headers, body, at: performance.now() }) - 1];
    await play(answer ?? { status: 500, json: { detail: 'unexpected request' } }, request, response);
  });
  return { ...(await listen(server)), seen, preflights };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function play(answer: ScriptedAnswer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (answer.hangUp === 'reset') return void request.socket.resetAndDestroy();
  if (answer.hangUp === 'close') return void request.socket.destroy();
  if (answer.stall === 'answer') return;
  const body = bytesOf(answer);
  response.writeHead(answer.status ?? 200, {
    ...CORS,
    'content-type': 'application/json',
    ...(answer.cut === 'length' ? { 'content-length': body.length + 10 } : {}),
    ...answer.headers,
  });
  response.flushHeaders();
  if (answer.cut !== undefined) return void response.write(body, () => response.destroy());
  if (answer.stall === 'body') return void response.write(body.subarray(0, body.length / 2));
  if (answer.drip) await drip(body, response);
  response.end(answer.drip ? undefined : body);
}

function bytesOf({ json, text, base64 }: ScriptedAnswer): Buffer {
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  return Buffer.from(json === undefined ? (text ?? '') : JSON.stringify(json));
}

async function drip(body: Buffer, response: ServerResponse): Promise<void> {
  for (const byte of body) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await sleep(1000);
  }
}
