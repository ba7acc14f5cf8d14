import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { valuesOf } from '../../../../tests/support/values-of.ts';
import { type Database, DatabaseDamaged, DatabaseFull, DatabaseUnavailable } from '../database.ts';
import { FIRST_VERSION, migrations, SCHEMA_VERSION } from '../migrations.ts';
import { toDatabaseError } from './errors.ts';
import { inspectSqlite } from './inspect.ts';
import { openSqlite } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'largesse-sqlite-'));
after(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = () => join(folder, `${++files}.db`);

const INSERT = 'INSERT INTO items (registry_id, name, url) VALUES ($1, $2, $3) RETURNING id';
const row = (name: string) => [1, name, 'https://a.example/'];
const write = (database: Database, name: string) => database.write(INSERT, row(name));
const count = 'SELECT count(*) FROM items';
const names = 'SELECT name FROM items ORDER BY id';

/** Factor that makes a write wait 0.3 s for a lock. */
const SHORT = 0.1;

/** Waits until a write fails because the database is unavailable. */
const refusalOf = (database: Database, name: string): Promise<void> =>
  assert.rejects(write(database, name), DatabaseUnavailable);

describe('writes of one turn of the event loop', () => {
  it('share one transaction, and thus one sync to disk', async () => {
    const path = newPath();
    const commits: number[] = [];
    const database = openSqlite(path, (writes) => commits.push(writes));
    // SQLite changes the data version of a connection whenever another connection commits.
    using observer = new DatabaseSync(path);
    const version = () => Number(observer.prepare('PRAGMA data_version').get()?.data_version);
    const before = version();
    await Promise.all(Array.from({ length: 50 }, (_, index) => database.write(INSERT, row(`item ${index}`))));
    assert.equal(version(), before + 1);
    assert.deepEqual(commits, [50]);
    // 2 is FULL: each commit waits for the disk, so it survives a power failure.
    assert.deepEqual(await database.read('PRAGMA synchronous', []), [[2]]);
    assert.deepEqual(await database.read(count, []), [[50]]);
    await database.close();
  });

  it('succeed even if one of them fails', async () => {
    const database = openSqlite(newPath());
    const outcomes = await Promise.allSettled(['first', '', 'third'].map((name) => database.write(INSERT, row(name))));
    assert.deepEqual(valuesOf(outcomes, 'status'), ['fulfilled', 'rejected', 'fulfilled']);
    assert.deepEqual(await database.read(count, []), [[2]]);
    await database.close();
  });
});

describe('single-row reads of one turn of the event loop', () => {
  it('run together once the turn has received all requests', async () => {
    const path = newPath();
    const database = openSqlite(path);
    using other = new DatabaseSync(path);
    const insert = () =>
      other.exec("INSERT INTO items (registry_id, name, url) VALUES (1, 'Pot', 'https://a.example/')");
    const before = database.first(count, []);
    insert();
    const after = database.first(count, []);
    assert.deepEqual(await Promise.all([before, after]), [[1], [1]]);
    insert();
    assert.deepEqual(await database.first(count, []), [2]);
    await database.close();
  });

  it('succeed even if one of them fails', async () => {
    const database = openSqlite(newPath());
    const outcomes = await Promise.allSettled(
      [count, 'SELECT * FROM nothing', count].map((sql) => database.first(sql, [])),
    );
    assert.deepEqual(valuesOf(outcomes, 'status'), ['fulfilled', 'rejected', 'fulfilled']);
    await database.close();
  });

  it('are answered in that turn with all follow-up reads, and follow-up writes start then, too', async () => {
    const database = openSqlite(newPath());
    let turns = 0;
    let isOver = false;
    const countTurns = () => {
      turns++;
      if (!isOver) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    await database.first(count, []);
    await database.first(count, []);
    await database.write(INSERT, row('Pot'));
    isOver = true;
    assert.equal(turns, 1);
    await database.close();
  });

  it('share a commit for their follow-up writes with other writes of that turn', async () => {
    const commits: number[] = [];
    const database = openSqlite(newPath(), (writes) => commits.push(writes));
    const readAndWrite = async () => {
      await database.first(count, []);
      await database.write(INSERT, row('Pot'));
    };
    for (let turn = 0; turn < 3; turn++) await Promise.all([database.write(INSERT, row('Pan')), readAndWrite()]);
    assert.deepEqual(commits, [2, 2, 2]);
    await database.close();
  });

  it('run before the database closes, even if they follow from the last write', async () => {
    const database = openSqlite(newPath());
    const found = database.write(INSERT, row('Pot')).then(() => database.first(count, []));
    await database.close();
    assert.deepEqual(await found, [1]);
  });
});

it('a full database: rejects writes, loses nothing and continues once there is space again', async () => {
  const path = newPath();
  const database = openSqlite(path);
  await database.read('PRAGMA max_page_count = 8', []);
  let acknowledged = 0;
  await assert.rejects(async () => {
    for (;;) {
      await database.write(INSERT, [1, 'x'.repeat(100), `https://a.example/${'y'.repeat(1900)}`]);
      acknowledged++;
    }
  }, DatabaseUnavailable);
  assert.deepEqual(await database.read(count, []), [[acknowledged]]);
  await database.read('PRAGMA max_page_count = 1000', []);
  await database.write(INSERT, row('room again'));
  await database.close();
});

it('opening: distinguishes a missing database, a usable one and another kind of file, without creating one', async () => {
  const path = newPath();
  assert.deepEqual(inspectSqlite(path), { kind: 'missing' });
  assert.deepEqual(inspectSqlite(path), { kind: 'missing' });
  await openSqlite(path).close();
  assert.deepEqual(inspectSqlite(path), { kind: 'present', version: SCHEMA_VERSION, site: null });
  assert.equal(inspectSqlite(import.meta.filename).kind, 'unusable');
  {
    using connection = new DatabaseSync(path);
    connection.exec('PRAGMA user_version = 3');
  }
  assert.throws(
    () => openSqlite(path),
    /^DatabaseUnusable: DATABASE_URL: .* version 3, from before the first release: /,
  );
});

it('an upgrade: removes the former search index, its list of changes, and its triggers', async () => {
  const [path, other] = [newPath(), newPath()];
  await openSqlite(other).close();
  const schemaOf = (file: string) => {
    using reader = new DatabaseSync(file, { readOnly: true });
    return reader.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
  };
  writeFileSync(`${path}-search`, '');
  using connection = new DatabaseSync(path);
  connection.exec(`
    ${migrations[0]?.sqlite}
    CREATE TABLE search_changes (seq INTEGER PRIMARY KEY, item_id INTEGER NOT NULL) STRICT;
    CREATE TRIGGER search_inserted AFTER INSERT ON items BEGIN
      INSERT INTO search_changes (item_id) VALUES (new.id);
    END;
    CREATE TRIGGER search_updated AFTER UPDATE OF name ON items BEGIN
      INSERT INTO search_changes (item_id) VALUES (new.id);
    END;
    CREATE TRIGGER search_deleted AFTER DELETE ON items BEGIN
      INSERT INTO search_changes (item_id) VALUES (old.id);
    END;
    PRAGMA user_version = ${FIRST_VERSION}`);
  const database = openSqlite(path);
  await database.write(INSERT, row('Kettle'));
  assert.deepEqual(schemaOf(path), schemaOf(other));
  assert.equal(existsSync(`${path}-search`), false);
  assert.deepEqual(inspectSqlite(path), { kind: 'present', version: SCHEMA_VERSION, site: null });
  await database.close();
});

describe('an error of SQLite', () => {
  const errorOf = (errcode: number) => Object.assign(new Error('of SQLite'), { errcode });

  it('is temporary or a damage, also with an extended code; otherwise it stays unchanged', () => {
    const kindOf = (code: number) => toDatabaseError(errorOf(code), '/data/items.db');
    for (const code of [5, 6, 7, 8, 10, 13, 14, 261, 778]) {
      assert.ok(kindOf(code) instanceof DatabaseUnavailable);
      assert.equal(kindOf(code) instanceof DatabaseFull, code === 13);
    }
    for (const code of [11, 26, 267]) {
      const damage = kindOf(code);
      assert.ok(damage instanceof DatabaseDamaged && damage.message.startsWith('/data/items.db: '));
    }
    for (const code of [1, 19, 2067]) assert.deepEqual(kindOf(code), errorOf(code));
  });
});

describe('writes on a database that another process has locked', { concurrency: true }, () => {
  it('are each rejected in time, even if they arrive while others wait', async () => {
    const path = newPath();
    const database = openSqlite(path, undefined, SHORT);
    using other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const refusals: Promise<void>[] = [];
    for (const name of ['first', 'second', 'third']) {
      refusals.push(refusalOf(database, name));
      // After three turns, the first write waits for the lock, and later writes wait behind it.
      for (let turn = 0; turn < 3; turn++) await nextTurn();
    }
    await Promise.all(refusals);
    other.exec('ROLLBACK');
    assert.deepEqual(await database.read(names, []), []);
    await database.close();
  });

  it('are all completed in order once the lock is released', async () => {
    const path = newPath();
    const database = openSqlite(path);
    using other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const first = write(database, 'first');
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    const second = write(database, 'second');
    other.exec('ROLLBACK');
    await Promise.all([first, second]);
    assert.deepEqual(await database.read(names, []), [['first'], ['second']]);
    await database.close();
  });
});

describe('a database that closes', () => {
  it('completes earlier writes', async () => {
    const path = newPath();
    const database = openSqlite(path);
    const [written] = await Promise.all([write(database, 'before'), database.close()]);
    assert.deepEqual(written, [[1]]);
    const again = openSqlite(path);
    assert.deepEqual(await again.read(names, []), [['before']]);
    await again.close();
  });

  it('rejects later writes, while it closes and once it is closed', async () => {
    const database = openSqlite(newPath());
    const before = write(database, 'before');
    const closed = database.close();
    await assert.rejects(write(database, 'while'), DatabaseUnavailable);
    await before;
    await closed;
    await assert.rejects(write(database, 'after'), DatabaseUnavailable);
  });
});
