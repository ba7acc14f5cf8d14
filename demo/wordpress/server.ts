import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { HTTPMethod, PHPRequestHandler } from '@php-wasm/universal';
import { findStaticFile, type StaticFolders, sendStaticFile } from './static-files.ts';

/** What answers once WordPress is up. */
export interface Backend {
  php: PHPRequestHandler;
  staticFolders: StaticFolders;
  /** Told of a request that PHP could not finish. */
  onCrash(error: unknown): Promise<void>;
}

/** A web server whose WordPress may still be starting. */
export interface SiteServer {
  /** Address of the site, without trailing slash. */
  url: string;
  /** From now on requests are answered by WordPress; before, they are told to come back. */
  serve(backend: Backend): void;
  /**
   * Frees the port, and waits until PHP has done with every request. Those who still wait for an answer after 5
   * seconds get none. May be called twice.
   */
  close(): Promise<void>;
}

const METHODS: readonly string[] = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE'];
const BODY_LIMIT = 64 * 1024 * 1024;
const CLOSE_WITHIN = 5_000;

/**
 * How long a connection without requests stays open (milliseconds). PHP keeps this process from noticing for seconds
 * that a request has come: at Node's five seconds it would close connections under requests.
 */
const IDLE = 60_000;

/**
 * Listens on 127.0.0.1.
 * @param port 0 takes a free one
 * @throws {NodeJS.ErrnoException} `EADDRINUSE` when the port is taken
 */
export async function listen(port: number): Promise<SiteServer> {
  let backend: Backend | undefined;
  let closing: Promise<void> | undefined;
  const underWay = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    if (!backend) return refuse(response, 503, 'The site is starting', { 'retry-after': '1' });
    const answered = answer(backend, request, response).finally(() => underWay.delete(answered));
    underWay.add(answered);
  });
  server.keepAliveTimeout = IDLE;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : port}`,
    serve: (next) => {
      backend = next;
    },
    close: () => {
      closing ??= close(server).then(async () => void (await Promise.all(underWay)));
      return closing;
    },
  };
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  const hurry = setTimeout(() => server.closeAllConnections(), CLOSE_WITHIN);
  await closed;
  clearTimeout(hurry);
}

async function answer(backend: Backend, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const path = decodedPath(request.url);
    if (path === undefined) return refuse(response, 400, 'Bad request');
    if (!isMethod(request.method)) return refuse(response, 405, 'Method not allowed');
    if (isHidden(path)) return refuse(response, 404, 'Not found');
    const body = await readBody(request);
    if (body === undefined) return refuse(response, 413, 'Too large', { connection: 'close' });
    const file = await findStaticFile(backend.staticFolders, path);
    if (file) return sendStaticFile(response, file, request.method !== 'HEAD');
    const { httpStatusCode, headers, bytes } = await backend.php.request({
      url: request.url ?? '/',
      method: request.method,
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      ...(body.length > 0 ? { body } : {}),
    });
    response.writeHead(httpStatusCode, headers).end(bytes);
  } catch (error) {
    await backend.onCrash(error);
    if (response.headersSent) response.destroy();
    else refuse(response, 500, 'PHP could not answer');
  }
}

/** The path of a request target, or `undefined` when it is malformed. */
function decodedPath(target = '/'): string | undefined {
  try {
    return decodeURIComponent(new URL(target, 'http://site').pathname);
  } catch {
    return undefined;
  }
}

function isMethod(method = 'GET'): method is HTTPMethod {
  return METHODS.includes(method);
}

/** Files that no web server would give away: dot files, the database, and a page of PHP's own settings. */
function isHidden(path: string): boolean {
  return /\/\.(?!well-known\/)|^\/+wp-content\/+database(?:\/|$)|^\/+phpinfo\.php/i.test(path);
}

async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
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
