import { connect, type Server } from 'node:net';

/*
 * Runs in the network of the containers, and gets from its parent a port and a server that listens in the network of
 * this machine. It connects the server's connections with the port.
 */
process.on('message', (port: number, server: Server) => {
  server.on('connection', (outside) => {
    const inside = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [outside, inside],
      [inside, outside],
    ] as const)
      one.on('error', () => other.destroy()).pipe(other);
  });
});
