import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { checkUnfinished, noteComplete, removeUnfinished } from './set-up.ts';

const DATABASE = 'site/wp-content/database/.ht.sqlite';
const write = async (data: string, file: string, text = '') => {
  await mkdir(dirname(join(data, file)), { recursive: true });
  await writeFile(join(data, file), text);
};

describe('a set-up', () => {
  it('begins again after an interruption at any step', async () => {
    const steps = [[], [DATABASE], [DATABASE, `${DATABASE}-wal`], [DATABASE, 'site-address.new', 'setup-code']];
    for (const files of steps) {
      await using folder = await temporaryFolder();
      for (const file of ['site/wp-config.php', ...files]) await write(folder.path, file, 'interrupted');
      checkUnfinished(folder.path);
      await removeUnfinished(folder.path);
      assert.ok(!existsSync(dirname(join(folder.path, DATABASE))), files.join());
      assert.equal(await readFile(join(folder.path, 'site/wp-config.php'), 'utf8'), 'interrupted');
      await removeUnfinished(folder.path);
      await write(folder.path, DATABASE, 'now');
      await noteComplete(folder.path, 'http://a.example');
      assert.equal(await readFile(join(folder.path, 'site-address'), 'utf8'), 'http://a.example\n');
      assert.ok(!(await readdir(folder.path)).includes('site-address.new'));
      await assert.rejects(removeUnfinished(folder.path), /already set up/);
      assert.equal(await readFile(join(folder.path, DATABASE), 'utf8'), 'now');
    }
  });

  it('never replaces a complete site whose address is missing, and names the file', async () => {
    for (const items of ['items/items.db', 'items/copy.db']) {
      await using folder = await temporaryFolder();
      await write(folder.path, DATABASE, 'a family');
      await write(folder.path, items);
      assert.throws(() => checkUnfinished(folder.path), /the file \S+\/site-address is missing: write the address/);
      await assert.rejects(removeUnfinished(folder.path), /site-address is missing/);
      assert.equal(await readFile(join(folder.path, DATABASE), 'utf8'), 'a family');
    }
  });
});
