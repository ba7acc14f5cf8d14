import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { IS_CITUS } from '../../../tests/support/database.ts';
import { openTestService } from '../../../tests/support/service.ts';
import {
  ASK_PROBLEM,
  assertError,
  assertNames,
  assertProblem,
  assertStatus,
  type Item,
  type ItemAnswer,
} from '../answers.ts';
import { addItem, addRegistry, ITEM } from '../world.ts';

const t = await openTestService();
after(() => t.close());

const TAKEN = 'Another item of the registry has this external id';
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

  it('are unique in a registry, also among deleted items, on each route that sets them', async () => {
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
    assertError(await post(id, { ...ITEM, external_id: 'a' }), 409, TAKEN);
    assertError(await put(first.id, { is_active: true, external_id: 'b' }), 409, TAKEN);
    assertStatus(await put(first.id, { is_active: true }), 200);
    assert.deepEqual(idsOf(await find(id, 'a')), [first.id]);
    assert.deepEqual(idsOf(await find(id, 'b')), [second.id]);
    assertStatus(await post(addRegistry(t, {}).id, { ...ITEM, external_id: 'a' }), 201);
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
