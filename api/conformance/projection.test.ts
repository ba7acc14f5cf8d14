import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { delay, status } from '../../tests/support/host-faults.ts';
import { openTestService } from '../../tests/support/service.ts';
import { valuesOf } from '../../tests/support/values-of.ts';
import { until } from '../../tests/support/wait.ts';
import { assertStatus, type Item, type ItemAnswer, type Registry } from './answers.ts';
import { addItem, addRegistry, ITEM } from './world.ts';

const t = await openTestService();
after(() => t.close());

const add = (id: number, as = 'owner') => t.request<ItemAnswer>('POST', `/registries/${id}/items`, { as, body: ITEM });
const reorder = (id: number, registry_item_ids: number[]) =>
  t.request<Registry>('PATCH', `/registries/${id}`, { as: 'owner', body: { meta: { registry_item_ids } } });
const writesTo = (id: number) => t.host.callsTo(`/wp/v2/registries/${id}`, 'POST', 'PUT', 'PATCH').length;
const threeItems = async (id: number) => {
  return [await add(id), await add(id), await add(id)].map((answer) => answer.body.data.id) as [number, number, number];
};

describe('rules: Registries, PATCH meta.registry_item_ids', () => {
  it('reorders, on the host and in the list of items', async () => {
    const { id } = addRegistry(t);
    const [a, b, c] = await threeItems(id);
    const answer = await reorder(id, [c, a, b]);
    assertStatus(answer, 200);
    assert.deepEqual(answer.body.meta.registry_item_ids, [c, a, b]);
    assert.deepEqual(t.host.registries.itemIds(id), [c, a, b]);
    const listed = await t.request<Item[]>('GET', `/registries/${id}/items`, { as: 'owner' });
    assert.deepEqual(valuesOf(listed.body, 'id'), [c, a, b]);
  });

  it('removes ids that are not active items of the registry and appends missing active ones', async () => {
    const { id } = addRegistry(t);
    const [a, b, c] = await threeItems(id);
    const foreign = await addItem(t, id + 1000);
    await t.request('DELETE', `/registries/${id}/items/${a}`, { as: 'owner' });
    assert.deepEqual((await reorder(id, [c, foreign.id, a, 987654])).body.meta.registry_item_ids, [c, b]);
    assert.deepEqual(t.host.registries.itemIds(id), [c, b]);
  });

  it('keeps the order when items are added and deleted later', async () => {
    const { id } = addRegistry(t);
    const [a, b, c] = await threeItems(id);
    await reorder(id, [c, b, a]);
    const d = (await add(id)).body.data.id;
    await t.request('DELETE', `/registries/${id}/items/${b}`, { as: 'owner' });
    assert.deepEqual(t.host.registries.itemIds(id), [c, a, d]);
  });
});

describe('rules: Success, Registry-Sync', () => {
  it('answers pending on 201 and 204 if the host could not be updated, but stores the change', async () => {
    const { id } = addRegistry(t);
    const kept = (await add(id)).body.data.id;
    await using _ = { [Symbol.asyncDispose]: async () => t.host.behave() };
    for (const method of ['POST', 'PUT', 'PATCH'])
      t.host.misbehave(status(500), { method, route: `/wp/v2/registries/${id}` });
    const added = await add(id);
    assertStatus(added, 201);
    assert.equal(added.headers['registry-sync'], 'pending');
    const removed = await t.request('DELETE', `/registries/${id}/items/${kept}`, { as: 'owner' });
    assertStatus(removed, 204);
    assert.equal(removed.headers['registry-sync'], 'pending');
    const listed = await t.request<Item[]>('GET', `/registries/${id}/items`, { as: 'owner' });
    assert.deepEqual(valuesOf(listed.body, 'id'), [added.body.data.id]);
  });

  it('detects a host that answers 200 but ignores the meta key', async () => {
    const { id } = addRegistry(t);
    t.host.registries.ignoredMeta.add('registry_item_ids');
    try {
      const answer = await add(id);
      assertStatus(answer, 201);
      assert.equal(answer.headers['registry-sync'], 'pending');
    } finally {
      t.host.registries.ignoredMeta.clear();
    }
  });
});

describe('rules: Success, the next request repairs registry_item_ids', () => {
  const damaged = async () => {
    const post = addRegistry(t, { invitees: ['guest'], itemIds: [987654] });
    const item = await addItem(t, post.id);
    return { id: post.id, expected: [item.id] };
  };
  const repaired = (id: number, expected: number[]) =>
    until('the list is repaired', () => JSON.stringify(t.host.registries.itemIds(id)) === JSON.stringify(expected));

  for (const path of ['', '/items'])
    it(`a read of /registries/{id}${path} by the owner answers from the items and repairs the host`, async () => {
      const { id, expected } = await damaged();
      const answer = await t.request<Registry & Item[]>('GET', `/registries/${id}${path}`, { as: 'owner' });
      assertStatus(answer, 200);
      if (path === '') assert.deepEqual(answer.body.meta.registry_item_ids, expected);
      else assert.deepEqual(valuesOf(answer.body, 'id'), expected);
      await repaired(id, expected);
    });

  it('a write by an admin repairs it', async () => {
    const { id, expected } = await damaged();
    const added = await add(id, 'admin');
    await repaired(id, [...expected, added.body.data.id]);
  });

  it('a read by an invitee uses the items and leaves the host unchanged', async () => {
    const { id, expected } = await damaged();
    const answer = await t.request<Registry>('GET', `/registries/${id}`, { as: 'guest' });
    assert.deepEqual(answer.body.meta.registry_item_ids, expected);
    await t.request('GET', `/registries/${id}/items`, { as: 'guest' });
    assert.equal(writesTo(id), 0);
    assert.deepEqual(t.host.registries.itemIds(id), [987654]);
  });

  it('a correct list stays unchanged', async () => {
    const post = addRegistry(t);
    await threeItems(post.id);
    t.host.forgetCalls();
    await t.request('GET', `/registries/${post.id}`, { as: 'owner' });
    await t.request('GET', `/registries/${post.id}/items`, { as: 'owner' });
    assert.equal(writesTo(post.id), 0);
  });

  it('the list of registries also uses the items', async () => {
    const { id, expected } = await damaged();
    const list = await t.request<Registry[]>('GET', '/registries', { as: 'owner' });
    assert.deepEqual(list.body.find((one) => one.id === id)?.meta.registry_item_ids, expected);
  });
});

describe('rules: Registries, many concurrent writes', () => {
  it('2 × 100 concurrent POSTs and 10 % deletes leave the host with exactly the active rows, in far fewer writes', async () => {
    const { id } = addRegistry(t);
    const first = await Promise.all(Array.from({ length: 20 }, () => add(id)));
    t.host.forgetCalls();
    // Writes are as slow as on a real host. Many changes then wait during each write, even on a busy machine.
    t.host.misbehave(delay(100), { route: `/wp/v2/registries/${id}`, method: 'POST' });
    const answers = await Promise.all(
      ['owner', 'admin'].flatMap((as, half) => [
        ...Array.from({ length: 100 }, () => add(id, as)),
        ...first
          .slice(half * 10, half * 10 + 10)
          .map((answer) => t.request('DELETE', `/registries/${id}/items/${answer.body.data.id}`, { as })),
      ]),
    );
    t.host.behave();
    for (const answer of answers) assert.ok([201, 204].includes(answer.status), answer.text);
    assert.ok(answers.every((answer) => answer.headers['registry-sync'] === undefined));
    const active = await t.request<Item[]>('GET', `/items?registry_id=${id}&limit=1000`, { as: 'admin' });
    assert.equal(active.body.length, 200);
    const listed = t.host.registries.itemIds(id) as number[];
    assert.deepEqual(
      [...listed].sort((a, b) => a - b),
      active.body.map((item) => item.id),
    );
    assert.ok(writesTo(id) <= 110, `${writesTo(id)} host writes for 220 requests`);
  });
});
