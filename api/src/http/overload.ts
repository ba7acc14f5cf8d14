import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors.ts';

/** How long requests are taken in one turn of the event loop (milliseconds), and how many are taken however long. */
const TURN_MS = 1000;
const MIN_TAKEN = 100;

/**
 * Refuses requests at once that would wait long (503). All that arrived while the event loop was busy are read in
 * its next turn: those that are reached late in it would have their answers when their clients have given up
 * (rules: Clients 3, ten seconds). What a turn serves in a second keeps the throughput; refusing the rest costs little.
 * A few requests after one that took long are no overload.
 * @param patience factor of the time that a turn may take
 */
export function refuseOverload(app: FastifyInstance, patience = 1): void {
  let begun = 0;
  let taken = 0;
  const end = () => {
    begun = 0;
    taken = 0;
  };
  app.addHook('onRequest', (_request, _reply, done) => {
    const now = performance.now();
    if (begun === 0) {
      begun = now;
      setImmediate(end);
    }
    if (taken >= MIN_TAKEN && now - begun > TURN_MS * patience) return done(new ApiError('overloaded'));
    taken++;
    done();
  });
}
