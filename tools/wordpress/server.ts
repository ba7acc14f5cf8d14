import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { PhpRequest, RunningPhp } from './php-engine.ts';
import { openSemaphore, type Semaphore } from './semaphore.ts';
import { findStaticFile, type StaticFolders, sendStaticFile } from './static-files.ts';

/** Handles requests when WordPress is running. */
export interface Backend {
  php: Pick<RunningPhp, 'request'>;
  /** Maximum number of concurrent requests to PHP. */
  instances: number;
  staticFolders: StaticFolders;
  /** Called after a request that PHP could not answer. */
  onCrash(error: unknown): Promise<void>;
}

/** A web server whose WordPress may still be starting. */
export interface SiteServer {
  /** Address of the site, without trailing slash. */
  url: string;
  /** Starts to serve the site. Before this call, the server asks clients to retry. */
  serve(backend: Backend): void;
  /**
   * Frees the port, rejects requests that still wait for PHP, and waits for running requests. A request that still runs
   * after a second gets no answer. May be called twice.
   */
  close(): Promise<void>;
  /** Waits until no request is active. */
  settle(): Promise<void>;
  /** Closes the connections. The server then no longer keeps this process alive. */
  rest(): void;
}

const METHODS: readonly string[] = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE'];
const BODY_LIMIT = 64 * 1024 * 1024;
const CLOSE_TIMEOUT_MS = 1000;

/**
 * Lifetime of an idle connection (milliseconds). PHP may block this process for longer than Node's default of five
 * seconds. Afterwards, Node would close idle connections, although new requests have arrived on them.
 */
const IDLE = 60_000;

/**
 * Listens on 127.0.0.1.
 * @param port 0 for a free one
 * @throws {NodeJS.ErrnoException} `EADDRINUSE` if the port is in use
 */
export async function listen(port: number): Promise<SiteServer> {
  let site: Site | undefined;
  let closing: Promise<void> | undefined;
  const underWay = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    if (closing) return refuseStopping(response);
    if (!site) return refuse(response, 503, 'The site is starting', { 'retry-after': '1' });
    const answered = answer(site, request, response).finally(() => underWay.delete(answered));
    underWay.add(answered);
  });
  server.keepAliveTimeout = IDLE;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : port}`,
    serve: (backend) => {
      site = { backend, semaphore: openSemaphore(backend.instances) };
    },
    settle: async () => void (await Promise.all(underWay)),
    rest: () => {
      server.closeAllConnections();
      server.unref();
    },
    close: () => {
      closing ??= close(server).then(async () => void (await Promise.all(underWay)));
      site?.semaphore.close();
      return closing;
    },
  };
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  const hurry = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await closed;
  clearTimeout(hurry);
}

/** A backend, and the semaphore that limits its concurrent requests. */
interface Site {
  backend: Backend;
  semaphore: Semaphore;
}

async function answer(site: Site, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const path = decodedPath(request.url);
    if (path === undefined) return refuse(response, 400, 'Bad request');
    if (!isMethod(request.method)) return refuse(response, 405, 'Method not allowed');
    if (isHidden(path)) return refuse(response, 404, 'Not found');
    const body = await readBody(request);
    if (body === undefined) return refuse(response, 413, 'Too large', { connection: 'close' });
    const file = await findStaticFile(site.backend.staticFolders, path);
    if (file) return await sendStaticFile(request, response, file);
    await answerWithPhp(site, request, response, request.method, body);
  } catch (error) {
    // The client disconnected while sending; PHP did not crash.
    if (request.destroyed && !request.complete) return;
    await site.backend.onCrash(error);
    if (response.headersSent) response.destroy();
    else refuse(response, 500, 'PHP could not answer');
  }
}

async function answerWithPhp(
  { backend, semaphore }: Site,
  request: IncomingMessage,
  response: ServerResponse,
  method: PhpRequest['method'],
  body: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const release = await semaphore.acquire();
  if (!release) return refuseStopping(response);
  try {
    // Do not render a page for a client that has disconnected. Requests other than GET still run.
    if (method === 'GET' && response.destroyed) return;
    const { httpStatusCode, headers, bytes } = await backend.php.request({
      url: request.url ?? '/',
      method,
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      ...(body.length > 0 ? { body } : {}),
    });
    response.writeHead(httpStatusCode, headers).end(bytes);
  } finally {
    release();
  }
}

/** Returns the path of a request target, or `undefined` if it is malformed. */
function decodedPath(target = '/'): string | undefined {
  try {
    return decodeURIComponent(new URL(target, 'http://site').pathname);
  } catch {
    return undefined;
  }
}

function isMethod(method = 'GET'): method is PhpRequest['method'] {
  return METHODS.includes(method);
}

/**
 * Checks whether the server must not serve a file. Such files are dot files, the database, and a page with PHP's
 * settings.
 */
function isHidden(path: string): boolean {
  return /\/\.(?!well-known\/)|^\/+wp-content\/+database(?:\/|$)|^\/+phpinfo\.php/i.test(path);
}

async function readBody(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_LIMIT) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function refuse(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(`${text}\n`);
}

function refuseStopping(response: ServerResponse): void {
  refuse(response, 503, 'The site is stopping', { connection: 'close' });
}
