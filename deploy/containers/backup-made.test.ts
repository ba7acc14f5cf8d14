import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lastGoodBackup } from '../../api/src/backup/last-good.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';

const program = fileURLToPath(new URL('./backup-made.ts', import.meta.url));

test('notes the time of a good backup where the service looks for it, and nothing else', async () => {
  await using folder = await temporaryFolder();
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], {
      env: { ...process.env, BACKUP_FOLDER: folder.path },
      encoding: 'utf8',
    });
  for (const args of [[], ['yesterday'], ['2999-01-01T00:00:00Z'], ['2026-05-10T03:00:00Z', 'more']]) {
    const { status, stderr } = run(...args);
    assert.equal(status, 1);
    assert.match(stderr, /name the time before the backup began/);
  }
  assert.equal(await lastGoodBackup(folder.path), null);
  assert.equal(run('2026-05-10T03:00:00Z').status, 0);
  assert.deepEqual(await lastGoodBackup(folder.path), new Date('2026-05-10T03:00:00Z'));
});
