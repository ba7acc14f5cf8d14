import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, describe, it } from 'node:test';
import { patience } from '../testing/patience.ts';
import { openTestService } from '../testing/service.ts';
import { until } from '../testing/wait.ts';
import { assertDetail, assertStatus } from './answers.ts';

// The time limits as in production.
const t = await openTestService({ overrides: { patience: 1 } });
after(() => t.close());

/** Milliseconds after which a connection that drips is closed (rules: Load). */
const LATEST_MS = patience(15_000);

/** A connection that sends a start and then one byte after the other. */
interface SlowConnection {
  /** Returns what came back so far. */
  received(): string;
  /** When it is closed: how long it was open, in milliseconds. */
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
  // A service that does not close it fails the test, and does not hold it up for ever.
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
  it('answers 408 with a detail to a body that drips, within 15 s', async () => {
    const authorization = t.host.users.authorization('owner');
    const connection = await slow(
      `PUT /items/1 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
      500,
    );
    assert.ok((await connection.ended) < LATEST_MS);
    assert.match(connection.received(), /^HTTP\/1\.1 408 /);
    assertDetail(connection.received().split('\r\n\r\n')[1] ?? '');
  });

  it('answers 408 with a detail to headers that drip, within 15 s', async () => {
    const connection = await slow('GET /items HTTP/1.1\r\nHost: x\r\nX-Slow: ', 500);
    assert.ok((await connection.ended) < LATEST_MS);
    assert.match(connection.received(), /^HTTP\/1\.1 408 /);
    assertDetail(connection.received().split('\r\n\r\n')[1] ?? '');
  });

  it('closes a connection on which nothing is ever sent, within 15 s', async () => {
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

// By itself: the thousand clients are in this process too, and would hold up the clocks of the others.
describe('rules: Load, many slow connections', () => {
  it('closes 1,000 slow connections within 15 s and serves others meanwhile', async () => {
    const slowOnes: SlowConnection[] = [];
    // More at once than the system keeps for a listener would have to knock again.
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
