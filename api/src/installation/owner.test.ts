import assert from 'node:assert/strict';
import { chown, lstat, mkdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { markTested } from '../backup/last-good.ts';
import { claimSqlite } from '../database/sqlite/claim.ts';
import { createLike, giveFolder } from './owner.ts';

/** Account of the service, which no other program of the machine needs to have. */
const SERVICE = { uid: 12_345, gid: 12_345 };

/** A folder of the service, and next to it a file of root, to which the service has put links. */
async function openFolders() {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  // The service may pass this folder.
  await chown(folder.path, SERVICE.uid, SERVICE.gid);
  await mkdir(at('root'), { mode: 0o755 });
  await writeFile(at('root/file'), 'secret', { mode: 0o600 });
  await mkdir(at('service'));
  await chown(at('service'), SERVICE.uid, SERVICE.gid);
  const assertUnchanged = async () => {
    const { uid, mode } = await stat(at('root/file'));
    assert.deepEqual([uid, mode & 0o777, (await stat(at('root'))).uid], [0, 0o600, 0]);
    assert.equal(await readFile(at('root/file'), 'utf8'), 'secret');
  };
  return { at, assertUnchanged, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

const isRoot = process.getuid?.() === 0;

describe('root in folders of other accounts', { skip: isRoot ? false : 'only root can change owners' }, () => {
  it('gives new files to the account', async () => {
    await using folders = await openFolders();
    const { at } = folders;
    await writeFile(at('service/items.db'), '', { mode: 0o640 });
    await chown(at('service/items.db'), SERVICE.uid, SERVICE.gid);
    createLike(at('service/new'), at('service/items.db'));
    claimSqlite(at('service/items.db'))();
    await mkdir(at('service/backup'));
    await writeFile(at('service/backup/items.db'), '');
    giveFolder(at('service/backup'), SERVICE);
    markTested(at('service/backup'));
    for (const name of ['new', 'items.db.lock', 'backup', 'backup/items.db', 'backup/tested'])
      assert.equal((await lstat(at(`service/${name}`))).uid, SERVICE.uid, name);
    for (const name of ['new', 'items.db.lock'])
      assert.equal((await stat(at(`service/${name}`))).mode & 0o777, 0o640, name);
    assert.equal(process.geteuid?.(), 0);
  });

  it('follows none of its links', async () => {
    await using folders = await openFolders();
    const { at, assertUnchanged } = folders;
    await symlink(at('root/file'), at('service/new'));
    assert.throws(() => createLike(at('service/new'), at('service/items.db')), { code: 'EEXIST' });
    await assertUnchanged();
    await symlink(at('root/created'), at('service/items.db.lock'));
    assert.throws(() => claimSqlite(at('service/items.db')), /cannot lock/);
    await assert.rejects(stat(at('root/created')), { code: 'ENOENT' });
    await rename(at('service/items.db.lock'), at('service/old'));
    await symlink(at('root/file'), at('service/items.db.lock'));
    assert.throws(() => claimSqlite(at('service/items.db')), /cannot lock/);
    await assertUnchanged();
    await mkdir(at('service/backup'));
    await symlink(at('root/file'), at('service/backup/tested'));
    giveFolder(at('service/backup'), SERVICE);
    assert.throws(() => markTested(at('service/backup')), { code: 'EACCES' });
    await symlink(at('root'), at('service/linked'));
    assert.throws(() => giveFolder(at('service/linked'), SERVICE), { code: 'ENOTDIR' });
    await assertUnchanged();
  });
});
