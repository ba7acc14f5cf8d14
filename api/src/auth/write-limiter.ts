import type { FastifyInstance } from 'fastify';
import { MinuteLimit } from './minute-limit.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers 429 if a user sends too many writes to this process within a minute. Counts the writes with all credentials
 * of the user, including failed writes. Admins are exempt. Must be registered after `Authenticator.guard`.
 * @param limit writes a minute; 0 for no limit
 * @param now milliseconds on a clock that only moves forward
 */
export function limitWrites(app: FastifyInstance, limit: number, now: () => number): void {
  if (limit === 0) return;
  const writes = new MinuteLimit('writes', limit, 'tooManyWrites', now);
  app.addHook('onRequest', ({ method, caller: { user } = {} }, reply, done) => {
    if (user !== undefined && !user.isAdmin && !READING.has(method)) writes.count(user.id, reply);
    done();
  });
}
