// Needs PostgreSQL: its collations and indexes sort.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { openPostgres } from '../../../../api/src/database/postgres/open.ts';
import type { Search, SearchOrder } from '../../../../api/src/database/search.ts';
import { connected, createDatabase, startPostgres } from '../../../support/postgres.ts';
import { searchByScan } from '../../../support/search-by-scan.ts';
import { openForSuite } from '../../../support/suite.ts';

const orders: readonly SearchOrder[] = ['id', 'name', 'registry_id', 'affiliate_status'];

describe('searches on PostgreSQL', () => {
  const server = openForSuite(startPostgres);

  it('return the same as reading all items, in the same order', async () => {
    const url = await createDatabase(server.url);
    const database = await openPostgres(url);
    await using client = await connected(url);
    const rowsOf = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows;
    const word = fc.constantFrom('kettle', 'Kettle', 'pot', 'Äpfel', '50%', 'a_b', '\\', 'KETTLE pot', '"{,}"', 'z');
    const text = fc.constantFrom(null, 'kettle', 'e', 'pot', '%', '_', '\\', 'äpfel', '"', 'ttle p', 'no such');
    const row = fc.tuple(
      fc.integer({ min: 1, max: 4 }),
      word,
      fc.option(word),
      word,
      fc.option(word),
      fc.constantFrom(null, 'active', 'inactive', 'expired', 'none'),
      fc.constantFrom(0, 1, 1, 1),
    );
    const wanted = fc.record<Search>({
      text,
      registryIds: fc.constantFrom([], [2], [1, 3, 9]),
      status: fc.constantFrom(null, '', 'active', 'expired'),
      order: fc.constantFrom(...orders),
      isDescending: fc.boolean(),
      skip: fc.integer({ min: 0, max: 12 }),
      limit: fc.integer({ min: 1, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), fc.array(wanted, { maxLength: 8 }), async (rows, searches) => {
        await client.query('DELETE FROM items');
        for (const values of rows)
          await client.query(
            `INSERT INTO items (registry_id, name, retailer, url, affiliate_url, affiliate_status, is_active)
              VALUES ($1, $2, $3, 'https://a.example/' || $4, $5, $6, $7)`,
            values,
          );
        for (const search of searches)
          assert.deepEqual(
            await database.search(search),
            await searchByScan(rowsOf, search, ' COLLATE "C"'),
            JSON.stringify(search),
          );
      }),
      { numRuns: 150 },
    );
    await database.close();
  });
});
