import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';

/**
 * Most bytes of answers that wait for slow readers, over all connections. In memory a waiting byte takes up to three
 * (text, what is sent of it, what the collector has not yet found): the process stays under 400 MB.
 */
const MAX_BYTES = 64 * 1024 * 1024;

/** The share of it that one user who is no admin may take, so that nobody keeps the others from their lists. */
const USER_SHARE = MAX_BYTES / 8;

/** Answers up to this size are not counted: a connection has one at a time, and connections are bounded. */
const SMALL_BYTES = 16 * 1024;

/** A user, as far as counting has to know one. */
interface Reader {
  readonly id: number;
  readonly isAdmin: boolean;
}

/** Counts the bytes of answers that were built, and not yet taken by their readers. */
export class WaitingAnswers {
  #all = 0;
  readonly #byUser = new Map<number, number>();

  /** Returns how many bytes wait, for all readers together. */
  get bytes(): number {
    return this.#all;
  }

  /** Tells whether no more may wait, in all or for this user; null stands for whoever has not signed in. */
  isFull(user: Reader | null): boolean {
    return this.#all >= MAX_BYTES || (user?.isAdmin !== true && (this.#byUser.get(user?.id ?? 0) ?? 0) >= USER_SHARE);
  }

  /** Counts bytes that wait from now on. @returns to be called once, when they are gone */
  hold(user: Reader | null, bytes: number): () => void {
    const id = user?.id ?? 0;
    this.#count(id, bytes);
    return () => this.#count(id, -bytes);
  }

  /** Counts the answers of an app, and refuses those that there is no room for (503). */
  watch(app: FastifyInstance): void {
    app.addHook('onSend', (request, reply, payload, done) => {
      const isWhole = typeof payload === 'string' || payload instanceof Uint8Array;
      if (!isWhole || payload.length <= SMALL_BYTES) return done(null, payload);
      const user = request.caller?.user ?? null;
      if (this.isFull(user)) return done(new ApiError('overloaded'));
      // Nothing waits for a client that has hung up, and no event tells of it any more.
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
