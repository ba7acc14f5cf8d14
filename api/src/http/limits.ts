import type { FastifyInstance } from 'fastify';
import { acceptFirst } from './accept-first.ts';
import { AnswerTurns } from './answer-turns.ts';
import { Connections } from './connections.ts';
import { ApiError } from './errors.ts';
import { serveInOrder } from './serve-in-order.ts';
import { WaitingAnswers } from './waiting-answers.ts';

/*
 * These limits keep the service responsive under any load. A request passes them from top to bottom:
 *
 * | limit                                                    | beyond the limit                | file                 |
 * |----------------------------------------------------------|---------------------------------|----------------------|
 * | 2,000 connections                                        | the longest idle one is closed  | `connections.ts`     |
 * | 100 requests wait behind others of their connection,     | the connection is closed        | `serve-in-order.ts`  |
 * | 2,000 on all connections                                 |                                 |                      |
 * | requests wait for 100 ms while connections arrive        | are served                      | `accept-first.ts`    |
 * | requests are accepted for 1 s in a turn of the loop      | 503                             | `refuseOverload`     |
 * | answers are built for 10 ms in a turn, then all are sent | waits for a turn; after 1 s 503 | `answer-turns.ts`    |
 * | 64 MiB wait for slow readers, 8 MiB for each user        | 503; a begun list waits         | `waiting-answers.ts` |
 *
 * Each turn of the event loop first reads all requests that have arrived, then builds all answers, then sends all
 * answers. Otherwise, the service would send each answer before it read the next request. An item would then take 1.3
 * to 1.5 times the processor time, and a list of 20 items twice the processor time (tests/bench/README.md). There are
 * two reasons. The service would have to wake readers for each answer. The code that builds answers and the code that
 * sends answers would displace each other from the processor's caches.
 *
 * Calls to the host and writes have queues of their own behind these limits: `FairQueue` and `WaitingLines`.
 */

/**
 * @param answerWaited called with the seconds that a part of an answer waited
 * @param patience factor of the longest wait
 */
export function limitLoad(
  app: FastifyInstance,
  answerWaited: ((seconds: number) => void) | undefined,
  patience: number,
): { connections: Connections; turns: AnswerTurns; waiting: WaitingAnswers } {
  const connections = new Connections(app);
  serveInOrder(app);
  acceptFirst(app);
  const turns = new AnswerTurns(answerWaited, patience);
  app.server.on('connection', () => turns.accepted());
  return { connections, turns, waiting: new WaitingAnswers() };
}

/** Time for which a turn of the event loop accepts requests (milliseconds). */
const TURN_MS = 1000;
/** Number of requests that every turn accepts, even after TURN_MS. */
const MIN_ACCEPTED = 100;

/**
 * Refuses requests (503) that would wait too long. A turn of the event loop reads all requests that arrived during the
 * previous turn; without a limit, clients would give up before the last one is answered (rules: Clients 2, ten
 * seconds). One second in each turn is enough for full throughput. If one slow request delays a few others, the service
 * is not overloaded.
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
