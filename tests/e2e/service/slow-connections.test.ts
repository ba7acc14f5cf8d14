// Needs a whole service: slow and silent connections.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, describe, it } from 'node:test';
import { assertDetail } from '../../../api/conformance/answers.ts';
import { patience } from '../../support/patience.ts';
import { openTestService } from '../../support/service.ts';
import { until } from '../../support/wait.ts';

// Uses the time limits of production.
const t = await openTestService({ overrides: { patience: 1 } });
after(() => t.close());

/** Time in milliseconds after which a slow connection is closed (rules: Load). */
const LATEST_MS = patience(15_000);

/** A connection that sends the start of a request, and then single bytes at intervals. */
interface SlowConnection {
  /** Returns the data received so far. */
  received(): string;
  /** Duration of the connection (milliseconds). The promise resolves when the connection closes. */
  ended: Promise<number>;
}

async function slow(start: string, everyMs: number): Promise<SlowConnection> {
  const { hostname, port } = new URL(t.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const begun = performance.now();
  let received = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => (received += chunk));
  socket.on('error', () => {});
  socket.write(start);
  const drip = setInterval(() => socket.write('x'), everyMs);
  // Closes the connection if the service does not, so that the test fails instead of hanging.
  const giveUp = setTimeout(() => socket.destroy(), LATEST_MS);
  const ended = new Promise<number>((resolve) => {
    socket.on('close', () => {
      clearInterval(drip);
      clearTimeout(giveUp);
      resolve(performance.now() - begun);
    });
  });
  return { received: () => received, ended };
}

describe('rules: Load, slow connections', { concurrency: true }, () => {
  it('answers 408 with a detail to a slow body, within 15 s', async () => {
    const authorization = t.host.users.authorization('owner');
    const connection = await slow(
      `PUT /items/1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
      500,
    );
    assert.ok((await connection.ended) < LATEST_MS);
    assert.match(connection.received(), /^HTTP\/1\.1 408 /);
    assertDetail(connection.received().split('\r\n\r\n')[1] ?? '');
  });

  it('answers 408 with a detail to slow headers, within 15 s', async () => {
    const connection = await slow('GET /items HTTP/1.1\r\nHost: x\r\nX-Slow: ', 500);
    assert.ok((await connection.ended) < LATEST_MS);
    assert.match(connection.received(), /^HTTP\/1\.1 408 /);
    assertDetail(connection.received().split('\r\n\r\n')[1] ?? '');
  });

  it('closes a silent connection within 15 s', async () => {
    const { hostname, port } = new URL(t.url);
    const silent = connect(Number(port), hostname);
    silent.on('error', () => {});
    silent.resume();
    const giveUp = setTimeout(() => silent.destroy(), LATEST_MS + 1000);
    let closed = false;
    silent.on('close', () => {
      closed = true;
      clearTimeout(giveUp);
    });
    await until('the silent connection is closed', () => closed, LATEST_MS);
  });
});
