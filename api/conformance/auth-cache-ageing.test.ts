import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stoppedClock, type TestClock } from '../../tests/support/clock.ts';
import { hold, status } from '../../tests/support/host-faults.ts';
import { basic } from '../../tests/support/host-users.ts';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { assertError, assertStatus, DETAIL, ITEM_KEYS } from './answers.ts';
import { addItem } from './world.ts';

const ME = '/wp/v2/users/me';
/** Default lifetime of a cached user in seconds (rules: Credentials). */
const TTL = 300;

/** Opens a service that has cached the user `owner`. @returns the service and the clock that controls its caches */
async function agedService(env: Record<string, string> = {}): Promise<{ t: TestService; clock: TestClock }> {
  const clock = stoppedClock();
  // Shortens the pause of the breaker. Otherwise, the breaker would still reject requests after the host has recovered.
  const t = await openTestService({ env, overrides: { now: clock.now, host: { breakerPause: 1 } } });
  assertStatus(await t.request('GET', '/items', { as: 'owner' }), 200);
  t.host.forgetCalls();
  return { t, clock };
}

const lookUps = (t: TestService) => t.host.callsTo(ME).length;
const asOwner = (t: TestService) => ({ headers: { authorization: t.host.users.authorization('owner') } });

/** Returns whether the service treats `owner` as an admin. */
async function isAdmin(t: TestService, item: number): Promise<boolean> {
  const answer = await t.request<{ data: object }>('GET', `/items/${item}`, { as: 'owner' });
  assertStatus(answer, 200);
  return Object.keys(answer.body.data).length === ITEM_KEYS.length;
}

describe('rules: Credentials, AUTH_CACHE_TTL', () => {
  it('is 300 s by default; afterwards the host is asked again', async () => {
    const { t, clock } = await agedService();
    await using _ = t;
    const header = asOwner(t);
    t.host.users.revoke('owner');
    clock.pass(TTL * 0.8 - 0.1);
    assertStatus(await t.request('GET', '/items', header), 200);
    assert.equal(lookUps(t), 0);
    clock.pass(TTL * 0.2 + 0.1);
    assertError(await t.request('GET', '/items', header), 401, DETAIL.credentials);
    assert.equal(lookUps(t), 1);
  });

  it('is the setting AUTH_CACHE_TTL in seconds', async () => {
    const { t, clock } = await agedService({ AUTH_CACHE_TTL: '20' });
    await using _ = t;
    const header = asOwner(t);
    t.host.users.revoke('owner');
    clock.pass(15.9);
    assertStatus(await t.request('GET', '/items', header), 200);
    clock.pass(4.1);
    assertError(await t.request('GET', '/items', header), 401, DETAIL.credentials);
  });

  it('is not extended by use', async () => {
    const { t, clock } = await agedService();
    await using _ = t;
    t.host.misbehave(status(500), { route: ME });
    for (let passed = 0; passed < TTL - 1; passed += TTL / 10) {
      assertStatus(await t.request('GET', '/items', { as: 'owner' }), 200);
      clock.pass(TTL / 10);
    }
    const late = await t.request('GET', '/items', { as: 'owner' });
    assert.ok([502, 503].includes(late.status), late.text);
  });

  it('delays a changed role until it has passed', async () => {
    const { t, clock } = await agedService();
    await using _ = t;
    const item = await addItem(t, 3, {}, 'owner');
    t.host.users.get('owner').roles = ['administrator'];
    assert.equal(await isAdmin(t, item.id), false);
    clock.pass(TTL);
    assert.equal(await isAdmin(t, item.id), true);
  });

  it('also ends while the host fails; a failing host never restores a user', async () => {
    const { t, clock } = await agedService();
    await using _ = t;
    const header = asOwner(t);
    t.host.misbehave(status(500), { route: ME });
    clock.pass(TTL * 0.9);
    assertStatus(await t.request('GET', '/items', header), 200);
    clock.pass(TTL * 0.1);
    t.host.users.revoke('owner');
    for (let n = 0; n < 5; n++) {
      const answer = await t.request('GET', '/items', header);
      assert.ok([502, 503].includes(answer.status), answer.text);
      clock.pass(1);
    }
    t.host.behave();
    await until('the host is asked', async () => {
      const answer = await t.request('GET', '/items', header);
      assert.ok([401, 502, 503].includes(answer.status), answer.text);
      return answer.status === 401;
    });
  });
});

describe('design: Identity, the look-up in the background', () => {
  it('starts at 80 % of the TTL, once, and delays no request', async () => {
    const { t, clock } = await agedService();
    await using _ = t;
    const item = await addItem(t, 3, {}, 'owner');
    const held = hold();
    t.host.misbehave(held.fault, { route: ME });
    clock.pass(TTL * 0.8 - 0.1);
    assert.equal(await isAdmin(t, item.id), false);
    assert.equal(lookUps(t), 0, 'too early');

    clock.pass(0.1);
    t.host.users.get('owner').roles = ['administrator'];
    // The host does not answer yet, so the service answers from its cache.
    for (let n = 0; n < 5; n++) assert.equal(await isAdmin(t, item.id), false);
    await until('the look-up is made', () => lookUps(t) === 1);

    held.release();
    await until('its result applies', () => isAdmin(t, item.id));
    // The result of the look-up still applies after the first cache entry has expired.
    clock.pass(TTL * 0.5);
    assert.equal(await isAdmin(t, item.id), true);
    assert.equal(lookUps(t), 1);
  });

  it('does not repeat for every request while the host fails', async () => {
    const { t, clock } = await agedService();
    await using _ = t;
    t.host.misbehave(status(500), { route: ME });
    clock.pass(TTL * 0.8);
    const ask = async () => assertStatus(await t.request('GET', '/items', { as: 'owner' }), 200);
    await ask();
    await until('the look-up and its retry have failed', () => lookUps(t) === 2);
    for (let n = 0; n < 20; n++) await ask();
    assert.equal(lookUps(t), 2);
    clock.pass(TTL * 0.1);
    await ask();
    await until('the host is asked again', () => lookUps(t) > 2);
  });

  it('removes a user at once when it gets a 401', async () => {
    const { t, clock } = await agedService();
    await using _ = t;
    const header = asOwner(t);
    t.host.users.revoke('owner');
    clock.pass(TTL * 0.8);
    // The request that triggers the look-up still gets the cached user.
    assertStatus(await t.request('GET', '/items', header), 200);
    await until('the user is refused', async () => (await t.request('GET', '/items', header)).status === 401);
    assert.equal(lookUps(t), 1);
  });
});

describe('design: Identity, rejected credentials', () => {
  it('are remembered for 10 s; only then is the host asked again', async () => {
    const { t, clock } = await agedService();
    await using _ = t;
    const password = 'abcd1234efgh5678';
    const header = { headers: { authorization: basic('owner', password) } };
    assertError(await t.request('GET', '/items', header), 401, DETAIL.credentials);
    t.host.users.get('owner').password = password;
    clock.pass(9.9);
    assertError(await t.request('GET', '/items', header), 401, DETAIL.credentials);
    assert.equal(lookUps(t), 1);
    clock.pass(0.1);
    assertStatus(await t.request('GET', '/items', header), 200);
    assert.equal(lookUps(t), 2);
  });

  it('are not remembered with TTL 0', async () => {
    const { t } = await agedService({ AUTH_CACHE_TTL: '0' });
    await using _ = t;
    const password = 'abcd1234efgh5678';
    const header = { headers: { authorization: basic('owner', password) } };
    assertError(await t.request('GET', '/items', header), 401, DETAIL.credentials);
    t.host.users.get('owner').password = password;
    assertStatus(await t.request('GET', '/items', header), 200);
  });
});
