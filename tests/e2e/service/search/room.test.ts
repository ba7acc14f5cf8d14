import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { type Database, DatabaseUnavailable } from '../../../../api/src/database/database.ts';
import type { Search } from '../../../../api/src/database/search.ts';
import { openSqlite } from '../../../../api/src/database/sqlite/open.ts';
import { indexPath } from '../../../../api/src/database/sqlite/search/index-file.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { until } from '../../../support/wait.ts';

const MEGABYTE = 2 ** 20;
const INSERT = 'INSERT INTO items (registry_id, name, url) VALUES ($1, $2, $3) RETURNING id';
const KETTLE: Search = {
  text: 'kettle',
  registryIds: [],
  status: null,
  order: 'id',
  isDescending: false,
  skip: 0,
  limit: 1,
};

/** A small disk for a database. */
interface Disk extends AsyncDisposable {
  readonly path: string;
  /** Uses up all free space. */
  fill(): void;
  /** Frees the space that `fill` used. */
  free(): void;
}

/** Mounts a disk; null if this machine does not allow it. */
async function mountDisk(megabytes: number): Promise<Disk | null> {
  const folder = await temporaryFolder();
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder.path];
  if (spawnSync('mount', options).status !== 0) {
    await folder[Symbol.asyncDispose]();
    return null;
  }
  const filler = join(folder.path, 'filler');
  return {
    path: join(folder.path, 'items.db'),
    fill: () => assert.throws(() => writeFileSync(filler, Buffer.alloc(megabytes * MEGABYTE)), { code: 'ENOSPC' }),
    free: () => rmSync(filler),
    [Symbol.asyncDispose]: async () => {
      // A failed test leaves the database open. The lazy unmount then still works, so that the report shows the failure.
      spawnSync('umount', ['--lazy', folder.path]);
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function makeDatabase(path: string, items: number): Promise<void> {
  await openSqlite(path).close();
  using database = new DatabaseSync(path);
  database.exec(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${items})
    INSERT INTO items (registry_id, name, url) SELECT 1, 'Kettle ' || i, 'https://shop.example/' || i FROM n;
    DELETE FROM search_changes WHERE seq < (SELECT max(seq) FROM search_changes)`);
}

const write = (database: Database) => database.write(INSERT, [1, 'Pot', `https://a.example/${'x'.repeat(1900)}`]);

describe('the search index on a small disk', () => {
  it('is not built without space for twice its size, which stays free for writes', async (test) => {
    await using disk = await mountDisk(2);
    if (disk === null) return test.skip('a small file system can only be mounted by root on Linux');
    await makeDatabase(disk.path, 5000);
    assert.ok(statSync(disk.path).size > (2 * MEGABYTE) / 3);
    const lines: string[] = [];
    const database = openSqlite(disk.path, (line) => lines.push(line));
    assert.equal(await database.search(KETTLE), null);
    await until('the log reports it', () => lines.some((line) => line.includes('the disk has room for')));
    assert.equal(existsSync(indexPath(disk.path)), false);
    assert.deepEqual(database.searchIndex(), { isReady: false, troubles: 1 });
    await write(database);
    await database.close();
  });

  it('is deleted when a write finds the disk full, and rebuilt once there is space', async (test) => {
    await using disk = await mountDisk(4);
    if (disk === null) return test.skip('a small file system can only be mounted by root on Linux');
    await makeDatabase(disk.path, 2000);
    const database = openSqlite(disk.path, () => {});
    assert.equal((await database.search(KETTLE))?.ids.length, 1);
    assert.ok(database.searchIndex().isReady);
    disk.fill();
    await assert.rejects(async () => {
      for (;;) await write(database);
    }, DatabaseUnavailable);
    await until('the deletion of the index is reported', () => !database.searchIndex().isReady);
    assert.equal(existsSync(indexPath(disk.path)), false);
    await write(database);
    assert.equal(await database.search(KETTLE), null);
    disk.free();
    await until('the index is back', async () => (await database.search(KETTLE)) !== null);
    await database.close();
  });
});
