import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { searchByScan } from '../../../../../tests/support/search-by-scan.ts';
import { temporaryFolder } from '../../../../../tests/support/temporary-folder.ts';
import type { Search, SearchOrder } from '../../search.ts';
import { openSqlite } from '../open.ts';
import { find } from './find.ts';
import { indexPath, openIndex } from './index-file.ts';
import { progressOf, step } from './upkeep.ts';

const folder = await temporaryFolder();
after(() => folder[Symbol.asyncDispose]());

let files = 0;

/** Creates a database with this number of items, in the same way as the service. */
async function newDatabase(items = 0): Promise<{ path: string; database: DatabaseSync }> {
  const path = join(folder.path, `${++files}.db`);
  await openSqlite(path).close();
  const database = new DatabaseSync(path);
  database.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${items})
    INSERT INTO items (registry_id, name, url, is_active)
    SELECT i % 100 + 1, 'Kettle ' || i, 'https://shop.example/' || i, i % 10 > 0 FROM n WHERE i <= ${items}`);
  return { path, database };
}

const EVERYTHING: Search = {
  text: null,
  registryIds: [],
  status: null,
  order: 'id',
  isDescending: false,
  skip: 0,
  limit: 1000,
};

function bringUpToDate(index: DatabaseSync): void {
  while (step(index));
}

/** Checks that the index contains all entries and texts of its database. */
function assertIntact(index: DatabaseSync): void {
  const ids = 'SELECT id FROM source.items WHERE is_active = 1 ORDER BY id';
  assert.deepEqual(index.prepare('SELECT id FROM entries ORDER BY id').all(), index.prepare(ids).all());
  index.exec("INSERT INTO texts (texts, rank) VALUES ('integrity-check', 1)");
}

describe('the search index', () => {
  it('finds, counts and sorts the same as reading every item, for any texts', async () => {
    const { path, database } = await newDatabase();
    const letters = fc.constantFrom(
      ...['a', 'B', 'ab', 'Ab ', '%', '_', '\\', '"', "'", 'ä', 'Ä', '😀', '\u{10ffff}', '', '\n'],
    );
    const text = fc.array(letters, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('') || 'x');
    const optional = fc.option(text);
    const status = fc.constantFrom('active', 'inactive', 'expired', 'none', null);
    const row = fc.tuple(
      fc.integer({ min: 1, max: 4 }),
      text,
      optional,
      text,
      optional,
      status,
      fc.constantFrom(0, 1, 1),
    );
    const orders: SearchOrder[] = ['id', 'name', 'registry_id', 'affiliate_status'];
    const wanted = fc.record({
      text: fc.option(text.map((q) => q.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))),
      registryIds: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 2 }),
      status: fc.constantFrom(null, '', 'active', 'expired'),
      order: fc.constantFrom(...orders),
      isDescending: fc.boolean(),
      skip: fc.integer({ min: 0, max: 12 }),
      limit: fc.integer({ min: 1, max: 6 }),
    });
    const limits = fc.record({
      few: fc.constantFrom(0, 3, 100),
      candidates: fc.constantFrom(0, 100),
      pass: fc.constantFrom(1, 4, 100),
    });
    const insert = database.prepare(
      `INSERT INTO items (registry_id, name, retailer, url, affiliate_url, affiliate_status, is_active)
      VALUES (?, ?, ?, 'https://a.example/' || ?, ?, ?, ?)`,
    );
    const index = openIndex(path);
    const rows = (sql: string) => database.prepare(sql).all();
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 12 }),
        fc.array(wanted, { maxLength: 8 }),
        limits,
        async (all, searches, limited) => {
          database.exec('DELETE FROM items');
          for (const values of all) insert.run(...values);
          bringUpToDate(index);
          for (const search of searches)
            assert.deepEqual(withoutZeros(find(index, search, limited)), await searchByScan(rows, search));
        },
      ),
      { numRuns: 150 },
    );
    assertIntact(index);
    index.close();
    database.close();
  });

  it('follows changed, restored and deleted items in every process', async () => {
    const { path, database } = await newDatabase(50);
    const index = openIndex(path);
    bringUpToDate(index);
    const before = progressOf(index).seq;
    database.exec(`
      UPDATE items SET name = 'Teapot' WHERE id = 7;
      UPDATE items SET is_active = 1 - is_active WHERE id IN (9, 10);
      DELETE FROM items WHERE id = 11;
      INSERT INTO items (registry_id, name, url) VALUES (1, 'Teapot', 'https://shop.example/')`);
    assert.equal(progressOf(index).waiting, 5);
    bringUpToDate(index);
    assertIntact(index);
    assert.deepEqual(find(index, { ...EVERYTHING, text: 'teapot' }).ids, [7, 51]);
    database.exec('UPDATE items SET quantity_purchased = 1');
    assert.equal(progressOf(index).seq, before + 5, 'purchases do not affect it');
    assert.equal(step(index), false);
    index.close();
    database.close();
  });

  it('is built in steps, resumes after a kill, and adds changes from the meantime', async () => {
    const { path, database } = await newDatabase(45_000);
    let index = openIndex(path);
    assert.equal(step(index), true);
    const { builtTo, isBuilt } = progressOf(index);
    assert.deepEqual([builtTo, isBuilt], [20_000, false]);
    database.exec("UPDATE items SET name = 'Teapot' WHERE id IN (5, 44001); DELETE FROM items WHERE id = 6");
    // Simulates a process that was killed before it committed a step.
    index.exec('BEGIN IMMEDIATE; DELETE FROM entries');
    index.close();
    index = openIndex(path);
    assert.equal(progressOf(index).builtTo, builtTo);
    bringUpToDate(index);
    assertIntact(index);
    assert.deepEqual(find(index, { ...EVERYTHING, text: 'teapot' }).ids, [5, 44_001]);
    index.close();
    database.close();
  });

  it('is rebuilt next to another database, for example a restored one, and when it is damaged', async () => {
    const { path, database } = await newDatabase(30);
    const first = openIndex(path);
    bringUpToDate(first);
    first.close();
    // Replaces the changes in the database with the same number of other changes.
    database.exec('DELETE FROM search_changes; INSERT INTO search_changes (seq, item_id) SELECT id + 1, id FROM items');
    const second = openIndex(path);
    assert.equal(progressOf(second).isBuilt, false);
    bringUpToDate(second);
    assertIntact(second);
    second.close();
    const file = openSync(indexPath(path), 'r+');
    writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, 0);
    closeSync(file);
    const third = openIndex(path);
    bringUpToDate(third);
    assertIntact(third);
    third.close();
    database.close();
  });
});

/** Removes zero counts, because the count of a status without items may be 0 or missing. */
const withoutZeros = ({ ids, counts }: ReturnType<typeof find>) => ({
  ids,
  counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
});
