import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { status } from '../../tests/support/host-faults.ts';
import { openTestService } from '../../tests/support/service.ts';
import { valuesOf } from '../../tests/support/values-of.ts';
import { assertError, assertStatus, DETAIL, type ItemAnswer } from './answers.ts';
import { addItem, addRegistry, ITEM } from './world.ts';

const t = await openTestService();
after(() => t.close());

describe('rules: Items, states and transitions', () => {
  it('keeps the row of a deleted item, with is_active 0', async () => {
    const item = await addItem(t, 5);
    await t.request('DELETE', `/items/${item.id}`, { as: 'admin' });
    assert.deepEqual(
      valuesOf(await t.database.query('SELECT is_active FROM items WHERE id = $1', [item.id]), 'is_active'),
      [0],
    );
  });

  it('keeps the items of a registry if the host rejects its deletion', async () => {
    const post = addRegistry(t);
    const item = await addItem(t, post.id);
    t.host.misbehave(status(500), { method: 'DELETE' });
    assertError(await t.request('DELETE', `/registries/${post.id}`, { as: 'owner' }), 502, DETAIL.hostInvalid);
    t.host.behave();
    assertStatus(await t.request('GET', `/items/${item.id}`, { as: 'admin' }), 200);
    assert.ok(t.host.registries.find(post.id));
  });

  it('keeps all states over a restart of the service', async () => {
    await using own = await openTestService();
    const item = await addItem(own, 9, { name: '🎁 مرحبا שלום' });
    await own.restart();
    assert.deepEqual((await own.request<ItemAnswer>('GET', `/items/${item.id}`, { as: 'admin' })).body.data, item);
    const next = await own.request<ItemAnswer>('POST', '/items', { as: 'admin', body: { ...ITEM, registry_id: 9 } });
    assert.ok(next.body.data.id > item.id);
  });
});
