import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { backUp } from '../../api/src/database/sqlite/backup.ts';
import { openSqlite } from '../../api/src/database/sqlite/open.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { putRestoredInPlace } from './restored.ts';

const program = join(import.meta.dirname, 'restore.ts');

/** Writes a site as `backup` does. */
async function writeBackup(folder: string, mark: string): Promise<void> {
  const file = async (path: string, text: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await file('made-at', '2026-05-10T03:00:00Z\n');
  await file('site-address', 'http://192.168.1.5:8080');
  await file('site/wp-config.php', mark);
  await file('site/wp-load.php', '');
  await file('site/wp-content/database/index.php', '');
  await mkdir(join(folder, 'items'));
  await mkdir(join(folder, 'live'));
  await openSqlite(join(folder, 'live/items.db')).close();
  await backUp(join(folder, 'live/items.db'), join(folder, 'items/copy.db'));
  await rm(join(folder, 'live'), { recursive: true });
  using database = new DatabaseSync(join(folder, 'site/wp-content/database/.ht.sqlite'));
  database.exec('CREATE TABLE wp_options (option_id integer)');
}

async function openData() {
  const folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  const backup = join(folder.path, 'backup');
  await writeBackup(backup, 'backup');
  await mkdir(join(data, 'site'), { recursive: true });
  await mkdir(join(data, 'items'));
  await writeFile(join(data, 'site/wp-config.php'), 'today');
  await writeFile(join(data, 'site-address'), 'http://today.example');
  await writeFile(join(data, 'items/items.db'), 'today');
  const restore = (from: string) =>
    spawnSync('sh', ['-c', 'tar -c -C "$0" . | "$1" "$2"', from, process.execPath, program], {
      env: { ...process.env, DATA: data },
      encoding: 'utf8',
    });
  const configuration = (path = '') => readFile(join(data, path, 'site/wp-config.php'), 'utf8');
  return { data, backup, restore, configuration, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

describe('a restored backup', () => {
  it('waits for the next start, which keeps the replaced site', async () => {
    await using at = await openData();
    const { status, stdout, stderr } = at.restore(at.backup);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^Backup of 2026-05-10T03:00:00Z, http:\/\/192\.168\.1\.5:8080: 0 registries, 0 wishes/);
    assert.equal(await at.configuration(), 'today');
    assert.equal(await putRestoredInPlace(at.data), true);
    assert.equal(await at.configuration(), 'backup');
    assert.equal(await at.configuration('before-restore'), 'today');
    assert.deepEqual(await readdir(join(at.data, 'items')), ['copy.db']);
    assert.deepEqual((await readdir(at.data)).sort(), ['before-restore', 'items', 'site', 'site-address']);
    assert.equal(await putRestoredInPlace(at.data), false);
  });

  it('is complete, or changes nothing', async () => {
    await using at = await openData();
    const damage: [string, RegExp, () => Promise<unknown>][] = [
      ['an empty folder', /not a folder that `backup` has made/, () => rm(at.backup, { recursive: true })],
      ['no file', /lacks made-at$/m, () => rm(join(at.backup, 'made-at'))],
      ['no items', /not a complete database/, () => writeFile(join(at.backup, 'items/copy.db'), 'no')],
      ['no site', /is damaged/, () => writeFile(join(at.backup, 'site/wp-content/database/.ht.sqlite'), 'no')],
      ['no address', /SITE_URL/, () => writeFile(join(at.backup, 'site-address'), 'family')],
    ];
    for (const [name, message, change] of damage) {
      await change();
      await mkdir(at.backup, { recursive: true });
      const { status, stderr } = at.restore(at.backup);
      assert.equal(status, 1, name);
      assert.match(stderr, message);
      assert.match(stderr, /nothing was changed/);
      assert.deepEqual((await readdir(at.data)).sort(), ['items', 'site', 'site-address'], name);
      await rm(at.backup, { recursive: true });
      await writeBackup(at.backup, 'backup');
    }
    const missing = at.restore(join(at.data, 'missing'));
    assert.equal(missing.status, 1);
    assert.equal(await putRestoredInPlace(at.data), false);
  });

  it('is put in place by the next start if a start is interrupted', async () => {
    await using at = await openData();
    const all = ['items', 'site', 'site-address'];
    for (let moves = 0; moves <= 2 * all.length; moves++) {
      const data = `${at.data}-${moves}`;
      await cp(at.data, data, { recursive: true });
      await cp(at.backup, join(data, 'restore'), { recursive: true });
      await mkdir(join(data, 'before-restore'));
      // As the interrupted start has left the folder: each part is two moves.
      for (let done = 0; done < moves; done++) {
        const name = all[Math.floor(done / 2)] ?? '';
        if (done % 2 === 0) await rename(join(data, name), join(data, 'before-restore', name));
        else await rename(join(data, 'restore', name), join(data, name));
      }
      await putRestoredInPlace(data);
      assert.equal(await readFile(join(data, 'site/wp-config.php'), 'utf8'), 'backup');
      assert.equal(await readFile(join(data, 'before-restore/items/items.db'), 'utf8'), 'today');
      assert.deepEqual((await readdir(data)).sort(), ['before-restore', ...all]);
    }
  });
});
