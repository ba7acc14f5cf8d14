import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';

interface Manifest {
  workspaces?: string[];
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = (file: string): Manifest => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));

// `npm ci` runs on any Node version (package.json: engines). npm silently skips an optional package that requires a
// newer Node. So these packages are also development dependencies, which npm always installs.
it('optional dependencies of production are installed for checks and tests on every supported Node', () => {
  const { workspaces = [], devDependencies = {} } = read('package.json');
  const optional = workspaces.flatMap((folder) =>
    Object.entries(read(`${folder}/package.json`).optionalDependencies ?? {}),
  );
  assert.ok(optional.length > 0);
  for (const [name, version] of optional) assert.equal(devDependencies[name], version, name);
});
