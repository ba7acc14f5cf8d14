import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../api/testing/temporary-folder.ts';
import composer from '../composer.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
/** Only root installs packages. */
const needsRoot = process.getuid?.() !== 0 && 'only root installs packages';
const workflows = globSync('.github/workflows/*.yml', { cwd: root });

describe('workflows', () => {
  for (const path of workflows) {
    it(`${path} uses actions only as one commit of theirs`, () => {
      const used = Array.from(read(path).matchAll(/uses: (\S+)/g), ([, action]) => action);
      assert.ok(used.length > 0);
      for (const action of used) assert.match(`${action}`, /^(actions|WordPress)\/[\w-]+@[0-9a-f]{40}$/);
    });
  }

  it('install packages of PHP in exact versions', () => {
    for (const [name, version] of Object.entries(composer['require-dev']))
      assert.match(version, /^\d+\.\d+\.\d+$/, name);
    assert.ok(!('require' in composer));
  });

  it('check pull requests without any right to write', () => {
    const checks = read('.github/workflows/checks.yml');
    assert.match(checks, /^permissions:\n {2}contents: read\n\n/m);
    assert.doesNotMatch(checks, /: write|secrets\./);
    for (const command of [
      'install-packages',
      'npm test',
      'npm run test:all',
      'composer standard',
      'composer types',
      'plugin-check-action',
    ])
      assert.ok(checks.includes(command), command);
  });

  it('add up what both sizes of tests found, and fail if one of them does', async () => {
    await using folder = await temporaryFolder();
    const program = async (name: string, code: string) => {
      await writeFile(join(folder.path, name), `#!/bin/sh\n${code}\n`);
      await chmod(join(folder.path, name), 0o755);
    };
    await mkdir(join(folder.path, '.ci'));
    await program('.ci/run', read('.ci/run').replace(/^#!.*\n/, ''));
    await program('.ci/install-packages', 'exit 0');
    const run = async (normal: string, all: string) => {
      await program(
        'npm',
        `[ "$*" = test ] && [ "$PHP_ENGINE" = wasm ] && { ${normal}; }\n[ "$*" = "run test:all" ] && { ${all}; }`,
      );
      const { PHP_ENGINE: _, ...others } = process.env;
      const env = { ...others, PATH: `${folder.path}:${process.env.PATH}` };
      const { status, stdout } = spawnSync('bash', [join(folder.path, '.ci/run')], { env, encoding: 'utf8' });
      return [status, stdout.trim().split('\n').at(-1)];
    };
    const [good, skipping, bad] = ['3 passed, 0 failed', '4 passed, 0 failed, 2 skipped', '1 passed, 2 failed'];
    assert.deepEqual(await run(`echo ${good}; exit 0`, `echo ${good}; exit 0`), [0, '6 passed, 0 failed']);
    assert.deepEqual(await run(`echo ${good}; exit 0`, `echo ${skipping}; exit 0`), [
      0,
      '7 passed, 0 failed, 2 skipped',
    ]);
    assert.deepEqual(await run(`echo ${bad}; exit 1`, `echo ${good}; exit 0`), [1, '4 passed, 2 failed']);
    assert.deepEqual(await run(`echo ${good}; exit 0`, `echo ${bad}; exit 1`), [1, '4 passed, 2 failed']);
    assert.deepEqual(await run(`echo ${good}; exit 0`, 'echo broken; exit 1'), [1, '3 passed, 1 failed']);
  });

  it('go on without the packages that some tests use, and say which', { skip: needsRoot }, async () => {
    await using folder = await temporaryFolder();
    const program = (name: string) => join(folder.path, name);
    for (const name of ['id', 'timeout']) {
      const { stdout } = spawnSync('which', [name], { encoding: 'utf8' });
      await symlink(stdout.trim(), program(name));
    }
    await writeFile(program('apt-get'), '#!/bin/sh\nexit 100\n');
    await chmod(program('apt-get'), 0o755);
    const { status, stdout } = spawnSync('/bin/sh', [`${root}.ci/install-packages`], {
      env: { PATH: folder.path },
      encoding: 'utf8',
    });
    const php = ['cli', 'curl', 'gd', 'mbstring', 'sqlite3', 'xml', 'zip'].map((name) => `php-${name}`);
    const lines = ['nginx-light', 'caddy', 'pgbouncer', 'prometheus', 'chromium', ...php].map(
      (name) => `${name} cannot be fetched: tests that need it are skipped\n`,
    );
    assert.deepEqual([status, stdout], [0, lines.join('')]);
  });
});
