// Needs a process: it gets signals while connections are open.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { openOwnService } from '../../support/own-service.ts';
import { patience } from '../../support/patience.ts';
import { untilHealthy } from '../../support/spawned-service.ts';
import { until } from '../../support/wait.ts';

const STALLED =
  'POST /items HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n';

/** A connection that stays open while the service stops. `says` returns the bytes that the client sends. */
interface Connection {
  says: (authorization: string) => string;
  /** Matches the service's answer to the bytes; null if the service does not answer. */
  answer: RegExp | null;
  /** Time within which the service must stop (milliseconds). The service waits only for active requests. */
  within: number;
}

const CONNECTIONS: Record<string, Connection> = {
  'sent nothing': { says: () => '', answer: null, within: 9_000 },
  'sent half a header': { says: () => 'GET /items HTTP/1.1\r\nHost: x\r\nX-Ha', answer: null, within: 9_000 },
  'stopped in its body, with credentials': {
    says: (authorization) => `${STALLED}Authorization: ${authorization}\r\n\r\n{"name":`,
    answer: /^HTTP\/1\.1 100 /,
    within: 15_000,
  },
  'stopped in its body, without credentials': {
    says: () => `${STALLED}\r\n{"name":`,
    answer: /HTTP\/1\.1 401 /,
    within: 9_000,
  },
};

/** Opens a connection that stays half open when the service ends its side. */
async function hold(url: string, bytes: string): Promise<{ socket: Socket; received: () => string }> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => {});
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
  if (bytes !== '') await new Promise((resolve) => socket.write(bytes, resolve));
  return { socket, received: () => received };
}

describe('rules: Stopping, SIGTERM ends the process with 0 within 15 s', { concurrency: true }, () => {
  for (const [what, { says, answer, within }] of Object.entries(CONNECTIONS))
    it(`although a connection ${what}, and stays open`, async () => {
      await using t = await openOwnService({ LOG_LEVEL: 'warn' });
      const { host, service } = t;
      const { socket, received } = await hold(service.url, says(host.users.authorization('owner')));
      if (answer) await until(`the answer is ${answer}`, () => answer.test(received()));
      // The health check opens a later connection, and the service accepts connections in order. When the service has
      // answered the health check, it has therefore accepted the socket, too.
      await untilHealthy(service);
      const start = performance.now();
      service.child.kill('SIGTERM');
      assert.equal(await service.exited, 0, service.output());
      const took = performance.now() - start;
      assert.ok(took < patience(within), `${took} ms`);
      socket.destroy();
    });
});
