import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { acceptFirst } from './accept-first.ts';
import { AnswerTurns } from './answer-turns.ts';
import { ApiError } from './errors.ts';
import { http } from './node-http.ts';

/*
 * This file, `accept-first.ts` and `answer-turns.ts` keep the service responsive under any load. A request passes these
 * limits from top to bottom:
 *
 * | limit                                                    | beyond the limit                    |
 * |----------------------------------------------------------|-------------------------------------|
 * | 2,000 connections                                        | the longest idle one is closed      |
 * | 100 requests wait behind others of their connection,     | the connection is closed            |
 * | 2,000 on all connections                                 |                                     |
 * | requests wait for 100 ms while connections arrive         | are served                          |
 * | requests are accepted for 1 s in a turn of the loop      | 503                                 |
 * | answers are built for 10 ms in a turn, then all are sent | waits for a turn; after 1 s 503     |
 * | 64 MiB wait for slow readers, 8 MiB for each user        | 503; a begun list waits             |
 *
 * Each turn of the event loop first reads all requests that have arrived, then builds all answers, then sends all
 * answers. Otherwise, the service would send each answer before it read the next request. An item would then take 1.3
 * to 1.5 times the processor time, and a list of 20 items twice the processor time (tests/bench/README.md). There are
 * two reasons. The service would have to wake readers for each answer. The code that builds answers and the code that
 * sends answers would displace each other from the processor's caches.
 *
 * Calls to the host and writes have queues of their own behind these limits: `FairQueue` and `WaitingLines`.
 */

/**
 * @param answerWaited called with the seconds that a part of an answer waited
 * @param patience factor of the longest wait
 */
export function limitLoad(
  app: FastifyInstance,
  answerWaited: ((seconds: number) => void) | undefined,
  patience: number,
): { connections: Connections; turns: AnswerTurns; waiting: WaitingAnswers } {
  const connections = new Connections(app);
  serveInOrder(app);
  acceptFirst(app);
  const turns = new AnswerTurns(answerWaited, patience);
  app.server.on('connection', () => turns.accepted());
  return { connections, turns, waiting: new WaitingAnswers() };
}

/**
 * A gateway needs dozens or hundreds of connections. Each takes a file descriptor and a few KB, and may hold an answer
 * of up to 16 KB, which `WaitingAnswers` does not count.
 */
const MAX_CONNECTIONS = 2000;

/**
 * Maximum number of requests that wait behind others. Each takes up to 25 KB. Hardly any client sends one before it has
 * received the previous answer.
 */
const MAX_WAITING = { connection: 100, all: 2000 };

/**
 * Serves the requests of each connection one after the other, even if the client does not wait for answers. Otherwise,
 * the service could build hundreds of answers for one connection.
 */
export function serveInOrder(app: FastifyInstance): void {
  const waiting = new Map<Socket, number>();
  let all = 0;
  const count = (socket: Socket, change: number): void => {
    all += change;
    waiting.set(socket, (waiting.get(socket) ?? 0) + change);
  };
  const forget = (socket: Socket): void => {
    all -= waiting.get(socket) ?? 0;
    waiting.delete(socket);
  };
  app.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    // If `raw.socket` is set, Node has sent all previous answers, and it is this request's turn.
    if (raw.socket !== null) return done();
    // Ignores requests that Node still parses after the connection was closed.
    if (socket.destroyed) return;
    const ahead = waiting.get(socket);
    if ((ahead ?? 0) >= MAX_WAITING.connection || all >= MAX_WAITING.all) {
      socket.destroy();
      return;
    }
    if (ahead === undefined) socket.once('close', () => forget(socket));
    count(socket, 1);
    raw.once('socket', () => {
      count(socket, -1);
      done();
    });
  });
}

/** Time for which a turn of the event loop accepts requests (milliseconds). */
const TURN_MS = 1000;
/** Number of requests that every turn accepts, even after TURN_MS. */
const MIN_ACCEPTED = 100;

/**
 * Refuses requests (503) that would wait too long. A turn of the event loop reads all requests that arrived during the
 * previous turn; without a limit, clients would give up before the last one is answered (rules: Clients 2, ten
 * seconds). One second in each turn is enough for full throughput. If one slow request delays a few others, the service
 * is not overloaded.
 */
export function refuseOverload(app: FastifyInstance, patience = 1): void {
  let begun = 0;
  let accepted = 0;
  const end = () => {
    begun = 0;
    accepted = 0;
  };
  app.addHook('onRequest', (_request, _reply, done) => {
    const now = performance.now();
    if (begun === 0) {
      begun = now;
      setImmediate(end);
    }
    if (accepted >= MIN_ACCEPTED && now - begun > TURN_MS * patience) return done(new ApiError('overloaded'));
    accepted++;
    done();
  });
}

/**
 * Maximum size of all answers that wait for slow readers, in bytes. Each byte takes up to three bytes of memory: text,
 * bytes to send, and garbage. So answers take at most 192 MiB, and the process stays under 400 MB.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The same for one user who is not an admin. Otherwise, one user's answers could leave no room for other users' lists.
 */
const USER_SHARE = MAX_BYTES / 8;

/** Smaller answers are not counted (bytes): each connection has only one of them at a time. */
const SMALL_BYTES = 16 * 1024;

interface Reader {
  readonly id: number;
  readonly isAdmin: boolean;
}

/** Counts the bytes of answers that were built but not received yet. */
export class WaitingAnswers {
  #all = 0;
  readonly #byUser = new Map<number, number>();

  get bytes(): number {
    return this.#all;
  }

  /** Returns whether the limit of all readers or of this user is reached; null: a caller without credentials. */
  isFull(user: Reader | null): boolean {
    return this.#all >= MAX_BYTES || (user?.isAdmin !== true && (this.#byUser.get(user?.id ?? 0) ?? 0) >= USER_SHARE);
  }

  /** Counts bytes that wait. @returns a function to call once, when the client has received the bytes */
  hold(user: Reader | null, bytes: number): () => void {
    const id = user?.id ?? 0;
    this.#count(id, bytes);
    return () => this.#count(id, -bytes);
  }

  /** Counts the bytes of an app's large answers. If the limit is reached, sends 503 instead of a large answer. */
  watch(app: FastifyInstance): void {
    app.addHook('onSend', (request, reply, payload, done) => {
      const isWhole = typeof payload === 'string' || payload instanceof Uint8Array;
      if (!isWhole || payload.length <= SMALL_BYTES) return done(null, payload);
      const user = request.caller?.user ?? null;
      if (this.isFull(user)) return done(new ApiError('overloaded'));
      // After a disconnection, no `close` event would subtract the bytes.
      if (!reply.raw.destroyed) reply.raw.once('close', this.hold(user, Buffer.byteLength(payload)));
      done(null, payload);
    });
  }

  #count(user: number, bytes: number): void {
    this.#all += bytes;
    const sum = (this.#byUser.get(user) ?? 0) + bytes;
    if (sum === 0) this.#byUser.delete(user);
    else this.#byUser.set(user, sum);
  }
}

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
