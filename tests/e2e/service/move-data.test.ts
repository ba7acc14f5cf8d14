// Needs processes and two databases: a command moves all data.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { openDatabase } from '../../../api/src/database/open.ts';
import { storeOf } from '../../../api/src/events/store.ts';
import { ItemStore } from '../../../api/src/items/store.ts';
import { runCommand } from '../../support/command.ts';
import { connected, createDatabase, startPostgres } from '../../support/postgres.ts';
import { AMPLE, openTestService } from '../../support/service.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/wait.ts';

const ROWS = 25_000;
const WEBHOOK = '5f3c2a10-9d41-4b7e-8a55-0c4d1e6f7a92';

describe('npm run move-data', () => {
  const server = openForSuite(startPostgres);
  const folder = openForSuite(temporaryFolder);
  let path: string;
  before(async () => {
    path = join(folder.path, 'items.db');
    await (await openDatabase({ kind: 'sqlite', path })).close();
    using database = new DatabaseSync(path);
    database.exec(`
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
      INSERT INTO items (registry_id, name, url, price, currency, is_active, description, retailer, image_url, affiliate_url,
        affiliate_status, quantity_needed, quantity_purchased, created_at, updated_at)
      SELECT i % 700 + 1, 'Kettle 😀 "' || i || '"', 'https://shop.example/' || i, i / 100.0, nullif('GBP', substr('GBP', 1, 2 + i % 2)), i % 7 > 0, nullif('{a\\,' || i, '{a\\,3'),
        'Shop ' || i, 'https://shop.example/picture/' || i, 'https://partner.example/' || i, 'expired', 2 + i % 5, 1 + i % 3,
        '2026-04-01T08:00:00.' || printf('%03d', i % 1000) || 'Z', '2026-04-02T08:00:00.' || printf('%03d', i % 1000) || 'Z'
      FROM n`);
    database.exec(`DELETE FROM items WHERE id IN (17, ${ROWS})`);
    // The command copies the counters with the items, and does not count the purchases again.
    database.exec(`
      INSERT INTO purchases (id, item_id, registry_id, quantity, state, is_secret, is_owner, giver_user_id, giver_name,
        giver_email, message, thanked_at, revealed_at, created_at, updated_at)
      SELECT printf('00000000-0000-4000-8000-%012d', id), id, registry_id, 1 + id % 3,
        CASE id % 4 WHEN 0 THEN 'bought' ELSE 'reserved' END, id % 2, id % 3 = 0, id + 1, 'Ada ' || id,
        'ada' || id || '@mail.example', 'Message ' || id, '2026-05-03T09:30:00.000Z',
        CASE id % 4 WHEN 0 THEN '2026-05-04T09:30:00.000Z' END,
        '2026-05-01T09:30:00.' || printf('%03d', id % 1000) || 'Z', '2026-05-02T09:30:00.000Z'
      FROM items WHERE id % 10 = 0`);
    database.exec(`
      INSERT INTO events (id, type, at, registry_id, item_id, purchase_id, is_secret, giver_user_id)
      SELECT printf('00000000-0000-4000-8000-%012d', id), 'purchase.created', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
        registry_id, id, printf('00000000-0000-4000-8000-%012d', id), id % 2, id
      FROM items WHERE id IN (10, 20, 30)`);
    database.exec(`
      INSERT INTO ideas (id, registry_id, name, url, note, state, author_user_id, author_name, author_email,
        giver_user_id, giver_name, giver_email, revealed_at, created_at, updated_at)
      SELECT printf('00000000-0000-4000-8000-%012d', id), registry_id, 'Lamp ' || id, 'https://shop.example/lamp', 'Ü😀',
        CASE id WHEN 40 THEN 'bought' END, id, 'Ben', 'ben@mail.example', id + 1, 'Ada', 'ada@mail.example',
        '2026-05-05T09:30:00.000Z', created_at, updated_at
      FROM items WHERE id IN (40, 50)`);
    database.exec(`
      INSERT INTO appearances (id, registry_id, item_id, home_id, is_hidden, reveal_day, open_until, revealed_at)
      SELECT '900/' || id, 900, id, registry_id, 1, '2027-01-31', created_at, updated_at FROM items WHERE id IN (60, 70);
      UPDATE items SET appears_on = '900' WHERE id IN (60, 70);
      UPDATE purchases SET list_id = 900 WHERE item_id = 60`);
    database.exec(`
      INSERT INTO shares (id, registry_id, item_id, name, amount, is_secret, giver_user_id, giver_name, giver_email, ends_at,
        revealed_at, created_at, updated_at)
      SELECT printf('00000000-0000-4000-8000-%012d', id), registry_id, id, name, 2.5, 1, id + 1, 'Ada', 'ada@mail.example',
        CASE id WHEN 40 THEN '2026-05-06T09:30:00.000Z' END, '2026-05-05T09:30:00.000Z', created_at, updated_at
      FROM items WHERE id IN (40, 50)`);
    database.exec(`
      INSERT INTO webhooks (id, url, types, registry_id, include_secret, description, is_active, secrets, position, created_at,
        last_delivered_at, failing_since)
      VALUES ('${WEBHOOK}', 'https://shop.example/hook', '["item.created"]', 7, 1, 'Stock', 0, '[]', 7, 1, 4, 5);
      INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, at, registry_id, item_id, is_secret, state, tries, attempts,
        last_status, last_error, last_attempt_at, next_attempt_at)
      VALUES (41, '${WEBHOOK}', '${WEBHOOK}', 'item.created', 2, 7, 10, 1, 'waiting', 2, 3, 500, 'answered 500', 6, 8);
      INSERT INTO creations (mark, user_id, route, key, digest, attempt, until, created_at, status, location, body)
      VALUES ('${WEBHOOK}', 3, '/items', 'key', 'digest', 4, 5, 6, 201, '/items/7', '{}')`);
  });

  it('moves all data unchanged, also back by a backup, and assigns no id that the source may assign', async () => {
    const url = await createDatabase(server.url);
    const { code, stdout, stderr } = await runCommand('move-data', ['--from', `sqlite:${path}`, '--to', url], {});
    assert.equal(code, 0, stderr);
    assert.match(stdout, new RegExp(`^${ROWS - 2} items moved\\. The totals of both databases match\\.`, 'm'));
    assert.deepEqual(await itemsIn({ kind: 'postgres', url }), await itemsIn({ kind: 'sqlite', path }));
    const backup = await runCommand('backup', [folder.path], { DATABASE_URL: url });
    const [, saved = ''] = /^(.*Z): /m.exec(backup.stdout) ?? assert.fail(backup.stderr);
    const there = rowsIn(path);
    assert.deepEqual(rowsIn(join(saved, 'items.db')), there);
    const counts = Object.values(there).map(({ length }) => length);
    assert.deepEqual(counts, [ROWS - 2, ROWS / 10 - 1, 2, 2, 2, 3, 1, 1, 1, 1]);

    const database = await openDatabase({ kind: 'postgres', url }, null, undefined, AMPLE.patience, true);
    const next = await new ItemStore(database).insert(1, { name: 'new', url: 'https://shop.example/new' });
    assert.ok((next?.id ?? 0) > ROWS + 1_000_000, 'the source may assign the next ids itself');
    const reached = Number(there.events?.at(-1)?.position);
    const following = await storeOf(database, 30)?.after({ sees: 'everything' }, reached, 10);
    assert.deepEqual(
      following?.map(({ itemId }) => itemId),
      [next?.id],
    );
    await database.close();
    await using client = await connected(url);
    const sequence = "SELECT nextval(pg_get_serial_sequence('webhook_deliveries', 'id'))::int AS id";
    const { rows } = await client.query(sequence);
    assert.deepEqual(rows, [{ id: 42 }]);

    const again = await runCommand('move-data', ['--from', `sqlite:${path}`, '--to', url], {});
    assert.equal(again.code, 1);
    assert.equal(again.stderr, '--to: the database already contains items: name an empty database\n');
  });

  it('leaves both databases unchanged if it is killed, and can be run again', async () => {
    const url = await createDatabase(server.url);
    await (await openDatabase({ kind: 'postgres', url })).close();
    await using holder = await connected(url);
    // Items that were deleted had some of these ids. Searches must not use their index.
    await holder.query("INSERT INTO search_parts VALUES (0, '', 0, 1)");
    // This trigger makes the command wait for a lock after its first batch of items. The command thus cannot end before
    // the test kills it.
    await holder.query(`
      SELECT pg_advisory_lock(1);
      CREATE FUNCTION wait_for_holder() RETURNS trigger LANGUAGE plpgsql
        AS 'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END';
      CREATE TRIGGER wait AFTER INSERT ON items FOR EACH STATEMENT EXECUTE FUNCTION wait_for_holder()`);
    const command = fileURLToPath(new URL('../../../api/move-data.ts', import.meta.url));
    const child = spawn(process.execPath, [command, '--from', `sqlite:${path}`, '--to', url], { stdio: 'ignore' });
    const exited = once(child, 'exit');
    await until('it copies', async () => (await count(holder, WAITING)) > 0);
    child.kill('SIGKILL');
    await exited;
    await holder.query('SELECT pg_advisory_unlock(1)');
    await until('the server has noticed', async () => (await count(holder, OTHERS)) === 0);
    assert.deepEqual(await itemsIn({ kind: 'postgres', url }), []);
    const { code, stderr } = await runCommand('move-data', ['--from', `sqlite:${path}`, '--to', url], {});
    assert.equal(code, 0, stderr);
    assert.deepEqual(await itemsIn({ kind: 'postgres', url }), await itemsIn({ kind: 'sqlite', path }));
    assert.equal((await holder.query('SELECT 1 FROM search_parts')).rowCount, 0);
  });

  it('is refused while a service uses the database', async () => {
    await using own = await temporaryFolder();
    const used = join(own.path, 'items.db');
    await using _ = await openTestService({ env: { DATABASE_URL: `sqlite:${used}` } });
    const { code, stderr } = await runCommand('move-data', ['--from', `sqlite:${used}`, '--to', server.url], {});
    assert.equal(code, 1);
    assert.match(stderr, /^--from: .*items\.db is in use by another process of this service: stop that process/);
  });

  it('rejects invalid databases in one line', async () => {
    const run = async (...args: string[]) => (await runCommand('move-data', args, {})).stderr;
    const nothing = /^--from: there is no database at \/none\.db\n$/;
    assert.match(await run('--from', 'sqlite:/none.db', '--to', server.url), nothing);
    assert.match(await run('--from', server.url, '--to', server.url), /^--from: must be sqlite:PATH/);
    const refused = /^--to: cannot use the PostgreSQL database: connect ECONNREFUSED/;
    assert.match(await run('--from', `sqlite:${path}`, '--to', 'postgres://x:y@127.0.0.1:1/none'), refused);
  });
});

type Setting = Parameters<typeof openDatabase>[0];

/** Returns the items of a database, as admins see them. */
async function itemsIn(setting: Setting): Promise<object[]> {
  const database = await openDatabase(setting, null, undefined, AMPLE.patience);
  try {
    const { json } = await new ItemStore(database).list({ skip: 0, limit: 1_000_000 }, { isAdmin: true });
    return JSON.parse(`${Buffer.from(json)}`);
  } finally {
    await database.close();
  }
}

const TABLES = 'items purchases appearances ideas shares events webhooks webhook_deliveries creations event_log'.split(
  ' ',
);

/** Returns all rows of an embedded database, by table. */
function rowsIn(path: string): Record<string, Record<string, unknown>[]> {
  using database = new DatabaseSync(path);
  return Object.fromEntries(TABLES.map((name) => [name, database.prepare(`SELECT * FROM ${name} ORDER BY 1`).all()]));
}

/** SQL that selects all other connections to the database. */
const OTHERS = 'FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
/** SQL that selects connections that wait for an advisory lock. */
const WAITING = `${OTHERS} AND wait_event = 'advisory'`;

async function count(client: pg.Client, from: string): Promise<number> {
  const { rows } = await client.query<{ found: number }>(`SELECT count(*)::int AS found ${from}`);
  return rows[0]?.found ?? 0;
}
