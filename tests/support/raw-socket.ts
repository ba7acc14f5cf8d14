import { connect } from 'node:net';
import { patience } from './patience.ts';

/** Answer on a raw socket. */
export interface RawAnswer {
  /** 0 if the connection was closed without an answer. */
  status: number;
  /** Header names in lower case. */
  headers: Record<string, string>;
  body: string;
  /** Milliseconds from the call until the answer is complete or the connection is closed. */
  took: number;
}

/**
 * Sends bytes that no HTTP client would send. Reads until the body has the length in `Content-Length`, or the peer
 * closes the connection.
 */
export function rawExchange(base: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let received = Buffer.alloc(0);
    const timer = setTimeout(() => socket.destroy(new Error('no answer within a minute')), patience(60_000));
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ ...parseAnswer(received), took: performance.now() - start });
    };
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (isComplete(received)) finish();
    });
    socket.on('close', finish);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      // The peer may reset the connection after its answer. The bytes received so far are then the answer.
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') finish();
      else reject(error);
    });
  });
}

/**
 * Sends requests on one connection without waiting for answers. A hostile client could do this to cause much work with
 * little effort.
 * @returns the statuses in order
 */
export async function pipeline(base: string, requests: readonly string[]): Promise<number[]> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('latin1');
  socket.write(requests.join(''));
  let received = '';
  for await (const chunk of socket) {
    received += chunk;
    const statuses = Array.from(received.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
    // `return` ends the loop, so Node destroys the socket. The body of the last answer is not needed.
    if (statuses.length === requests.length) return statuses;
  }
  throw new Error('the connection was closed before all requests were answered');
}

function isComplete(received: Buffer): boolean {
  const { headers, body, status } = parseAnswer(received);
  if (status === 0 || headers['content-length'] === undefined) return false;
  return Buffer.byteLength(body) >= Number(headers['content-length']);
}

function parseAnswer(received: Buffer): Omit<RawAnswer, 'took'> {
  const text = received.toString('utf8');
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return { status: 0, headers: {}, body: '' };
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = text.slice(end + 4);
  const chunked = headers['transfer-encoding'] === 'chunked';
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body: chunked ? joinChunks(body) : body };
}

// Decodes a chunked body. This simple code only works for short ASCII bodies, which the service sends.
function joinChunks(body: string): string {
  let joined = '';
  let rest = body;
  for (;;) {
    const lineEnd = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, lineEnd), 16);
    if (lineEnd < 0 || !(size > 0)) return joined;
    joined += rest.slice(lineEnd + 2, lineEnd + 2 + size);
    rest = rest.slice(lineEnd + 2 + size + 2);
  }
}
