import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HostError } from '../host/errors.ts';
import { HostClient } from '../host/session.ts';
import { IdentityCache } from './identity.ts';
import type { User } from './user.ts';

const ANNA: User = { id: 1, username: 'anna', email: 'anna@mail.example', isAdmin: false, managesSite: false };

/** Five minutes in seconds. */
const TTL = 300;

const LOGIN = { address: '203.0.113.7', username: 'anna' };

const REFUSAL = new HostError('unauthorized', 'the host rejects the password');
const FAULT = new HostError('timeout', 'the host did not answer in time');

/** A session that is never used; each test supplies the host's answers. */
const session = new HostClient({ restUrl: 'http://host.example', registryRestBase: 'registries', timeout: 1 }).as('');

/** Returns a cache, its clock, and its pending look-ups. The test resolves each look-up. */
function heldCache(ttl = TTL) {
  const lookUps: PromiseWithResolvers<User>[] = [];
  const clock = { now: 1_000_000 };
  const lookUp = () => {
    const held = Promise.withResolvers<User>();
    lookUps.push(held);
    return held.promise;
  };
  const cache = new IdentityCache({ lookUp, ttl, size: 2, now: () => clock.now });
  const resolve = (fingerprint = 'anna') => cache.resolve(fingerprint, session, LOGIN);
  return {
    cache,
    clock,
    lookUps,
    resolve,
    recall: (fingerprint = 'anna') => cache.recall(fingerprint, session),
    /** Logs a user in. */
    add: async (fingerprint = 'anna') => {
      const asked = resolve(fingerprint);
      lookUps.at(-1)?.resolve(ANNA);
      await asked;
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('rules: Credentials, the cache of users', () => {
  it('contains at most 50 spellings of the credentials of a member, and at most its size', async () => {
    const lookUp = async () => ANNA;
    const cache = new IdentityCache({ lookUp, ttl: TTL, size: 100, now: () => 0 });
    for (let n = 0; n <= 50; n++) await cache.resolve(`anna ${n}`, session, LOGIN);
    assert.equal(cache.size, 50);
    assert.equal(cache.recall('anna 0', session), null);
    const { cache: small, add, recall } = heldCache();
    for (const name of ['one', 'two', 'three']) await add(name);
    assert.deepEqual([small.size, recall('one'), recall('three')], [2, null, ANNA]);
  });

  it('forgets a user after the TTL, which neither use nor a failing host extends', async () => {
    const { clock, lookUps, add, recall, resolve } = heldCache();
    await add();
    for (let passed = 0; passed < 10; passed++) {
      assert.equal(recall(), ANNA);
      lookUps.at(-1)?.reject(FAULT);
      clock.now += TTL * 100;
      await settled();
    }
    assert.equal(recall(), null);
    const late = resolve();
    lookUps.at(-1)?.reject(FAULT);
    await assert.rejects(late, FAULT);
    assert.equal(recall(), null);
  });

  it('asks again in the background at 80 % of the TTL, once; the answer counts from then on', async () => {
    const { clock, lookUps, add, recall } = heldCache();
    await add();
    clock.now += TTL * 800 - 1;
    assert.deepEqual([recall(), lookUps.length], [ANNA, 1]);
    clock.now += 1;
    for (let n = 0; n < 5; n++) assert.deepEqual([recall(), lookUps.length], [ANNA, 2]);
    const promoted = { ...ANNA, isAdmin: true };
    lookUps[1]?.resolve(promoted);
    await settled();
    clock.now += TTL * 500;
    assert.deepEqual([recall(), lookUps.length], [promoted, 2]);
  });

  it('asks a failing host again only after a quarter of the remaining time', async () => {
    const { clock, lookUps, add, recall } = heldCache();
    await add();
    clock.now += TTL * 800;
    recall();
    lookUps[1]?.reject(FAULT);
    await settled();
    clock.now += TTL * 50 - 1;
    assert.deepEqual([recall(), lookUps.length], [ANNA, 2]);
    clock.now += 1;
    assert.deepEqual([recall(), lookUps.length], [ANNA, 3]);
  });

  it('removes a user at once when the host rejects the credentials in the background', async () => {
    const { clock, lookUps, add, recall, resolve } = heldCache();
    await add();
    clock.now += TTL * 800;
    recall();
    lookUps[1]?.reject(REFUSAL);
    await settled();
    assert.equal(recall(), null);
    await assert.rejects(resolve(), { failure: 'unauthorized' });
    assert.equal(lookUps.length, 2);
  });

  it('remembers rejected credentials for 10 s, unless the TTL is 0', async () => {
    for (const [ttl, asked] of [
      [TTL, 1],
      [0, 2],
    ] as const) {
      const { clock, lookUps, resolve } = heldCache(ttl);
      const first = resolve();
      lookUps[0]?.reject(REFUSAL);
      await assert.rejects(first, REFUSAL);
      clock.now += 9999;
      resolve().catch(() => {});
      assert.equal(lookUps.length, asked);
      clock.now += 1;
      void resolve();
      assert.equal(lookUps.length, 2);
    }
  });

  it('stores nothing with TTL 0, but concurrent callers share a look-up', async () => {
    const { lookUps, recall, resolve } = heldCache(0);
    const both = [resolve(), resolve()];
    assert.equal(lookUps.length, 1);
    lookUps[0]?.resolve(ANNA);
    assert.deepEqual(await Promise.all(both), [ANNA, ANNA]);
    assert.equal(recall(), null);
    void resolve();
    assert.equal(lookUps.length, 2);
  });
});

describe('credentials that the host rejects during a look-up', () => {
  it('stay forgotten when the look-up in the background then accepts them', async () => {
    const { cache, clock, lookUps, add, recall, resolve } = heldCache();
    await add();
    clock.now += TTL * 800;
    assert.equal(recall(), ANNA);
    const refreshed = resolve();
    assert.equal(lookUps.length, 2, 'concurrent callers share the look-up');
    cache.reject('anna');
    lookUps[1]?.resolve(ANNA);
    await refreshed;
    assert.deepEqual([recall(), cache.size], [null, 0]);
    await assert.rejects(resolve(), { failure: 'unauthorized' });
    assert.equal(lookUps.length, 2, 'the host does not get a second question at once');
  });

  it('are looked up again, and only the newer answer counts', async () => {
    const { cache, clock, lookUps, recall, resolve } = heldCache();
    const before = resolve();
    cache.reject('anna');
    clock.now += 10_000;
    const after = resolve();
    assert.equal(lookUps.length, 2);

    lookUps[0]?.resolve({ ...ANNA, isAdmin: true });
    await before;
    assert.equal(recall(), null);
    const joined = resolve();
    assert.equal(lookUps.length, 2, 'the end of the older look-up leaves the newer one running');

    lookUps[1]?.resolve(ANNA);
    await after;
    assert.equal(await joined, ANNA);
    assert.equal(recall(), ANNA);
  });
});
