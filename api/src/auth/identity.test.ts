import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HostClient } from '../host/client.ts';
import { IdentityCache } from './identity.ts';
import type { User } from './user.ts';

const ANNA: User = { id: 1, username: 'anna', email: 'anna@mail.example', isAdmin: false, managesSite: false };

/** Five minutes in seconds. */
const TTL = 300;

const LOGIN = { address: '203.0.113.7', username: 'anna' };

/** A session that is never used; each test supplies the host's answers. */
const session = new HostClient({ restUrl: 'http://host.example', registryRestBase: 'registries', timeout: 1 }).as('');

/** Returns a cache, its clock, and its pending look-ups. The test resolves each look-up. */
function heldCache() {
  const lookUps: PromiseWithResolvers<User>[] = [];
  const clock = { now: 1_000_000 };
  const lookUp = () => {
    const held = Promise.withResolvers<User>();
    lookUps.push(held);
    return held.promise;
  };
  return { cache: new IdentityCache({ lookUp, ttl: TTL, size: 10, now: () => clock.now }), clock, lookUps };
}

describe('the cache of users', () => {
  it('contains at most 50 spellings of the credentials of a member', async () => {
    const lookUp = async () => ANNA;
    const cache = new IdentityCache({ lookUp, ttl: TTL, size: 100, now: () => 0 });
    for (let n = 0; n <= 50; n++) await cache.resolve(`anna ${n}`, session, LOGIN);
    assert.equal(cache.size, 50);
    assert.equal(cache.recall('anna 0', session), null);
  });
});

describe('credentials that the host rejects during a look-up', () => {
  it('stay forgotten when the look-up in the background then accepts them', async () => {
    const { cache, clock, lookUps } = heldCache();
    const asked = cache.resolve('anna', session, LOGIN);
    lookUps[0]?.resolve(ANNA);
    await asked;
    clock.now += TTL * 800;
    assert.equal(cache.recall('anna', session), ANNA);
    assert.equal(lookUps.length, 2);
    const refreshed = cache.resolve('anna', session, LOGIN);
    assert.equal(lookUps.length, 2, 'concurrent callers share the look-up');

    cache.reject('anna');
    lookUps[1]?.resolve(ANNA);
    await refreshed;
    assert.equal(cache.recall('anna', session), null);
    assert.equal(cache.size, 0);
    await assert.rejects(cache.resolve('anna', session, LOGIN), { failure: 'unauthorized' });
    assert.equal(lookUps.length, 2, 'the host does not get a second question at once');
  });

  it('are looked up again, and only the newer answer counts', async () => {
    const { cache, clock, lookUps } = heldCache();
    const before = cache.resolve('anna', session, LOGIN);
    cache.reject('anna');
    clock.now += 10_000;
    const after = cache.resolve('anna', session, LOGIN);
    assert.equal(lookUps.length, 2);

    lookUps[0]?.resolve({ ...ANNA, isAdmin: true });
    await before;
    assert.equal(cache.recall('anna', session), null);
    const joined = cache.resolve('anna', session, LOGIN);
    assert.equal(lookUps.length, 2, 'the end of the older look-up leaves the newer one running');

    lookUps[1]?.resolve(ANNA);
    await after;
    assert.equal(await joined, ANNA);
    assert.equal(cache.recall('anna', session), ANNA);
  });
});
