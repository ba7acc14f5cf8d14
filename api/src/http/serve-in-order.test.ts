import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import Fastify from 'fastify';
import { patience } from '../../../tests/support/patience.ts';
import { pipeline } from '../../../tests/support/raw-socket.ts';
import { addressOf } from '../../../tests/support/server-address.ts';
import { until } from '../../../tests/support/wait.ts';
import { serveInOrder } from './serve-in-order.ts';

const GET = 'GET /quick HTTP/1.1\r\nHost: x\r\n\r\n';
const HELD = 'GET /held HTTP/1.1\r\nHost: x\r\n\r\n';

/** Opens an app whose `/held` does not answer before the test ends. */
async function openApp() {
  const app = Fastify({ forceCloseConnections: true });
  let begun = 0;
  serveInOrder(app);
  app.get('/quick', () => ({}));
  app.get('/held', () => {
    begun++;
    return new Promise(() => {});
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = addressOf(app.server);
  const open = (text: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(text);
    return socket;
  };
  return { url, open, begun: () => begun, [Symbol.asyncDispose]: () => app.close() };
}

test('a connection with hundreds of requests before its first answer is closed', {
  timeout: patience(60_000),
}, async () => {
  await using app = await openApp();
  const flood = app.open(HELD + GET.repeat(500));
  await once(flood, 'close');
  assert.deepEqual(await pipeline(app.url, Array(100).fill(GET)), Array(100).fill(200));
});

test('many pipelining connections leave room for others after they close', {
  timeout: patience(60_000),
}, async () => {
  await using app = await openApp();
  const crowd = Array.from({ length: 20 }, () => app.open(HELD + GET.repeat(100)));
  await until('all of them wait', () => app.begun() === crowd.length);
  const late = app.open(HELD + GET);
  await once(late, 'close');
  for (const socket of crowd) socket.destroy();
  await until('somebody may ask ahead again', async () => {
    const statuses = await pipeline(app.url, Array(50).fill(GET)).catch(() => []);
    return statuses.length === 50;
  });
});
