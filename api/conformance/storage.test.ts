import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { openTestService } from '../testing/service.ts';
import { spawnService } from '../testing/spawned-service.ts';
import { assertError, ITEM_KEYS } from './answers.ts';
import { addItem } from './world.ts';

const t = await openTestService();
const database = new DatabaseSync(t.databasePath);
after(async () => {
  database.close();
  await t.close();
});
before(async () => {
  await addItem(t, 6);
});

const insert = (fields: Record<string, string | number | null>) => {
  const row = { registry_id: 1, name: 'n', url: 'https://e.x/1', ...fields };
  const keys = Object.keys(row);
  const marks = keys.map(() => '?').join(', ');
  const values = Object.values(row);
  return database.prepare(`INSERT INTO items (${keys.join(', ')}) VALUES (${marks}) RETURNING *`).get(...values);
};
const columns = () =>
  new Map(
    database
      .prepare('PRAGMA table_info(items)')
      .all()
      .map((column) => [column.name, column]),
  );

describe('spec: Resources, the item table', () => {
  it('has exactly the columns of the spec, with id as the primary key', () => {
    assert.deepEqual([...columns().keys()].sort(), ITEM_KEYS);
    assert.equal(columns().get('id')?.pk, 1);
  });

  it('requires registry_id, name, url, quantities, is_active and timestamps', () => {
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
      assert.equal(columns().get(name)?.notnull, 1, name);
    }
  });

  it('never uses an id twice', () => {
    const last = insert({});
    database.prepare('DELETE FROM items WHERE id = ?').run(Number(last?.id));
    assert.ok(Number(insert({})?.id) > Number(last?.id));
  });

  it('gives the defaults of the spec and the current time', () => {
    const row = insert({});
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
    it(`refuses ${JSON.stringify(fields).slice(0, 40)} by a constraint`, () => {
      assert.throws(() => insert(fields), /constraint/i);
    });
  }

  it('finds the items of a registry by an index', () => {
    const plan = database
      .prepare('EXPLAIN QUERY PLAN SELECT * FROM items WHERE registry_id = ? AND is_active = 1')
      .all(6);
    assert.match(plan.map((step) => String(step.detail)).join(' '), /USING (COVERING )?INDEX/);
  });

  it('stores is_active as 0 and 1', () => {
    const row = database.prepare('SELECT typeof(is_active) AS type, is_active FROM items WHERE registry_id = 6').get();
    assert.deepEqual({ ...row }, { type: 'integer', is_active: 1 });
  });

  it('is the one table of the product', () => {
    const tables = database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all()
      .map((table) => String(table.name));
    assert.deepEqual(
      tables.filter((name) => !/schema|migration|version/.test(name)),
      ['items'],
    );
  });
});

describe('scorecard: a locked database', () => {
  it('answers writes with 503 and Retry-After within 5 s, goes on reading, and recovers without a restart', async () => {
    await using own = await openTestService();
    const item = await addItem(own, 3);
    const lock = new DatabaseSync(own.databasePath);
    lock.exec('BEGIN IMMEDIATE');
    const body = { name: 'Kettle', url: 'https://shop.example/', registry_id: 3 };
    const [refused, read] = await Promise.all([
      own.request('POST', '/items', { as: 'admin', body }),
      own.request('GET', `/items/${item.id}`, { as: 'admin' }),
    ]);
    assertError(refused, 503);
    assert.match(refused.headers['retry-after'] ?? '', /^[1-9]\d*$/);
    assert.ok(refused.took < 5000, `${refused.took} ms`);
    assert.equal(read.status, 200);
    lock.exec('ROLLBACK');
    lock.close();
    assert.equal((await own.request('POST', '/items', { as: 'admin', body })).status, 201);
    const stored = await own.request<object[]>('GET', '/items?registry_id=3', { as: 'admin' });
    assert.equal(stored.body.length, 2, 'the refused write was stored all the same');
  });
});

describe('spec: Versioning, the schema version', () => {
  it('stops the start on a database that is newer than the code, with one clear line', async () => {
    await using own = await openTestService();
    raiseSchemaVersion(own.databasePath);
    await assert.rejects(own.restart(), /newer|version/i);
    await using spawned = await spawnService({ HOST_URL: own.host.url, DATABASE_URL: `sqlite:${own.databasePath}` });
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

// The version stands either in the header of the file or in a table of its own.
function raiseSchemaVersion(path: string): void {
  const file = new DatabaseSync(path);
  const version = Number(file.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (version > 0) file.exec(`PRAGMA user_version = ${version + 1000}`);
  else {
    const table = file
      .prepare(
        "SELECT name FROM sqlite_master WHERE name GLOB '*schema*' OR name GLOB '*migration*' OR name GLOB '*version*'",
      )
      .get();
    assert.ok(table, 'the database does not say its schema version');
    const column = file
      .prepare(`PRAGMA table_info(${table.name})`)
      .all()
      .find((one) => /INT/i.test(String(one.type)));
    file.exec(`UPDATE ${table.name} SET ${column?.name} = ${column?.name} + 1000`);
  }
  file.close();
}
