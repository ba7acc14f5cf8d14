import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onPostgres } from '../../../tests/support/database.ts';
import { openTestService, SHORT } from '../../../tests/support/service.ts';
import { spawnService } from '../../../tests/support/spawned-service.ts';
import { assertError, ITEM_KEYS } from '../answers.ts';
import { addItem } from '../world.ts';

const t = await openTestService();
after(() => t.close());
before(async () => {
  await addItem(t, 6);
});

const insert = async (fields: Record<string, string | number | null>) => {
  const row = { registry_id: 1, name: 'n', url: 'https://e.x/1', ...fields };
  const keys = Object.keys(row);
  const marks = keys.map((_, index) => `$${index + 1}`).join(', ');
  const sql = `INSERT INTO items (${keys.join(', ')}) VALUES (${marks}) RETURNING *`;
  return (await t.database.query(sql, Object.values(row)))[0];
};

/** SQL that lists the columns of the items. Both databases return the same format. */
const COLUMNS = onPostgres
  ? `SELECT column_name AS name, CASE is_nullable WHEN 'NO' THEN 1 ELSE 0 END AS required
     FROM information_schema.columns WHERE table_name = 'items'`
  : 'SELECT name, "notnull" AS required FROM pragma_table_info(\'items\')';
const TABLES = onPostgres
  ? "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'"
  : "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
const columns = async () =>
  new Map((await t.database.query(COLUMNS)).map(({ name, required }) => [String(name), required]));

describe('rules: Items, their table', () => {
  it('has exactly the columns of the rules, with id as the primary key, and the hidden counter', async () => {
    assert.deepEqual([...(await columns()).keys()].sort(), [...ITEM_KEYS, 'quantity_secret', 'effect'].sort());
    const id = Number((await insert({}))?.id);
    await assert.rejects(insert({ id }), /constraint/i);
  });

  it('requires registry_id, name, url, quantities, is_active and timestamps', async () => {
    const found = await columns();
    for (const name of [
      'registry_id',
      'name',
      'url',
      'quantity_needed',
      'quantity_purchased',
      'is_active',
      'created_at',
      'updated_at',
    ]) {
      assert.equal(found.get(name), 1, name);
    }
  });

  it('never reuses an id', async () => {
    const last = Number((await insert({}))?.id);
    await t.database.query('DELETE FROM items WHERE id = $1', [last]);
    assert.ok(Number((await insert({}))?.id) > last);
  });

  it('sets the defaults of the rules and the current time', async () => {
    const row = await insert({});
    assert.deepEqual([row?.quantity_needed, row?.quantity_purchased, row?.is_active], [1, 0, 1]);
    assert.ok(row?.created_at !== null && row?.created_at !== undefined);
    assert.ok(row?.updated_at !== null && row?.updated_at !== undefined);
  });

  const refused: Record<string, string | number>[] = [
    { name: '' },
    { name: 'x'.repeat(101) },
    { description: 'x'.repeat(501) },
    { url: 'http://x.' },
    { url: 'x'.repeat(2001) },
    { affiliate_status: 'paused' },
    { price: 0 },
    { price: -1 },
    { quantity_needed: 0 },
    { quantity_purchased: -1 },
    { is_active: 2 },
  ];
  for (const fields of refused) {
    it(`refuses ${JSON.stringify(fields).slice(0, 40)} by a constraint`, async () => {
      await assert.rejects(insert(fields), /constraint/i);
    });
  }

  it('has an index on registry_id', async () => {
    const indexes = onPostgres
      ? "SELECT indexdef AS definition FROM pg_indexes WHERE tablename = 'items'"
      : "SELECT sql AS definition FROM sqlite_master WHERE type = 'index' AND tbl_name = 'items'";
    const definitions = (await t.database.query(indexes)).map(({ definition }) => String(definition));
    assert.ok(definitions.some((definition) => /\(registry_id\b/.test(definition)));
  });

  it('stores is_active as 0 and 1', async () => {
    const type = onPostgres ? 'pg_typeof(is_active)::text' : 'typeof(is_active)';
    const rows = await t.database.query(`SELECT ${type} AS type, is_active FROM items WHERE registry_id = 6`);
    assert.deepEqual({ ...rows[0] }, { type: onPostgres ? 'smallint' : 'integer', is_active: 1 });
  });

  it('is the only table besides those of purchases, ideas, events, webhooks and internal data', async () => {
    const tables = (await t.database.query(TABLES)).map(({ name }) => String(name));
    assert.deepEqual(
      tables
        .filter(
          (name) =>
            !/schema|migration|version|^search_changes$|^registry_locks$|^places$|^runs$|^event|^webhook|^citus_/.test(
              name,
            ),
        )
        .sort(),
      ['ideas', 'items', 'purchases'],
    );
  });
});

describe('rules: Storage, a locked database', () => {
  it('answers writes with 503 and Retry-After in time, still reads, and recovers without a restart', async () => {
    await using own = await openTestService({ overrides: SHORT });
    const item = await addItem(own, 3);
    await using lock = await own.database.lock();
    const body = { name: 'Kettle', url: 'https://shop.example/', registry_id: 3 };
    const [refused, read] = await Promise.all([
      own.request('POST', '/items', { as: 'admin', body }),
      own.request('GET', `/items/${item.id}`, { as: 'admin' }),
    ]);
    assertError(refused, 503, 'Database is unavailable');
    assert.match(refused.headers['retry-after'] ?? '', /^[1-9]\d*$/);
    assert.equal(read.status, 200);
    await lock.release();
    assert.equal((await own.request('POST', '/items', { as: 'admin', body })).status, 201);
    const stored = await own.request<object[]>('GET', '/items?registry_id=3', { as: 'admin' });
    assert.equal(stored.body.length, 2, 'the rejected write was stored');
  });
});

describe('rules: Storage, the schema version', () => {
  it('stops the start with one clear line if the database is newer than the code', async () => {
    await using own = await openTestService();
    await own.database.raiseSchemaVersion();
    await assert.rejects(own.restart(), /newer|version/i);
    await using spawned = spawnService({ HOST_URL: own.host.url, DATABASE_URL: own.database.url });
    assert.ok((await spawned.exited) !== 0);
    assert.match(spawned.output(), /newer|version/i);
    assert.doesNotMatch(spawned.output(), /^\s+at /m);
  });

  it('opens a database of its own version again', async () => {
    await using own = await openTestService();
    const item = await addItem(own, 3);
    await own.restart();
    await own.restart();
    assert.equal((await own.request('GET', `/items/${item.id}`, { as: 'admin' })).status, 200);
  });
});
