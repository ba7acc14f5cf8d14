import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { git } from '../../../tools/release/git.ts';
import { run } from '../../../tools/release/run.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));

/** Packs the project in a folder, with extra environment variables. @returns the packages' checksums by file */
async function checksumsOf(folder: string, env: Record<string, string>): Promise<Record<string, string>> {
  await using out = await temporaryFolder();
  const set = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const names = ['plugin', 'theme', 'api', 'client', 'contract'];
  await run(folder, 'env', [...set, 'node', 'tools/release/package.ts', ...names, `--out=${out.path}`]);
  const checksums: Record<string, string> = {};
  for (const file of (await readdir(out.path)).sort()) {
    const bytes = await readFile(join(out.path, file));
    checksums[file] = createHash('sha256').update(bytes).digest('hex');
  }
  return checksums;
}

it('two clones in different folders, time zones and languages pack the same bytes', async () => {
  await using clone = await temporaryFolder();
  const copy = join(clone.path, 'another folder');
  await git(top, ['clone', '--quiet', '--no-checkout', top, copy]);
  await git(copy, ['checkout', '--quiet', '--detach', (await git(top, ['rev-parse', 'HEAD'])).trim()]);
  await symlink(join(top, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const first = await checksumsOf(top, { TZ: 'Pacific/Kiritimati', LC_ALL: 'C' });
  assert.equal(Object.keys(first).length, 5);
  assert.deepEqual(await checksumsOf(copy, { TZ: 'America/Los_Angeles', LC_ALL: 'de_DE.UTF-8' }), first);
});
