import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { addressOf } from '../../tests/support/server-address.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { openPackage } from './download.ts';
import type { PinnedPackage } from './packages.ts';

describe('a package of npm', () => {
  const contents = { 'one.txt': 'one', 'folder/é.txt': 'far down' };
  const { npm_config_registry, npm_config_cache } = process.env;
  let folder: string;
  let sha512: string;
  let registry: Server;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'largesse-test-'));
    const source = join(folder, 'source');
    for (const [path, content] of Object.entries(contents)) {
      await mkdir(dirname(join(source, path)), { recursive: true });
      await writeFile(join(source, path), content);
    }
    const version = { name: 'packed', version: '1.0.0' };
    await writeFile(join(source, 'package.json'), JSON.stringify(version));
    await promisify(execFile)('npm', ['pack'], { cwd: source, shell: process.platform === 'win32' });
    const tarball = await readFile(join(source, 'packed-1.0.0.tgz'));
    sha512 = createHash('sha512').update(tarball).digest('base64');
    registry = createServer(({ url }, response) => {
      const dist = { tarball: `${addressOf(registry)}/packed.tgz`, integrity: `sha512-${sha512}` };
      const packument = { name: 'packed', versions: { '1.0.0': { ...version, dist } } };
      response.end(url === '/packed' ? JSON.stringify(packument) : tarball);
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
    Object.assign(process.env, { npm_config_registry: addressOf(registry), npm_config_cache: join(folder, 'npm') });
  });
  after(async () => {
    registry.closeAllConnections();
    registry.close();
    await rm(folder, { recursive: true });
    restore({ npm_config_registry, npm_config_cache });
  });

  const pinned = (target: PinnedPackage['target'], changed: Partial<PinnedPackage> = {}): PinnedPackage => ({
    ...{ name: 'packed', version: '1.0.0', label: 'a package', sha512, target },
    ...changed,
  });

  test('is unpacked byte for byte', async () => {
    await using cache = await temporaryFolder();
    const to = await openPackage(
      pinned((path) => path.replace(/^package\//, '')),
      { folders: [cache.path] },
    );
    for (const [path, content] of Object.entries(contents)) {
      assert.deepEqual(await readFile(join(to, path)), Buffer.from(content), path);
    }
  });

  test('is rejected if it is not the pinned one', async () => {
    await using cache = await temporaryFolder();
    const other = pinned((path) => path, { sha512: createHash('sha512').update('other').digest('base64') });
    await assert.rejects(
      openPackage(other, { folders: [cache.path] }),
      /^SetupError: packed@1\.0\.0 differs from the pinned package/,
    );
    assert.deepEqual(await readdir(cache.path), []);
  });
});

function restore(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
