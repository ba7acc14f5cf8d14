import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ApiError, type CountError, type ErrorName, PROTECTION } from './errors.ts';
import { http } from './node-http.ts';
import { type OriginHeaders, requestId } from './requests.ts';

/** API errors for the error codes of Node's parser and timers. Node reports these codes before a request exists. */
const PARSER_ERRORS: Readonly<Record<string, ErrorName>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/**
 * Answers an invalid HTTP request, and closes its connection. The parser may fail before it has read `Accept` and
 * `Origin`; then the answer is never a Problem, and every page may read it: it contains nothing about the caller.
 * @param count called with the error of the answer
 */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  headersOf: OriginHeaders,
  count: CountError,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer = new ApiError(PARSER_ERRORS[error.code ?? ''] ?? 'badRequest');
  count(answer.error);
  const request = answerUnderWay(socket)?.req;
  const { type, body } = answer.answerFor(request?.headers.accept);
  const headers = {
    ...errorHeaders(type, request ? headersOf(request.headers.origin) : { 'access-control-allow-origin': '*' }),
    'content-length': Buffer.byteLength(body),
    'x-request-id': randomUUID(),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${answer.status} ${answer.detail}\r\n${lines.join('')}\r\n${body}`);
}

/** Headers of an error that closes its connection. @param cors its CORS headers */
function errorHeaders(type: string, { vary, ...cors }: Record<string, string>): Record<string, string> {
  return {
    'content-type': type,
    vary: vary === undefined ? 'Accept' : `${vary}, Accept`,
    connection: 'close',
    ...cors,
    ...PROTECTION,
  };
}

/** Refuses an `Expect` header other than `100-continue`. Node itself would answer such a request without a body. */
export function answerExpectations(server: Server, headersOf: OriginHeaders, count: CountError): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const answer = new ApiError('expectationFailed');
    count(answer.error);
    const { type, body } = answer.answerFor(request.headers.accept);
    response.writeHead(answer.status, {
      ...errorHeaders(type, headersOf(request.headers.origin)),
      'x-request-id': requestId(request),
    });
    response.end(body);
  });
}

/** Time for requests in flight when the service closes (milliseconds): longer than the default HOST_TIMEOUT of 8 s. */
const LAST_REQUESTS_MS = 10_000;

/** If no request arrives during this time, the service closes idle connections (milliseconds). */
export const FAREWELL_MS = 1000;

/** Interval between two checks whether FAREWELL_MS has passed (milliseconds). */
const LOOK_MS = 10;

/**
 * A turn of the event loop is quiet if it accepts no connection and takes less than this time (milliseconds). On a busy
 * machine, no turn may be so short. So the limit doubles at intervals, and the listener closes after one of the
 * shortest turns.
 */
const QUIET_TURN_MS = 0.1;

/** Interval at which the limit of a quiet turn doubles (milliseconds). */
const DOUBLING_MS = 250;

/** Time after which the listener closes even without a quiet turn of the event loop (milliseconds). */
const QUIET_TURN_TIMEOUT_MS = 3000;

/**
 * Closes the connections of an app when the app closes. Gateways reuse connections, and must not repeat a `POST` after
 * its connection breaks. So no connection may close while a request is arriving. First, `stopListening` closes the
 * listener. Then each connection closes with its next answer. Idle connections close after a time without requests. If
 * idle connections stayed open, their clients would delay a restart.
 */
export class Connections {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #accepted = 0;
  #requestedAt = 0;
  #isEnding = false;

  constructor(app: FastifyInstance) {
    this.#server = app.server;
    app.server.on('connection', (socket) => {
      this.#accepted++;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    app.server.prependListener('request', (_request, response) => {
      this.#requestedAt = performance.now();
      if (this.#isEnding) response.setHeader('connection', 'close');
    });
    app.addHook('preClose', () => this.#close());
  }

  /** From now on, closes each connection after its next answer. */
  endWithAnswers(): void {
    this.#isEnding = true;
    for (const socket of this.#sockets) {
      const answer = answerUnderWay(socket);
      if (answer && !answer.headersSent) answer.setHeader('connection', 'close');
    }
  }

  /** Reverts `endWithAnswers`. Connections then stay open after an answer. */
  keep(): void {
    this.#isEnding = false;
  }

  async #close(): Promise<void> {
    setTimeout(() => this.#server.closeAllConnections(), LAST_REQUESTS_MS).unref();
    this.endWithAnswers();
    await this.#untilSilent();
    for (const socket of this.#sockets) if (!answerUnderWay(socket)) socket.destroy();
  }

  /**
   * Closes the listener right after a short turn of the event loop without new connections. At other times, the system
   * may still hold connections that Node has not accepted. If the listener closed at such a time, the system would
   * reset these connections. Call this before the app closes: from then on, Fastify closes connections with their
   * answers, and clients would open new connections while the listener closes.
   */
  stopListening(): Promise<void> {
    const begun = performance.now();
    return new Promise((resolve) => {
      const look = (seen: number, since: number) =>
        setImmediate(() => {
          const now = performance.now();
          const limit = QUIET_TURN_MS * 2 ** ((now - begun) / DOUBLING_MS);
          const isQuiet = this.#accepted === seen && now - since < limit;
          if (!isQuiet && now - begun < QUIET_TURN_TIMEOUT_MS) return look(this.#accepted, now);
          // Calls `close` of `node:net`, because `close` of `node:http` also cuts idle connections. On an idle
          // connection, the next request may be arriving.
          NetServer.prototype.close.call(this.#server);
          resolve();
        });
      look(-1, performance.now());
    });
  }

  /** Waits until there is no connection, or no request has arrived for FAREWELL_MS. */
  #untilSilent(): Promise<void> {
    const begun = performance.now();
    return new Promise((resolve) => {
      // Before each check, the event loop reads all requests that have arrived.
      const look = () => {
        const isSilent = performance.now() - Math.max(begun, this.#requestedAt) >= FAREWELL_MS;
        if (isSilent || this.#sockets.size === 0) resolve();
        else setTimeout(() => setImmediate(look), LOOK_MS);
      };
      look();
    });
  }
}

/** Returns the answer in progress on a socket, or null. Node stores it only in this private property of the socket. */
export function answerUnderWay(socket: Socket): ServerResponse | null {
  return '_httpMessage' in socket && socket._httpMessage instanceof http.ServerResponse ? socket._httpMessage : null;
}
