import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { delay, hold } from '../../tests/support/host-faults.ts';
import { basic } from '../../tests/support/host-users.ts';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { assertError, assertStatus, DETAIL } from './answers.ts';
import { addRegistry } from './world.ts';

const ME = '/wp/v2/users/me';
const lookUps = (t: TestService) => t.host.callsTo(ME).length;
const statusFor = async (t: TestService, as = 'owner') => (await t.request('GET', '/items', { as })).status;

describe('rules: Credentials, the user cache', () => {
  it('looks a caller up once and then uses the cached user', async () => {
    await using t = await openTestService();
    for (let n = 0; n < 5; n++) assert.equal(await statusFor(t), 200);
    assert.equal(lookUps(t), 1);
  });

  it('distinguishes users, and passwords of one user', async () => {
    await using t = await openTestService();
    assert.equal(await statusFor(t), 200);
    assertError(await t.request('GET', '/items', { headers: { authorization: basic('owner', 'guess') } }), 401);
    assert.equal(await statusFor(t, 'guest'), 200);
    assert.equal(lookUps(t), 3);
  });

  it('makes one host call for 500 concurrent first requests of one user', async () => {
    await using t = await openTestService();
    t.host.misbehave(delay(50), { route: ME });
    const statuses = await Promise.all(Array.from({ length: 500 }, () => statusFor(t)));
    assert.deepEqual(new Set(statuses), new Set([200]));
    assert.equal(lookUps(t), 1);
  });

  it('asks the host every time with TTL 0, but shares concurrent look-ups', async () => {
    await using t = await openTestService({ env: { AUTH_CACHE_TTL: '0' } });
    assert.equal(await statusFor(t), 200);
    assert.equal(await statusFor(t), 200);
    assert.equal(lookUps(t), 2);
    t.host.forgetCalls();
    const held = hold();
    t.host.misbehave(held.fault, { route: ME });
    const asked = Array.from({ length: 50 }, () => statusFor(t));
    // The service handles requests in order. When these five requests are answered, the service has therefore received
    // the fifty requests above. Those requests now wait for the host.
    for (let n = 0; n < 5; n++) await t.request('GET', '/health');
    held.release();
    assert.deepEqual(new Set(await Promise.all(asked)), new Set([200]));
    assert.equal(lookUps(t), 1);
    t.host.users.revoke('owner');
    assert.equal(await statusFor(t), 401);
  });

  it('removes a user at once when the host answers 401 to a registry request', async () => {
    await using t = await openTestService();
    const post = addRegistry(t);
    const header = { headers: { authorization: t.host.users.authorization('owner') } };
    assertStatus(await t.request('GET', `/registries/${post.id}`, header), 200);
    t.host.users.revoke('owner');
    assertError(await t.request('GET', `/registries/${post.id}`, header), 401, DETAIL.credentials);
    assertError(await t.request('GET', '/items', header), 401, DETAIL.credentials);
  });

  it('contains at most AUTH_CACHE_SIZE users', async () => {
    await using t = await openTestService({ env: { AUTH_CACHE_SIZE: '2' } });
    for (const as of ['owner', 'guest', 'stranger']) await statusFor(t, as);
    t.host.forgetCalls();
    assert.equal(await statusFor(t, 'owner'), 200);
    assert.equal(lookUps(t), 1);
  });
});

describe('rules: Credentials, a configured AUTH_CACHE_TTL', () => {
  it('is the longest time for which a revoked user still has access', async () => {
    await using t = await openTestService({ env: { AUTH_CACHE_TTL: '1' } });
    assert.equal(await statusFor(t), 200);
    const header = { headers: { authorization: t.host.users.authorization('owner') } };
    t.host.users.revoke('owner');
    await until('the revoked user is refused', async () => (await t.request('GET', '/items', header)).status === 401);
  });
});
