import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { status } from '../../../tests/support/host-faults.ts';
import { openTestService } from '../../../tests/support/service.ts';
import { valuesOf } from '../../../tests/support/values-of.ts';
import { assertError, assertStatus, DETAIL, type ItemAnswer } from '../answers.ts';
import { addItem, addRegistry, ITEM } from '../world.ts';

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

  it('answers 404 for an inactive item on every route except reactivation', async () => {
    const post = addRegistry(t);
    const item = await addItem(t, post.id);
    assertStatus(await t.request('DELETE', `/registries/${post.id}/items/${item.id}`, { as: 'owner' }), 204);
    const inner = `/registries/${post.id}/items/${item.id}`;
    const tries: [string, string, unknown?][] = [
      ['GET', `/items/${item.id}`],
      ['PUT', `/items/${item.id}`, { name: 'x' }],
      ['DELETE', `/items/${item.id}`],
      ['DELETE', inner],
      ['GET', `${inner}/affiliate`],
      ['PUT', `${inner}/affiliate`, { affiliate_url: 'https://aff.example/' }],
      ['DELETE', `${inner}/affiliate`],
    ];
    for (const [method, path, body] of tries)
      assertError(await t.request(method, path, { as: 'admin', body }), 404, DETAIL.item);
    const back = await t.request<ItemAnswer>('PUT', `/items/${item.id}`, { as: 'admin', body: { is_active: true } });
    assert.equal(back.body.data.is_active, true);
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

  it('removes the access of an invitee at once', async () => {
    const post = addRegistry(t, { invitees: ['guest'] });
    assertStatus(await t.request('GET', `/registries/${post.id}/items`, { as: 'guest' }), 200);
    await t.request('DELETE', `/registries/${post.id}/invitees/guest`, { as: 'owner' });
    assertError(await t.request('GET', `/registries/${post.id}/items`, { as: 'guest' }), 403, DETAIL.notAllowed);
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
