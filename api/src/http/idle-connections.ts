import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Most connections at a time. A gateway keeps some dozens or hundreds; each costs a file and some KB, and has up to 16 KB
 * of an answer waiting that nobody counts (`WaitingAnswers`).
 */
const MAX_CONNECTIONS = 2000;

/**
 * Bounds the number of connections: a new one beyond takes the place of the one that has had no request for longest,
 * so that idle ones keep nobody out. Where all have one, the new one is closed.
 * @param isServed whether a connection has a request that was not answered yet
 */
export function boundConnections(server: Server, isServed: (socket: Socket) => boolean, max = MAX_CONNECTIONS): void {
  /** The one whose last request is longest ago comes first. */
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
    // One that was closed meanwhile does not come back.
    if (sockets.delete(socket)) sockets.add(socket);
  });
}

function longestIdle(sockets: Iterable<Socket>, isServed: (socket: Socket) => boolean): Socket | undefined {
  for (const socket of sockets) if (!isServed(socket)) return socket;
  return undefined;
}
