import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import * as fc from '../../../../contract/testing/properties.ts';
import { searchByScan } from '../../../../tests/support/search-by-scan.ts';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import type { SearchOrder } from '../search.ts';
import { openSqlite } from './open.ts';

it('searches find, count and sort any texts', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'items.db');
  const searched = openSqlite(path);
  using database = new DatabaseSync(path);
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
  const insert = database.prepare(
    `INSERT INTO items (registry_id, name, retailer, url, affiliate_url, affiliate_status, is_active)
    VALUES (?, ?, ?, 'https://a.example/' || ?, ?, ?, ?)`,
  );
  const rows = (sql: string) => database.prepare(sql).all();
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), fc.array(wanted, { maxLength: 8 }), async (all, searches) => {
      database.exec('DELETE FROM items');
      for (const values of all) insert.run(...values);
      for (const search of searches) assert.deepEqual(await searched.search(search), await searchByScan(rows, search));
    }),
    { numRuns: 150 },
  );
  await searched.close();
});
