import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { realNow } from '../../contract/testing/clock.ts';
import { openTestService } from '../../tests/support/service.ts';
import {
  assertError,
  assertNames,
  assertStatus,
  DETAIL,
  type Item,
  type ItemAnswer,
  PUBLIC_ITEM_KEYS,
} from './answers.ts';
import { addItem, unusedRegistryId } from './world.ts';

const t = await openTestService();
after(() => t.close());

const put = (id: number, body: unknown, as = 'admin') => t.request<ItemAnswer>('PUT', `/items/${id}`, { as, body });
const full = {
  description: 'd',
  retailer: 'r',
  affiliate_url: 'a',
  affiliate_status: 'expired',
  image_url: 'i',
  price: 5,
  currency: 'GBP',
  quantity_needed: 3,
  quantity_purchased: 2,
};
const laterThan = async (item: Item) => {
  while (new Date(realNow()).toISOString() <= item.updated_at) await new Promise((resolve) => setImmediate(resolve));
};

describe('rules: Items, PUT /items/{item_id}', () => {
  it('changes only the supplied keys, and updated_at', async () => {
    const texts = ['name', 'description', 'retailer', 'affiliate_url', 'image_url'].map((field) => ({
      [field]: 'Other',
    }));
    const numbers = [{ price: 0.01 }, { quantity_needed: 9 }, { quantity_purchased: 0 }];
    for (const change of [
      ...texts,
      ...numbers,
      { affiliate_status: 'none' },
      { currency: 'CHF' },
      { url: 'https://other.example/' },
    ]) {
      const item = await addItem(t, unusedRegistryId(), full);
      await laterThan(item);
      const answer = await put(item.id, change);
      assertStatus(answer, 200);
      assert.equal(answer.body.success, true);
      const { updated_at } = answer.body.data;
      assert.deepEqual(answer.body.data, { ...item, ...change, updated_at });
      assert.ok(updated_at > item.updated_at);
      const read = await t.request<ItemAnswer>('GET', `/items/${item.id}`, { as: 'admin' });
      assert.deepEqual(read.body.data, answer.body.data);
    }
  });

  it('returns the public format to a non-admin', async () => {
    const item = await addItem(t, unusedRegistryId(), { ...full, currency: null });
    const answer = await put(item.id, { affiliate_url: 'x' }, 'stranger');
    assertStatus(answer, 200);
    assert.deepEqual(Object.keys(answer.body.data).sort(), PUBLIC_ITEM_KEYS);
  });

  it('checks the rule of each field before the existence of the item, and changes nothing if one is invalid', async () => {
    assertNames(await put(900_000_000, { price: 0 }), 'price');
    const item = await addItem(t, unusedRegistryId(), full);
    assertNames(await put(item.id, { name: 'New', quantity_needed: 0 }), 'quantity_needed');
    assert.deepEqual((await t.request<ItemAnswer>('GET', `/items/${item.id}`, { as: 'admin' })).body.data, item);
  });
});

describe('rules: Items, accepted fields of an update', () => {
  it('ignores id, registry_id and unknown keys, and changes nothing, updated_at included, without others', async () => {
    const item = await addItem(t, unusedRegistryId(), full);
    await laterThan(item);
    for (const body of [{}, { id: 1, registry_id: 'x', created_at: 'y', updated_at: 'z', colour: 'red' }]) {
      const answer = await put(item.id, body);
      assertStatus(answer, 200);
      assert.deepEqual(answer.body.data, item);
    }
  });

  it('clears optional fields with null', async () => {
    const item = await addItem(t, unusedRegistryId(), full);
    for (const field of ['description', 'retailer', 'affiliate_url', 'affiliate_status', 'image_url', 'price']) {
      const answer = await put(item.id, { [field]: null });
      assertStatus(answer, 200);
      assert.partialDeepStrictEqual(answer.body.data, { [field]: null });
    }
    assert.equal((await put(item.id, { currency: 'GBP' })).body.data.currency, 'GBP');
    assert.ok(!('currency' in (await put(item.id, { currency: null })).body.data));
  });
});

describe('rules: Items, reactivation', () => {
  const inactive = async () => {
    const item = await addItem(t, unusedRegistryId(), full);
    assertStatus(await t.request('DELETE', `/items/${item.id}`, { as: 'admin' }), 200);
    return item;
  };

  it('changes other fields in the same request, and without it, the item is missing', async () => {
    const item = await inactive();
    for (const body of [{}, { name: 'x' }, { is_active: false }])
      assertError(await put(item.id, body), 404, DETAIL.item);
    const answer = await put(item.id, { is_active: true, name: 'Back', price: null });
    assertStatus(answer, 200);
    assert.partialDeepStrictEqual(answer.body.data, { name: 'Back', price: null });
  });

  it('treats is_active false as DELETE', async () => {
    const item = await addItem(t, unusedRegistryId());
    const answer = await put(item.id, { is_active: false });
    assertStatus(answer, 200);
    assert.equal(answer.body.data.is_active, false);
    assertError(await t.request('GET', `/items/${item.id}`, { as: 'admin' }), 404, DETAIL.item);
  });
});
