import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basic } from '../testing/host-users.ts';
import { openTestService, type TestService } from '../testing/service.ts';
import { assertError, assertStatus, DETAIL } from './answers.ts';

const guess = (t: TestService, name: string, n: number, headers: Record<string, string> = {}) =>
  t.request('GET', '/items', { headers: { authorization: basic(name, `guess${n}`), ...headers } });

const guessUntilHeld = async (t: TestService, name: string, headers?: Record<string, string>) => {
  for (let n = 0; n < 20; n++) assertError(await guess(t, name, n, headers), 401, DETAIL.credentials);
  await guess(t, name, 20, headers);
  return guess(t, name, 21, headers);
};

describe('decisions: Errors, 429', () => {
  it('holds up a user name from an address after more than 20 failed logins, with Retry-After', async () => {
    await using t = await openTestService();
    const held = await guessUntilHeld(t, 'owner');
    assertError(held, 429);
    const seconds = Number(held.headers['retry-after']);
    assert.ok(
      Number.isInteger(seconds) && seconds >= 1 && seconds <= 60,
      `Retry-After: ${held.headers['retry-after']}`,
    );
  });

  it('asks the host nothing for whoever is held up', async () => {
    await using t = await openTestService();
    await guessUntilHeld(t, 'owner');
    t.host.forgetCalls();
    for (let n = 30; n < 40; n++) assertStatus(await guess(t, 'owner', n), 429);
    assert.equal(t.host.calls.length, 0);
  });

  it('never holds up credentials that are known to be good', async () => {
    await using t = await openTestService();
    assertStatus(await t.request('GET', '/items', { as: 'owner' }), 200);
    assertStatus(await guessUntilHeld(t, 'owner'), 429);
    assertStatus(await t.request('GET', '/items', { as: 'owner' }), 200);
  });

  it('does not hold up other user names', async () => {
    await using t = await openTestService();
    assertStatus(await guessUntilHeld(t, 'owner'), 429);
    assertStatus(await guess(t, 'guest', 0), 401);
    assertStatus(await t.request('GET', '/items', { as: 'guest' }), 200);
  });

  it('counts the address that a trusted proxy names, and no other', async () => {
    await using t = await openTestService({ env: { TRUST_PROXY: '127.0.0.1' } });
    assertStatus(await guessUntilHeld(t, 'owner', { 'x-forwarded-for': '203.0.113.7' }), 429);
    assertStatus(await guess(t, 'owner', 90, { 'x-forwarded-for': '203.0.113.8' }), 401);
  });

  it('does not believe X-Forwarded-For without TRUST_PROXY', async () => {
    await using t = await openTestService();
    assertStatus(await guessUntilHeld(t, 'owner', { 'x-forwarded-for': '203.0.113.7' }), 429);
    assertStatus(await guess(t, 'owner', 90, { 'x-forwarded-for': '203.0.113.8' }), 429);
  });

  it('does not take a failing host for failed logins', async () => {
    await using t = await openTestService();
    const { status } = await import('../testing/host-faults.ts');
    t.host.misbehave(status(500));
    for (let n = 0; n < 30; n++) assert.notEqual((await guess(t, 'owner', n)).status, 429);
  });
});
