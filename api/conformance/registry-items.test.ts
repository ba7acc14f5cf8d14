import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { assertError, assertStatus, DETAIL, ITEM_KEYS, type ItemAnswer, PUBLIC_ITEM_KEYS } from './answers.ts';
import { addItem, addRegistry, ITEM, removeBeforeUpdate } from './world.ts';

const t = await openTestService();
after(() => t.close());

const add = (id: number, body: object = ITEM, as = 'owner') =>
  t.request<ItemAnswer>('POST', `/registries/${id}/items`, { as, body });
const remove = (id: number, item: number, as = 'owner') =>
  t.request('DELETE', `/registries/${id}/items/${item}`, { as });

describe('rules: Items, POST /registries/{id}/items', () => {
  it('creates an item of the registry, answers 201 with the envelope, and updates the host', async () => {
    const post = addRegistry(t);
    const answer = await add(post.id);
    assertStatus(answer, 201);
    assert.equal(answer.body.success, true);
    assert.equal(typeof answer.body.message, 'string');
    assert.equal(answer.body.data.registry_id, post.id);
    assert.deepEqual(Object.keys(answer.body.data).sort(), PUBLIC_ITEM_KEYS);
    assert.deepEqual(t.host.registries.itemIds(post.id), [answer.body.data.id]);
    assert.equal(answer.headers['registry-sync'], undefined);
  });

  it('returns all fields to an admin, and uses the id of the path instead of registry_id in the body', async () => {
    const post = addRegistry(t);
    const fields = { ...ITEM, registry_id: post.id + 5, affiliate_url: 'x', affiliate_status: 'none' };
    const answer = await add(post.id, fields, 'admin');
    assertStatus(answer, 201);
    assert.deepEqual(Object.keys(answer.body.data).sort(), ITEM_KEYS);
    assert.deepEqual([answer.body.data.affiliate_status, answer.body.data.registry_id], ['none', post.id]);
  });

  it('names the way to create a wish without a shop if the address is missing or empty', async () => {
    const { id } = addRegistry(t);
    const rule = /^url: .*: for a wish without a shop, use the registry’s own address with #largesse-no-shop$/;
    for (const body of [{ name: 'A recipe' }, { name: 'A recipe', url: '' }])
      assertError(await add(id, body), 422, rule);
  });

  it('makes the item inactive if the registry is deleted in the meantime', async () => {
    const { id } = addRegistry(t);
    removeBeforeUpdate(t, id);
    assertError(await add(id), 404, DETAIL.registry);
    assert.deepEqual((await t.request('GET', `/items?registry_id=${id}`, { as: 'admin' })).body, []);
  });

  it('stores nothing for a guest', async () => {
    const { id } = addRegistry(t, { invitees: ['guest'] });
    assertError(await add(id, ITEM, 'guest'), 403, DETAIL.notAllowed);
    assert.deepEqual((await t.request('GET', `/items?registry_id=${id}`, { as: 'admin' })).body, []);
  });
});

describe('rules: Items, DELETE /registries/{id}/items/{item_id}', () => {
  it('makes the item inactive, updates the host and answers 204 without a body', async () => {
    const post = addRegistry(t);
    const [first, second] = [(await add(post.id)).body.data, (await add(post.id)).body.data];
    const answer = await remove(post.id, first.id);
    assertStatus(answer, 204);
    assert.equal(answer.text, '');
    assert.deepEqual(t.host.registries.itemIds(post.id), [second.id]);
    assertError(await t.request('GET', `/items/${first.id}`, { as: 'admin' }), 404, DETAIL.item);
    assertError(await remove(post.id, first.id), 404, DETAIL.item);
  });

  it('answers 404 for an item of another registry without changing it', async () => {
    const [post, other] = [addRegistry(t), addRegistry(t)];
    const item = await addItem(t, other.id);
    assertError(await remove(post.id, item.id), 404, DETAIL.item);
    assertStatus(await t.request('GET', `/items/${item.id}`, { as: 'admin' }), 200);
  });
});
