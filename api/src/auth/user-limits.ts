import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiError, type ErrorName } from '../http/errors.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const MAX_USERS = 10_000;

interface Count {
  sum: number;
  until: number;
}

interface UserLimitOptions {
  /** Name of the counted things in the headers of answers. */
  name: string;
  limit: number;
  /** Length of a window, which begins with the first counted thing (milliseconds). */
  windowMs?: number;
  /** Error beyond the limit. */
  error: ErrorName;
  now: () => number;
}

/** Limits what each user may do in a window of time. Each process counts separately. */
export class UserLimit {
  readonly #counts = new LRUCache<number, Count>({ max: MAX_USERS });
  readonly #options: Required<UserLimitOptions>;

  constructor(options: UserLimitOptions) {
    this.#options = { windowMs: MINUTE_MS, ...options };
  }

  /**
   * Counts one action of a user, and describes the limit in the answer's headers
   * (draft-ietf-httpapi-ratelimit-headers).
   * @throws {ApiError} 429
   */
  count(userId: number, reply: FastifyReply): void {
    const count = this.#add(userId, 1);
    this.#describe(count, reply);
    this.#check(count);
  }

  /**
   * Counts an amount. Describes the limit only in a refusal, because no caller comes near it.
   * @throws {ApiError} 429
   */
  add(userId: number, amount: number, reply: FastifyReply): void {
    const count = this.#add(userId, amount);
    if (count.sum > this.#options.limit) this.#describe(count, reply);
    this.#check(count);
  }

  #add(userId: number, amount: number): Count {
    const time = this.#options.now();
    let count = this.#counts.get(userId);
    if (count === undefined || count.until <= time) {
      count = { sum: 0, until: time + this.#options.windowMs };
      this.#counts.set(userId, count);
    }
    count.sum += amount;
    return count;
  }

  #describe(count: Count, reply: FastifyReply): void {
    const { name, limit, windowMs } = this.#options;
    append(reply, 'ratelimit-policy', `"${name}";q=${limit};w=${windowMs / 1000}`);
    append(reply, 'ratelimit', `"${name}";r=${Math.max(0, limit - count.sum)};t=${this.#secondsOf(count)}`);
  }

  #check(count: Count): void {
    const { limit, error } = this.#options;
    if (count.sum > limit) throw new ApiError(error, { headers: { 'retry-after': String(this.#secondsOf(count)) } });
  }

  #secondsOf({ until }: Count): number {
    return Math.ceil(Math.round(until - this.#options.now()) / 1000);
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
  const writes = new UserLimit({ name: 'writes', limit, error: 'tooManyWrites', now });
  app.addHook('onRequest', ({ method, caller: { user } = {} }, reply, done) => {
    if (user !== undefined && !user.isAdmin && !READING.has(method)) writes.count(user.id, reply);
    done();
  });
}

const MEGABYTE = 1_000_000;

/**
 * Answers 429 if a user other than an admin sends this process too large bodies within a day: nothing that a member
 * stores is deleted soon, so the disk must be large enough for it. Must be registered after `Authenticator.guard`.
 * @param megabytes megabytes a day; 0 for no limit
 */
export function limitBytes(app: FastifyInstance, megabytes: number, now: () => number): void {
  if (megabytes === 0) return;
  const limit = megabytes * MEGABYTE;
  const bytes = new UserLimit({ name: 'bytes', limit, windowMs: DAY_MS, error: 'tooManyBytes', now });
  app.addHook('preValidation', ({ bodyBytes, caller: { user } = {} }, reply, done) => {
    if (bodyBytes > 0 && user !== undefined && !user.isAdmin) bytes.add(user.id, bodyBytes, reply);
    done();
  });
}
