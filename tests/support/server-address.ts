import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

/** Returns the base URL of a server that listens on a TCP port of this machine. */
export function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a TCP port');
  return `http://127.0.0.1:${address.port}`;
}

/** A server that listens on a port of this machine. Disposing of it also closes its connections. */
export interface Listening extends AsyncDisposable {
  readonly url: string;
}

/** Opens a port of this machine for a server. @param port by default, a free port */
export async function listen(server: HttpServer, port = 0): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: addressOf(server),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Base URL at which no service runs. The system never assigns this port to programs that ask for a free port, such as
 * other tests.
 */
export const CLOSED_ADDRESS = 'http://127.0.0.1:2';
