import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';

/*
 * Generates a project in a temporary folder, and lints it with the rules of Largesse. For each sample, the generated
 * project contains one small file with the import of the sample. The linter must reject exactly the imports that break
 * the rules for parts (architecture: Parts).
 */

const root = fileURLToPath(new URL('..', import.meta.url));

/** Folders that the demo, the deployment and the other tools may import. */
const BELOW_TOOLS = [
  ...['api', 'client', 'contract', 'plugin', 'tests/support'],
  ...['tools/browser', 'tools/cache', 'tools/wordpress'],
];

/** Folders that tests of the whole system may import, and further folders for end-to-end tests and journeys. */
const BELOW_TESTS = [...BELOW_TOOLS, 'deploy'];
const BELOW_E2E = [...BELOW_TESTS, 'theme', 'tools', 'tools/demo', 'tools/release'];

/** Lists the other folders that each folder may import. */
const MAY_IMPORT = {
  contract: [],
  'tools/cache': [],
  theme: [],
  api: ['contract', 'tests/support'],
  client: ['contract', 'tests/support'],
  plugin: ['contract'],
  'tests/support': ['api', 'contract'],
  'tools/browser': ['plugin', 'tests/support', 'tools/cache'],
  'tools/wordpress': ['plugin', 'tests/support', 'tools/cache'],
  'tools/demo': BELOW_TOOLS,
  deploy: BELOW_TOOLS,
  'tools/release': BELOW_TOOLS,
  tools: BELOW_TOOLS,
  'tests/bench': [...BELOW_TESTS, 'tests/e2e'],
  'tests/simulation': [...BELOW_TESTS, 'tests/e2e'],
  'tests/soak': [...BELOW_TESTS, 'tests/e2e'],
  'tests/e2e': BELOW_E2E,
  'tests/journeys': [...BELOW_E2E, 'tests/e2e'],
} satisfies Record<string, string[]>;

interface Sample {
  /** Folder and extension of the importing file. */
  from: string;
  /** Imported file or package. */
  imported: string;
  allowed: boolean;
}

const folders: [string, string[]][] = Object.entries(MAY_IMPORT);
const betweenFolders = folders.flatMap(([from, may]) =>
  folders
    .filter(([to]) => to !== from && !(to === 'tools' && from.startsWith('tools/')))
    .map(([to]): Sample => ({ from: `${from}/*.ts`, imported: `${to}/some/file.ts`, allowed: may.includes(to) })),
);

/** Imports inside folders, by importing folder: allowed files and packages, and forbidden ones. */
const INSIDE: Record<string, [allowed: string[], forbidden: string[]]> = {
  'tools/demo': [['@largesse/contract'], []],
  'tests/e2e': [['@largesse/client'], []],
  'tools/browser': [[], ['@largesse/contract/limits']],
  'client/src': [['@largesse/contract'], []],
  'plugin/assets': [
    ['contract/limits.ts', 'plugin/assets/rest.ts'],
    ['plugin/blocks/my-registries/state.ts', 'api/src/log.ts'],
  ],
  'plugin/blocks/my-registries': [['plugin/assets/rest.ts'], ['api/src/log.ts']],
  'api/src/items': [
    ['api/src/auth/user.ts'],
    [
      ...['@largesse/client', 'api/src/registries/access.ts', 'api/src/previews/fetch.ts', 'api/src/webhooks/store.ts'],
      'node:sqlite',
    ],
  ],
  'api/src/promises': [[], ['api/src/registries/access.ts']],
  'api/src/registries': [['api/src/promises/purchases.ts'], []],
  'api/src/previews': [
    ['api/src/auth/user.ts', 'api/src/internet/connections.ts', 'undici'],
    ['api/src/items/store.ts', 'api/src/host/session.ts', 'api/src/database/database.ts'],
  ],
  'api/src/internet': [['undici'], ['api/src/previews/fetch.ts']],
  'api/src/webhooks': [[], ['api/src/promises/purchases.ts']],
  'api/src/database/sqlite': [['node:sqlite'], []],
  'api/src/database/postgres': [['pg'], []],
  'api/src/ops': [[], ['pg']],
  'api/src/auth': [[], ['undici', ...aboveFeatures()]],
  'api/src/database': [[], ['undici', ...aboveFeatures()]],
  'api/src/host': [['undici'], ['pg', ...aboveFeatures()]],
  'api/src/http': [[], aboveFeatures()],
};

function aboveFeatures(): string[] {
  const files = ['items/store', 'promises/purchases', 'registries/access', 'previews/fetch'];
  return [...files.map((file) => `api/src/${file}.ts`), 'client/src/index.ts'];
}

const inside = Object.entries(INSIDE).flatMap(([folder, lists]) =>
  lists.flatMap((list, index) =>
    list.map((imported): Sample => ({ from: `${folder}/*.ts`, imported, allowed: index === 0 })),
  ),
);
const samples = [...betweenFolders, ...inside];

/** Modules that ask where the rows of registries are. Only `database/` may. */
const ASKING = [
  "import { LOG_PER_REGISTRY } from '../database/citus/log.ts';\n\nconsole.log(LOG_PER_REGISTRY);\n",
  'export const form = (database) => database.dialect.statementForm;\n',
  'export const form = ({ statementForm }) => statementForm;\n',
  'export const formOf = ({ statementForm: form }) => form;\n',
];

function pathOf(sample: Sample): string {
  return sample.from.replace('*', `sample-${samples.indexOf(sample)}`);
}

/** Returns a module with the sample's import. */
function moduleOf(sample: Sample): string {
  const { imported } = sample;
  const specifier = imported.endsWith('.ts') ? relative(dirname(pathOf(sample)), imported) : imported;
  return `import { something } from '${specifier}';\n\nconsole.log(something);\n`;
}

/** Returns Biome's errors in a folder. Each string contains a rule and a path. */
async function lint(folder: string): Promise<string[]> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = ['lint', '--reporter=json', '--max-diagnostics=none'];
  const { promise, resolve } = Promise.withResolvers<string>();
  // Biome exits with 1 if it finds errors, so its exit code is ignored.
  execFile(process.execPath, [biome, ...args], { cwd: folder, maxBuffer: 2 ** 26 }, (_, stdout) => resolve(stdout));
  const { diagnostics }: { diagnostics: { category: string; location: { path: string } }[] } = JSON.parse(
    await promise,
  );
  return diagnostics.map(
    ({ category, location }) => `${category.slice(category.lastIndexOf('/') + 1)} ${location.path}`,
  );
}

/** Returns the folder of `MAY_IMPORT` that contains a file. */
function partOf([top = '', below = '']: string[]): string {
  const inner = `${top}/${below}`;
  return inner in MAY_IMPORT ? inner : top;
}

describe('import arrows', () => {
  let found: string[];
  const isAllowed = (sample: Sample) => !found.includes(`noRestrictedImports ${pathOf(sample)}`);

  before(async () => {
    await using project = await temporaryFolder();
    const write = async (path: string, text: string) => {
      await mkdir(join(project.path, dirname(path)), { recursive: true });
      await writeFile(join(project.path, path), text);
    };
    for (const file of ['biome.json', '.gitignore', 'tools/lint'])
      await cp(join(root, file), join(project.path, file), { recursive: true });
    for (const sample of samples) await write(pathOf(sample), moduleOf(sample));
    await write('tests/bench/one.ts', "import type { Two } from './two.ts';\n\nexport type One = Two | 1;\n");
    await write('tests/bench/two.ts', "import type { One } from './one.ts';\n\nexport type Two = One | 2;\n");
    for (const [place, text] of ASKING.entries())
      for (const folder of ['database', 'items']) await write(`api/src/${folder}/asking-${place}.ts`, text);
    await write('api/src/environment.ts', 'export const port = process.env.PORT;\n');
    found = await lint(project.path);
  });

  for (const [from, may] of folders) {
    it(`lead from ${from} to ${may.join(', ') || 'no other folder of ours'}`, () => {
      const allowed = betweenFolders.filter((sample) => sample.from === `${from}/*.ts` && isAllowed(sample));
      assert.deepEqual(allowed.map(({ imported }) => imported.replace('/some/file.ts', '')).sort(), may.toSorted());
    });
  }

  for (const sample of inside) {
    it(`${sample.allowed ? 'lead' : 'do not lead'} from ${sample.from} to ${sample.imported}`, () => {
      assert.equal(isAllowed(sample), sample.allowed);
    });
  }

  it('are never circular, types included', () => {
    assert.ok(found.includes('noImportCycles tests/bench/one.ts'));
    assert.ok(found.includes('noImportCycles tests/bench/two.ts'));
  });

  it('forbid access to the environment outside of commands', () =>
    assert.ok(found.includes('noProcessEnv api/src/environment.ts')));

  it('lead to no question of a feature where the rows of registries are', () => {
    const places = (folder: string) => ASKING.map((_, place) => `plugin api/src/${folder}/asking-${place}.ts`);
    assert.deepEqual(found.filter((one) => one.includes('/asking-')).sort(), places('items'));
  });

  it('are defined for every folder', () => {
    const files = globSync('*/**/*.ts', { cwd: root, exclude: ['node_modules', 'data'] });
    const parts = new Set(files.map((file) => file.split(sep)).map(partOf));
    assert.deepEqual([...parts].sort(), Object.keys(MAY_IMPORT).sort());
  });
});
