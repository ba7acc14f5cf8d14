import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type Database, DatabaseUnavailable } from '../database.ts';
import { backUp } from './backup.ts';
import { openSqlite } from './open.ts';

const folder = mkdtempSync(join(tmpdir(), 'largesse-locked-'));
after(() => rmSync(folder, { recursive: true }));

let files = 0;
const newPath = () => join(folder, `${++files}.db`);

const write = (database: Database, name: string) =>
  database.write('INSERT INTO items (registry_id, name, url) VALUES ($1, $2, $3)', [1, name, 'https://a.example/']);
const names = 'SELECT name FROM items ORDER BY id';

/** Factor that makes a write wait 0.3 s for a lock. */
const SHORT = 0.1;

/** Waits until a write fails because the database is unavailable. */
const refusalOf = (database: Database, name: string): Promise<void> =>
  assert.rejects(write(database, name), DatabaseUnavailable);

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

it('a backup of a database that another process has locked: waits until the lock is released', async () => {
  const path = newPath();
  const database = openSqlite(path);
  await write(database, 'first');
  await database.close();
  const other = new DatabaseSync(path);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; CREATE TABLE lock (id); ROLLBACK; SELECT 1 FROM items');
  const copying = backUp(path, `${path}.copy`);
  // After this pause, the backup waits for the lock.
  await pause(200);
  other.close();
  assert.equal((await copying).items, 1);
});

describe('a database that closes', () => {
  it('completes earlier writes', async () => {
    const path = newPath();
    const database = openSqlite(path);
    const [written] = await Promise.all([write(database, 'before'), database.close()]);
    assert.deepEqual(written, []);
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
