import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { openPostgres } from '../../../../api/src/database/postgres/open.ts';
import { find, LIMITS } from '../../../../api/src/database/postgres/search/find.ts';
import type { Run } from '../../../../api/src/database/postgres/search/sql.ts';
import type { Found, Search, SearchOrder } from '../../../../api/src/database/search.ts';
import { connected, createDatabase, startPostgres } from '../../../support/postgres.ts';
import { searchByScan } from '../../../support/search-by-scan.ts';
import { openForSuite } from '../../../support/suite.ts';

const orders: readonly SearchOrder[] = ['id', 'name', 'registry_id', 'affiliate_status'];

describe('searches on PostgreSQL', () => {
  const server = openForSuite(startPostgres);

  it('return the same as reading all items, in the same order, for few and for many items', async () => {
    const url = await createDatabase(server.url);
    await (await openPostgres(url)).close();
    await using client = await connected(url);
    // Stores few rows in each page of the table. Samples of pages then differ each time and are seldom exact.
    await client.query(
      "ALTER TABLE items SET (fillfactor = 10); UPDATE pg_class SET reltuples = 20 WHERE oid = 'items'::regclass",
    );
    const run: Run = async (text, values) => (await client.query({ text, values: [...values], rowMode: 'array' })).rows;
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
    const limits = fc.record({
      few: fc.constantFrom(0, 3, 100),
      most: fc.constantFrom(1, 4, 8, 100),
      ranges: fc.constantFrom(2, 3, 32),
      sample: fc.constantFrom(1, 10, 1000),
      rows: fc.constant(LIMITS.rows),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 20 }),
        fc.array(wanted, { maxLength: 8 }),
        limits,
        async (rows, searches, limited) => {
          await client.query('DELETE FROM items');
          for (const values of rows)
            await client.query(
              `INSERT INTO items (registry_id, name, retailer, url, affiliate_url, affiliate_status, is_active)
              VALUES ($1, $2, $3, 'https://a.example/' || $4, $5, $6, $7)`,
              values,
            );
          for (const search of searches)
            assert.deepEqual(
              counted(await find(run, search, limited), limited.most),
              counted(await searchByScan((sql) => run(sql, []), search, ' COLLATE "C"'), limited.most),
              JSON.stringify({ search, limited }),
            );
        },
      ),
      { numRuns: 150 },
    );
  });

  it('count up to 10,000 of a status, and sort only the range of a late page', async () => {
    const url = await createDatabase(server.url);
    const database = await openPostgres(url);
    await using client = await connected(url);
    await client.query(`
      INSERT INTO items (registry_id, name, url)
      SELECT i % 1000 + 1, 'Kettle ' || i * 7919 % 60000, 'https://shop.example/' || i FROM generate_series(1, 60000) AS i;
      ANALYZE items`);
    const everything = { text: 'example', registryIds: [], status: null, isDescending: false, skip: 30_000, limit: 10 };
    for (const order of orders) {
      const asked: [sql: string, values: readonly unknown[]][] = [];
      const run: Run = async (text, values) => {
        asked.push([text, values]);
        return (await client.query({ text, values: [...values], rowMode: 'array' })).rows;
      };
      const found = await find(run, { ...everything, order });
      assert.equal(found.counts[''], 10_000);
      assert.equal(found.ids.length, 10);
      const [sql, values] = asked.at(-1) ?? ['', []];
      const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, [...values]);
      const sorted = Number(
        /"Subplan Name": ?"CTE reached".*?"Actual Rows": ?([\d.]+)/s.exec(JSON.stringify(rows))?.[1],
      );
      assert.ok(sorted > 0 && sorted < 60_000 / 8, `${order}: ${sorted} rows`);
      assert.deepEqual(await database.search({ ...everything, order }), found);
    }
    await database.close();
  });
});

/**
 * Limits the counts in the same way as a search does, and removes counts of 0. The count of a status without items is
 * sometimes missing and sometimes 0.
 */
const counted = ({ ids, counts }: Found, most: number): Found => ({
  ids,
  counts: Object.fromEntries(
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([status, count]) => [status, Math.min(count, most)]),
  ),
});
