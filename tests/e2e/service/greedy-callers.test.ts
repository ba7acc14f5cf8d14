import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { assertStatus } from '../../../api/conformance/answers.ts';
import { addRegistry } from '../../../api/conformance/world.ts';
import type { Fault } from '../../support/host-faults.ts';
import { readMetrics } from '../../support/metrics.ts';
import { knowSlowness } from '../../support/patience.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { until } from '../../support/wait.ts';

/** Time limit of a request (seconds). */
const HOST_TIMEOUT = Math.min(4 * knowSlowness(), 60);

/** Number of requests of one member that are pending at the same time. */
const AT_ONCE = 100;

/** Makes the host handle one request at a time, and take `ms` milliseconds for each. */
function oneAtATime(ms: number): Fault {
  let last: Promise<unknown> = Promise.resolve();
  return ({ pass }) => {
    last = last.then(() => pause(ms));
    return last.then(pass);
  };
}

/** Sends requests of one member without pause until the returned object is disposed. */
function flood(t: TestService, path: string, as: string): AsyncDisposable {
  let isRunning = true;
  const client = async () => {
    while (isRunning) await t.request('GET', path, { as });
  };
  const clients = Array.from({ length: AT_ONCE }, client);
  return {
    [Symbol.asyncDispose]: async () => {
      isRunning = false;
      t.host.behave();
      await Promise.all(clients);
    },
  };
}

async function openWorld(): Promise<{ t: TestService; flooded: string; other: string }> {
  const t = await openTestService({ env: { HOST_TIMEOUT: String(HOST_TIMEOUT), OPS_PORT: '0' } });
  const [flooded, other] = [addRegistry(t).id, addRegistry(t, { of: 'stranger' }).id];
  for (const as of ['owner', 'stranger'])
    await until('they are known', async () => (await t.request('GET', '/items', { as })).status === 200);
  return { t, flooded: `/registries/${flooded}`, other: `/registries/${other}` };
}

const isClosed = async (t: TestService) =>
  (await readMetrics(t.opsUrl)).value('largesse_host_breaker', { state: 'closed' }) === 1;

describe('rules: Failures of the host, one member with more reads than the host can answer', {
  concurrency: true,
}, () => {
  it('does not delay others, and leaves the breaker closed', async () => {
    const { t, flooded, other } = await openWorld();
    await using _ = t;
    t.host.misbehave(oneAtATime(100));
    await using __ = flood(t, flooded, 'owner');
    await until('the host is busy', () => t.host.calls.length > 20);
    for (let n = 0; n < 5; n++) assertStatus(await t.request('GET', other, { as: 'stranger' }), 200);
    assert.ok(await isClosed(t));
  });

  it('opens the breaker for no other caller, although the host never answers', async () => {
    const { t, flooded, other } = await openWorld();
    await using _ = t;
    t.host.misbehave(() => {}, { route: `/wp/v2${flooded}` });
    await using __ = flood(t, flooded, 'owner');
    await until('they are refused', async () => (await t.request('GET', flooded, { as: 'owner' })).status === 503);
    for (let n = 0; n < 5; n++) assertStatus(await t.request('GET', other, { as: 'stranger' }), 200);
    assert.ok(await isClosed(t));
  });
});
