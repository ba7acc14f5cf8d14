import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stoppedClock } from '../testing/clock.ts';
import type { FakeHost } from '../testing/fake-host.ts';
import { type Fault, status } from '../testing/host-faults.ts';
import { basic } from '../testing/host-users.ts';
import { openTestService, type TestService } from '../testing/service.ts';
import { until } from '../testing/wait.ts';
import { assertStatus } from './answers.ts';
import { knowOwner } from './faulty-host.ts';
import { addRegistry, freshName } from './world.ts';

const ME = '/wp/v2/users/me';

/** Milliseconds: no breaker that opens in a test closes again in it. */
const LONG = 3_600_000;

/** How many with unknown credentials the service asks the host about at once. */
const AT_ONCE = 8;

/** Does something to calls with wrong credentials, and counts those that are under way. */
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

describe('rules: Failures of the host, unknown credentials, about which the host takes its time', {
  concurrency: true,
}, () => {
  it('keep a few of its connections, and no known caller from being served', async () => {
    const clock = stoppedClock();
    // The strangers hold their connections until the end, also on a busy machine.
    const patient = { ...env, HOST_TIMEOUT: '60' };
    await using t = await openTestService({
      env: patient,
      overrides: { now: clock.now, host: { breakerPause: LONG } },
    });
    await knowOwner(t);
    const { id } = addRegistry(t);
    const seen = watchStrangers(t.host, () => {});
    const tries = Array.from({ length: 300 }, (_, n) => tryStranger(t, `203.0.113.${n}`));
    await until('the host is busy with them', () => seen.underWay === AT_ONCE);
    for (let n = 0; n < 20; n++) {
      // Nobody is remembered any more, but everybody was good.
      clock.pass(301);
      t.host.forgetCalls();
      assertStatus(await t.request('GET', `/registries/${id}`, { as: 'owner' }), 200);
      assert.equal(t.host.callsTo(ME).length, 1);
    }
    assert.equal(seen.most, AT_ONCE);
    await t.host.close();
    await Promise.all(tries);
  });

  it('do not open the breaker, whether it never answers or fails', async () => {
    for (const [fault, expected] of [
      [() => {}, 504],
      [status(500), 502],
    ] as const) {
      // Long enough for the owner on a busy machine, and no longer than strangers have to be waited for here.
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

  it('do not keep the right password from getting in, from an address of its own', async () => {
    await using t = await openTestService({ env });
    let release = () => {};
    const seen = watchStrangers(t.host, async ({ pass }) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await pass();
    });
    const tries = Array.from({ length: 200 }, () => tryStranger(t, '203.0.113.7'));
    await until('the host is busy with them', () => seen.underWay === AT_ONCE);
    const owner = t.request('GET', '/items', { as: 'owner', headers: { 'x-forwarded-for': '203.0.113.8' } });
    // It has its turn after one or two of those who are there when it comes, and not after all.
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
