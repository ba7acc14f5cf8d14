import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { assertStatus, type Item } from './answers.ts';

const t = await openTestService();
after(() => t.close());

const ITEMS = 3000;

before(async () => {
  await t.database.query(`
    INSERT INTO items (registry_id, name, url, is_active)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ITEMS})
    SELECT 1 + i % 2, 'Kettle ' || i, 'https://shop.example/' || i, CASE WHEN i % 10 = 0 THEN 0 ELSE 1 END FROM n`);
});

const active = Array.from({ length: ITEMS }, (_, index) => index + 1).filter((id) => id % 10 > 0);

const ids = async (query: string) => {
  const answer = await t.request<Item[]>('GET', `/items?${query}`, { as: 'admin' });
  assertStatus(answer, 200);
  return answer.body.map(({ id }) => id);
};

describe('a late page', () => {
  it('of all items contains the right items', async () => {
    for (const skip of [999, 1000, 1001, 2000, active.length - 2])
      assert.deepEqual(await ids(`skip=${skip}&limit=5`), active.slice(skip, skip + 5), `skip=${skip}`);
    assert.deepEqual(await ids('skip=1500&limit=1000'), active.slice(1500, 2500));
    assert.deepEqual(await ids(`skip=${active.length}`), []);
    assert.deepEqual(await ids('skip=2147483647'), []);
  });

  it('of a registry, or after an id, contains the right items', async () => {
    const ofRegistry = active.filter((id) => id % 2 === 1);
    assert.deepEqual(await ids('registry_id=2&skip=1100&limit=3'), ofRegistry.slice(1100, 1103));
    assert.deepEqual(await ids('registry_id=2&skip=1600'), []);
    for (const last of [500, 501]) {
      const expected = active.filter((id) => id > last).slice(1200, 1203);
      assert.deepEqual(await ids(`after=${last}&skip=1200&limit=3`), expected, `${last}`);
    }
  });
});
