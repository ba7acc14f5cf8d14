import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stoppedClock } from '../../tests/support/clock.ts';
import type { FakeHost } from '../../tests/support/fake-host.ts';
import { type Fault, status } from '../../tests/support/host-faults.ts';
import { basic } from '../../tests/support/host-users.ts';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { assertStatus } from './answers.ts';
import { knowOwner } from './faulty-host.ts';
import { addRegistry, freshName } from './world.ts';

const ME = '/wp/v2/users/me';

/** Time for which a breaker stays open (milliseconds). Every test ends within this time. */
const LONG = 3_600_000;

/** Maximum number of concurrent calls to the host with unknown credentials. */
const AT_ONCE = 8;

/**
 * Applies a fault to calls with wrong credentials.
 * @returns the current and the highest number of pending calls with wrong credentials
 */
function watchStrangers(host: FakeHost, fault: Fault): { underWay: number; most: number } {
  const seen = { underWay: 0, most: 0 };
  host.misbehave(async (exchange) => {
    if (host.users.authenticate(exchange.request.headers.authorization)) return exchange.pass();
    seen.most = Math.max(seen.most, ++seen.underWay);
    exchange.response.once('close', () => seen.underWay--);
    await fault(exchange);
  });
  return seen;
}

const tryStranger = (t: TestService, address: string) =>
  t.request('GET', '/items', {
    headers: { authorization: basic(freshName(), 'wrong'), 'x-forwarded-for': address },
  });

const env = { TRUST_PROXY: '127.0.0.1' };

describe('rules: Failures of the host, unknown credentials on a slow host', {
  concurrency: true,
}, () => {
  it('use only a few of its connections, and never block a known caller', async () => {
    const clock = stoppedClock();
    // With this time limit, the calls with wrong credentials stay pending until the test ends, even on a busy machine.
    const patient = { ...env, HOST_TIMEOUT: '60' };
    await using t = await openTestService({
      env: patient,
      overrides: { now: clock.now, host: { breakerPause: LONG } },
    });
    await knowOwner(t);
    const { id } = addRegistry(t);
    const seen = watchStrangers(t.host, () => {});
    const tries = Array.from({ length: 300 }, (_, n) => tryStranger(t, `203.0.113.${n}`));
    await until('the host is busy', () => seen.underWay === AT_ONCE);
    for (let n = 0; n < 20; n++) {
      // The owner's cache entry has expired, but the service remembers that the host accepted these credentials before.
      clock.pass(301);
      t.host.forgetCalls();
      assertStatus(await t.request('GET', `/registries/${id}`, { as: 'owner' }), 200);
      assert.equal(t.host.callsTo(ME).length, 1);
    }
    assert.equal(seen.most, AT_ONCE);
    await t.host.close();
    await Promise.all(tries);
  });

  it('do not open the breaker, whether the host never answers or fails', async () => {
    for (const [fault, expected] of [
      [() => {}, 504],
      [status(500), 502],
    ] as const) {
      // Even on a busy machine, the owner must get an answer within this time limit. The test also waits until all
      // calls with wrong credentials time out, so a longer limit would make it slow.
      const limits = { ...env, HOST_TIMEOUT: '2' };
      await using t = await openTestService({ env: limits, overrides: { host: { breakerPause: LONG } } });
      await knowOwner(t);
      const { id } = addRegistry(t);
      watchStrangers(t.host, fault);
      const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => tryStranger(t, `203.0.113.${n}`)));
      for (const answer of answers) assertStatus(answer, expected);
      assertStatus(await t.request('GET', `/registries/${id}`, { as: 'owner' }), 200);
    }
  });

  it('do not block a correct password from another address', async () => {
    await using t = await openTestService({ env });
    let release = () => {};
    const seen = watchStrangers(t.host, async ({ pass }) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await pass();
    });
    const tries = Array.from({ length: 200 }, () => tryStranger(t, '203.0.113.7'));
    await until('the host is busy', () => seen.underWay === AT_ONCE);
    const owner = t.request('GET', '/items', { as: 'owner', headers: { 'x-forwarded-for': '203.0.113.8' } });
    // The owner gets a turn after one or two waiting calls, not after all waiting calls.
    t.host.forgetCalls();
    while (!t.host.calls.some(({ user }) => user === 'owner')) {
      release();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    assertStatus(await owner, 200);
    assert.ok(t.host.calls.length < 100, `${t.host.calls.length} strangers came first`);
    await t.host.close();
    await Promise.all(tries);
  });
});
