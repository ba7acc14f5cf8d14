import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Most requests that wait for those before them on their connection, and on all of them together: each takes up to
 * 25 KB, and Node reads on for as long as an answer is being made. Hardly any client sends the next one so early.
 */
const MAX_WAITING = { connection: 100, all: 2000 };

/**
 * Serves what a connection asks one after the other, also where a client does not wait for its answers: else one
 * connection could have hundreds of answers built that wait for its reader. One that asks far ahead is closed.
 */
export function serveInOrder(app: FastifyInstance): void {
  const waiting = new Map<Socket, number>();
  let all = 0;
  const count = (socket: Socket, change: number): void => {
    all += change;
    waiting.set(socket, (waiting.get(socket) ?? 0) + change);
  };
  const forget = (socket: Socket): void => {
    all -= waiting.get(socket) ?? 0;
    waiting.delete(socket);
  };
  app.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    // Node gives an answer the socket once those before it have been taken.
    if (raw.socket !== null) return done();
    // What else has come by then is read all the same, and nobody waits for it.
    if (socket.destroyed) return;
    const ahead = waiting.get(socket);
    if ((ahead ?? 0) >= MAX_WAITING.connection || all >= MAX_WAITING.all) {
      socket.destroy();
      return;
    }
    if (ahead === undefined) socket.once('close', () => forget(socket));
    count(socket, 1);
    raw.once('socket', () => {
      count(socket, -1);
      done();
    });
  });
}
