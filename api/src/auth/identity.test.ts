import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HostClient } from '../host/client.ts';
import { IdentityCache } from './identity.ts';
import type { User } from './user.ts';

const ANNA: User = { id: 1, username: 'anna', email: 'anna@mail.example', isAdmin: false, managesSite: false };

/** Seconds. */
const TTL = 300;

const LOGIN = { address: '203.0.113.7', username: 'anna' };

/** A session that nothing is asked of: what the host says is up to the test. */
const session = new HostClient({ restUrl: 'http://host.example', registryRestBase: 'registries', timeout: 1 }).as('');

/** Makes a cache, its clock, and the look-ups that it has begun, which the test answers. */
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

describe('credentials that the host stops accepting while it is asked about them', () => {
  it('stay forgotten when a look-up in the background then says that they are good', async () => {
    const { cache, clock, lookUps } = heldCache();
    const asked = cache.resolve('anna', session, LOGIN);
    lookUps[0]?.resolve(ANNA);
    await asked;
    clock.now += TTL * 800;
    assert.equal(cache.recall('anna', session), ANNA);
    assert.equal(lookUps.length, 2);
    const refreshed = cache.resolve('anna', session, LOGIN);
    assert.equal(lookUps.length, 2, 'who asks meanwhile shares the look-up');

    cache.reject('anna');
    lookUps[1]?.resolve(ANNA);
    await refreshed;
    assert.equal(cache.recall('anna', session), null);
    assert.equal(cache.size, 0);
    await assert.rejects(cache.resolve('anna', session, LOGIN), { failure: 'unauthorized' });
    assert.equal(lookUps.length, 2, 'the host is not asked again at once');
  });

  it('are asked about anew, and the answer to the newer question counts', async () => {
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
    assert.equal(lookUps.length, 2, 'the end of the older one is not the end of the newer one');

    lookUps[1]?.resolve(ANNA);
    await after;
    assert.equal(await joined, ANNA);
    assert.equal(cache.recall('anna', session), ANNA);
  });
});
