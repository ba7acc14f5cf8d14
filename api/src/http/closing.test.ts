import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import Fastify from 'fastify';
import { Connections } from './limits.ts';

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
