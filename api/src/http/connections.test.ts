import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { describe, it, type TestContext, test } from 'node:test';
import Fastify from 'fastify';
import { until } from '../../../tests/support/wait.ts';
import { Connections } from './connections.ts';

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
