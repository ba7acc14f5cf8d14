import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { roleMatrix, type World } from '../testing/role-table.ts';
import { openTestService } from '../testing/service.ts';
import { addItem, addRegistry } from './world.ts';

const t = await openTestService();
after(() => t.close());

const LOGINS = {
  stranger: 'stranger',
  invitee: 'guest',
  mailInvitee: 'mailguest',
  keeper: 'keeper',
  coOwner: 'partner',
  owner: 'owner',
  admin: 'admin',
};

const world: World = {
  createRegistry: async (of, status, people) => addRegistry(t, { of, status, ...people }).id,
  entryOf: (named) => (named === 'mailInvitee' ? t.host.users.get(LOGINS.mailInvitee).email : LOGINS[named]),
  createItem: async (registry) => (await addItem(t, registry, { quantity_needed: 99 })).id,
  deleteItem: async (item) => {
    await t.request('DELETE', `/items/${item}`, { as: 'admin' });
  },
  request: (from, method, path, body) =>
    t.request(method, path, { body, ...(typeof from === 'string' ? { as: LOGINS[from] } : { headers: { ...from } }) }),
};

before(() => {
  t.host.users.add('neighbour');
});

describe('rules: Roles', () => roleMatrix(() => world));

describe('rules: Secrecy', () => {
  it('shows affiliate fields to non-admins only on the affiliate routes', async () => {
    const post = addRegistry(t, { invitees: ['guest'], owners: ['partner'], keepers: ['keeper'] });
    const canary = 'affiliate-canary';
    const { id } = await addItem(t, post.id, { affiliate_url: canary, affiliate_status: 'active' });
    for (const as of ['owner', 'partner', 'keeper', 'guest', 'stranger']) {
      for (const route of [
        '/items?limit=1000',
        `/items/${id}`,
        `/items?ids=${id}`,
        `/registries/${post.id}/items`,
        `/registries/${post.id}`,
      ]) {
        const { text } = await t.request('GET', route, { as });
        assert.ok(!text.includes(canary) && !text.includes('affiliate_'), `${as} ${route}`);
      }
    }
    assert.ok((await t.request('GET', `/items/${id}`, { as: 'admin' })).text.includes(canary));
  });

  it('shows the lists only to owners, keepers, invitees and admins', async () => {
    const post = addRegistry(t, {
      status: 'publish',
      invitees: ['guest', 'invitee-canary'],
      owners: ['partner', 'owner-canary'],
      keepers: ['keeper', 'keeper-canary'],
    });
    for (const as of ['owner', 'partner', 'keeper', 'guest', 'admin']) {
      const { text } = await t.request('GET', `/registries/${post.id}`, { as });
      for (const list of ['invitee', 'owner', 'keeper']) assert.ok(text.includes(`${list}-canary`), `${as} ${list}`);
    }
    for (const route of ['', '/invitees', '/items']) {
      assert.ok(
        !(await t.request('GET', `/registries/${post.id}${route}`, { as: 'stranger' })).text.includes('canary'),
      );
    }
  });

  it('does not reveal to a stranger whether an item of a registry exists', async () => {
    const post = addRegistry(t);
    const { id } = await addItem(t, post.id);
    const there = await t.request('DELETE', `/registries/${post.id}/items/${id}`, { as: 'stranger' });
    const missing = await t.request('DELETE', `/registries/${post.id}/items/987654`, { as: 'stranger' });
    assert.deepEqual([there.status, there.text], [missing.status, missing.text]);
  });
});
