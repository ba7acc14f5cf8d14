import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { http } from './node-http.ts';

/**
 * A gateway needs dozens or hundreds of connections. Each takes a file descriptor and a few KB, and may hold an answer
 * of up to 16 KB, which `WaitingAnswers` does not count.
 */
const MAX_CONNECTIONS = 2000;

/** Time for requests in flight when the service closes (milliseconds): longer than the default HOST_TIMEOUT of 8 s. */
const LAST_REQUESTS_MS = 10_000;

/** If no request arrives during this time, the service closes idle connections (milliseconds). */
export const FAREWELL_MS = 1000;

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
 * Limits the number of connections: a new one replaces the one that has been idle longest. If all are in use, the new
 * one is closed. When the app closes, no connection may close while a request is arriving: gateways reuse connections,
 * and must not repeat a `POST` after its connection breaks. First, `stopListening` closes the listener. Then each
 * connection closes with its next answer, and idle connections after a time without requests, because their clients
 * would delay a restart.
 */
export class Connections {
  readonly #server: Server;
  /** Open sockets; the one with the oldest request comes first. */
  readonly #sockets = new Set<Socket>();
  #accepted = 0;
  #requestedAt = 0;
  #isEnding = false;
  #isLeaving = false;

  constructor(app: FastifyInstance, max = MAX_CONNECTIONS) {
    this.#server = app.server;
    app.server.on('connection', (socket) => {
      this.#accepted++;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      if (this.#sockets.size > max) this.#closeIdle(socket);
    });
    app.server.prependListener('request', ({ socket, url }, response) => {
      // A gateway's health checks come every second. They would keep a stopping service from ever becoming silent.
      if (url !== '/health') this.#requestedAt = performance.now();
      if (this.#isEnding) response.setHeader('connection', 'close');
      if (this.#sockets.delete(socket)) this.#sockets.add(socket);
    });
    app.addHook('preClose', () => this.#close());
  }

  #closeIdle(newest: Socket): void {
    let superfluous = newest;
    for (const socket of this.#sockets) {
      if (answerUnderWay(socket)) continue;
      superfluous = socket;
      break;
    }
    this.#sockets.delete(superfluous);
    superfluous.destroy();
  }

  /** True as soon as the service has begun to stop. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** From now on, closes each connection after its next answer. */
  endWithAnswers(): void {
    this.#isEnding = true;
    this.#isLeaving = true;
    for (const socket of this.#sockets) {
      const answer = answerUnderWay(socket);
      if (answer && !answer.headersSent) answer.setHeader('connection', 'close');
    }
  }

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
   * may still hold connections that Node has not accepted, and would reset them. Call this before the app closes: from
   * then on, Fastify closes connections with their answers, and clients would open new ones.
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
          // `close` of `node:http` also cuts idle connections, on which the next request may be arriving.
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
      // `setImmediate` lets the event loop first read all requests that have arrived.
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
