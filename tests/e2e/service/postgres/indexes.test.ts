import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { migrations } from '../../../../api/src/database/migrations.ts';
import { inspectPostgres } from '../../../../api/src/database/postgres/inspect.ts';
import { openPostgres } from '../../../../api/src/database/postgres/open.ts';
import { migrate } from '../../../../api/src/database/postgres/schema.ts';
import { searchItems } from '../../../../api/src/items/search.ts';
import { ItemStore } from '../../../../api/src/items/store.ts';
import { connected, createDatabase, startPostgres } from '../../../support/postgres.ts';
import { openForSuite } from '../../../support/suite.ts';
import { until } from '../../../support/wait.ts';

const VALID = "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('items_search')";
/** SQL that lists the indexes that the service builds, and whether each index is valid. */
const WHOLE = `SELECT relname AS name, indisvalid AS whole FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE indrelid = 'items'::regclass AND relname <> 'items_pkey' ORDER BY relname`;
const ALL_WHOLE = [
  'items_active',
  'items_by_name',
  'items_by_registry_and_state',
  'items_by_status',
  'items_search',
].map((name) => ({
  name,
  whole: true,
}));
const WAITS = "SELECT 1 FROM pg_stat_progress_create_index WHERE phase LIKE 'waiting%'";
const LOCK_WAITS = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'LOCK TABLE%'";
const UPGRADE_WAITS =
  "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%ADD COLUMN next%'";
/** A step that changes the table of items. */
const NEXT = { sqlite: '', postgres: 'ALTER TABLE items ADD COLUMN next bigint' };
const FILL = `INSERT INTO items (registry_id, name, url)
  SELECT i % 100 + 1, 'Kettle ' || i, 'https://shop.example/' || i FROM generate_series(1, 20000) AS i`;

/** SQL that returns the execution plan of a search for a text. */
const PLAN = `EXPLAIN SELECT id FROM items WHERE is_active = 1 AND (lower(name COLLATE "C") LIKE '%kettle 1999%' ESCAPE '\\'
  OR lower(retailer COLLATE "C") LIKE '%kettle 1999%' ESCAPE '\\' OR lower(url COLLATE "C") LIKE '%kettle 1999%' ESCAPE '\\'
  OR lower(affiliate_url COLLATE "C") LIKE '%kettle 1999%' ESCAPE '\\')`;

describe('the indexes of PostgreSQL', () => {
  const server = openForSuite(startPostgres);

  const query = { q: 'kettle 19', skip: 0, limit: 10, sort: 'name' } as const;

  it('are built while a service of the previous version keeps writing', async () => {
    const url = await createDatabase(server.url);
    const older = await openPostgres(url);
    await using client = await connected(url);
    await client.query(FILL);
    const lines: string[] = [];
    const newer = await openPostgres(url, (line) => lines.push(line));
    const items = new ItemStore(older);
    let written = 0;
    await until('the index is ready', async () => {
      await items.insert(1 + (written++ % 500), { name: 'Teapot', url: 'https://shop.example/teapot' });
      return lines.at(-1) === 'indexes: ready';
    });
    assert.equal(lines[0], 'indexes: are being built; until then searches and lists take longer');
    assert.deepEqual((await client.query(VALID)).rows, [{ valid: true }]);
    const found = await searchItems(newer, new ItemStore(newer), { ...query, q: 'teapot' });
    assert.equal(found.counts.unset, written);
    await client.query('ANALYZE items');
    const plan = await client.query(PLAN);
    assert.match(JSON.stringify(plan.rows), /Bitmap Index Scan on items_search/);
    await Promise.all([older.close(), newer.close()]);
  });

  it('wait for a request to lock the table, and are built afterwards', async () => {
    const url = await createDatabase(server.url);
    await (await openPostgres(url)).close();
    await using writer = await connected(url);
    await writer.query('BEGIN');
    await writer.query(FILL);
    const lines: string[] = [];
    const database = await openPostgres(url, (line) => lines.push(line));
    await using client = await connected(url);
    await until('the index waits for the writer', async () => (await client.query(WAITS)).rowCount === 1);
    await using locker = await connected(url);
    // With this long timeout for `locker`, the connection of the index build detects the deadlock first. PostgreSQL
    // then cancels the index build instead of the statement of `locker`.
    await locker.query("SET deadlock_timeout = '1min'");
    await locker.query('BEGIN');
    const locked = locker.query('LOCK TABLE items IN EXCLUSIVE MODE');
    await until('a lock request waits', async () => (await client.query(LOCK_WAITS)).rowCount === 1);
    await writer.query('COMMIT');
    await locked;
    await locker.query('COMMIT');
    await until('the index is ready', () => lines.at(-1) === 'indexes: ready');
    assert.deepEqual((await client.query(WHOLE)).rows, ALL_WHOLE);
    assert.ok(
      lines.includes('indexes: stopped because another process locks the table; they will be built later'),
      lines.join('\n'),
    );
    await database.close();
  });

  it('are built once, however many processes start, and again if one is incomplete', async () => {
    const url = await createDatabase(server.url);
    await using client = await connected(url);
    const lines: string[] = [];
    const open = () => openPostgres(url, (line) => lines.push(line));
    const isReady = async () => (await client.query<{ valid: boolean }>(VALID)).rows[0]?.valid === true;
    const all = await Promise.all(Array.from({ length: 5 }, open));
    await until('the index is ready', isReady);
    await Promise.all(all.map((database) => database.close()));
    assert.ok(!lines.some((line) => line.includes('cannot')), lines.join('\n'));
    // Simulates the state after an interrupted build.
    await client.query("UPDATE pg_index SET indisvalid = false WHERE indexrelid = to_regclass('items_search')");
    const again = await open();
    await until('the index is ready again', isReady);
    await again.close();
  });

  it('do not delay the end of a process during the build; another running process then builds them', async () => {
    const url = await createDatabase(server.url);
    await using holder = await connected(url);
    await (await openPostgres(url)).close();
    // PostgreSQL builds an index only after earlier writes are committed. This open transaction delays the build.
    await holder.query("BEGIN; INSERT INTO items (registry_id, name, url) VALUES (1, 'Kettle', 'https://a.example/')");
    const lines: string[] = [];
    const first = await openPostgres(url, () => {});
    await using observer = await connected(url);
    await until('it waits', async () => (await observer.query(WAITS)).rowCount === 1);
    const second = await openPostgres(url, (line) => lines.push(line));
    await first.close();
    assert.deepEqual((await observer.query(WHOLE)).rows, [
      { name: 'items_active', whole: false },
      { name: 'items_by_registry_and_state', whole: true },
    ]);
    await holder.query('COMMIT');
    await until('the indexes are ready', () => lines.at(-1) === 'indexes: ready');
    assert.deepEqual((await observer.query(WHOLE)).rows, ALL_WHOLE);
    await second.close();
  });

  it('by status are built again after an upgrade, in the order of searches', async () => {
    const url = await createDatabase(server.url);
    await using client = await connected(url);
    await (await openPostgres(url)).close();
    await client.query(`
      CREATE INDEX items_by_status ON items (affiliate_status, id) WHERE is_active = 1;
      UPDATE schema_version SET version = 16`);
    const lines: string[] = [];
    const database = await openPostgres(url, (line) => lines.push(line));
    await until('the indexes are ready', () => lines.at(-1) === 'indexes: ready');
    await client.query('SET enable_seqscan = off; SET enable_sort = off');
    const { rows } = await client.query(
      'EXPLAIN SELECT id FROM items WHERE is_active = 1 ORDER BY affiliate_status DESC NULLS LAST, id DESC LIMIT 10',
    );
    assert.match(JSON.stringify(rows), /Index Only Scan Backward using items_by_status/);
    await database.close();
  });

  it('do not delay writes during an upgrade that waits for a long transaction', async () => {
    const url = await createDatabase(server.url);
    await using client = await connected(url);
    await (await openPostgres(url)).close();
    await client.query(FILL);
    await using upgrading = await connected(url);
    await using holder = await connected(url);
    await holder.query("BEGIN; INSERT INTO items (registry_id, name, url) VALUES (1, 'Kettle', 'https://a.example/')");
    let isDone = false;
    const upgrade = migrate(upgrading, [...migrations, NEXT]).then(() => {
      isDone = true;
    });
    await using observer = await connected(url);
    await until('the upgrade waits', async () => (await observer.query(UPGRADE_WAITS)).rowCount === 1);
    // Each step of the upgrade blocks writers for less than this limit. An upgrade in a single step would block writers
    // until it ends.
    await client.query("SET lock_timeout = '5s'");
    for (let round = 0; round < 20; round++)
      await client.query("INSERT INTO items (registry_id, name, url) VALUES (2, 'Teapot', 'https://a.example/')");
    assert.equal(isDone, false);
    await holder.query('COMMIT');
    await upgrade;
    assert.deepEqual((await client.query('SELECT next FROM items WHERE next IS NOT NULL')).rows, []);
  });

  it('are built without pg_trgm if it is unavailable, and the log reports it', async () => {
    const url = await createDatabase(server.url);
    await using client = await connected(url);
    await client.query(`
      CREATE ROLE plain LOGIN PASSWORD 'plain';
      GRANT CREATE ON SCHEMA public TO plain`);
    const lines: string[] = [];
    const plain = Object.assign(new URL(url), { username: 'plain', password: 'plain' }).href;
    const database = await openPostgres(plain, (line) => lines.push(line));
    await until('it is said', () => lines.length > 0);
    assert.match(lines[0] ?? '', /^indexes: the extension pg_trgm is not available \(permission denied/);
    assert.equal((await inspectPostgres(plain)).hasTrigrams, false);
    await new ItemStore(database).insert(1, { name: 'Kettle 1999', url: 'https://shop.example/kettle' });
    assert.equal((await searchItems(database, new ItemStore(database), query)).counts.unset, 1);
    await database.close();
  });

  it('reserve connections for costly reads, apart from those of other statements', async () => {
    const url = await createDatabase(server.url);
    const database = await openPostgres(url);
    await using client = await connected(url);
    await client.query('BEGIN; LOCK TABLE schema_version');
    const held = Array.from({ length: 20 }, () => database.scan('SELECT count(*) FROM schema_version', []));
    for (let round = 0; round < 50; round++) assert.deepEqual(await database.read('SELECT 1', []), [[1]]);
    await client.query('COMMIT');
    assert.deepEqual(await Promise.all(held), Array(20).fill([[1]]));
    await database.close();
  });
});
