import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isShipped } from './contents.ts';

interface Manifest {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

const read = (file: string): Manifest => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Matches the name of an imported module, also of a dynamic import and of a type. */
const IMPORT = /(?:\bfrom |\bimport\(|^import )'([^']+)'/gm;

/** Packages that a workspace uses only through another package, or as a program. */
const USED_OTHERWISE = ['@largesse/contract', 'close-with-grace'];

for (const folder of read('package.json').workspaces ?? []) {
  const { dependencies = {}, optionalDependencies = {} } = read(`${folder}/package.json`);
  const declared = Object.keys({ ...dependencies, ...optionalDependencies });
  const imported = new Set(
    globSync(`${folder}/**/*.ts`, { cwd: root, exclude: ['**/node_modules/**'] })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => isShipped(folder, file.slice(folder.length + 1)))
      .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)])
      .map(([, name = '']) => name)
      .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
  );

  it(`${folder}/package.json declares exactly the packages that its files import`, () => {
    assert.ok(folder === 'client' || imported.size > 1, String([...imported]));
    assert.deepEqual(
      [...imported].filter((name) => !declared.includes(name)),
      [],
      'imported, but not declared',
    );
    assert.deepEqual(
      declared.filter((name) => !imported.has(name) && !USED_OTHERWISE.includes(name)),
      [],
      'declared, but not imported',
    );
  });
}
