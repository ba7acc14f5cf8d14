import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, describe, it } from 'node:test';
import { assertDetail, assertStatus } from '../../../api/conformance/answers.ts';
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
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
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

// This suite runs separately. Its thousand clients run in this process, and would delay the timers of other tests.
describe('rules: Load, many slow connections', () => {
  it('closes 1,000 slow connections within 15 s and serves other callers at the same time', async () => {
    const slowOnes: SlowConnection[] = [];
    // Opens 100 connections at a time. More connections at once would exceed the system's queue of pending connections,
    // and some clients would have to connect again.
    while (slowOnes.length < 1000)
      slowOnes.push(
        ...(await Promise.all(
          Array.from({ length: 100 }, (_, n) =>
            slow(n % 2 === 0 ? 'GET /items HTTP/1.1\r\nHost: x\r\nX-Slow: ' : 'GET /it', 1000),
          ),
        )),
      );
    let open = true;
    const all = Promise.all(slowOnes.map((connection) => connection.ended)).then((times) => {
      open = false;
      return times;
    });
    let served = 0;
    await until(
      'the slow connections are closed',
      async () => {
        const answer = await t.request('GET', '/items', { as: 'owner' });
        assertStatus(answer, 200);
        if (open) served++;
        return !open;
      },
      LATEST_MS,
    );
    assert.ok(served > 10);
    assert.ok(Math.max(...(await all)) < LATEST_MS);
  });
});
