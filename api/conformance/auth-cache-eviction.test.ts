import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stoppedClock } from '../../tests/support/clock.ts';
import { hold, text } from '../../tests/support/host-faults.ts';
import { readMetrics } from '../../tests/support/metrics.ts';
import { openTestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { assertError, assertStatus, DETAIL } from './answers.ts';
import { addRegistry } from './world.ts';

const ME = '/wp/v2/users/me';
/** Default lifetime of a cached user in seconds (rules: Credentials). */
const TTL = 300;

describe('design: Identity, a 401 evicts at once', () => {
  it('even if a look-up in the background succeeds later', async () => {
    const clock = stoppedClock();
    await using t = await openTestService({ env: { OPS_PORT: '0' }, overrides: { now: clock.now } });
    const { id } = addRegistry(t);
    const ask = (path: string) => t.request('GET', path, { as: 'owner' });
    const succeeded = async () =>
      (await readMetrics(t.opsUrl)).value('largesse_host_call_duration_seconds_count', { outcome: 'ok' });

    assertStatus(await ask('/items'), 200);
    const held = hold();
    t.host.misbehave(held.fault, { route: ME, times: 1 });
    clock.pass(TTL * 0.8);
    assertStatus(await ask('/items'), 200);
    await until('the look-up in the background is made', () => t.host.callsTo(ME).length === 2);

    t.host.misbehave(text('{"code":"rest_forbidden"}', 401), { route: `/wp/v2/registries/${id}`, times: 1 });
    assertError(await ask(`/registries/${id}`), 401, DETAIL.credentials);
    const before = await succeeded();
    held.release();
    await until('it has succeeded', async () => (await succeeded()) === before + 1);
    assertError(await ask('/items'), 401, DETAIL.credentials);
    assert.equal(t.host.callsTo(ME).length, 2);

    // The service refuses these credentials for 10 s, and then asks the host again.
    clock.pass(10);
    assertStatus(await ask('/items'), 200);
    assert.equal(t.host.callsTo(ME).length, 3);
  });
});
