import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { assertNames, assertStatus, type Item } from './answers.ts';
import { addItem } from './world.ts';

const t = await openTestService();
after(() => t.close());

const list = (query = '', as = 'admin') => t.request<Item[]>('GET', `/items${query}`, { as });
const ids = async (query = '', as = 'admin') => {
  const answer = await list(query, as);
  assertStatus(answer, 200);
  return answer.body.map((item) => item.id);
};

// Ids of ten active items in ascending order, alternately in the registries 71 and 72. `gone` is an inactive item.
const active: number[] = [];
let gone = 0;
before(async () => {
  for (let n = 0; n < 10; n++) active.push((await addItem(t, n % 2 === 0 ? 71 : 72, { name: `Item ${n}` })).id);
  gone = (await addItem(t, 71)).id;
  assertStatus(await t.request('DELETE', `/items/${gone}`, { as: 'admin' }), 200);
});

describe('rules: Lists, GET /items', () => {
  it('lists active items of all registries by id, as a bare array', async () => {
    assert.deepEqual(await ids(), active);
    assert.deepEqual(await ids('', 'stranger'), active);
  });

  it('pages with skip and limit', async () => {
    assert.deepEqual(await ids('?limit=3'), active.slice(0, 3));
    assert.deepEqual(await ids('?skip=3&limit=4'), active.slice(3, 7));
    assert.deepEqual(await ids('?skip=8'), active.slice(8));
    assert.deepEqual(await ids('?skip=10'), []);
    assert.deepEqual(await ids('?skip=2147483647'), []);
    assert.deepEqual(await ids('?limit=1000'), active);
  });
});

describe('rules: Lists, filters and paging of GET /items', () => {
  it('returns at most 100 items by default', async () => {
    await using own = await openTestService();
    await Promise.all(Array.from({ length: 101 }, () => addItem(own, 5)));
    assert.equal((await own.request<Item[]>('GET', '/items', { as: 'admin' })).body.length, 100);
    assert.equal((await own.request<Item[]>('GET', '/items?limit=1000', { as: 'admin' })).body.length, 101);
  });

  it('returns ids= in the requested order, without missing and inactive ones', async () => {
    const [a = 0, b = 0, c = 0] = active;
    assert.deepEqual(await ids(`?ids=${c},${a},987654321,${gone},${b}`), [c, a, b]);
    assert.deepEqual(await ids(`?ids=${c},${a},${b}&after=${a}`), [c, b]);
    assert.deepEqual(await ids(`?ids=${c},${b},${a}&registry_id=71`), [c, a]);
    assert.deepEqual(await ids('?ids=987654321'), []);
  });

  it('accepts 100 ids and rejects 101', async () => {
    const many = Array.from({ length: 101 }, (_, n) => n + 5_000_000);
    assert.deepEqual(await ids(`?ids=${many.slice(1).join(',')}`), []);
    assertNames(await list(`?ids=${many.join(',')}`), 'ids');
  });

  it('filters by registry_id', async () => {
    assert.deepEqual(
      await ids('?registry_id=72'),
      active.filter((_, n) => n % 2 === 1),
    );
    assert.deepEqual(await ids('?registry_id=72&skip=1&limit=2'), [active[3], active[5]]);
    assert.deepEqual(await ids('?registry_id=987654'), []);
  });

  it('pages with after=, an id that need not exist', async () => {
    const fourth = active[3] ?? 0;
    assert.deepEqual(await ids(`?after=${fourth}`), active.slice(4));
    assert.deepEqual(await ids(`?after=${fourth}&limit=2`), active.slice(4, 6));
    assert.deepEqual(await ids(`?after=${fourth}&registry_id=71&limit=2`), [active[4], active[6]]);
    assert.deepEqual(await ids('?after=987654321'), []);
  });

  for (const [parameter, values] of Object.entries({
    skip: ['-1', '2147483648', 'x', '1.5', '1e2', '', '0x10', '9007199254740993', '99999999999999999999'],
    limit: ['0', '-1', '1001', 'x', '2.5', '', '9007199254740993'],
    registry_id: ['0', '-1', 'x', '1.5', '', '9007199254740993'],
    after: ['-1', 'x', '1.5', '', '9007199254740993'],
    ids: ['', 'x', '1,x', '1,,2', '0', '-1', '1.5', '9007199254740993'],
  })) {
    for (const value of values)
      it(`refuses ${parameter}=${value}`, async () => assertNames(await list(`?${parameter}=${value}`), parameter));
    // A repeated list is one list (rules: Requests).
    if (parameter !== 'ids')
      it(`refuses ${parameter} given twice`, async () =>
        assertNames(await list(`?${parameter}=1&${parameter}=2`), parameter));
  }

  it('names every bad parameter, and ignores unknown ones', async () => {
    const answer = await list('?skip=-1&limit=0');
    for (const parameter of ['skip', 'limit']) assertNames(answer, parameter);
    assert.deepEqual(await ids('?colour=red'), active);
  });
});

describe('rules: Requests, ids in paths', () => {
  for (const id of ['0', '-1', '1.5', 'abc', '1e3', '9007199254740992', '99999999999999999999', '0x1', '%20', 'NaN']) {
    it(`refuses /items/${id}`, async () => {
      for (const method of ['GET', 'DELETE'])
        assertNames(await t.request(method, `/items/${id}`, { as: 'admin' }), 'item_id');
      assertNames(await t.request('PUT', `/items/${id}`, { as: 'admin', body: {} }), 'item_id');
    });
    it(`refuses /registries/${id}`, async () => {
      assertNames(await t.request('GET', `/registries/${id}`, { as: 'admin' }), 'id');
      assertNames(await t.request('GET', `/registries/${id}/items`, { as: 'admin' }), 'id');
    });
  }
});
