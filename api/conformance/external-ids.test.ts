import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { IS_CITUS } from '../../tests/support/database.ts';
import { openTestService } from '../../tests/support/service.ts';
import {
  ASK_PROBLEM,
  assertError,
  assertNames,
  assertProblem,
  assertStatus,
  type Item,
  type ItemAnswer,
  type Purchase,
  type PurchaseAnswer,
} from './answers.ts';
import { addItem, addRegistry, ITEM } from './world.ts';

const t = await openTestService();
after(() => t.close());

const TAKEN = 'Another item of the registry, or purchase of the item, has this external id';
const post = (registryId: number, body: object, as = 'owner') =>
  t.request<ItemAnswer>('POST', `/registries/${registryId}/items`, { as, body });
const put = (id: number, body: object, headers = {}) =>
  t.request<ItemAnswer>('PUT', `/items/${id}`, { as: 'owner', body, headers });
const find = async (registryId: number, externalId: string) =>
  (
    await t.request<Item[]>('GET', `/registries/${registryId}/items?external_id=${encodeURIComponent(externalId)}`, {
      as: 'owner',
    })
  ).body;
const idsOf = (items: Item[]) => items.map(({ id }) => id);

// rules: External ids
describe('rules: External ids', () => {
  it('find an item on its list, in answers only if they are set', async () => {
    const { id } = addRegistry(t, { invitees: ['guest'] });
    const externalId = 'SKU 4711/ä&"😀';
    const made = (await post(id, { ...ITEM, external_id: externalId, currency: 'GBP' })).body.data;
    assert.equal(made.external_id, externalId);
    const other = await addItem(t, id, {}, 'owner');
    assert.ok(!('external_id' in other));
    assert.deepEqual(await find(id, externalId), [made]);
    assert.deepEqual(await find(id, 'sku 4711/ä&"😀'), [], 'case counts');
    const path = `/items?registry_id=${id}&external_id=${encodeURIComponent(externalId)}`;
    for (const as of ['owner', 'admin'])
      assert.deepEqual(idsOf((await t.request<Item[]>('GET', path, { as })).body), [made.id]);
    const known = await t.request('GET', `/registries/${id}/items?external_id=x`, { as: 'guest' });
    assert.deepEqual(known.body, []);
    const all = await t.request<Item[]>('GET', `/registries/${id}/items`, { as: 'guest' });
    assert.deepEqual(all.body, [made, other]);
    const cleared = await put(made.id, { external_id: null });
    assert.ok(!('external_id' in cleared.body.data));
    assert.deepEqual(await find(id, externalId), []);
  });

  it('have 1 to 100 characters that show something; the filter of /items needs a registry', async () => {
    const { id } = addRegistry(t, {});
    for (const external_id of ['', ' ', 'x'.repeat(101), 7, 'a\0'])
      assertNames(await post(id, { ...ITEM, external_id }), 'external_id');
    assertStatus(await post(id, { ...ITEM, external_id: '😀'.repeat(100) }), 201);
    const answer = await t.request('GET', '/items?external_id=x', { as: 'admin' });
    assertStatus(answer, 422);
    assertNames(answer, 'external_id');
  });

  it('are unique among the active items of a registry, on each route that sets them', async () => {
    const { id } = addRegistry(t, {});
    const first = (await post(id, { ...ITEM, external_id: 'a' })).body.data;
    const second = (await post(id, { ...ITEM, external_id: 'b' })).body.data;
    const refused = await t.request('POST', '/items', {
      as: 'owner',
      body: { ...ITEM, registry_id: id, external_id: 'a' },
      headers: ASK_PROBLEM,
    });
    const errors = assertProblem(refused, 409, TAKEN);
    assert.deepEqual(errors, [{ field: 'external_id', rule: 'external_id_taken', limit: null }]);
    assertError(await post(id, { ...ITEM, external_id: 'b' }), 409, TAKEN);
    assertError(await post(id, [ITEM, { ...ITEM, external_id: 'a' }]), 409, TAKEN);
    assertError(
      await post(
        id,
        ['c', 'c'].map((external_id) => ({ ...ITEM, external_id })),
      ),
      409,
      TAKEN,
    );
    assertError(await put(second.id, { external_id: 'a', name: 'New' }), 409, TAKEN);
    const current = { 'if-match': `"${second.updated_at}"` };
    assertError(await put(second.id, { external_id: 'a' }, current), 409, TAKEN);
    assertStatus(await put(second.id, { external_id: 'b' }, current), 200);
    assertStatus(await t.request('DELETE', `/items/${first.id}`, { as: 'owner' }), 200);
    assert.deepEqual(await find(id, 'a'), []);
    assertError(await put(first.id, { is_active: true, external_id: 'b' }), 409, TAKEN);
    assertStatus(await put(first.id, { is_active: true }), 200);
    assert.deepEqual(idsOf(await find(id, 'a')), [first.id]);
    assert.deepEqual(idsOf(await find(id, 'b')), [second.id]);
    assertStatus(await post(addRegistry(t, {}).id, { ...ITEM, external_id: 'a' }), 201);
  });

  it('of deleted items are free; a restored item gets back only a free one', async () => {
    const { id } = addRegistry(t, {});
    const create = async () => (await post(id, { ...ITEM, external_id: 'a' })).body.data;
    const remove = async (item: Item) =>
      assertStatus(await t.request('DELETE', `/items/${item.id}`, { as: 'owner' }), 200);
    const first = await create();
    await remove(first);
    const batch = await t.request<{ data: Item[] }>('POST', `/registries/${id}/items`, {
      as: 'owner',
      body: [ITEM, { ...ITEM, external_id: 'a' }],
    });
    assertStatus(batch, 201);
    const [second] = await find(id, 'a');
    assert.ok(second && second.id !== first.id);
    const restored = await put(first.id, { is_active: true, name: 'Again' });
    assertStatus(restored, 200);
    assert.ok(!('external_id' in restored.body.data));
    await remove(second);
    assertStatus(await put(first.id, { external_id: 'a' }), 200);
    await remove(first);
    const all = await Promise.all([first, second].map((item) => put(item.id, { is_active: true })));
    for (const answer of all) assertStatus(answer, 200);
    assert.equal(all.filter(({ body }) => 'external_id' in body.data).length, 1);
    assert.equal((await find(id, 'a')).length, 1);
  });

  it('of simultaneous requests, one gets the id', async () => {
    const { id } = addRegistry(t, {});
    const items: Item[] = [];
    for (let n = 0; n < 10; n++) items.push(await addItem(t, id, {}, 'owner'));
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => post(id, { ...ITEM, external_id: 'x' })),
      ...Array.from({ length: 5 }, () => post(id, [ITEM, { ...ITEM, external_id: 'x' }])),
      ...items.map((item) => put(item.id, { external_id: 'x' })),
    ]);
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status < 300).length, 1, `${statuses}`);
    assert.ok(
      statuses.every((status) => status < 300 || status === 409),
      `${statuses}`,
    );
    assert.equal((await find(id, 'x')).length, 1);
  });

  it('follow an item to another list, unless they are taken there', { skip: IS_CITUS }, async () => {
    const [from, to] = [addRegistry(t, {}).id, addRegistry(t, {}).id];
    const moved = (await post(from, { ...ITEM, external_id: 'm' })).body.data;
    const losing = (await post(from, { ...ITEM, external_id: 'n' })).body.data;
    assertStatus(await post(to, { ...ITEM, external_id: 'n' }), 201);
    for (const { id } of [moved, losing]) {
      const path = `/registries/${to}/appearances/${id}`;
      assertStatus(await t.request('PUT', path, { as: 'owner' }), 204);
      if (id === moved.id) assert.deepEqual(idsOf(await find(to, 'm')), [id], 'it appears there');
      assertStatus(await t.request('PUT', `${path}?move=true`, { as: 'owner' }), 204);
    }
    assert.deepEqual(idsOf(await find(to, 'm')), [moved.id]);
    assert.equal((await find(to, 'n')).length, 1);
    const lost = await t.request<ItemAnswer>('GET', `/items/${losing.id}`, { as: 'owner' });
    assert.ok(!('external_id' in lost.body.data));
  });
});

// rules: External ids
describe('rules: External ids, of purchases', () => {
  const give = (id: string, body: object, as = 'admin') =>
    t.request<PurchaseAnswer>('PUT', `/purchases/${id}`, { as, body });
  const listed = async (registryId: number, query: string, as = 'admin') =>
    (await t.request<Purchase[]>('GET', `/purchases?registry_id=${registryId}&${query}`, { as })).body;

  it('find a purchase, for admins; only they and the giver see them', async () => {
    const { id: registryId } = addRegistry(t, { invitees: ['guest'] });
    const item = await addItem(t, registryId, { quantity_needed: 9 }, 'owner');
    const id = randomUUID();
    const giver_user_id = t.host.users.get('guest').id;
    const body = { item_id: item.id, giver_user_id, external_id: 'ORDER 1', secret: false };
    assert.equal((await give(id, body)).body.data.external_id, 'ORDER 1');
    assertStatus(await give(id, body), 200);
    assert.equal((await give(id, { ...body, external_id: 'other' })).body.data.external_id, 'ORDER 1', 'never changed');
    assert.deepEqual(
      (await listed(registryId, 'external_id=ORDER%201')).map((purchase) => purchase.id),
      [id],
    );
    assert.deepEqual(await listed(registryId, 'external_id=order%201'), []);
    const path = `/registries/${registryId}/purchases`;
    for (const [as, seen] of [
      ['admin', 'ORDER 1'],
      ['guest', 'ORDER 1'],
      ['owner', undefined],
    ] as const) {
      const [shown] = (await t.request<Purchase[]>('GET', path, { as })).body;
      assert.equal(shown?.external_id, seen, as);
      assert.equal('external_id' in (shown ?? {}), seen !== undefined, as);
    }
    const [shown] = await listed(registryId, 'view=owner_names');
    assert.ok(shown && !('external_id' in shown));
    assert.ok(!('external_id' in (await give(randomUUID(), { item_id: item.id, secret: false })).body.data));
    assertStatus(await t.request('GET', '/purchases?external_id=x', { as: 'admin' }), 422);
    assertError(
      await t.request('GET', `/purchases?registry_id=${registryId}&external_id=x`, { as: 'guest' }),
      403,
      /.+/,
    );
    const erased = await t.request('POST', '/purchases/erase', { as: 'admin', body: { giver_user_id } });
    assertStatus(erased, 200);
    assert.deepEqual(await listed(registryId, 'external_id=ORDER%201'), []);
  });

  it('are set and removed by PATCH, for admins', async () => {
    const { id: registryId } = addRegistry(t, { invitees: ['guest'] });
    const item = await addItem(t, registryId, { quantity_needed: 9 }, 'owner');
    const giver_user_id = t.host.users.get('guest').id;
    const [id, other] = [randomUUID(), randomUUID()];
    for (const one of [id, other])
      assertStatus(await give(one, { item_id: item.id, giver_user_id, secret: false }), 201);
    const patch = (one: string, body: object, as = 'admin') =>
      t.request<PurchaseAnswer>('PATCH', `/purchases/${one}`, { as, body });
    const bought = await patch(id, { state: 'bought', quantity: 2, external_id: 'ORDER 2' });
    assert.partialDeepStrictEqual(bought.body.data, { state: 'bought', quantity: 2, external_id: 'ORDER 2' });
    assertStatus(await patch(id, { external_id: 'ORDER 2' }), 200);
    assert.equal((await patch(id, { state: 'reserved' })).body.data.external_id, 'ORDER 2', 'kept');
    assertError(await patch(other, { external_id: 'ORDER 2' }), 409, TAKEN);
    assertError(await patch(id, { external_id: 'ORDER 3', quantity: 10 }), 409, 'Not enough left');
    assertStatus(await patch(id, { external_id: null }, 'guest'), 403);
    assertNames(await patch(id, { external_id: ' ' }), 'external_id');
    assert.ok(!('external_id' in (await patch(id, { external_id: null })).body.data));
    assertStatus(await patch(other, { external_id: 'ORDER 2' }), 200);
    const answers = await Promise.all([id, id, id].map((one) => patch(one, { external_id: 'ORDER 4' })));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  });

  it('name lines of an order: gifts of several wishes may have the same', async () => {
    const { id: registryId } = addRegistry(t, {});
    const ids = [];
    for (const _ of ['first', 'second']) {
      const item = await addItem(t, registryId, {}, 'owner');
      const id = randomUUID();
      assertStatus(await give(id, { item_id: item.id, external_id: 'ORDER 5', secret: false }), 201);
      ids.push(id);
    }
    assert.deepEqual(
      (await listed(registryId, 'external_id=ORDER%205')).map(({ id }) => id),
      ids,
    );
  });

  it('are unique among the gifts of an item, also with simultaneous orders and secret purchases', async () => {
    const { id: registryId } = addRegistry(t, {});
    const item = await addItem(t, registryId, { quantity_needed: 50 }, 'owner');
    const orders = Array.from({ length: 12 }, (_, n) => ({ item_id: item.id, external_id: 'x', secret: n % 2 === 0 }));
    const answers = await Promise.all(orders.map((body) => give(randomUUID(), body)));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    const refused = answers.filter(({ status }) => status === 409);
    assert.equal(refused.length, orders.length - 1);
    for (const answer of refused) assertError(answer, 409, TAKEN);
    const id = randomUUID();
    const twice = await Promise.all(
      [1, 2, 3].map(() => give(id, { item_id: item.id, external_id: 'y', secret: true })),
    );
    assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 200, 201]);
    for (const external_id of ['', ' ', 'x'.repeat(101)])
      assertNames(await give(randomUUID(), { item_id: item.id, external_id, secret: false }), 'external_id');
    const elsewhere = await addItem(t, addRegistry(t, {}).id, {}, 'owner');
    assertStatus(await give(randomUUID(), { item_id: elsewhere.id, external_id: 'x', secret: false }), 201);
  });
});
