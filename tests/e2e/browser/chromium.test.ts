import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { unpackChromium } from '../../../tools/browser/chromium.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('the browser of tests is unpacked once and completely when several processes start at the same time', async () => {
  await using cache = await temporaryFolder();
  const sizes = async () => {
    const folder = await unpackChromium([cache.path]);
    return (await stat(join(folder, 'chromium'))).size;
  };
  const [first = 0, second] = await Promise.all([sizes(), sizes()]);
  assert.ok(first > 100_000_000, `${first} bytes`);
  assert.equal(second, first);
  const [left, ...more] = await readdir(cache.path);
  assert.match(left ?? '', /^chromium-/);
  assert.deepEqual(more, [], 'no other files are left');
});
