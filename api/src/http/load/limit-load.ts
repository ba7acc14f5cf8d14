import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { answerUnderWay } from '../connection.ts';
import { ApiError } from '../errors.ts';
import { AnswerTurns } from './answer-turns.ts';

/*
 * This folder keeps the service responsive under any load. A request passes these limits from top to bottom:
 *
 * | limit                                                    | beyond the limit                    |
 * |----------------------------------------------------------|-------------------------------------|
 * | 2,000 connections                                        | the longest idle one is closed      |
 * | 100 requests wait behind others of their connection,     | the connection is closed            |
 * | 2,000 on all connections                                 |                                     |
 * | requests are accepted for 1 s in a turn of the loop      | 503                                 |
 * | answers are built for 10 ms in a turn, then all are sent | waits for a turn; after 1 s 503     |
 * | 64 MiB wait for slow readers, 8 MiB for each user        | 503; a begun list waits             |
 *
 * Each turn of the event loop first reads all requests that have arrived, then builds all answers, then sends all
 * answers. Otherwise, the service would send each answer before it read the next request. An item would then take 1.3
 * to 1.5 times the processor time, and a list of 20 items twice the processor time (tests/bench/README.md). There are two
 * reasons. The service would have to wake readers for each answer. The code that builds answers and the code that sends
 * answers would displace each other from the processor's caches.
 *
 * Calls to the host and writes have queues of their own behind these limits: `FairQueue` and `WaitingLines`.
 */

/**
 * Limits the load of an app.
 * @param answerWaited called with the seconds that a part of an answer waited for its turn
 * @param patience factor of the longest wait of an answer
 */
export function limitLoad(
  app: FastifyInstance,
  answerWaited: ((seconds: number) => void) | undefined,
  patience: number,
): { turns: AnswerTurns; waiting: WaitingAnswers } {
  boundConnections(app.server, (socket) => answerUnderWay(socket) !== null);
  serveInOrder(app);
  const waiting = new WaitingAnswers();
  const turns = new AnswerTurns(answerWaited, patience);
  app.server.on('connection', () => turns.accepted());
  return { turns, waiting };
}

/**
 * Maximum number of connections. A gateway needs dozens or hundreds of connections. Each connection takes a file
 * descriptor and a few KB. A connection may also hold an answer of up to 16 KB. `WaitingAnswers` does not count such
 * small answers.
 */
const MAX_CONNECTIONS = 2000;

/**
 * Maximum number of requests that wait behind other requests, on one connection and on all connections. Each request
 * takes up to 25 KB. Hardly any client sends a request before it has received the previous answer.
 */
const MAX_WAITING = { connection: 100, all: 2000 };

/**
 * Limits the number of connections. A new connection replaces the connection that has been idle longest. If no
 * connection is idle, closes the new connection.
 * @param isServed returns whether a connection has an unanswered request
 */
export function boundConnections(server: Server, isServed: (socket: Socket) => boolean, max = MAX_CONNECTIONS): void {
  /** Sockets in the order of their last requests. The socket with the oldest request comes first. */
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (sockets.size <= max) return;
    const superfluous = longestIdle(sockets, isServed) ?? socket;
    sockets.delete(superfluous);
    superfluous.destroy();
  });
  server.on('request', ({ socket }) => {
    // Moves an open socket to the end of the set. Closed sockets are not in the set.
    if (sockets.delete(socket)) sockets.add(socket);
  });
}

function longestIdle(sockets: Iterable<Socket>, isServed: (socket: Socket) => boolean): Socket | undefined {
  for (const socket of sockets) if (!isServed(socket)) return socket;
  return undefined;
}

/**
 * Serves the requests of each connection one after the other, even if the client does not wait for answers. Otherwise,
 * the service could build hundreds of answers for one connection. While a request waits, Node reads further requests of
 * its connection. If too many requests wait, the service closes the connection.
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
 * previous turn. Without a limit, a turn could read so many requests that clients give up before the last request is
 * answered (rules: Clients 2, ten seconds). One second in each turn is enough for full throughput. MIN_ACCEPTED
 * requests are always accepted: if one slow request delays a few others, the service is not overloaded.
 * @param patience factor of TURN_MS
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
 * Maximum size of all answers that wait for slow readers, in bytes. Each byte of an answer takes up to three bytes of
 * memory: text, bytes to send, and garbage. The answers thus take at most 192 MiB, and the process stays under 400 MB.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Maximum size in bytes of the waiting answers of one user who is not an admin. Without this limit, the answers of one
 * user could reach MAX_BYTES, and other users would get no lists.
 */
const USER_SHARE = MAX_BYTES / 8;

/**
 * Maximum size in bytes of answers that are not counted. Each connection has only one such answer at a time, and the
 * number of connections is limited.
 */
const SMALL_BYTES = 16 * 1024;

/** The user whose answers are counted. */
interface Reader {
  readonly id: number;
  readonly isAdmin: boolean;
}

/** Counts the bytes of answers that were built but not received yet. */
export class WaitingAnswers {
  #all = 0;
  readonly #byUser = new Map<number, number>();

  /** Total number of bytes that wait for readers. */
  get bytes(): number {
    return this.#all;
  }

  /** Returns whether the limit of all readers or of this user is reached; null means a caller without credentials. */
  isFull(user: Reader | null): boolean {
    return this.#all >= MAX_BYTES || (user?.isAdmin !== true && (this.#byUser.get(user?.id ?? 0) ?? 0) >= USER_SHARE);
  }

  /**
   * Counts bytes that wait.
   * @returns a function to call once, when the client has received the bytes
   */
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
      // Does not count the answer if the client has already disconnected. Otherwise, the bytes would be counted
      // forever, because the `close` event subtracts the bytes, and this event has already occurred.
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
