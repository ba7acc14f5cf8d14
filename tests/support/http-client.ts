import { type Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

/** A complete answer of the service. */
export interface Answer<T> {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The decoded JSON; `undefined` if the answer is not JSON. */
  body: T;
  /** Time from sending to the last byte, in milliseconds. */
  took: number;
}

/** Body and headers of a test's request. */
export interface Sending {
  /** Value that is sent as JSON. */
  body?: unknown;
  /** Body that is sent unchanged. The default `content-type` is JSON. */
  rawBody?: string | Buffer;
  /** `undefined` removes a header that is sent by default. */
  headers?: Record<string, string | undefined>;
}

/** Sends one request with an unchanged path. Adds only headers that HTTP requires, and a `content-type` for a body. */
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
        const isJson = /^application\/(problem\+)?json\b/.test(response.headers['content-type'] ?? '');
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
 * Fetches over a new connection, and closes the connection after the answer, so that the server can stop at once. An
 * open connection could also cause errors: a test process that runs PHP may not notice when the server closes the
 * connection.
 */
export function fetchOnce(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('connection', 'close');
  return fetch(url, { ...init, headers });
}
