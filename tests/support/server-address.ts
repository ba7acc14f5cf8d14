import type { Server } from 'node:net';

/** Returns the base URL of a server that listens on a TCP port of this machine. */
export function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a TCP port');
  return `http://127.0.0.1:${address.port}`;
}

/**
 * Base URL at which no service runs. The system never assigns this port to programs that ask for a free port, such as
 * other tests.
 */
export const CLOSED_ADDRESS = 'http://127.0.0.1:2';
