import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';

describe('npm run screenshots', () => {
  let folder: string;
  let temporary: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'largesse-test-'));
    temporary = join(folder, 'temporary');
    await mkdir(temporary);
  });
  after(() => rm(folder, { recursive: true }));

  /** Runs the command with a separate folder for temporary files. */
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../../tools/demo/screenshots.ts'), ...args], {
      env: { ...process.env, TMPDIR: temporary },
    });

  test('takes a page at both widths, light and dark, and leaves no other files', async () => {
    const { stdout, stderr } = await run('--only', 'not-found', join(folder, 'pictures'));
    assert.match(stdout, /^4 screenshots in /m);
    assert.equal(stderr, '');
    const files = (await readdir(join(folder, 'pictures'))).sort();
    assert.deepEqual(
      files,
      ['1440-dark', '1440-light', '360-dark', '360-light'].map((kind) => `not-found-${kind}.jpg`),
    );
    for (const file of files) {
      const jpeg = await readFile(join(folder, 'pictures', file));
      assert.equal(jpeg.readUInt16BE(0), 0xffd8, file);
      assert.ok(jpeg.length > 5_000, file);
    }
    const left = (await readdir(temporary)).filter((name) => name.startsWith('largesse-'));
    assert.deepEqual(left, []);
  });

  test('shows help, and reports errors in one line', async () => {
    assert.match((await run('--help')).stdout, /--only PAGE/);
    await assert.rejects(run('--only', 'nothing'), {
      code: 1,
      stderr: /^--only: there is no page named nothing \(.*\)\n$/,
    });
    await assert.rejects(run('one', 'two'), { code: 1, stderr: /^FOLDER: name one folder \(.*\)\n$/ });
  });
});
