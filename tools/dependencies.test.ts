import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';

interface Manifest {
  workspaces?: string[];
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = (file: string): Manifest => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));

// `npm ci` runs on whatever Node the machine has (package.json: engines), and leaves out an optional package that wants a
// newer one without a word. As development dependencies they are installed all the same.
it('what is optional in production is there for the checks and tests, on every Node that can install the project', () => {
  const { workspaces = [], devDependencies = {} } = read('package.json');
  const optional = workspaces.flatMap((folder) =>
    Object.entries(read(`${folder}/package.json`).optionalDependencies ?? {}),
  );
  assert.ok(optional.length > 0);
  for (const [name, version] of optional) assert.equal(devDependencies[name], version, name);
});
