import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { type Database, DatabaseUnavailable } from '../database.ts';
import { openSqlite } from './open.ts';

const folder = await temporaryFolder();
after(() => folder[Symbol.asyncDispose]());

let files = 0;
const newPath = () => join(folder.path, `${++files}.db`);

const INSERT = 'INSERT INTO items (registry_id, name, url) VALUES ($1, $2, $3) RETURNING id';
const add = (database: Database, name: string) => database.write(INSERT, [1, name, 'https://a.example/']);

/** SQL that counts to a number. Counting keeps the thread busy. */
const COUNT = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) SELECT count(*) FROM n';

/** Counting to this number takes a long time. */
const LONG = 10_000_000;

const SEARCH = {
  text: 'kettle',
  registryIds: [],
  status: null,
  order: 'id',
  isDescending: false,
  skip: 0,
  limit: 10,
} as const;

describe('costly reads of the embedded database', () => {
  it('do not delay other statements', async () => {
    const database = openSqlite(newPath());
    await add(database, 'Kettle');
    let isDone = false;
    const scan = database.scan<[number]>(COUNT, [LONG]).finally(() => (isDone = true));
    let served = 0;
    for (; !isDone; served++) {
      assert.deepEqual(await database.first('SELECT name FROM items WHERE id = $1', [1]), ['Kettle']);
      await nextTurn();
    }
    assert.deepEqual(await scan, [[LONG]]);
    assert.ok(served > 100, `${served} served`);
    await database.close();
  });

  it('see earlier writes', async () => {
    const database = openSqlite(newPath());
    for (let round = 1; round <= 20; round++) {
      await add(database, `Kettle ${round}`);
      assert.deepEqual(await database.scan('SELECT count(*) FROM items', []), [[round]]);
      assert.equal((await database.search(SEARCH)).counts[''], round);
    }
    await database.close();
  });

  it('are rejected if too many wait; rejected reads delay no others', async () => {
    const database = openSqlite(newPath());
    const scans = Array.from({ length: 100 }, () => database.scan(COUNT, [1000]));
    const outcomes = await Promise.allSettled(scans);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    assert.ok(refused.length > 0 && refused.length < 60, `${refused.length} refused`);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.ok(outcome.reason instanceof DatabaseUnavailable);
    await database.close();
  });

  it('distinguish a wrong statement from an unavailable database', async () => {
    const database = openSqlite(newPath());
    await assert.rejects(database.scan('SELECT nothing FROM items', []), /nothing/);
    await database.close();
    await assert.rejects(database.scan('SELECT 1', []), DatabaseUnavailable);
  });

  it('end with the database, including running reads', async () => {
    const database = openSqlite(newPath());
    const scans = [1, 2].map(() => assert.rejects(database.scan(COUNT, [LONG]), DatabaseUnavailable));
    await database.close();
    await Promise.all(scans);
  });

  it('end with the time of their request, while they wait and while they run', async () => {
    const database = openSqlite(newPath());
    const begun = performance.now();
    const scans = [1, 2].map(() =>
      assert.rejects(database.within({ left: 200 }).scan(COUNT, [4 * LONG]), DatabaseUnavailable),
    );
    await Promise.all(scans);
    // SQLite finishes a running statement, so the number is small enough for the end of the test. Without the limit,
    // the reads would not be rejected.
    assert.ok(performance.now() - begun < 15_000);
    assert.deepEqual(await database.scan('SELECT 1', []), [[1]]);
    await database.close();
  });

  it('work in memory', async () => {
    const database = openSqlite(':memory:');
    await add(database, 'Kettle');
    assert.deepEqual(await database.scan('SELECT name FROM items', []), [['Kettle']]);
    assert.deepEqual(await database.search(SEARCH), { ids: [1], counts: { '': 1 } });
    await database.close();
  });
});
