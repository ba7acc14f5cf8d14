import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { until } from '../../../../tests/support/wait.ts';
import { type Database, DatabaseUnavailable } from '../database.ts';
import { openSqlite } from './open.ts';
import { Reader } from './reader.ts';

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

/** A thread that answers each statement with the statement itself. It ends after the statements `throw` and `exit`. */
const MORTAL = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', ({ sql }) => {
      if (sql === 'who') sql = threadId;
      if (sql === 'throw') throw new Error('died');
      if (sql === 'exit') process.exit(1);
      parentPort.postMessage({ rows: [[sql]] });
    });`)}`,
);

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

  it('continue in another thread after theirs has died', async () => {
    const reader = new Reader('', MORTAL);
    const ask = (sql: string) => reader.ask({ sql, values: [] });
    for (const [way, why] of [
      ['throw', ': died'],
      ['exit', ''],
    ] as const) {
      const [dead, ...others] = await Promise.allSettled([ask(way), ask('first'), ask('second')]);
      assert.ok(dead.status === 'rejected' && dead.reason instanceof DatabaseUnavailable);
      assert.equal(dead.reason.message, `the thread of costly reads ended${why}`);
      assert.deepEqual(
        others.map((outcome) => outcome.status === 'fulfilled' && outcome.value),
        [[['first']], [['second']]],
      );
    }
    await reader.close();
  });

  it('end an idle thread, and start another one when needed', async () => {
    const reader = new Reader('', MORTAL, 1);
    const who = async () => JSON.stringify(await reader.ask({ sql: 'who', values: [] }));
    const first = await who();
    await until('another one answers', async () => (await who()) !== first);
    await reader.close();
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

  it('work in memory', async () => {
    const database = openSqlite(':memory:');
    await add(database, 'Kettle');
    assert.deepEqual(await database.scan('SELECT name FROM items', []), [['Kettle']]);
    assert.deepEqual(await database.search(SEARCH), { ids: [1], counts: { '': 1 } });
    await database.close();
  });
});
