import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { buildCitus } from './citus.ts';

/** Writes files; programs begin with `#!`. */
async function write(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    if (text.startsWith('#!')) await chmod(path, 0o755);
  }
}

/** Writes a PostgreSQL without a server. @returns the folder of its programs */
async function writePostgres(folder: string, hasHeaders = true): Promise<string> {
  const config = `#!/bin/sh
    case $1 in
      --version) echo 'PostgreSQL 15.20 (Debian 15.20-0+deb12u1)' ;;
      --bindir) echo ${folder}/lib/15/bin ;;
      --pkglibdir) echo ${folder}/lib/15/lib ;;
      --sharedir) echo ${folder}/share/15 ;;
      --includedir-server) echo ${folder}/include ;;
    esac`;
  await write(folder, {
    'lib/15/bin/pg_config': config,
    'lib/15/bin/postgres': 'the server',
    'lib/15/lib/plpgsql.so': 'a library',
    'lib/15/lib/bitcode/postgres.bc': 'not needed',
    'share/15/extension/plpgsql.control': 'an extension',
  });
  if (hasHeaders)
    await write(folder, {
      'include/postgres.h': '',
      'include/commands/dbcommands.h': 'extern bool have_createdb_privilege(void);\n',
    });
  return join(folder, 'lib/15/bin');
}

const HEADER = 'src/include/pg_version_compat.h';

/** Writes a source whose build installs the header as extension. @param configured command of `configure` */
const writeSource = (folder: string, configured: string): Promise<void> =>
  write(folder, {
    configure: `#!/bin/sh\nPACKAGE_NAME='Citus'\nPACKAGE_TARNAME='citus'\nPACKAGE_VERSION='13.2.9'\n${configured}\n`,
    Makefile: `include Makefile.global
extension:
\tcp ${HEADER} built
install-extension:
\tmkdir -p $(DESTDIR)$(sharedir)/extension
\tcp built $(DESTDIR)$(sharedir)/extension/citus.control
`,
    [HEADER]: 'one\nstatic inline bool\nhave_createdb_privilege(void)\n{\n\tif (a)\n\t{\n\t}\n}\ntwo\n',
  });

/** Lets git look for the repositories of GitHub in a folder until the end of a test. */
function redirectGit(t: TestContext, folder: string): void {
  const redirect = { COUNT: '1', KEY_0: `url.file://${folder}/.insteadOf`, VALUE_0: 'https://github.com/' };
  for (const [name, value] of Object.entries(redirect)) process.env[`GIT_CONFIG_${name}`] = value;
  t.after(() => {
    for (const name of Object.keys(redirect)) delete process.env[`GIT_CONFIG_${name}`];
  });
}

describe('Citus', () => {
  it('is built from a source for a copy of PostgreSQL, and only once', {
    skip: spawnSync('make', ['--version']).error && 'make is not installed',
  }, async () => {
    await using folder = await temporaryFolder();
    const [source, caches] = [join(folder.path, 'source'), [join(folder.path, 'cache')]];
    const bin = await writePostgres(join(folder.path, 'postgres'));
    await writeSource(
      source,
      'PG=$(echo "$1" | sed s/PG_CONFIG=//); echo "sharedir=$($PG --sharedir)" > Makefile.global',
    );
    const built = await buildCitus({ bin, source, caches });
    assert.equal(built, join(folder.path, 'cache/citus-13.2.9-postgresql-15.20', bin));
    const read = (path: string) => readFile(join(built, path), 'utf8').catch(() => null);
    assert.equal(
      await read('../../../share/15/extension/citus.control'),
      'one\n#include "commands/dbcommands.h"\ntwo\n',
    );
    assert.equal(await read('../../../share/15/extension/plpgsql.control'), 'an extension');
    assert.equal(await read('postgres'), 'the server');
    assert.equal(await read('../lib/plpgsql.so'), 'a library');
    assert.equal(await read('../lib/bitcode/postgres.bc'), null);
    // The given source stays as it is, and is not built again.
    assert.match(await readFile(join(source, HEADER), 'utf8'), /^static inline bool$/m);
    await write(source, { Makefile: '' });
    assert.equal(await buildCitus({ bin, source, caches }), built);
  });

  it('is not built if something is missing, which the message names', async (t) => {
    await using folder = await temporaryFolder();
    const caches = [join(folder.path, 'cache')];
    const refuses = (options: { bin: string | null; source?: string }, message: RegExp) =>
      assert.rejects(buildCitus({ source: undefined, caches, ...options }), { name: 'SetupError', message });
    await refuses({ bin: null }, /PostgreSQL is not installed/);
    const bin = await writePostgres(join(folder.path, 'postgres'), false);
    await refuses({ bin, source: folder.path }, /TEST_CITUS_SOURCE=\S+ does not contain its source$/);
    await refuses({ bin }, /headers of PostgreSQL 15\.20 are missing \(postgresql-server-dev-15\)$/);
    await writePostgres(join(folder.path, 'postgres'));
    const source = join(folder.path, 'source');
    await writeSource(source, 'echo "configure: error: no curl headers found" >&2; exit 1');
    await refuses({ bin, source }, /^Citus cannot be built: no curl headers found$/);
    redirectGit(t, folder.path);
    await refuses({ bin }, /git cannot fetch https:\/\/github\.com\/citusdata\/citus \(set TEST_CITUS_SOURCE/);
  });

  it('is not built from another commit with the tag', async (t) => {
    await using folder = await temporaryFolder();
    const repository = join(folder.path, 'citusdata/citus');
    await writeSource(repository, 'exit 1');
    const git = (...args: string[]) => {
      const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
      assert.equal(spawnSync('git', ['-C', repository, ...author, ...args]).status, 0, args.join(' '));
    };
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--no-gpg-sign', '--message=other');
    git('tag', '--no-sign', 'v13.2.2');
    redirectGit(t, folder.path);
    const bin = await writePostgres(join(folder.path, 'postgres'));
    const built = buildCitus({ bin, source: undefined, caches: [join(folder.path, 'cache')] });
    await assert.rejects(built, { name: 'Error', message: /^v13\.2\.2 of \S+ is [0-9a-f]{40}, and not / });
  });
});
