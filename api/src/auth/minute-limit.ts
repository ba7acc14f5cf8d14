import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiError, type ErrorName } from '../http/errors.ts';

/** Length of a window, which begins with the first counted action (milliseconds). */
const WINDOW_MS = 60_000;

const MAX_USERS = 10_000;

interface Count {
  acts: number;
  until: number;
}

/** Limits the number of actions of each user in a minute. Each process counts separately. */
export class MinuteLimit {
  readonly #counts = new LRUCache<number, Count>({ max: MAX_USERS });
  readonly #name: string;
  readonly #limit: number;
  readonly #error: ErrorName;
  readonly #now: () => number;

  /** @param name name of the actions in the headers of answers @param error error of an action beyond the limit */
  constructor(name: string, limit: number, error: ErrorName, now: () => number) {
    this.#name = name;
    this.#limit = limit;
    this.#error = error;
    this.#now = now;
  }

  /**
   * Counts one action of a user, and describes the limit in the answer's headers
   * (draft-ietf-httpapi-ratelimit-headers).
   * @throws {ApiError} 429
   */
  count(userId: number, reply: FastifyReply): void {
    const time = this.#now();
    let count = this.#counts.get(userId);
    if (count === undefined || count.until <= time) {
      count = { acts: 0, until: time + WINDOW_MS };
      this.#counts.set(userId, count);
    }
    count.acts++;
    const seconds = String(Math.ceil(Math.round(count.until - time) / 1000));
    append(reply, 'ratelimit-policy', `"${this.#name}";q=${this.#limit};w=${WINDOW_MS / 1000}`);
    append(reply, 'ratelimit', `"${this.#name}";r=${Math.max(0, this.#limit - count.acts)};t=${seconds}`);
    if (count.acts > this.#limit) throw new ApiError(this.#error, { headers: { 'retry-after': seconds } });
  }
}

/** Several limits may apply to one request. */
function append(reply: FastifyReply, name: string, value: string): void {
  reply.header(name, [reply.getHeader(name) ?? [], value].flat().join(', '));
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers 429 if a user other than an admin sends this process too many writes within a minute, with all credentials
 * and including failed writes. Must be registered after `Authenticator.guard`.
 * @param limit writes a minute; 0 for no limit
 */
export function limitWrites(app: FastifyInstance, limit: number, now: () => number): void {
  if (limit === 0) return;
  const writes = new MinuteLimit('writes', limit, 'tooManyWrites', now);
  app.addHook('onRequest', ({ method, caller: { user } = {} }, reply, done) => {
    if (user !== undefined && !user.isAdmin && !READING.has(method)) writes.count(user.id, reply);
    done();
  });
}
