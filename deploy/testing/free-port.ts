import { once } from 'node:events';
import { createServer } from 'node:net';
import { addressOf } from '../../api/testing/server-address.ts';

/** Finds a free port, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = new URL(addressOf(server));
  server.close();
  await once(server, 'close');
  return Number(port);
}
