import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

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
