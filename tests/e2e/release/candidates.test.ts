// Needs a repository of its own: the command builds and signs all packages.
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { candidates } from './packed.ts';

/** Default of PHP's `upload_max_filesize` (bytes; docs/install/connect.md). */
const PHP_UPLOAD_LIMIT = 2 * 1024 * 1024;

it('a release candidate has five packages in a signed list, small enough for an upload to WordPress', async () => {
  await using packages = await candidates();
  const { files, folder } = packages;
  const list = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
  const names = Array.from(list.matchAll(/^[0-9a-f]{64} {2}(.*)$/gm), ([, name = '']) => name);
  assert.deepEqual(
    names.map((name) => name.replace(/-\d+\.\d+\.0-rc\.1\.(tar\.gz|tgz|zip)$/, '')),
    ['api', 'client', 'contract', 'plugin', 'theme'].map((name) => `largesse-${name}`),
  );
  assert.match(await readFile(join(folder, 'SHA256SUMS.sig'), 'utf8'), /^-----BEGIN SSH SIGNATURE-----\n/);
  for (const name of names) assert.ok(files.includes(name));
  for (const zip of names.filter((name) => name.endsWith('.zip')))
    assert.ok((await stat(join(folder, zip))).size < PHP_UPLOAD_LIMIT, zip);
});
