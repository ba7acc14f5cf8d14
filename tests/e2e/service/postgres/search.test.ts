// Needs PostgreSQL: its collations and indexes sort.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openPostgres } from '../../../../api/src/database/postgres/open.ts';
import { statementOf } from '../../../../api/src/database/postgres/search.ts';
import { SettledIds } from '../../../../api/src/database/postgres/settled-ids.ts';
import type { Search, SearchOrder } from '../../../../api/src/database/search.ts';
import * as fc from '../../../../contract/testing/properties.ts';
import { connected, createDatabase, startPostgres } from '../../../support/postgres.ts';
import { searchByScan } from '../../../support/search-by-scan.ts';
import { compareWithScan } from '../../../support/search-index.ts';
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

  it('return the same with an index, after any changes', async () => {
    const url = await createDatabase(server.url);
    const database = await openPostgres(url);
    await using client = await connected(url);
    const run = async (text: string, values: unknown[] = []) =>
      (await client.query({ text, values, rowMode: 'array' })).rows;
    await compareWithScan(database, statementOf, run, ' COLLATE "C"');
    await database.close();
  });

  it('use an index only for ids below which no transaction can add items', async () => {
    const url = await createDatabase(server.url);
    const database = await openPostgres(url);
    await using client = await connected(url);
    await using late = await connected(url);
    const insert = `INSERT INTO items (registry_id, name, url) VALUES (1, 'Pot', 'https://a.example/') RETURNING id`;
    let now = 0;
    const ids = new SettledIds(database, () => now);
    const lastAfter = async (seconds: number) => {
      now += 1000 * seconds;
      return ids.last();
    };
    await late.query('BEGIN');
    await late.query(insert);
    await client.query(insert);
    assert.deepEqual([await lastAfter(0), await lastAfter(60), await lastAfter(60), await lastAfter(60)], [0, 0, 0, 0]);
    await late.query('COMMIT');
    await client.query(insert);
    assert.equal(await lastAfter(1), 2);
    assert.deepEqual([await lastAfter(60), await lastAfter(60)], [2, 3]);
    await database.close();
  });
});
