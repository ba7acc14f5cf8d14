import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { valuesOf } from '../../tests/support/values-of.ts';
import { addRegistry, ITEM } from './world.ts';

const t = await openTestService();
after(() => t.close());

const post = addRegistry(t, { invitees: ['guest'], owners: ['partner'], keepers: ['keeper'] });
let itemId = 0;
before(async () => {
  const made = await t.request<{ data: { id: number } }>('POST', `/registries/${post.id}/items`, {
    as: 'owner',
    body: { ...ITEM, quantity_needed: 9 },
  });
  itemId = made.body.data.id;
});

const calls = async (method: string, path: string, body?: unknown, as = 'owner') => {
  await t.request('GET', '/items?limit=1', { as });
  t.host.forgetCalls();
  const answer = await t.request(method, path, { as, body });
  assert.ok(answer.status < 300, answer.text);
  return t.host.calls.map((call) => `${call.method} ${call.route}`);
};

describe('design: a registry read costs one host round trip, a write two', () => {
  for (const path of ['', '/items', '/items?include=remaining', '/invitees', '/items/ITEM/affiliate', '/purchases'])
    it(`GET /registries/{id}${path}`, async () => {
      const made = await calls('GET', `/registries/${post.id}${path.replace('ITEM', String(itemId))}`);
      assert.deepEqual(made, [`GET /wp/v2/registries/${post.id}`]);
    });

  const writes: [string, string, () => unknown][] = [
    ['PATCH', '', () => ({ title: 'New' })],
    ['PATCH', '', () => ({ title: 'New', meta: { registry_item_ids: [itemId], registry_invitees: ['guest', 'x'] } })],
    ['PATCH', '', () => ({ meta: { registry_owners: ['partner'], registry_keepers: ['keeper'] } })],
    ['POST', '/items', () => ITEM],
    ['POST', '/invitees', () => ({ invitees: ['ann'] })],
    ['DELETE', '/invitees/ann', () => undefined],
    ['PUT', '/items/ITEM/affiliate', () => ({ affiliate_url: 'https://aff.example/' })],
    ['DELETE', '/items/ITEM/affiliate', () => undefined],
  ];
  for (const [method, path, body] of writes)
    it(`${method} /registries/{id}${path} ${JSON.stringify(body() ?? '')}`, async () => {
      const made = await calls(method, `/registries/${post.id}${path.replace('ITEM', String(itemId))}`, body());
      assert.ok(made.length <= 2, made.join(', '));
    });

  it('POST /registries, DELETE of an item and of a registry', async () => {
    assert.ok((await calls('POST', '/registries', { title: 'New' })).length <= 2);
    const other = addRegistry(t);
    const made = await t.request<{ data: { id: number } }>('POST', `/registries/${other.id}/items`, {
      as: 'owner',
      body: ITEM,
    });
    assert.ok((await calls('DELETE', `/registries/${other.id}/items/${made.body.data.id}`)).length <= 2);
    assert.ok((await calls('DELETE', `/registries/${other.id}`)).length <= 2);
  });

  it('the same number for keepers and co-owners', async () => {
    for (const as of ['partner', 'keeper']) {
      assert.equal((await calls('GET', `/registries/${post.id}/purchases`, undefined, as)).length, 1);
      assert.equal((await calls('GET', '/registries?role=co-owner', undefined, as)).length, 1);
    }
    assert.ok((await calls('PATCH', `/registries/${post.id}`, { title: 'x' }, 'partner')).length <= 2);
    const given = `/purchases/${randomUUID()}`;
    assert.equal((await calls('PUT', `/registries/${post.id}${given}`, { item_id: itemId }, 'keeper')).length, 1);
    assert.equal((await calls('DELETE', `/registries/${post.id}${given}`, undefined, 'keeper')).length, 1);
  });

  it('a gift costs one if its quantity increases, otherwise none', async () => {
    const path = `/purchases/${randomUUID()}`;
    await calls('PUT', `/registries/${post.id}${path}`, { item_id: itemId, quantity: 2 }, 'guest');
    const ask = (method: string, body?: object) => calls(method, path, body, 'guest');
    assert.deepEqual(await ask('PATCH', { quantity: 3 }), ['POST /largesse/v1/received-registries']);
    assert.deepEqual(await ask('PATCH', { quantity: 1, state: 'bought', message: 'Hi' }), []);
    assert.deepEqual(await ask('GET'), []);
    assert.deepEqual(await ask('DELETE'), []);
  });

  it('every call contains the Authorization header of its caller', async () => {
    for (const as of ['owner', 'guest']) {
      await calls('GET', `/registries/${post.id}/items`, undefined, as);
      assert.deepEqual(valuesOf(t.host.calls, 'user'), [as]);
    }
  });
});

describe('a registry is read without fields that the host would have to render', () => {
  const asked = async (method: string, path: string, body?: unknown, as = 'owner') => {
    await calls(method, path, body, as);
    return t.host.calls.map((call) => call.query.get('_fields'));
  };
  const raw = /^(?!.*rendered)(?=.*\btitle\.raw\b)(?=.*\bcontent\.raw\b)(?!.*\b(?:title|content)(?:,|$))/;

  it('by every call to a host with the plugin', async () => {
    for (const as of ['owner', 'guest'])
      for (const fields of await asked('GET', `/registries/${post.id}`, undefined, as)) assert.match(fields ?? '', raw);
    for (const fields of [
      ...(await asked('GET', '/registries')),
      ...(await asked('POST', '/registries', { title: 'New' })),
      ...(await asked('PATCH', `/registries/${post.id}`, { title: 'New' })),
    ])
      assert.match(fields ?? '', raw);
    const other = addRegistry(t);
    assert.deepEqual((await asked('DELETE', `/registries/${other.id}`)).at(-1), 'deleted');
  });

  it('by all calls to stock WordPress except the first, since readers get no raw text; again with the plugin', async () => {
    const story = addRegistry(t, { content: 'Dear all', invitees: ['guest'] });
    const read = async () => {
      const fields = await asked('GET', `/registries/${story.id}`, undefined, 'guest');
      const answer = await t.request<{ story: string }>('GET', `/registries/${story.id}`, { as: 'guest' });
      assert.match(answer.body.story, /Dear all/);
      return fields.map((each) => (each === null ? 'whole' : 'raw'));
    };
    assert.deepEqual(await read(), ['raw']);
    t.host.registries.givesRaw = false;
    try {
      assert.deepEqual(await read(), ['raw', 'whole']);
      assert.deepEqual(await read(), ['whole']);
    } finally {
      t.host.registries.givesRaw = true;
    }
    assert.deepEqual(await read(), ['whole']);
    assert.deepEqual(await read(), ['raw']);
  });
});
