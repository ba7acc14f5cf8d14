import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { assertError, assertStatus, DETAIL } from './answers.ts';
import { addItem, addRegistry, ITEM } from './world.ts';

/** Requests of the owner. `status` is the status of the requested registry. */
const ACTS: Record<string, [status: string, method: string, path: string, body?: unknown]> = {
  'list registries': ['private', 'GET', '/registries'],
  'create a registry': ['private', 'POST', '/registries', { title: 'New' }],
  'read a private registry': ['private', 'GET', '/registries/ID'],
  'change a private registry': ['private', 'PATCH', '/registries/ID', { title: 'New' }],
  'change a public registry': ['publish', 'PATCH', '/registries/ID', { title: 'New' }],
  'delete a public registry': ['publish', 'DELETE', '/registries/ID'],
  'invite a guest to a public registry': ['publish', 'POST', '/registries/ID/invitees', { invitees: ['x'] }],
  'order a public registry': ['publish', 'PATCH', '/registries/ID', { meta: { registry_item_ids: [] } }],
};

/**
 * Requests that succeed if the host lets the caller read a public registry. Stock WordPress allows this read even if
 * the password was revoked.
 */
const PUBLIC_READS: typeof ACTS = {
  'read a public registry': ['publish', 'GET', '/registries/ID'],
  'read the invitees of a public registry': ['publish', 'GET', '/registries/ID/invitees'],
  'read the items of a public registry': ['publish', 'GET', '/registries/ID/items'],
  'add an item to a public registry': ['publish', 'POST', '/registries/ID/items', ITEM],
};

for (const host of ['with the plugin', 'of stock WordPress'] as const) {
  const isStock = host === 'of stock WordPress';
  describe(`rules: Credentials, a password that was revoked since its last use, host ${host}`, () => {
    for (const [act, [status, method, path, body]] of Object.entries(isStock ? ACTS : { ...ACTS, ...PUBLIC_READS }))
      it(`does not ${act}, and is removed from the cache`, async () => {
        await using t = await openTestService();
        t.host.registries.comparesLists = !isStock;
        t.host.registries.namesNobody = !isStock;
        const { id } = addRegistry(t, { status, title: 'Old', invitees: ['ann'] });
        const authorization = t.host.users.authorization('owner');
        const ask = (verb: string, where: string, sent?: unknown) =>
          t.request(verb, where, { headers: { authorization }, ...(sent === undefined ? {} : { body: sent }) });
        await addItem(t, id, {}, 'owner');
        t.host.users.revoke('owner');
        assertStatus(await ask('GET', '/items?limit=1'), 200);
        assertError(await ask(method, path.replace('ID', String(id)), body), 401, DETAIL.credentials);
        assert.equal(t.host.registries.get(id).title, 'Old');
        assert.deepEqual(t.host.registries.invitees(id), ['ann']);
        assertError(await ask('GET', '/items?limit=1'), 401, DETAIL.credentials);
      });
  });
}
