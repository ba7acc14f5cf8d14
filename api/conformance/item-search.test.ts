import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ItemSearchResult } from '@largesse/contract';
import { openTestService } from '../../tests/support/service.ts';
import { valuesOf } from '../../tests/support/values-of.ts';
import { assertError, assertNames, assertStatus, DETAIL, ITEM_KEYS } from './answers.ts';
import { addItem } from './world.ts';

const t = await openTestService();
after(() => t.close());

const search = (query = '', as = 'admin') => t.request<ItemSearchResult>('GET', `/items/search${query}`, { as });
const found = async (query: string) => {
  const answer = await search(query);
  assertStatus(answer, 200);
  return answer.body.items.map((item) => item.name);
};

before(async () => {
  await addItem(t, 1, {
    name: 'kettle',
    retailer: 'Pots & Pans',
    affiliate_url: 'https://aff.example/k',
    affiliate_status: 'active',
  });
  await addItem(t, 2, { name: 'Apron', url: 'https://cloth.example/apron_50%', affiliate_status: 'expired' });
  await addItem(t, 3, { name: 'Bowl', affiliate_status: 'active' });
  await addItem(t, 2, { name: 'apple \\ pear', affiliate_status: 'none' });
  await addItem(t, 1, { name: 'Äpfel' });
  const gone = await addItem(t, 1, { name: 'Gone kettle', affiliate_status: 'active' });
  assertStatus(await t.request('DELETE', `/items/${gone.id}`, { as: 'admin' }), 200);
});

describe('GET /items/search', () => {
  it("returns all active items by id in the admins' format, and counts them by status", async () => {
    const { body } = await search();
    assert.deepEqual(valuesOf(body.items, 'name'), ['kettle', 'Apron', 'Bowl', 'apple \\ pear', 'Äpfel']);
    for (const item of body.items) assert.deepEqual(Object.keys(item).sort(), ITEM_KEYS);
    assert.deepEqual(body.counts, { active: 2, inactive: 0, expired: 1, none: 1, unset: 1 });
  });

  it('is only for admins, since it would reveal affiliate links to others', async () => {
    for (const as of ['owner', 'guest', 'stranger']) {
      assertError(await search('', as), 403, DETAIL.notAllowed);
      assertError(await search('?q=aff', as), 403, DETAIL.notAllowed);
      assertNames(await search('?limit=0', as), 'limit');
    }
  });

  it('finds part of name, retailer, shop link and affiliate link, in any case', async () => {
    assert.deepEqual(await found('?q=KETTLE'), ['kettle', 'Bowl', 'apple \\ pear', 'Äpfel']);
    assert.deepEqual(await found('?q=pots%20%26'), ['kettle']);
    assert.deepEqual(await found('?q=cloth.EXAMPLE'), ['Apron']);
    assert.deepEqual(await found('?q=aff.example'), ['kettle']);
    assert.deepEqual(await found('?q=%C3%84pf'), ['Äpfel']);
    assert.deepEqual(await found('?q=nothing'), []);
  });

  it('finds the items of registries in addition to matches of q', async () => {
    assert.deepEqual(await found('?q=apron&q_registry_ids=3,1,987654'), ['kettle', 'Apron', 'Bowl', 'Äpfel']);
    assert.deepEqual(await found('?q_registry_ids=3'), ['Bowl']);
  });

  it('filters by status, but also counts the matches of all other statuses', async () => {
    assert.deepEqual(await found('?affiliate_status=active'), ['kettle', 'Bowl']);
    assert.deepEqual(await found('?affiliate_status=unset'), ['Äpfel']);
    assert.deepEqual(await found('?affiliate_status=inactive'), []);
    const { body } = await search('?q=ap&affiliate_status=none');
    assert.deepEqual(valuesOf(body.items, 'name'), ['apple \\ pear']);
    assert.deepEqual(body.counts, { active: 0, inactive: 0, expired: 1, none: 1, unset: 0 });
  });

  it('sorts in both directions, equal items by id', async () => {
    assert.deepEqual(await found('?sort=name'), ['apple \\ pear', 'Apron', 'Bowl', 'kettle', 'Äpfel']);
    assert.deepEqual(await found('?sort=-name'), ['Äpfel', 'kettle', 'Bowl', 'Apron', 'apple \\ pear']);
    assert.deepEqual(await found('?sort=-id'), ['Äpfel', 'apple \\ pear', 'Bowl', 'Apron', 'kettle']);
    assert.deepEqual(await found('?sort=registry_id'), ['kettle', 'Äpfel', 'Apron', 'apple \\ pear', 'Bowl']);
    assert.deepEqual(await found('?sort=affiliate_status'), ['Äpfel', 'kettle', 'Bowl', 'Apron', 'apple \\ pear']);
  });

  for (const [parameter, values] of Object.entries({
    q: ['', 'x'.repeat(201), '%00'],
    q_registry_ids: ['', 'x', '0', '1,,2', Array(101).fill(1).join(',')],
    affiliate_status: ['', 'Active', 'null'],
    sort: ['', 'price', '--id', 'id,name'],
    skip: ['-1', 'x'],
    limit: ['0', '1001'],
  })) {
    for (const value of values)
      it(`refuses ${parameter}=${value.slice(0, 20)}`, async () =>
        assertNames(await search(`?${parameter}=${value}`), parameter));
  }
});
