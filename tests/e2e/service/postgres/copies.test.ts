import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../../../../api/src/database/database.ts';
import { openPostgres } from '../../../../api/src/database/postgres/open.ts';
import { openSqlite } from '../../../../api/src/database/sqlite/open.ts';
import { type LoggedEvent, START, storeOf } from '../../../../api/src/events/store.ts';
import { ItemStore } from '../../../../api/src/items/store.ts';
import { runCommand } from '../../../support/command.ts';
import { connected, createDatabase, type PostgresServer, startPair, startPostgres } from '../../../support/postgres.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { until } from '../../../support/wait.ts';

const KETTLE = { name: 'Kettle', url: 'https://shop.example/kettle' };

/** Inserts items one after the other. @returns their ids */
async function insert(database: Database, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push((await new ItemStore(database).insert(1, KETTLE))?.id ?? 0);
  return ids;
}

/** A reader of the log, which remembers its position when databases change. */
class Follower {
  #position = START;
  readonly events: LoggedEvent[] = [];

  /** Reads all new events of a database. @returns the items of these events */
  async read(database: Database): Promise<(number | null)[]> {
    const found = (await storeOf(database, 30)?.after({ sees: 'everything' }, this.#position, 1000)) ?? [];
    this.#position = found.at(-1)?.position ?? this.#position;
    this.events.push(...found);
    return found.map(({ itemId }) => itemId);
  }
}

const open = (url: string, log: string[] = []) => openPostgres(url, (line) => void log.push(line), 20, true);

/** Tables in a dump. */
const TABLES = ['items', 'purchases', 'ideas', 'events', 'webhooks', 'webhook_deliveries', 'event_log', 'places'];

/** Copies rows and sequences to an empty database with the same schema, as `pg_dump` and `pg_restore` do. */
async function dumpAndRestore(from: string, to: string): Promise<void> {
  await (await openPostgres(to)).close();
  await using source = await connected(from);
  await using target = await connected(to);
  for (const table of TABLES) {
    const { rows } = await source.query<{ all: string }>(
      `SELECT coalesce(json_agg(t), '[]')::text AS all FROM ${table} AS t`,
    );
    await target.query(`DELETE FROM ${table}`);
    await target.query(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(null::${table}, $1)`, [
      rows[0]?.all,
    ]);
  }
  for (const sequence of ['items_id_seq', 'events_number_seq']) {
    const { rows } = await source.query(`SELECT last_value AS last, is_called AS called FROM ${sequence}`);
    await target.query('SELECT setval($1, $2, $3)', [sequence, rows[0]?.last, rows[0]?.called]);
  }
}

describe('ids of items, and positions in the log of events', () => {
  let server: PostgresServer;
  let other: PostgresServer;
  before(async () => {
    [server, other] = await Promise.all([startPostgres(), startPostgres()]);
  });
  after(() => Promise.all([server, other].map((each) => each[Symbol.asyncDispose]())));

  it('continue above those of the original when a dump is restored on another server, also twice', async () => {
    // Transaction ids of the first server are far higher.
    await using client = await connected(server.url);
    await client.query('DO $$ BEGIN FOR n IN 1..2000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$');
    const url = await createDatabase(server.url);
    const original = await open(url);
    const follower = new Follower();
    const given = await insert(original, 5);
    assert.deepEqual(await follower.read(original), given);
    const copies: string[] = [await createDatabase(other.url), await createDatabase(other.url)];
    for (const copy of copies) await dumpAndRestore(url, copy);
    const lost = await insert(original, 3);
    assert.deepEqual(await follower.read(original), lost);
    await original.close();
    given.push(...lost);
    for (const copy of copies) {
      const log: string[] = [];
      const restored = await open(copy, log);
      assert.match(log.join('\n'), /may lack its last changes: new items begin at id \d+/);
      const added = await insert(restored, 8);
      assert.deepEqual(await follower.read(restored), added);
      given.push(...added);
      await restored.close();
      const again: string[] = [];
      await (await open(copy, again)).close();
      assert.doesNotMatch(again.join('\n'), /may lack/);
    }
    assert.equal(new Set(given).size, given.length);
  });

  it('continue above those of the replaced database when the same backup is restored twice', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'items.db');
    const env = { DATABASE_URL: `sqlite:${path}` };
    const sqlite = () => openSqlite(path, null, undefined, 20, true);
    const follower = new Follower();
    const given: number[] = [];
    const add = async (count: number) => {
      const database = sqlite();
      const added = await insert(database, count);
      assert.deepEqual(await follower.read(database), added);
      given.push(...added);
      await database.close();
    };
    await add(4);
    const backup = await runCommand('backup', [folder.path], env);
    assert.equal(backup.code, 0, backup.stderr);
    const saved = /largesse-[\w-]+Z/.exec(backup.stdout)?.[0] ?? '';
    await add(3);
    for (let time = 0; time < 2; time++) {
      const restored = await runCommand('restore', ['--items-only', join(folder.path, saved)], env);
      assert.equal(restored.code, 0, restored.stderr);
      await add(8);
    }
    assert.equal(new Set(given).size, given.length);
  });

  it('continue above those of a primary whose last changes its standby lacks', async () => {
    await using pair = await startPair();
    await using primary = await connected(pair.primary.url);
    await primary.query("ALTER SYSTEM SET synchronous_standby_names = ''");
    await primary.query('SELECT pg_reload_conf()');
    const url = pair.primary.url;
    const follower = new Follower();
    const before = await open(url);
    const given = await insert(before, 5);
    assert.deepEqual(await follower.read(before), given);
    await until('the standby has them', async () => {
      const { rows } = await primary.query('SELECT 1 FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()');
      return rows.length > 0;
    });
    await pair.standby.pause();
    const lost = await insert(before, 40);
    assert.deepEqual(await follower.read(before), lost);
    await before.close();
    await primary.end();
    await pair.primary.crash();
    await pair.standby.resume();
    await pair.promote();
    const log: string[] = [];
    let promoted: Database | null = null;
    await until('the standby takes writes', async () => {
      promoted ??= await open(pair.standby.url, log).catch(() => null);
      return promoted !== null;
    });
    assert.ok(promoted);
    const added = await insert(promoted, 5);
    assert.deepEqual(await follower.read(promoted), added);
    await (promoted as Database).close();
    const all = [...given, ...lost, ...added];
    assert.equal(new Set(all).size, all.length);
    assert.match(log.join('\n'), /may lack its last changes/);
  });
});

describe('the log of events', () => {
  it('is complete while a transaction of another database of the server is open', async () => {
    await using server = await startPostgres();
    await using foreign = await connected(await createDatabase(server.url));
    await foreign.query('BEGIN; SELECT pg_current_xact_id()');
    const database = await open(await createDatabase(server.url));
    const given = await insert(database, 3);
    assert.deepEqual(await new Follower().read(database), given);
    await database.close();
  });
});
