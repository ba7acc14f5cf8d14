import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../http/errors.ts';

/** How long writes count, from the first one on (milliseconds). */
const WINDOW_MS = 60_000;

/** Users who are counted at a time. */
const MAX_USERS = 10_000;

/** Methods that change nothing. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Count {
  writes: number;
  until: number;
}

/**
 * Bounds how many writes one user sends to this process in a minute (429), whatever comes of them and whichever
 * credentials they use. Admins run the site, and are not bound. Comes after `Authenticator.guard`.
 * @param limit writes a minute; 0 for any number
 * @param now milliseconds on a clock that only moves forward
 */
export function limitWrites(app: FastifyInstance, limit: number, now: () => number): void {
  if (limit === 0) return;
  const counts = new LRUCache<number, Count>({ max: MAX_USERS });
  app.addHook('onRequest', ({ method, caller: { user } = {} }, _reply, done) => {
    if (user === undefined || user.isAdmin || READING.has(method)) return done();
    const time = now();
    let count = counts.get(user.id);
    if (count === undefined || count.until <= time) {
      count = { writes: 0, until: time + WINDOW_MS };
      counts.set(user.id, count);
    }
    if (++count.writes <= limit) return done();
    done(new ApiError('tooManyWrites', { headers: { 'retry-after': String(Math.ceil((count.until - time) / 1000)) } }));
  });
}
