import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HostClient } from '../host/client.ts';
import { IdentityCache } from './identity.ts';
import type { User } from './user.ts';

const ANNA: User = { id: 1, username: 'anna', email: 'anna@mail.example', isAdmin: false, managesSite: false };

/** Seconds. */
const TTL = 300;

/** A session that nothing is asked of: what the host says is up to the test. */
const session = new HostClient({ restUrl: 'http://host.example', registryRestBase: 'registries', timeout: 1 }).as('');

/** A cache, its clock, and the look-ups that it has begun, which the test answers. */
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
    const asked = cache.ask('anna', session);
    lookUps[0]?.resolve(ANNA);
    await asked;
    clock.now += TTL * 800;
    assert.equal(cache.recall('anna', session), ANNA);
    assert.equal(lookUps.length, 2);
    const refreshed = cache.ask('anna', session);
    assert.equal(lookUps.length, 2, 'who asks meanwhile shares the look-up');

    cache.reject('anna');
    lookUps[1]?.resolve(ANNA);
    await refreshed;
    assert.equal(cache.recall('anna', session), null);
    assert.equal(cache.isRejected('anna'), true);
    assert.equal(cache.size, 0);
  });

  it('are asked about anew, and the answer to the newer question counts', async () => {
    const { cache, lookUps } = heldCache();
    const before = cache.ask('anna', session);
    cache.reject('anna');
    assert.equal(cache.isUnderWay('anna'), false);
    const after = cache.ask('anna', session);
    assert.equal(lookUps.length, 2);

    lookUps[0]?.resolve({ ...ANNA, isAdmin: true });
    await before;
    assert.equal(cache.isUnderWay('anna'), true, 'the end of the older one is not the end of the newer one');
    assert.equal(cache.recall('anna', session), null);

    lookUps[1]?.resolve(ANNA);
    await after;
    assert.equal(cache.recall('anna', session), ANNA);
    assert.equal(cache.isRejected('anna'), false);
    assert.equal(cache.isUnderWay('anna'), false);
  });
});
