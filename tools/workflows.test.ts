import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import composer from '../composer.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
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

  it('look for known holes every week, and before each release', () => {
    const weekly = read('.github/workflows/holes.yml');
    assert.match(weekly, /schedule:\n {4}- cron: '\S+ \S+ \* \* 1'/);
    for (const command of ['npm audit --package-lock-only', 'composer audit'])
      assert.ok(weekly.includes(`${command}\n`), command);
    const release = read('.github/workflows/release.yml');
    const audited = release.indexOf('npm audit --omit=dev\n');
    assert.ok(audited > 0 && audited < release.indexOf('Build the packages'));
  });

  it('check pull requests without write access', () => {
    const checks = read('.github/workflows/checks.yml');
    assert.match(checks, /^permissions:\n {2}contents: read\n\n/m);
    assert.doesNotMatch(checks, /: write|secrets\./);
    for (const command of [
      'install-packages',
      'npm test',
      'npm run test:all',
      'node@26',
      'composer standard',
      'composer types',
      'plugin-check-action',
    ])
      assert.ok(checks.includes(command), command);
  });
});
