import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertError, assertStatus, DETAIL } from '../../../api/conformance/answers.ts';
import { stoppedClock } from '../../support/clock.ts';
import { hold, status } from '../../support/host-faults.ts';
import { basic } from '../../support/host-users.ts';
import { openTestService, type TestService } from '../../support/service.ts';

const guess = (t: TestService, name: string, n: number, headers: Record<string, string> = {}) =>
  t.request('GET', '/items', { headers: { authorization: basic(name, `guess${n}`), ...headers } });

const guessUntilHeld = async (t: TestService, name: string, headers?: Record<string, string>) => {
  for (let n = 0; n < 20; n++) assertError(await guess(t, name, n, headers), 401, DETAIL.credentials);
  return guess(t, name, 20, headers);
};

/** Sends one wrong login for each of `count` user names, 40 at a time. @returns the statuses */
async function guessNames(t: TestService, count: number, addressOf: (n: number) => string): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 40) {
    const some = Array.from({ length: 40 }, (_, m) =>
      guess(t, `nobody${n + m}`, 0, { 'x-forwarded-for': addressOf(n + m) }),
    );
    for (const answer of await Promise.all(some)) statuses.push(answer.status);
  }
  return statuses;
}

describe('rules: Errors, 429', () => {
  it('blocks a user name from an address after 20 failed logins, with Retry-After', async () => {
    await using t = await openTestService();
    const held = await guessUntilHeld(t, 'owner');
    assertError(held, 429);
    const seconds = Number(held.headers['retry-after']);
    assert.ok(
      Number.isInteger(seconds) && seconds >= 1 && seconds <= 60,
      `Retry-After: ${held.headers['retry-after']}`,
    );
  });

  it('allows the user name again after a minute, and reports the remaining time', async () => {
    const clock = stoppedClock();
    await using t = await openTestService({ overrides: { now: clock.now } });
    assert.equal((await guessUntilHeld(t, 'owner')).headers['retry-after'], '60');
    clock.pass(59.5);
    const late = await guess(t, 'owner', 30);
    assertError(late, 429);
    assert.equal(late.headers['retry-after'], '1');
    assertStatus(await t.request('GET', '/items', { as: 'owner' }), 429);
    clock.pass(0.5);
    assertError(await guess(t, 'owner', 31), 401, DETAIL.credentials);
    assertStatus(await t.request('GET', '/items', { as: 'owner' }), 200);
  });

  it('counts failures of one minute only', async () => {
    const clock = stoppedClock();
    await using t = await openTestService({ overrides: { now: clock.now } });
    for (let n = 0; n < 60; n++) {
      assertError(await guess(t, 'owner', n), 401, DETAIL.credentials);
      clock.pass(4);
    }
  });

  it('counts concurrent guesses before any of them has failed', async () => {
    await using t = await openTestService();
    const held = hold();
    t.host.misbehave(held.fault);
    const guesses = Array.from({ length: 60 }, (_, n) => guess(t, 'owner', n));
    // The service answers blocked guesses with 429 while the other guesses wait for the host.
    await Promise.race(guesses.map(async (one) => assertStatus(await one, 429)));
    held.release();
    const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
    assert.deepEqual(new Set(statuses), new Set([401, 429]));
    assert.equal(statuses.filter((one) => one === 401).length, 20, statuses.join(' '));
    assert.ok(t.host.calls.length <= 20, `${t.host.calls.length} guesses reached the host`);
  });

  it('sends no calls to the host for blocked callers', async () => {
    await using t = await openTestService();
    await guessUntilHeld(t, 'owner');
    t.host.forgetCalls();
    for (let n = 30; n < 40; n++) assertStatus(await guess(t, 'owner', n), 429);
    assert.equal(t.host.calls.length, 0);
  });

  it('never blocks credentials that are known to be valid', async () => {
    await using t = await openTestService();
    assertStatus(await t.request('GET', '/items', { as: 'owner' }), 200);
    assertStatus(await guessUntilHeld(t, 'owner'), 429);
    assertStatus(await t.request('GET', '/items', { as: 'owner' }), 200);
  });

  it('does not block other user names', async () => {
    await using t = await openTestService();
    assertStatus(await guessUntilHeld(t, 'owner'), 429);
    assertStatus(await guess(t, 'guest', 0), 401);
    assertStatus(await t.request('GET', '/items', { as: 'guest' }), 200);
  });

  it('counts the address that a trusted proxy names', async () => {
    await using t = await openTestService({ env: { TRUST_PROXY: '127.0.0.1' } });
    assertStatus(await guessUntilHeld(t, 'owner', { 'x-forwarded-for': '203.0.113.7' }), 429);
    assertStatus(await guess(t, 'owner', 90, { 'x-forwarded-for': '203.0.113.8' }), 401);
  });

  it('ignores X-Forwarded-For without TRUST_PROXY', async () => {
    await using t = await openTestService();
    assertStatus(await guessUntilHeld(t, 'owner', { 'x-forwarded-for': '203.0.113.7' }), 429);
    assertStatus(await guess(t, 'owner', 90, { 'x-forwarded-for': '203.0.113.8' }), 429);
  });

  it('does not count failures of the host as failed logins', async () => {
    await using t = await openTestService();
    t.host.misbehave(status(500));
    for (let n = 0; n < 30; n++) assert.notEqual((await guess(t, 'owner', n)).status, 429);
  });

  it('blocks only the address after 200 failed logins over all names, with Retry-After', async () => {
    const clock = stoppedClock();
    await using t = await openTestService({ env: { TRUST_PROXY: '127.0.0.1' }, overrides: { now: clock.now } });
    const guesses = await guessNames(t, 200, () => '203.0.113.7');
    assert.deepEqual(new Set(guesses), new Set([401]));
    clock.pass(20);
    t.host.forgetCalls();
    const held = await guess(t, 'owner', 0, { 'x-forwarded-for': '203.0.113.7' });
    assertError(held, 429);
    assert.equal(held.headers['retry-after'], '40');
    assert.equal(t.host.calls.length, 0);
    assertStatus(await guess(t, 'owner', 0, { 'x-forwarded-for': '203.0.113.8' }), 401);
    clock.pass(40);
    assertStatus(await guess(t, 'owner', 1, { 'x-forwarded-for': '203.0.113.7' }), 401);
  });

  it('counts all addresses of an IPv6 subscriber together', async () => {
    await using t = await openTestService({ env: { TRUST_PROXY: '127.0.0.1' } });
    await guessNames(t, 200, (n) => `2001:db8:1:2::${n.toString(16)}`);
    assertStatus(await guess(t, 'owner', 0, { 'x-forwarded-for': '2001:db8:1:2:ffff::1' }), 429);
    assertStatus(await guess(t, 'owner', 0, { 'x-forwarded-for': '2001:db8:1:3::1' }), 401);
  });

  it('tries at most 200 logins from one address at once, and asks the others to retry at once', async () => {
    await using t = await openTestService();
    const held = hold();
    t.host.misbehave(held.fault);
    const tries = Array.from({ length: 220 }, (_, n) => guess(t, `nobody${n}`, 0));
    const refused = await Promise.race(tries);
    assertError(refused, 503);
    assert.equal(refused.headers['retry-after'], '1');
    held.release();
    const statuses = (await Promise.all(tries)).map((answer) => answer.status);
    assert.equal(statuses.filter((status) => status === 401).length, 200);
  });

  for (const AUTH_CACHE_TTL of ['300', '0'])
    it(`never blocks credentials that were valid within a day, with AUTH_CACHE_TTL ${AUTH_CACHE_TTL}`, async () => {
      const clock = stoppedClock();
      await using t = await openTestService({ env: { AUTH_CACHE_TTL }, overrides: { now: clock.now } });
      assertStatus(await t.request('GET', '/items', { as: 'owner' }), 200);
      clock.pass(23 * 3600);
      assertStatus(await guessUntilHeld(t, 'owner'), 429);
      await guessNames(t, 200, () => '');
      assertStatus(await guess(t, 'anybody', 0), 429);
      assertStatus(await t.request('GET', '/items', { as: 'owner' }), 200);
      assertStatus(await t.request('GET', '/items', { as: 'guest' }), 429);

      // After a day, the service treats the owner's credentials as unknown.
      clock.pass(24 * 3600);
      assertStatus(await guessUntilHeld(t, 'owner'), 429);
      assertStatus(await t.request('GET', '/items', { as: 'owner' }), 429);
    });

  it('blocks formerly valid credentials after they were revoked', async () => {
    const clock = stoppedClock();
    await using t = await openTestService({ overrides: { now: clock.now } });
    assertStatus(await t.request('GET', '/items', { as: 'owner' }), 200);
    assertStatus(await guessUntilHeld(t, 'owner'), 429);
    const revoked = t.host.users.authorization('owner');
    t.host.users.rotate('owner');
    clock.pass(301);
    const ask = () => t.request('GET', '/items', { headers: { authorization: revoked } });
    assertStatus(await guessUntilHeld(t, 'owner'), 429);
    assertError(await ask(), 401, DETAIL.credentials);
    assertStatus(await ask(), 429);
  });
});
