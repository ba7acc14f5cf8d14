import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { describe, it, type TestContext, test } from 'node:test';
import Fastify from 'fastify';
import { patience } from '../../../tests/support/patience.ts';
import { pipeline } from '../../../tests/support/raw-socket.ts';
import { addressOf } from '../../../tests/support/server-address.ts';
import { until } from '../../../tests/support/wait.ts';
import { toApiError } from './error-handler.ts';
import { sendError } from './errors.ts';
import { Connections, refuseOverload, serveInOrder, WaitingAnswers } from './limits.ts';

test('serves the first of many slow requests in one turn, and refuses the last', async () => {
  const app = Fastify().decorate('countError', () => {});
  app.setErrorHandler((error, _request, reply) => sendError(reply, toApiError(error)));
  refuseOverload(app);
  app.get('/', () => {
    const end = performance.now() + 10;
    while (performance.now() < end);
    return {};
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const statuses = await pipeline(url, Array(250).fill('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
  await app.close();
  assert.deepEqual(new Set(statuses.slice(0, 100)), new Set([200]));
  assert.equal(statuses.at(-1), 503);
});

const PLAIN = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

test('a connection above the limit closes the longest idle one, and none with a request', async () => {
  const held: ServerResponse[] = [];
  const app = Fastify();
  app.get('/', async () => 'x');
  app.get('/slow', (_request, reply) => void held.push(reply.hijack().raw));
  new Connections(app, 4);
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const closed: string[] = [];
  const open = async (name: string): Promise<Socket> => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.on('close', () => closed.push(name));
    await once(socket, 'connect');
    return socket;
  };
  const ask = async (socket: Socket) => {
    socket.write(PLAIN);
    await once(socket, 'data');
  };
  const slow = await open('slow');
  slow.write(PLAIN.replace('/', '/slow'));
  await until('the slow request is there', () => held.length === 1);
  const old = await open('old');
  await ask(old);
  const silent = await open('silent');
  const other = await open('other');
  await ask(other);
  await ask(old);

  const sockets = [slow, old, silent, other];
  for (const expected of ['silent', 'other', 'old']) {
    const next = await open(`slow ${sockets.length}`);
    next.write(PLAIN.replace('/', '/slow'));
    sockets.push(next);
    await until(`${expected} is closed`, () => closed.at(-1) === expected);
  }
  await until('all have a request', () => held.length === 4);
  sockets.push(await open('new'));
  await until('the new one is closed', () => closed.at(-1) === 'new');
  assert.deepEqual(closed, ['silent', 'other', 'old', 'new']);
  for (const socket of sockets) socket.destroy();
  await app.close();
});

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

const MIB = 1024 * 1024;
const member = (id: number) => ({ id, isAdmin: false });

test('limits the waiting answers of each member to 8 MiB, and all answers to 64 MiB', () => {
  const waiting = new WaitingAnswers();
  const releases = [waiting.hold(member(1), 8 * MIB - 1)];
  assert.equal(waiting.isFull(member(1)), false);
  releases.push(waiting.hold(member(1), 1));
  assert.deepEqual([waiting.isFull(member(1)), waiting.isFull(member(2)), waiting.isFull(null)], [true, false, false]);
  releases.push(waiting.hold(null, 8 * MIB));
  assert.equal(waiting.isFull(null), true);
  const admin = { id: 9, isAdmin: true };
  releases.push(waiting.hold(admin, 48 * MIB - 1));
  assert.deepEqual([waiting.isFull(admin), waiting.isFull(member(2))], [false, false]);
  releases.push(waiting.hold(admin, 1));
  assert.equal(waiting.bytes, 64 * MIB);
  for (const who of [admin, member(2), null]) assert.equal(waiting.isFull(who), true);
  for (const release of releases) release();
  assert.equal(waiting.bytes, 0);
  for (const who of [admin, member(1), null]) assert.equal(waiting.isFull(who), false);
});

test('counts only large answers, and sends an error instead of a large answer while the limit is reached', async () => {
  const app = Fastify();
  const waiting = new WaitingAnswers();
  waiting.watch(app);
  let counted = 0;
  app.addHook('onSend', async () => {
    counted = waiting.bytes;
  });
  const SMALL = 16 * 1024;
  app.get('/small', () => '€'.repeat(SMALL));
  app.get('/large', () => '€'.repeat(SMALL + 1));
  assert.equal((await app.inject('/small')).statusCode, 200);
  assert.equal(counted, 0);
  assert.equal((await app.inject('/large')).statusCode, 200);
  assert.equal(counted, 3 * (SMALL + 1));
  assert.equal(waiting.bytes, 0);
  waiting.hold(null, 8 * MIB);
  assert.equal((await app.inject('/small')).statusCode, 200);
  assert.match((await app.inject('/large')).payload, /"overloaded"/);
});

/**
 * Closes the listener of a process whose turns take 5 ms each.
 * @param acceptsUntil time until which each turn accepts a connection
 * @returns the time at which the listener closes (milliseconds)
 */
async function closesAt(t: TestContext, acceptsUntil: number): Promise<number> {
  let now = 0;
  const { mock } = t.mock.method(performance, 'now', () => now);
  const app = Fastify();
  const connections = new Connections(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  let isClosed = false;
  const closing = connections.stopListening().then(() => (isClosed = true));
  const turn = () => {
    if (isClosed) return;
    now += 5;
    if (now < acceptsUntil) app.server.emit('connection', new Socket());
    setImmediate(turn);
  };
  turn();
  await closing;
  mock.restore();
  await app.close();
  return now;
}

describe('the listener of a busy process', () => {
  it('closes after a turn without new connections, although no turn is short', async (t) => {
    const at = await closesAt(t, 0);
    assert.ok(at > 1000 && at < 2000, `${at}`);
  });

  it('stays open while each turn accepts a connection, but not for longer than three seconds', async (t) => {
    const at = await closesAt(t, 2500);
    assert.ok(at >= 2500 && at < 2600, `${at}`);
    const latest = await closesAt(t, 10_000);
    assert.ok(latest >= 3000 && latest < 3100, `${latest}`);
  });
});
