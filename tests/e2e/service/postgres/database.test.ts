// Needs PostgreSQL: upgrades and roles of a server.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import {
  type Database,
  DatabaseFull,
  DatabaseUnavailable,
  DatabaseUnusable,
} from '../../../../api/src/database/database.ts';
import { migrations, SCHEMA_VERSION } from '../../../../api/src/database/migrations.ts';
import { toDatabaseError } from '../../../../api/src/database/postgres/errors.ts';
import { inspectPostgres } from '../../../../api/src/database/postgres/inspect.ts';
import { openPostgres } from '../../../../api/src/database/postgres/open.ts';
import { migrate } from '../../../../api/src/database/postgres/schema.ts';
import { checkDatabase } from '../../../../api/src/doctor/database-check.ts';
import { connected, createDatabase, startPostgres } from '../../../support/postgres.ts';
import { openForSuite } from '../../../support/suite.ts';
import { until } from '../../../support/wait.ts';

const INSERT = 'INSERT INTO items (registry_id, name, url) VALUES ($1, $2, $3) RETURNING id';
const row = (name: string) => [1, name, 'https://a.example/'];
const COUNT = 'SELECT count(*) FROM items';
/** Time limit for a lock that becomes free. Even on a busy machine, the lock becomes free within this time. */
const LONG = { left: 20_000 };

const UPGRADE_WAITS =
  "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%ADD COLUMN next%'";
/** The step of the first release. */
const FIRST = migrations.slice(0, 1);
/** A step that changes the table of items. */
const NEXT = { sqlite: '', postgres: 'ALTER TABLE items ADD COLUMN next bigint' };
const FILL = `INSERT INTO items (registry_id, name, url)
  SELECT i % 100 + 1, 'Kettle ' || i, 'https://shop.example/' || i FROM generate_series(1, 20000) AS i`;

describe('PostgreSQL', () => {
  const server = openForSuite(() => startPostgres({ isDurable: true }));

  /** Creates a database and opens it. */
  async function opened(): Promise<{ url: string; database: Database }> {
    const url = await createDatabase(server.url);
    return { url, database: await openPostgres(url) };
  }

  it('is upgraded once when ten processes start at the same time', async () => {
    const url = await createDatabase(server.url);
    const all = await Promise.all(Array.from({ length: 10 }, () => openPostgres(url)));
    assert.deepEqual(await inspectPostgres(url), {
      version: SCHEMA_VERSION,
      isWritable: true,
      site: null,
    });
    assert.deepEqual(await all[9]?.write(INSERT, row('Kettle')), [[1]]);
    await Promise.all(all.map((database) => database.close()));
  });

  it('serves code of the previous version during an upgrade', async () => {
    const { url, database } = await opened();
    await using client = await connected(url);
    await database.write(INSERT, row('before'));
    await client.query("ALTER TABLE items ADD COLUMN note text NOT NULL DEFAULT ''");
    await client.query('UPDATE schema_version SET version = version + 1');
    await database.write(INSERT, row('after'));
    assert.deepEqual(await database.read(COUNT, []), [[2]]);
    await database.close();
    await assert.rejects(openPostgres(url), DatabaseUnusable);
  });

  it('reports in one line why it cannot be used', async () => {
    const nobody = Object.assign(new URL(server.url), { password: 'wrong' }).href;
    await assert.rejects(
      openPostgres(nobody),
      /^DatabaseUnusable: DATABASE_URL: cannot use the PostgreSQL database: pass/,
    );
    const nowhere = 'postgres://127.0.0.1:9/items';
    await assert.rejects(openPostgres(nowhere), /^DatabaseUnusable: DATABASE_URL: .*ECONNREFUSED/);
  });

  it('is found empty, current, too new, read-only or unreachable by the doctor', async () => {
    const url = await createDatabase(server.url);
    const textOf = async (address = url) => {
      const { state, text } = await checkDatabase({ kind: 'postgres', url: address }, 'https://site.example');
      return `${state} ${text.split('\n', 1)[0]}`;
    };
    assert.match(await textOf(), /^ok Database: PostgreSQL \S+ is empty; the first start will create the tables$/);
    await (await openPostgres(url)).close();
    assert.match(
      await textOf(),
      new RegExp(`^ok Database: PostgreSQL \\S+ is writable, schema version ${SCHEMA_VERSION}$`),
    );
    await using client = await connected(url);
    await client.query('DROP ROLE IF EXISTS reader');
    await client.query(`CREATE ROLE reader LOGIN PASSWORD 'x'; GRANT SELECT ON schema_version TO reader`);
    const reader = Object.assign(new URL(url), { username: 'reader', password: 'x' }).href;
    assert.match(await textOf(reader), /^problem Database: PostgreSQL \S+ is not writable$/);
    await client.query('UPDATE schema_version SET version = version + 1');
    assert.match(await textOf(), /^problem Database: PostgreSQL \S+ has schema version \d+, but /);
    assert.match(await textOf('postgres://127.0.0.1:9/items'), /^problem Database: PostgreSQL \S+ cannot be reached: /);
  });

  it('does not delay writes during an upgrade that waits for a long transaction', async () => {
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

  it('reserves connections for costly reads, apart from those of other statements', async () => {
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
  it('drops the former indexes of searches in an upgrade', async () => {
    const url = await createDatabase(server.url);
    await using client = await connected(url);
    await migrate(client, FIRST);
    const indexes = async () =>
      (
        await client.query<{ name: string }>(
          "SELECT indexname AS name FROM pg_indexes WHERE tablename = 'items' ORDER BY 1",
        )
      ).rows.map(({ name }) => name);
    await client.query(`
      CREATE INDEX items_search ON items (lower(name), lower(url)) WHERE is_active = 1;
      CREATE INDEX items_by_name ON items (lower(name), id);
      CREATE STATISTICS items_text_1 ON (lower(name)) FROM items`);
    await (await openPostgres(url)).close();
    assert.deepEqual(await indexes(), [
      'items_active',
      'items_by_external_id',
      'items_by_registry_and_state',
      'items_pkey',
      'items_retired',
    ]);
    assert.deepEqual(await inspectPostgres(url), { version: SCHEMA_VERSION, isWritable: true, site: null });
    assert.equal((await client.query('SELECT 1 FROM pg_statistic_ext')).rowCount, 0);
  });

  it('leaves no traces of a failed upgrade', async () => {
    const url = await createDatabase(server.url);
    await using client = await connected(url);
    await client.query('CREATE TABLE items ()');
    await assert.rejects(openPostgres(url), DatabaseUnusable);
    assert.equal((await inspectPostgres(url)).version, 0);
  });

  it('runs exclusive work in one process at a time', async () => {
    const { url, database } = await opened();
    const other = await openPostgres(url);
    await using client = await connected(url);
    const sql = `SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
      WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`;
    const steps: string[] = [];
    const { promise: second, resolve } = Promise.withResolvers<void>();
    await database.exclusively(7, LONG, async () => {
      resolve(other.exclusively(7, LONG, async () => void steps.push('the second')));
      await until('the second waits', async () => (await client.query(sql)).rows.length > 0);
      steps.push('the first');
    });
    await second;
    assert.deepEqual(steps, ['the first', 'the second']);
    // Work on another registry does not wait for the lock.
    await database.exclusively(7, LONG, () => other.exclusively(8, LONG, async () => {}));
    await Promise.all([database.close(), other.close()]);
  });

  it('answers in time while the server is paused, and recovers', async () => {
    const { database } = await opened();
    await database.write(INSERT, row('before'));
    await server.pause();
    try {
      await Promise.all([
        assert.rejects(database.write(INSERT, row('refused')), DatabaseUnavailable),
        assert.rejects(database.read(COUNT, []), DatabaseUnavailable),
      ]);
    } finally {
      await server.resume();
    }
    assert.deepEqual(await database.write(INSERT, row('after')).then(({ length }) => length), 1);
    // The abandoned write did not happen later.
    assert.deepEqual(await database.read(COUNT, []), [[2]]);
    await database.close();
  });
});

it('an error of PostgreSQL: is temporary if the connection, the server or another transaction caused it', () => {
  const errorOf = (code: string) => Object.assign(new pg.DatabaseError('of PostgreSQL', 1, 'error'), { code });
  for (const code of [
    '08006',
    '25006',
    '40001',
    '40P01',
    '53300',
    '55P03',
    '57014',
    '57P01',
    '58030',
    '23505',
    '53100',
  ]) {
    assert.ok(toDatabaseError(errorOf(code)) instanceof DatabaseUnavailable, code);
    assert.equal(toDatabaseError(errorOf(code)) instanceof DatabaseFull, code === '53100', code);
  }
  assert.ok(toDatabaseError(new Error('read ECONNRESET')) instanceof DatabaseUnavailable);
  for (const code of ['23514', '22003', '42601']) {
    const error = errorOf(code);
    assert.equal(toDatabaseError(error), error);
  }
});
