import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { letPass } from '../../../../contract/testing/clock.ts';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { backUp } from './backup.ts';
import { openSqlite } from './open.ts';

it('a backup of a database that another process has locked: waits until the lock is released', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'items.db');
  const database = openSqlite(path);
  await database.write('INSERT INTO items (registry_id, name, url) VALUES ($1, $2, $3)', [
    1,
    'first',
    'https://a.example/',
  ]);
  await database.close();
  const other = new DatabaseSync(path);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; CREATE TABLE lock (id); ROLLBACK; SELECT 1 FROM items');
  const copying = backUp(path, `${path}.copy`);
  await letPass(200, 'nothing shows that the backup waits for the lock');
  other.close();
  assert.equal((await copying).items, 1);
});
