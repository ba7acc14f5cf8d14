import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openTestService } from '../../../tests/support/service.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { checkBackups } from '../doctor/backup-check.ts';
import { backupsIn } from './folder.ts';
import { BackupWatch, backupHeader, lastGoodBackup, markTested, noteGoodBackup } from './last-good.ts';

describe('the last good backup', () => {
  it('is the newest that a drill has tested, and doctor reports its age', async () => {
    await using folder = await temporaryFolder();
    const at = (name: string) => join(folder.path, name);
    const noon = new Date('2026-05-10T12:00:00Z');
    const doctor = async () => {
      const { state, text } = await checkBackups(folder.path, undefined, noon);
      return `${state} ${text.split('\n')[0]}`;
    };
    assert.equal((await checkBackups(null)).state, 'skipped');
    assert.match((await checkBackups(at('missing'))).text, /missing cannot be read/);
    for (const name of [
      'largesse-2026-05-08T11-59-59Z',
      'largesse-2026-05-09T10-00-00Z',
      'largesse-2026-05-10T03-00-00Z',
    ])
      await mkdir(at(name));
    assert.match(await doctor(), /^problem .* contains no backup that was tested$/);
    markTested(at('largesse-2026-05-08T11-59-59Z'));
    assert.match(await doctor(), /^problem Backup: the last good one is 2 days old$/);
    markTested(at('largesse-2026-05-09T10-00-00Z'));
    assert.match(await doctor(), /^ok Backup: the last good one is 26 hours old/);
    assert.deepEqual(await lastGoodBackup(folder.path), new Date('2026-05-09T10:00:00Z'));
  });

  it('is old after two days', () => {
    const now = new Date('2027-06-12T12:00:00Z');
    for (const [last, expected] of [
      ['2027-06-12T12:05:00.000Z', 'good'],
      ['2027-06-10T12:00:00.000Z', 'good'],
      ['2027-06-10T11:59:59.000Z', 'old'],
    ] as const)
      assert.equal(backupHeader(new Date(last), now), `${expected} ${last}`);
    assert.equal(backupHeader(null, now), 'none');
  });

  it('is reported to admins only, by a service that knows the folder', async () => {
    await using folder = await temporaryFolder();
    for (const [env, expected] of [
      [{ BACKUP_FOLDER: folder.path }, 'none'],
      [{}, undefined],
    ] as const) {
      await using service = await openTestService({ env });
      const reported = async (as: 'admin' | 'owner') =>
        (await service.request('GET', '/items', { as })).headers['last-backup'];
      assert.equal(await reported('admin'), expected);
      assert.equal(await reported('owner'), undefined);
    }
  });

  it('can be noted without its files, and replaces earlier notes', async () => {
    await using folder = await temporaryFolder();
    const real = join(folder.path, 'largesse-2026-05-01T00-00-00Z');
    await mkdir(real);
    await writeFile(join(real, 'items.db'), '');
    markTested(real);
    for (const day of ['08', '09']) await noteGoodBackup(folder.path, new Date(`2026-05-${day}T10:00:00Z`));
    assert.deepEqual(await lastGoodBackup(folder.path), new Date('2026-05-09T10:00:00Z'));
    assert.deepEqual(await backupsIn(folder.path), ['largesse-2026-05-01T00-00-00Z', 'largesse-2026-05-09T10-00-00Z']);
  });

  it('is read again until there is one', async () => {
    await using folder = await temporaryFolder();
    const watch = new BackupWatch(folder.path);
    assert.equal(await watch.last(), null);
    const moment = new Date('2026-05-09T10:00:00Z');
    await noteGoodBackup(folder.path, moment);
    assert.deepEqual(await watch.last(), moment);
  });

  it('is none if the service cannot read the folder', async () =>
    assert.equal(await new BackupWatch('/nowhere/at/all').last(), null));
});
