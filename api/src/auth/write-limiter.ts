import type { FastifyInstance } from 'fastify';
import { ApiError } from '../http/errors.ts';
import { MinuteLimit } from './minute-limit.ts';

/** Methods that change nothing. */
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Bounds how many writes one user sends to this process in a minute (429), whatever comes of them and whichever
 * credentials they use. Admins run the site, and are not bound. Comes after `Authenticator.guard`.
 * @param limit writes a minute; 0 for any number
 * @param now milliseconds on a clock that only moves forward
 */
export function limitWrites(app: FastifyInstance, limit: number, now: () => number): void {
  if (limit === 0) return;
  const writes = new MinuteLimit(limit, now);
  app.addHook('onRequest', ({ method, caller: { user } = {} }, _reply, done) => {
    if (user === undefined || user.isAdmin || READING.has(method)) return done();
    const wait = writes.count(user.id);
    done(wait === 0 ? undefined : new ApiError('tooManyWrites', { headers: { 'retry-after': String(wait) } }));
  });
}
