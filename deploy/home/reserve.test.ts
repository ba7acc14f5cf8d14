import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { keepReserve, releaseReserve, reserveIn } from './reserve.ts';

const MB = 1024 * 1024;

it('the reserve: is made, completed, and released only if the volume has no room', async () => {
  await using folder = await temporaryFolder();
  const file = reserveIn(folder.path);
  assert.equal(await keepReserve(folder.path), true);
  assert.equal((await stat(file)).size, 4 * MB);
  // An earlier start had less room.
  await writeFile(file, Buffer.alloc(100_000));
  assert.equal(await keepReserve(folder.path), true);
  assert.equal((await stat(file)).size, 4 * MB);
  await releaseReserve(folder.path, async () => 4 * MB);
  assert.ok(existsSync(file));
  await releaseReserve(folder.path, async () => 4 * MB - 1);
  assert.ok(!existsSync(file));
});
