import { type Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

/** An answer of the service, read to its end. */
export interface Answer<T> {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The decoded JSON; `undefined` where the answer is not JSON. */
  body: T;
  /** From sending to the last byte, in milliseconds. */
  took: number;
}

/** What a test sends beyond method and path. */
export interface Sending {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is; `content-type` is JSON unless `headers` say otherwise. */
  rawBody?: string | Buffer;
  /** `undefined` takes a header away that would be sent otherwise. */
  headers?: Record<string, string | undefined>;
}

/** Sends one request exactly as told: the path is not normalised, nothing is added but what HTTP needs. */
export function send<T>(
  agent: Agent,
  base: string,
  method: string,
  path: string,
  sending: Sending,
): Promise<Answer<T>> {
  const { hostname, port } = new URL(base);
  const payload = sending.rawBody ?? (sending.body === undefined ? undefined : JSON.stringify(sending.body));
  const headers: Record<string, string> = {};
  if (payload !== undefined) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = String(Buffer.byteLength(payload));
  }
  for (const [name, value] of Object.entries(sending.headers ?? {})) {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  }
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const request = httpRequest({ agent, hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = /^application\/json\b/.test(response.headers['content-type'] ?? '');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          body: isJson && text !== '' ? JSON.parse(text) : undefined,
          took: performance.now() - start,
        });
      });
    });
    request.on('error', reject);
    request.end(payload);
  });
}

/**
 * Fetches on a connection of its own, of which nothing is left: a server that is closed need not wait for it, and where
 * PHP runs in the process of the test, nobody uses one again of which that kept it from noticing that it was closed.
 */
export function fetchOnce(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('connection', 'close');
  return fetch(url, { ...init, headers });
}
