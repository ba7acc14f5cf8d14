import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '../../api/testing/server-address.ts';

/** What the fake API does with one request. */
export interface ScriptedAnswer {
  /** Default 200. */
  status?: number;
  /** Beside `content-type: application/json`, which they may replace. */
  headers?: Record<string, string>;
  /** The body as JSON, … */
  json?: unknown;
  /** … or as text, … */
  text?: string;
  /** … or as bytes. */
  base64?: string;
  /** Promises more than it sends, by a length or in chunks, and hangs up. */
  cut?: 'length' | 'chunked';
  /** Sends nothing, or half of the body, and waits. */
  stall?: 'answer' | 'body';
  /** Sends the body a byte a second, so that no pause is long. */
  drip?: true;
  /** Hangs up without an answer, politely or not. */
  hangUp?: 'close' | 'reset';
}

/** A request as it came. */
export interface SeenRequest {
  method: string;
  /** With the query, encoded as it came. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** When it had come, in milliseconds of `performance.now()`. */
  at: number;
}

/** A server that plays the API by a script, for pages of any origin. */
export interface FakeApi extends AsyncDisposable {
  readonly url: string;
  /** All requests but preflights. */
  readonly seen: readonly SeenRequest[];
  /** What browsers asked before requests to another origin: the headers that they would send. */
  readonly preflights: readonly string[];
}

/** What the service allows pages of other origins (rules: Pages of other origins). */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, If-Match, X-Api-Key, X-Request-Id',
  // A request that follows on the same connection would be tried again, were it hung up.
  connection: 'close',
};

/** Opens a fake API on a free port. @param script one answer per request; whoever asks once more gets 500 */
export async function openFakeApi(script: readonly ScriptedAnswer[]): Promise<FakeApi> {
  const seen: SeenRequest[] = [];
  const preflights: string[] = [];
  const server = createServer(async (request, response) => {
    response.on('error', () => {}); // the client may hang up at any time
    if (request.method === 'OPTIONS') {
      preflights.push(request.headers['access-control-request-headers'] ?? '');
      return void response.writeHead(204, CORS).end();
    }
    const body = await textOf(request);
    const { method = '', url: path = '', headers } = request;
    const answer = script[seen.push({ method, path, headers, body, at: performance.now() }) - 1];
    await play(answer ?? { status: 500, json: { detail: 'nobody should have asked' } }, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: addressOf(server),
    seen,
    preflights,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
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
