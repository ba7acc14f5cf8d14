import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Maximum number of requests that wait behind others. Each takes up to 25 KB. Hardly any client sends one before it has
 * received the previous answer.
 */
const MAX_WAITING = { connection: 100, all: 2000 };

/**
 * Serves the requests of each connection one after the other, even if the client does not wait for answers. Otherwise,
 * the service could build hundreds of answers for one connection.
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
    // If `raw.socket` is set, Node has sent all previous answers, and it is this request's turn.
    if (raw.socket !== null) return done();
    // Ignores requests that Node still parses after the connection was closed.
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
