import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { connected, createDatabase, startPostgres } from '../../../tests/support/postgres.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import type { Database } from './database.ts';
import { migrations } from './migrations.ts';
import { openPostgres } from './postgres/open.ts';
import { openSqlite } from './sqlite/open.ts';

/** Number of steps before positions of events. */
const BEFORE = migrations.findIndex(({ name }) => name === 'positions of events');

const event = (xid: number, n: number) =>
  `(${xid}, '00000000-0000-4000-8000-00000000000${n}', 'item.created', '2026-11-20T00:00:00.000Z', 7, ${n}, 0)`;
const FILL = `
  INSERT INTO events (xid, id, type, at, registry_id, item_id, is_secret)
  VALUES ${event(5, 1)}, ${event(5, 2)}, ${event(6, 3)}, ${event(7, 4)};
  INSERT INTO webhooks (id, url, types, include_secret, is_active, secrets, position, created_at)
  VALUES ('00000000-0000-4000-8000-000000000009', 'https://shop.example/hook', '[]', 1, 1, '[]', '6.3+9', 1)`;

async function check(database: Database): Promise<void> {
  assert.deepEqual(await database.read('SELECT item_id FROM events ORDER BY position', []), [[1], [2], [3], [4]]);
  assert.deepEqual(
    await database.read('SELECT item_id FROM events WHERE position > (SELECT position FROM webhooks)', []),
    [[4]],
  );
  await database.close();
}

describe('the step to positions keeps the order of events, and the progress of webhooks', () => {
  it('in the embedded database', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'items.db');
    {
      using old = new DatabaseSync(path);
      for (const { sqlite } of migrations.slice(0, BEFORE)) old.exec(sqlite);
      old.exec(`PRAGMA user_version = ${BEFORE}; ${FILL}`);
    }
    await check(openSqlite(path));
  });

  it('on PostgreSQL', async () => {
    await using server = await startPostgres();
    const url = await createDatabase(server.url);
    await using old = await connected(url);
    for (const { postgres } of migrations.slice(0, BEFORE)) for (const text of [postgres].flat()) await old.query(text);
    await old.query(`CREATE TABLE schema_version AS SELECT ${BEFORE} AS version; ${FILL}`);
    await check(await openPostgres(url));
  });
});
