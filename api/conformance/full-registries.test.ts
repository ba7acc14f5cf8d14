import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { MAX_ACTIVE_ITEMS } from '@largesse/contract';
import { openTestService } from '../../tests/support/service.ts';
import { ASK_PROBLEM, assertProblem, assertStatus, type Item, type ItemAnswer } from './answers.ts';
import { addRegistry, ITEM } from './world.ts';

const t = await openTestService();
after(() => t.close());

const ask = <T = ItemAnswer>(method: string, path: string, body?: object) =>
  t.request<T>(method, path, { as: 'owner', headers: ASK_PROBLEM, ...(body && { body }) });

/** Creates a registry with this number of active items. Inserts the items into the database, without the API. */
async function registryWith(count: number): Promise<number> {
  const { id } = addRegistry(t);
  const rows = Array.from({ length: count }, (_, n) => `(${id}, 'Item ${n}', 'https://shop.example/')`);
  await t.database.query(`INSERT INTO items (registry_id, name, url) VALUES ${rows.join(', ')}`);
  return id;
}

async function activeItems(id: number): Promise<number> {
  const [row] = await t.database.query('SELECT count(*) AS n FROM items WHERE registry_id = $1 AND is_active = 1', [
    id,
  ]);
  return Number(row?.n);
}

function tally(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const RULE = /^registry_id: a registry holds at most 1000 items$/;

describe('rules: Items, a registry holds at most 1,000 active items', () => {
  it('accepts the thousandth and rejects the next one on both routes, naming the rule', async () => {
    const id = await registryWith(MAX_ACTIVE_ITEMS - 1);
    assertStatus(await ask('POST', '/items', { ...ITEM, registry_id: id }), 201);
    for (const refused of [
      await ask('POST', '/items', { ...ITEM, registry_id: id }),
      await ask('POST', `/registries/${id}/items`, ITEM),
    ])
      assertProblem(refused, 422, RULE);
    assert.equal(await activeItems(id), MAX_ACTIVE_ITEMS);
  });

  it('counts only active items: one can replace a deleted one, and all of a full registry can change', async () => {
    const id = await registryWith(MAX_ACTIVE_ITEMS);
    assertStatus(await ask('POST', '/items', { ...ITEM, registry_id: id, is_active: false }), 201);
    const [first, second] = (await ask<Item[]>('GET', `/items?registry_id=${id}&limit=2`)).body;
    const changed = await ask('PUT', `/items/${second?.id}`, { name: 'Pot', is_active: true });
    assert.deepEqual([changed.status, changed.body.data.name], [200, 'Pot']);
    assertStatus(await ask('DELETE', `/items/${first?.id}`), 200);
    assertStatus(await ask('POST', `/registries/${id}/items`, ITEM), 201);
    assertProblem(await ask('PUT', `/items/${first?.id}`, { is_active: true }), 422, RULE);
    assert.equal(await activeItems(id), MAX_ACTIVE_ITEMS);
  });

  it('leaves older registries with more items readable, and their items changeable', async () => {
    const id = await registryWith(MAX_ACTIVE_ITEMS + 1);
    const listed = await ask<Item[]>('GET', `/registries/${id}/items`);
    assert.equal(listed.body.length, MAX_ACTIVE_ITEMS + 1);
    const [first, second] = listed.body;
    assertStatus(await ask('PUT', `/items/${first?.id}`, { name: 'Pot' }), 200);
    assertStatus(await ask('DELETE', `/registries/${id}/items/${second?.id}`), 204);
    assertStatus(await ask('POST', `/registries/${id}/items`, ITEM), 422);
  });

  it('applies to 50 concurrent new items', async () => {
    const id = await registryWith(MAX_ACTIVE_ITEMS - 20);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        n % 2 === 0
          ? ask('POST', '/items', { ...ITEM, registry_id: id })
          : ask('POST', `/registries/${id}/items`, ITEM),
      ),
    );
    assert.deepEqual(tally(answers), { 201: 20, 422: 30 });
    assert.equal(await activeItems(id), MAX_ACTIVE_ITEMS);
  });
});
