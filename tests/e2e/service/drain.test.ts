// Needs a process: it gets signals while connections are open.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAREWELL_MS } from '../../../api/src/http/connections.ts';
import type { FakeHost } from '../../support/fake-host.ts';
import { hold } from '../../support/host-faults.ts';
import { fetchOnce, type send } from '../../support/http-client.ts';
import { readMetrics } from '../../support/metrics.ts';
import { openOwnService } from '../../support/own-service.ts';
import type { SpawnedService } from '../../support/spawned-service.ts';
import { until } from '../../support/wait.ts';

/** Value of DRAIN (seconds). Every test ends within this time. */
const LONG = '300';

/** Starts a service with this DRAIN. */
async function openDraining(DRAIN: string) {
  const own = await openOwnService({ OPS_PORT: '0', DRAIN });
  const ask = (path = '/items', method = 'GET', body?: object) => own.ask('owner', method, path, body);
  return { ...own, ask };
}

const isReady = async (service: SpawnedService) => (await fetchOnce(`${service.opsUrl}/ready`)).ok;

/** Sends a signal, and waits until the service has received it. */
async function stop(service: SpawnedService, signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM'): Promise<void> {
  service.child.kill(signal);
  await until('it is no longer ready', async () => !(await isReady(service)));
}

const hasEnded = ({ child }: SpawnedService) => child.exitCode !== null;

/** Adds a registry whose author is `owner`. @returns the path of the registry */
const addRegistry = (host: FakeHost) => `/registries/${host.registries.add({ author: host.users.get('owner').id }).id}`;

describe('rules: Stopping, DRAIN', { concurrency: true }, () => {
  it('still serves after SIGTERM, not ready, and closes each connection after its answer', async () => {
    await using t = await openDraining(LONG);
    assert.equal((await t.ask()).headers.connection, 'keep-alive');
    const path = addRegistry(t.host);
    const held = hold();
    t.host.misbehave(held.fault);
    const underWay = t.ask(path);
    await until('the host is asked', () => t.host.callsTo(/registries/).length === 1);

    await stop(t.service);
    for (let n = 0; n < 10; n++) {
      const answer = await t.ask();
      assert.deepEqual([answer.status, answer.headers.connection], [200, 'close']);
    }
    assert.equal((await t.ask('/health')).status, 200, 'no other process can use the embedded database');
    held.release();
    const answer = await underWay;
    assert.deepEqual([answer.status, answer.headers.connection], [200, 'close']);
    assert.equal(hasEnded(t.service), false);
  });

  it('answers waiting and new requests for events at once after SIGTERM', async () => {
    await using t = await openDraining(LONG);
    const registry = addRegistry(t.host);
    const feed = `/events?registry_id=${registry.split('/').at(-1)}&wait=25`;
    const waiting = async () => (await readMetrics(t.service.opsUrl)).value('largesse_waiting', { queue: 'event' });
    const begun = t.ask(`${feed}&after=now`);
    await until('a request waits', async () => (await waiting()) === 1);
    await stop(t.service);
    let isAnswered = false;
    const late = t.ask(`${feed}&after=now`).finally(() => {
      isAnswered = true;
    });
    await until('the new request is answered, or waits', async () => isAnswered || (await waiting()) > 0);
    // This event would end a wait. Without a wait, no answer contains it.
    const body = { name: 'Pot', url: 'https://shop.example/pot' };
    assert.equal((await t.ask(`${registry}/items`, 'POST', body)).status, 201);
    for (const answer of [await begun, await late]) assert.deepEqual([answer.status, answer.text], [200, '[]']);
    assert.equal(hasEnded(t.service), false);
  });

  it('uses persistent connections again before it stops listening, and then answers their requests', async () => {
    /**
     * Sends requests one after the other until one fails.
     * @returns the error, and the duration of the slowest request (milliseconds)
     */
    const askUntilRefused = async (ask: () => ReturnType<typeof send>, seen: unknown[]) => {
      let [last, pause] = [performance.now(), 0];
      const note = () => {
        pause = Math.max(pause, performance.now() - last);
        last = performance.now();
      };
      try {
        for (;;) {
          const { status, headers } = await ask();
          assert.equal(status, 200);
          note();
          if (seen.at(-1) !== headers.connection) seen.push(headers.connection);
        }
      } catch (end) {
        note();
        return { end, pause };
      }
    };
    for (;;) {
      await using t = await openDraining('1');
      await t.ask();
      await stop(t.service);
      const seen: unknown[] = [];
      const { end, pause } = await askUntilRefused(() => t.ask('/health'), seen);
      assert.equal(await t.service.exited, 0, t.service.output());
      // Each phase of the stop takes a second. If a busy machine pauses the client for half a second, the client may
      // miss a phase, or lose its idle connection. The test then starts again.
      if (pause >= FAREWELL_MS / 2) continue;
      assert.ok(end instanceof Error && 'code' in end);
      // After a refused connection, a gateway may try another process. After a reset, it must not repeat the request.
      assert.deepEqual([...seen, end.code], ['close', 'keep-alive', 'close', 'ECONNREFUSED'], `${end}, pause ${pause}`);
      return;
    }
  });

  it('ends at once at a second signal', async () => {
    await using t = await openDraining(LONG);
    await stop(t.service);
    t.service.child.kill('SIGTERM');
    assert.equal(await t.service.exited, 1);
  });
});
