import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { openDatabase } from '../../api/src/database/open.ts';
import { databaseSetting } from '../../api/src/settings.ts';

/** Number of items between two progress messages. */
const STEP = 500_000;

/**
 * Returns SQL that creates items in registries 1 to `registries`; every 20th item is inactive. The caller appends FROM
 * with the numbers `i` of the items.
 */
const making = (registries: number): string => `
  INSERT INTO items (registry_id, name, description, url, retailer, affiliate_url, affiliate_status, price, is_active)
  SELECT (i * 7919) % ${registries} + 1,
    CASE i % 4 WHEN 0 THEN 'Cast-iron pot ' WHEN 1 THEN 'Kettle ' WHEN 2 THEN 'Picture book ' ELSE 'Blanket ' END || ((i * 48271) % 1000003),
    'A heavy pot for stews and bread, 26 cm, with a lid',
    'https://shop' || (i % 50) || '.example/products/' || ((i * 16807) % 2147483647), 'Shop ' || (i % 50),
    CASE WHEN i % 3 = 0 THEN 'https://aff.example/r?u=' || i END,
    CASE i % 6 WHEN 0 THEN 'active' WHEN 1 THEN 'none' WHEN 2 THEN 'inactive' WHEN 3 THEN CASE WHEN i % 1000 = 3 THEN 'expired' END END,
    9.9, CASE WHEN i % 20 = 0 THEN 0 ELSE 1 END`;

/**
 * Creates items in an empty database, without a service, and prints the progress.
 * @param url `sqlite:PATH` or `postgres://…`
 */
export async function fill(url: string, items: number, registries: number): Promise<void> {
  const begun = performance.now();
  await (await openDatabase(databaseSetting('DATABASE_URL', url))).close();
  const sql = making(registries);
  const isPostgres = url.startsWith('postgres');
  if (isPostgres) {
    const client = new pg.Client(url);
    await client.connect();
    for (const [first, last] of steps(items)) {
      await client.query(`${sql} FROM generate_series(${first}::bigint, ${last}) AS i`);
      tell(last, items);
    }
    await client.query('VACUUM ANALYZE items');
    await client.end();
  } else {
    using connection = new DatabaseSync(url.slice('sqlite:'.length));
    connection.exec('PRAGMA synchronous = OFF');
    for (const [first, last] of steps(items)) {
      connection.exec(
        `WITH RECURSIVE n (i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${last}) ${sql} FROM n`,
      );
      tell(last, items);
    }
  }
  console.log(`${items} items made in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

function* steps(items: number): Generator<[first: number, last: number]> {
  for (let first = 1; first <= items; first += STEP) yield [first, Math.min(items, first + STEP - 1)];
}

function tell(made: number, items: number): void {
  if (items > STEP) console.error(`${Math.round((made / items) * 100)} % of the items are made`);
}
