import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { checkRoom, RESERVE, sizeOf } from './room.ts';

const MB = 1024 * 1024;

describe('the room for a copy', () => {
  it('is the size of all files, without the targets of links', async () => {
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'a/b'), { recursive: true });
    const empty = await sizeOf(join(folder.path, 'a'));
    await writeFile(join(folder.path, 'a/b/one'), 'x'.repeat(5000));
    await writeFile(join(folder.path, 'large'), 'x'.repeat(50_000));
    await symlink('../../large', join(folder.path, 'a/b/link'));
    const size = (await sizeOf(join(folder.path, 'a'))) - empty;
    assert.ok(size >= 5000 && size < 10_000, String(size));
    assert.equal(await sizeOf(join(folder.path, 'missing')), 0);
  });

  it('leaves a reserve, and a refusal names the room and what the owner can delete', async () => {
    await using folder = await temporaryFolder();
    const [one, other] = [join(folder.path, 'backup'), join(folder.path, 'before-restore')];
    const check = (free: number) => checkRoom(folder.path, 100 * MB, [one, other], async () => free);
    await check(100 * MB + RESERVE);
    const message = /needs 100 MB, and 64 MB must stay free, but \S+ has 164 MB: give the disk more room\. /;
    await assert.rejects(check(100 * MB + RESERVE - 1), message);
    await mkdir(one);
    await assert.rejects(
      check(0),
      /has 0 MB: give .*, or copy \S+backup to another machine, and delete it here\. Nothing/,
    );
    await mkdir(other);
    await assert.rejects(check(0), /or copy \S+backup and \S+before-restore to another machine, and delete them here/);
  });
});
