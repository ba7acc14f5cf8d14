import type { FastifyInstance } from 'fastify';
import { answerUnderWay } from '../connection.ts';
import { AnswerTurns } from './answer-turns.ts';
import { boundConnections, serveInOrder } from './connections.ts';
import { WaitingAnswers } from './waiting-answers.ts';

/*
 * This folder keeps the service responsive under any load. A request passes these limits from top to bottom:
 *
 * | file            | limit                                                    | beyond the limit                    |
 * |-----------------|----------------------------------------------------------|-------------------------------------|
 * | connections     | 2,000 connections                                        | the longest idle one is closed      |
 * | connections     | 100 requests wait behind others of their connection,     | the connection is closed            |
 * |                 | 2,000 on all connections                                 |                                     |
 * | request-turns   | requests are accepted for 1 s in a turn of the loop      | 503                                 |
 * | answer-turns    | answers are built for 10 ms in a turn, then all are sent | waits for a turn; after 1 s 503     |
 * | waiting-answers | 64 MiB wait for slow readers, 8 MiB for each user        | 503; a begun list waits             |
 *
 * Each turn of the event loop first reads all requests that have arrived, then builds all answers, then sends all
 * answers. Otherwise, the service would send each answer before it read the next request. An item would then take 1.3
 * to 1.5 times the processor time, and a list of 20 items twice the processor time (tests/bench/README.md). There are two
 * reasons. The service would have to wake readers for each answer. The code that builds answers and the code that sends
 * answers would displace each other from the processor's caches.
 *
 * Calls to the host and writes have queues of their own behind these limits: `FairQueue` and `WaitingLines`.
 */

/**
 * Limits the load of an app.
 * @param answerWaited called with the seconds that a part of an answer waited for its turn
 * @param patience factor of the longest wait of an answer
 */
export function limitLoad(
  app: FastifyInstance,
  answerWaited: ((seconds: number) => void) | undefined,
  patience: number,
): { turns: AnswerTurns; waiting: WaitingAnswers } {
  boundConnections(app.server, (socket) => answerUnderWay(socket) !== null);
  serveInOrder(app);
  const waiting = new WaitingAnswers();
  const turns = new AnswerTurns(answerWaited, patience);
  app.server.on('connection', () => turns.accepted());
  return { turns, waiting };
}
