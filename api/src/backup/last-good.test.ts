import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { checkBackups } from '../doctor/backup-check.ts';
import { BackupWatch, lastGoodBackup, markTested } from './last-good.ts';

describe('the last good backup', () => {
  it('is the newest that a drill has tested, and doctor reports its age', async () => {
    await using folder = await temporaryFolder();
    const at = (name: string) => join(folder.path, name);
    const noon = new Date('2026-05-10T12:00:00Z');
    const doctor = async () => {
      const { state, text } = await checkBackups(folder.path, noon);
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

  it('is none if the service cannot read the folder', async () =>
    assert.equal(await new BackupWatch('/nowhere/at/all').last(), null));
});
