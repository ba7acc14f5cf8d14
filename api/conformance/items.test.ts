import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { realNow } from '../../contract/testing/clock.ts';
import { openTestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import {
  assertError,
  assertStatus,
  DETAIL,
  ITEM_KEYS,
  type Item,
  type ItemAnswer,
  PUBLIC_ITEM_KEYS,
  TIMESTAMP,
} from './answers.ts';
import { addItem, ITEM, unusedRegistryId } from './world.ts';

const t = await openTestService();
after(() => t.close());

const everything = {
  name: 'Blue kettle',
  description: 'Whistles',
  url: 'https://shop.example/kettle',
  retailer: 'Shop',
  affiliate_url: 'https://aff.example/1',
  affiliate_status: 'active',
  image_url: 'https://shop.example/kettle.jpg',
  price: 19.99,
  currency: 'GBP',
  quantity_needed: 2,
  quantity_purchased: 1,
  is_active: true,
};

describe('rules: Items, POST /items', () => {
  it("stores every field and answers 201 with an admin's envelope", async () => {
    const registry_id = unusedRegistryId();
    const answer = await t.request<ItemAnswer>('POST', '/items', { as: 'admin', body: { ...everything, registry_id } });
    assertStatus(answer, 201);
    assert.deepEqual(Object.keys(answer.body).sort(), ['data', 'message', 'success']);
    assert.equal(answer.body.success, true);
    assert.equal(typeof answer.body.message, 'string');
    const { id, created_at, updated_at, ...rest } = answer.body.data;
    assert.deepEqual(rest, { ...everything, registry_id });
    assert.ok(Number.isSafeInteger(id) && id > 0);
    assert.match(created_at, TIMESTAMP);
    assert.match(updated_at, TIMESTAMP);
    assert.ok(Math.abs(Date.parse(created_at) - realNow()) < 60_000);
  });

  it('sets defaults of the item table for omitted and null fields', async () => {
    const nulls = {
      description: null,
      retailer: null,
      affiliate_url: null,
      affiliate_status: null,
      image_url: null,
      price: null,
    };
    for (const body of [ITEM, { ...ITEM, ...nulls, currency: null }]) {
      const item = await addItem(t, unusedRegistryId(), body);
      const defaults = { quantity_needed: 1, quantity_purchased: 0, is_active: true };
      const { id, registry_id, created_at, updated_at } = item;
      assert.deepEqual(item, { ...ITEM, ...nulls, ...defaults, id, registry_id, created_at, updated_at });
    }
  });

  it('stores an affiliate link from a non-admin but does not show it to them', async () => {
    const body = { ...everything, currency: null, registry_id: unusedRegistryId() };
    const answer = await t.request<ItemAnswer>('POST', '/items', { as: 'stranger', body });
    assertStatus(answer, 201);
    assert.deepEqual(Object.keys(answer.body.data).sort(), PUBLIC_ITEM_KEYS);
    const seen = await t.request<ItemAnswer>('GET', `/items/${answer.body.data.id}`, { as: 'admin' });
    assert.equal(seen.body.data.affiliate_url, everything.affiliate_url);
  });

  it('creates an inactive item when is_active is false', async () => {
    const item = await addItem(t, unusedRegistryId(), { is_active: false });
    assert.equal(item.is_active, false);
    assertError(await t.request('GET', `/items/${item.id}`, { as: 'admin' }), 404, DETAIL.item);
  });

  it('ignores unknown body keys, id and timestamps among them', async () => {
    const extras = { id: 4_000_000, created_at: '2001-01-01T00:00:00.000Z', colour: 'red', success: false };
    const item = await addItem(t, unusedRegistryId(), extras);
    assert.notEqual(item.id, extras.id);
    assert.notEqual(item.created_at, extras.created_at);
    assert.deepEqual(Object.keys(item).sort(), ITEM_KEYS);
  });
});

it('rules: Items, GET /items/{item_id}: returns the envelope with all fields to an admin and without affiliate fields to others', async () => {
  const item = await addItem(t, unusedRegistryId(), everything);
  const admin = await t.request<ItemAnswer>('GET', `/items/${item.id}`, { as: 'admin' });
  assertStatus(admin, 200);
  assert.deepEqual(admin.body.data, item);
  assert.deepEqual(Object.keys(admin.body).sort(), ['data', 'message', 'success']);
  const other = await t.request<ItemAnswer>('GET', `/items/${item.id}`, { as: 'stranger' });
  assertStatus(other, 200);
  const { affiliate_url: _url, affiliate_status: _status, ...visible } = item;
  assert.deepEqual(other.body.data, visible);
});

describe('rules: Items, DELETE /items/{item_id}', () => {
  it("returns the now inactive item in the role's format", async () => {
    for (const [as, keys] of [
      ['admin', ITEM_KEYS],
      ['stranger', PUBLIC_ITEM_KEYS],
    ] as const) {
      const item = await addItem(t, unusedRegistryId());
      const answer = await t.request<ItemAnswer>('DELETE', `/items/${item.id}`, { as });
      assertStatus(answer, 200);
      assert.equal(answer.body.success, true);
      assert.equal(answer.body.data.id, item.id);
      assert.equal(answer.body.data.is_active, false);
      assert.deepEqual(Object.keys(answer.body.data).sort(), keys);
    }
  });

  it('changes only updated_at', async () => {
    const item = await addItem(t, unusedRegistryId(), everything);
    await until('the clock has advanced', () => new Date(realNow()).toISOString() > item.updated_at);
    const { data } = (await t.request<ItemAnswer>('DELETE', `/items/${item.id}`, { as: 'admin' })).body;
    assert.ok(data.updated_at > item.updated_at);
    assert.deepEqual(data, { ...item, is_active: false, updated_at: data.updated_at } satisfies Item);
  });
});
