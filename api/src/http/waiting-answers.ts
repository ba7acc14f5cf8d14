import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';

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
