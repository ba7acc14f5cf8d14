import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Maximum number of connections. A gateway needs dozens or hundreds of connections. Each connection takes a file
 * descriptor and a few KB. A connection may also hold an answer of up to 16 KB. `WaitingAnswers` does not count such
 * small answers.
 */
const MAX_CONNECTIONS = 2000;

/**
 * Maximum number of requests that wait behind other requests, on one connection and on all connections. Each request
 * takes up to 25 KB. Hardly any client sends a request before it has received the previous answer.
 */
const MAX_WAITING = { connection: 100, all: 2000 };

/**
 * Limits the number of connections. A new connection replaces the connection that has been idle longest. If no
 * connection is idle, closes the new connection.
 * @param isServed returns whether a connection has an unanswered request
 */
export function boundConnections(server: Server, isServed: (socket: Socket) => boolean, max = MAX_CONNECTIONS): void {
  /** Sockets in the order of their last requests. The socket with the oldest request comes first. */
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (sockets.size <= max) return;
    const superfluous = longestIdle(sockets, isServed) ?? socket;
    sockets.delete(superfluous);
    superfluous.destroy();
  });
  server.on('request', ({ socket }) => {
    // Moves an open socket to the end of the set. Closed sockets are not in the set.
    if (sockets.delete(socket)) sockets.add(socket);
  });
}

function longestIdle(sockets: Iterable<Socket>, isServed: (socket: Socket) => boolean): Socket | undefined {
  for (const socket of sockets) if (!isServed(socket)) return socket;
  return undefined;
}

/**
 * Serves the requests of each connection one after the other, even if the client does not wait for answers. Otherwise,
 * the service could build hundreds of answers for one connection. While a request waits, Node reads further requests of
 * its connection. If too many requests wait, the service closes the connection.
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
