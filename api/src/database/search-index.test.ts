import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { realNow } from '../../../contract/testing/clock.ts';
import { compareWithScan } from '../../../tests/support/search-index.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import type { Search } from './search.ts';
import { SearchIndex } from './search-index.ts';
import { openSqlite } from './sqlite/open.ts';
import { statementOf } from './sqlite/search.ts';

/** Number of ids in a part of the usual size. */
const PART = 32_768;

const SEARCH: Search = {
  text: 'red kettle',
  registryIds: [],
  status: null,
  order: 'id',
  isDescending: false,
  skip: 0,
  limit: 10,
};

/** Opens a database with an item in each thousand ids, up to the end of two parts. */
async function openFilled() {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'items.db');
  const database = openSqlite(path);
  const connection = new DatabaseSync(path);
  connection.exec(`
    WITH RECURSIVE ids (id) AS (SELECT 1 UNION ALL SELECT id + 1000 FROM ids WHERE id < ${2 * PART})
    INSERT INTO items (id, registry_id, name, url)
    SELECT id, 1, CASE id WHEN 5001 THEN 'Red Kettle' ELSE 'Pot' END, 'https://a.example/' FROM ids`);
  // Builds without pauses; the database itself uses what was built.
  const index = new SearchIndex(database, async () => 2 * PART, { pause: 0 });
  return {
    connection,
    database,
    build: (stop = new AbortController().signal) => index.build(stop),
    find: async (text: string) => (await database.search({ ...SEARCH, text })).ids,
    noted: () => connection.prepare('SELECT item_id FROM changed_texts').all().length,
    async [Symbol.asyncDispose]() {
      connection.close();
      await database.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('the index of the searches', () => {
  it('finds the same as reading all items, after any changes', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'items.db');
    const database = openSqlite(path);
    using connection = new DatabaseSync(path);
    await compareWithScan(database, statementOf, async (sql, values = []) =>
      connection.prepare(sql.replace(/\$(\d)/g, '?$1')).all(...values),
    );
    await database.close();
  });

  it('lets searches read only the items that can contain the text', async () => {
    await using opened = await openFilled();
    assert.deepEqual(await opened.find('red kettle'), [5001]);
    await opened.build();
    assert.deepEqual(await opened.find('red kettle'), [5001]);
    // A search that reads all items would still find the item.
    opened.connection.exec('UPDATE search_bits SET bits = zeroblob(length(bits))');
    assert.deepEqual(await opened.find('red kettle'), []);
  });

  it('contains no items to which items with lower ids may be added', async () => {
    await using opened = await openFilled();
    const index = new SearchIndex(opened.database, async () => 2 * PART - 2, { pause: 0 });
    await index.build(new AbortController().signal);
    assert.equal((await index.among('red kettle'))?.end, PART);
  });

  it('is not used for short and for common texts', async () => {
    await using opened = await openFilled();
    const last = async () => 2 * PART;
    const index = new SearchIndex(opened.database, last, { maxShare: 0.01, pause: 0 });
    await index.build(new AbortController().signal);
    for (const text of ['re', null, 'pot', 'https://a']) assert.equal(await index.among(text), null, String(text));
    assert.deepEqual((await index.among('red kettle'))?.units, [Math.floor(5001 / 32)]);
  });

  it('is built again after many changes, or after an hour', async (t) => {
    await using opened = await openFilled();
    await opened.build();
    opened.connection.exec("UPDATE items SET name = 'Blue kettle' WHERE id = 7001; UPDATE items SET price = 1");
    assert.deepEqual(await opened.find('blue kettle'), [7001]);
    await opened.build();
    assert.equal(opened.noted(), 1);
    for (let n = 0; n < 127; n++) opened.connection.exec(`UPDATE items SET name = 'Vase ${n}' WHERE id = 6001`);
    await opened.build();
    assert.equal(opened.noted(), 0);
    assert.deepEqual(await opened.find('blue kettle'), [7001]);
    opened.connection.exec("UPDATE items SET name = 'Green kettle' WHERE id = 7001");
    const now = realNow();
    t.mock.method(Date, 'now', () => now + 3_601_000);
    await opened.build();
    assert.equal(opened.noted(), 0);
    assert.deepEqual(await opened.find('green kettle'), [7001]);
  });

  it('never loses a change that happens while a part is built', async () => {
    await using opened = await openFilled();
    const { database, connection } = opened;
    const change = () => connection.exec("UPDATE items SET name = 'Red kettle' WHERE id = 1");
    let reads = 0;
    const read: typeof database.read = async (sql, values) => {
      const rows = await database.read(sql, values);
      if (sql.includes('retailer') && ++reads === 10) change();
      return rows as never;
    };
    const changing = {
      dialect: database.dialect,
      read,
      scan: database.scan.bind(database),
      write: database.write.bind(database),
    };
    await new SearchIndex(changing, async () => 2 * PART, { pause: 0 }).build(new AbortController().signal);
    assert.deepEqual(await opened.find('red kettle'), [1, 5001]);
  });

  it('is built further after a stop, and by one process at a time', async (t) => {
    await using opened = await openFilled();
    const stop = new AbortController();
    const building = opened.build(stop.signal);
    await opened.build();
    assert.equal((await opened.connection.prepare('SELECT * FROM search_parts WHERE is_ready = 1').all()).length, 0);
    stop.abort();
    await building;
    assert.deepEqual(await opened.find('red kettle'), [5001]);
    await opened.build();
    assert.equal(opened.connection.prepare('SELECT * FROM search_parts WHERE is_ready = 1').all().length, 2);
    // A process that was killed does not block the others for long.
    opened.connection.exec("UPDATE search_parts SET attempt = 'of a dead process'");
    for (let n = 0; n < 128; n++) opened.connection.exec(`UPDATE items SET name = 'Vase ${n}' WHERE id = 6001`);
    await opened.build();
    assert.equal(opened.noted(), 128);
    const now = realNow();
    t.mock.method(Date, 'now', () => now + 601_000);
    await opened.build();
    assert.equal(opened.noted(), 0);
  });
});
