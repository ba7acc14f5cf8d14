import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { unpackTarball } from './tarball.ts';

describe('a tarball of npm', () => {
  const long = `${'long-folder-name/'.repeat(8)}${'file-'.repeat(30)}é.txt`;
  const files: Record<string, string | Buffer> = {
    'one.txt': 'one',
    'empty.txt': '',
    [long]: 'far down',
    'block.bin': Buffer.alloc(512, 7),
    'large.bin': Buffer.alloc(300_001, 'ab'),
  };
  let folder: string;
  let tarball: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'largesse-test-'));
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    await writeFile(join(folder, 'package.json'), '{"name":"packed","version":"1.0.0"}');
    await promisify(execFile)('npm', ['pack'], { cwd: folder, shell: process.platform === 'win32' });
    tarball = join(folder, 'packed-1.0.0.tgz');
  });
  after(() => rm(folder, { recursive: true }));

  test('is unpacked byte for byte', async () => {
    const to = join(folder, 'all');
    await unpackTarball(tarball, to, (path) => path.replace(/^package\//, ''));
    for (const [path, content] of Object.entries(files)) {
      assert.deepEqual(await readFile(join(to, path)), Buffer.from(content), path);
    }
  });

  test('gives only what is asked for, where it is asked for', async () => {
    const to = join(folder, 'some');
    await unpackTarball(tarball, to, (path) => (path === 'package/one.txt' ? 'renamed/1.txt' : undefined));
    assert.equal(await readFile(join(to, 'renamed/1.txt'), 'utf8'), 'one');
    await assert.rejects(readFile(join(to, 'large.bin')), { code: 'ENOENT' });
  });

  test('is refused when it was cut off', async () => {
    await truncate(tarball, 300);
    await assert.rejects(unpackTarball(tarball, join(folder, 'cut'), () => 'x'));
  });
});
