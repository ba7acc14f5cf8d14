import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { chmod, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import composer from '../composer.json' with { type: 'json' };
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const needsRoot = process.getuid?.() !== 0 && 'only root installs packages';
const workflows = globSync('.github/workflows/*.yml', { cwd: root });

describe('workflows', () => {
  for (const path of workflows) {
    it(`${path} pins each action to a commit`, () => {
      const used = Array.from(read(path).matchAll(/uses: (\S+)/g), ([, action]) => action);
      assert.ok(used.length > 0);
      for (const action of used) assert.match(`${action}`, /^(actions|WordPress)\/[\w-]+@[0-9a-f]{40}$/);
    });
  }

  it('install exact versions of PHP packages', () => {
    for (const [name, version] of Object.entries(composer['require-dev']))
      assert.match(version, /^\d+\.\d+\.\d+$/, name);
    assert.ok(!('require' in composer));
  });

  it('check pull requests without write access', () => {
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

  it('continue without packages that some tests use, and name them', { skip: needsRoot }, async () => {
    await using folder = await temporaryFolder();
    const program = (name: string) => join(folder.path, name);
    for (const name of ['id', 'timeout']) {
      const { stdout } = spawnSync('which', [name], { encoding: 'utf8' });
      await symlink(stdout.trim(), program(name));
    }
    await writeFile(program('apt-get'), '#!/bin/sh\nexit 100\n');
    await chmod(program('apt-get'), 0o755);
    const { status, stdout } = spawnSync('/bin/sh', [`${root}.ci/install-packages`], {
      env: { PATH: folder.path, XDG_CACHE_HOME: folder.path },
      encoding: 'utf8',
    });
    const php = ['cli', 'curl', 'gd', 'mbstring', 'sqlite3', 'xml', 'zip'].map((name) => `php-${name}`);
    const browsers = ['chromium', 'firefox-esr', 'webkit2gtk-driver', 'xvfb'];
    const lines = ['nginx-light', 'caddy', 'pgbouncer', 'postgresql', 'prometheus', ...browsers, ...php].map(
      (name) => `${name} cannot be fetched: tests that need it are skipped\n`,
    );
    const last = "Debian's newest WordPress cannot be fetched: tests that need it are skipped\n";
    assert.deepEqual([status, stdout], [0, lines.join('') + last]);
  });
});
