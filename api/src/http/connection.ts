import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ApiError, type CountError, type ErrorName } from './errors.ts';
import { http } from './node-http.ts';
import { PROTECTION } from './protection.ts';

/** What Node's parser and timers find wrong before there is a request. */
const PARSER_ERRORS: Readonly<Record<string, ErrorName>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
};

/**
 * Answers what is no proper HTTP request, and ends its connection.
 * @param count told which error it was answered with
 */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, count: CountError): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const answer = new ApiError(PARSER_ERRORS[error.code ?? ''] ?? 'badRequest');
  count(answer.error);
  const body = JSON.stringify(answer.body);
  socket.end(
    `HTTP/1.1 ${answer.status} ${answer.detail}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Cache-Control: ${PROTECTION['cache-control']}\r\n` +
      `X-Content-Type-Options: ${PROTECTION['x-content-type-options']}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Refuses an `Expect` header other than `100-continue`, which Node would answer without a body. */
export function answerExpectations(server: Server, count: CountError): void {
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const answer = new ApiError('expectationFailed');
    count(answer.error);
    response.writeHead(answer.status, {
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
      ...PROTECTION,
    });
    response.end(JSON.stringify(answer.body));
  });
}

/** How long requests in flight may go on once the service closes (milliseconds); the host has 8 s of its own. */
const LAST_REQUESTS_MS = 10_000;

/** How long clients without a request get to send the one that may be under way, or to hang up (milliseconds). */
const FAREWELL_MS = 1_000;

/** Milliseconds that a turn of the event loop takes at most if nothing happened in it, and that one is waited for. */
const QUIET_TURN_MS = 0.1;
const QUIET_TURN_TIMEOUT_MS = 200;

/** The connections of an app. */
export interface Connections {
  /** Ends every connection with its next answer from now on, so that none is kept which would have to be cut. */
  endWithAnswers(): void;
}

/**
 * Lets connections go when the app closes: those between two requests at once, the others with their answer. A new one
 * whose request may be under way gets a moment for it. What then still is there is cut off, so that a client that does
 * not hang up holds up no restart; Node itself would wait for one that connected and says nothing.
 */
export function releaseConnections(app: FastifyInstance): Connections {
  const sockets = new Set<Socket>();
  let accepted = 0;
  app.server.on('connection', (socket) => {
    accepted++;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const endWithAnswers = (): void => {
    for (const socket of sockets) {
      const answer = answerUnderWay(socket);
      if (answer && !answer.headersSent) answer.setHeader('connection', 'close');
    }
    app.server.prependListener('request', (_request, response) => {
      response.setHeader('connection', 'close');
    });
  };
  app.addHook('preClose', (done) => {
    endWithAnswers();
    setTimeout(() => {
      for (const socket of sockets) if (!answerUnderWay(socket)) socket.destroy();
    }, FAREWELL_MS).unref();
    setTimeout(() => app.server.closeAllConnections(), LAST_REQUESTS_MS).unref();
    afterQuietTurn(() => accepted, done);
  });
  return { endWithAnswers };
}

/**
 * Calls back right after a turn of the event loop in which nobody connected and little else happened. The system resets
 * connections that it has taken for a listener that closes, and a gateway must not repeat the request that was on one.
 */
function afterQuietTurn(accepted: () => number, done: () => void): void {
  const latest = performance.now() + QUIET_TURN_TIMEOUT_MS;
  const look = (seen: number, since: number) =>
    setImmediate(() => {
      const now = performance.now();
      if (now > latest || (accepted() === seen && now - since < QUIET_TURN_MS)) done();
      else look(accepted(), now);
    });
  look(-1, performance.now());
}

/** Returns the answer that a socket owes, or null: Node keeps it beside the socket, and shows it nowhere else. */
export function answerUnderWay(socket: Socket): ServerResponse | null {
  return '_httpMessage' in socket && socket._httpMessage instanceof http.ServerResponse ? socket._httpMessage : null;
}
