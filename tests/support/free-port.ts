import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Range of the ports. Operating systems choose higher ports for `listen(0)` and for outgoing connections, so no other
 * program gets a port of this range by chance.
 */
const [FIRST, END] = [20_000, 32_768];

/**
 * Ports that this process has returned or found in use. Ports do not depend on `TEST_SEED`: processes that run at the
 * same time must choose different ones.
 */
const returned = new Set<number>();

/** Finds a free port for a program that cannot choose a port itself. Never returns a port twice. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (returned.has(port)) continue;
    // Marks the port before the wait. Otherwise another call could find the same port free.
    returned.add(port);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
