import { request as httpRequest, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { PhpAnswer, PhpRequest } from '../php-engine.ts';
import { type Child, startChild } from './child.ts';

/** Processes of PHP's own web server. Each process handles one request at a time. */
export interface Workers extends AsyncDisposable {
  /** Sends a request to a free process; starts a process if all processes are busy. */
  request(request: PhpRequest): Promise<PhpAnswer>;
}

interface Worker {
  child: Child;
  port: number;
}

/** Headers that belong to one connection, so they are not forwarded with a request or an answer. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect'];

/** Headers that are removed from answers of PHP's web server, because the front server sets these headers itself. */
const OF_SERVER = [...OF_CONNECTION, 'host', 'date'];

const STARTED = /\(http:\/\/127\.0\.0\.1:(\d+)\) started/;

/**
 * Opens the processes. The first process starts with the first request. Each process is a separate program, because a
 * single program with `PHP_CLI_SERVER_WORKERS` could pass a request to a busy worker. For example, a page calls the
 * API, and the API calls WordPress. If the page's own worker got the API's call, the page and the API would wait for
 * each other forever.
 * @param command `php` with its settings
 * @param router path of the script that every request runs
 */
export function openWorkers(
  command: string[],
  router: string,
  options: { cwd: string; env: Record<string, string> },
): Workers {
  const idle: Worker[] = [];
  const all = new Set<Child>();
  const start = async (): Promise<Worker> => {
    const child = startChild([...command, '-S', '127.0.0.1:0', '-t', options.cwd, router], options);
    all.add(child);
    void child.ended.then(() => all.delete(child));
    const port = await portOf(child);
    // Idle PHP processes must not keep this process alive. Active requests keep it alive.
    child.process.unref();
    for (const stream of child.process.stdio)
      if (stream && 'unref' in stream && typeof stream.unref === 'function') stream.unref();
    return { child, port };
  };
  return {
    request: async (request) => {
      const worker = idle.pop() ?? (await start());
      try {
        const answer = await send(worker.port, request);
        idle.push(worker);
        return answer;
      } catch (error) {
        await worker.child.kill();
        throw error;
      }
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...all].map((child) => child.kill()));
    },
  };
}

/**
 * Waits until a process listens.
 * @returns port of the process
 * @throws {Error} if the process ends instead; the message contains its output
 */
async function portOf(child: Child): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let said = '';
  // Read all output. Each request adds lines, and a full pipe would stop PHP.
  child.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (said.length > 10_000) return;
    said += text;
    const port = said.match(STARTED)?.[1];
    if (port) resolve(Number(port));
  });
  child.process.stdout?.resume();
  child.ended.then(() => reject(new Error(`PHP does not start: ${said.trim()}`)), reject);
  return await promise;
}

async function send(port: number, { method, url, headers, body }: PhpRequest): Promise<PhpAnswer> {
  const { pathname, search } = new URL(url, 'http://site');
  const sent = Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = httpRequest(
    {
      host: '127.0.0.1',
      port,
      method,
      path: pathname + search,
      headers: { ...Object.fromEntries(sent), ...(body && { 'content-length': String(body.length) }) },
      agent: false,
    },
    resolve,
  );
  request.on('error', reject).end(body);
  const answer = await promise;
  const bytes = await buffer(answer);
  return { httpStatusCode: answer.statusCode ?? 500, headers: headersOf(answer), bytes };
}

function headersOf({ headersDistinct }: IncomingMessage): Record<string, string[]> {
  const headers: Record<string, string[]> = {};
  for (const [name, values] of Object.entries(headersDistinct)) {
    if (values && !OF_SERVER.includes(name)) headers[name] = values;
  }
  return headers;
}
