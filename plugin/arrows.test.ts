import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { MODULES, FEATURES as SWITCHED } from './features.ts';

// A test, because a sniff sees one file, and this is about the files of several folders.

const root = join(import.meta.dirname, '..');
const src = join(import.meta.dirname, 'src');

/** Files that `npm run modules` writes from the list of modules. */
const GENERATED = ['plugin/src/stored.php'];

/**
 * The floors of the plugin and their folders, from the bottom to the top. A folder may use only the folders before it,
 * so there are no circles.
 */
const FLOORS: Record<string, readonly string[]> = {
  Foundation: ['Format', 'Html', 'Blocks', 'Checks', 'Service', 'Records', 'Http'],
  Registries: ['Registry', 'Links', 'Console', 'Pictures'],
  People: ['Mail', 'Accounts'],
  Promises: ['Giving'],
  Pages: ['Guests', 'Owners', 'Screens'],
  Managing: ['Wishes', 'Exchange', 'Finding', 'Sharing', 'Unlisted', 'Appearances', 'Abilities'],
  Together: [
    'Invitations',
    'Helpers',
    'Circles',
    'Draws',
    'Following',
    'Questions',
    'Digest',
    'MyGifts',
    'Presents',
    'Shares',
    'About',
    'DeliveryAddress',
  ],
  Operation: ['Privacy', 'Setup', 'EventLog', 'Updates', 'Affiliates'],
};

/** Paths of all folders with classes, such as `Together/Draws`, in the order of the floors. */
const ORDER = Object.entries(FLOORS).flatMap(([floor, folders]) => folders.map((folder) => `${floor}/${folder}`));

/** Folders without a feature. All folders above them may use all of their classes and templates. */
const BASES = ORDER.filter(
  (path) => /^Foundation\//.test(path) || ['Registry', 'Links', 'Console'].includes(path.split('/')[1] ?? ''),
);

/** Features that a site can lack: those with a switch, and the updates, which WordPress's directory does not allow. */
const OPTIONAL = [...SWITCHED.map(({ folder }) => folder), 'Operation/Updates'];

/** Folders with a feature. */
const FEATURES = ORDER.filter((path) => !BASES.includes(path));

/** Place of the files outside of all folders. */
const ROOT = '.';

/** The interface for themes, which uses the features. */
const INTERFACE = '../functions.php';

/** Use of a class or template by a file of another folder. */
interface Use {
  file: string;
  /** Folder of the file, ROOT or INTERFACE. */
  by: string;
  /** Folder of the class or template. */
  of: string;
  /** `Floor\\Folder\\Class` or `folder/template`. */
  name: string;
}

/** Folders by the first part of the names of their templates. */
const byTemplates = new Map(
  ORDER.map((path) => [(path.split('/')[1] ?? '').replace(/\B[A-Z]/g, '-$&').toLowerCase(), path]),
);

/** Returns the path of a file's folder, such as `Together/Draws`, or `undefined` for a file outside of the floors. */
function folderOf(file: string): string | undefined {
  const [, floor, folder] = /^(\w+)[\\/](\w+)[\\/]/.exec(file) ?? [];
  return floor && `${floor}/${folder}`;
}

/** Finds the classes and templates of other folders that a file of `plugin/src` names. */
function usesIn(file: string): Use[] {
  const code = readFileSync(join(src, file), 'utf8');
  const by = file === INTERFACE ? INTERFACE : (folderOf(file) ?? ROOT);
  const floors = Object.keys(FLOORS).join('|');
  const imported = new RegExp(`^use Largesse\\\\(${floors})(\\\\\\w+)?(;| as |\\\\\\{)`, 'm').exec(code);
  assert.equal(imported, null, `${file} must import single classes`);
  const names = new Map<string, string>();
  // Files outside of all folders have the namespace Largesse. Their code may omit this first part of a name.
  const qualified = by === ROOT ? /\b(\w+)\\+(\w+)\\+(\w+)/g : /\bLargesse\\+(\w+)\\+(\w+)\\+(\w+)/g;
  for (const [, floor = '', folder = '', name] of code.matchAll(qualified)) {
    names.set(`${floor}\\${folder}\\${name}`, `${floor}/${folder}`);
  }
  for (const [, folder = '', template] of code.matchAll(/'([\w-]+)\/([\w-]+)'/g)) {
    const of = byTemplates.get(folder) ?? '';
    if (existsSync(join(src, of, `views/${template}.php`))) names.set(`${folder}/${template}`, of);
  }
  return [...names]
    .filter(([, of]) => ORDER.includes(of) && of !== by)
    .map(([name, of]) => ({ file: file.replaceAll('\\', '/'), by, of, name }));
}

const files = globSync('**/*.php', { cwd: src, exclude: ['**/*.test.php', 'stored.php'] });
const uses = [...files, INTERFACE].flatMap(usesIn);

/** Describes uses in the message of a failed test. */
const described = (some: readonly Use[]): string[] => some.map(({ file, name }) => `${file} uses ${name}`).sort();

test('each folder of the plugin uses only folders before it', () => {
  assert.deepEqual(
    files.filter((file) => /[\\/]/.test(file) && !ORDER.includes(folderOf(file) ?? '')),
    [],
    'these files have no place in the order',
  );
  const against = uses.filter(({ by, of }) => ORDER.includes(by) && ORDER.indexOf(of) > ORDER.indexOf(by));
  assert.deepEqual(described(against), []);
});

/** Returns the classes and templates that a feature declares for other features. */
function offersOf(feature: string): string[] {
  const code = readFileSync(join(src, feature, 'Module.php'), 'utf8');
  return ['classes', 'templates'].flatMap((kind) => {
    if (!code.includes(`function offered_${kind}(`)) return [];
    const [, list] =
      new RegExp(`function offered_${kind}\\(\\): array \\{\\s*return array\\(([^;]+)\\);`).exec(code) ?? [];
    assert.ok(list, `${feature}/Module.php does not list its offered ${kind}`);
    const names = list.split(',').map((name) =>
      name
        .trim()
        .replace(/^(\w+)::class$/, `${feature.replace('/', '\\')}\\$1`)
        .replaceAll("'", ''),
    );
    return names.filter((name) => name !== '');
  });
}

test('docs/modules.md lists the floors and their folders, the highest floor first', () => {
  const rows = [
    ...readFileSync(join(root, 'docs/modules.md'), 'utf8').matchAll(/^\| `(\w+)` \|.*\| (`[\w`, ]+`) \|$/gm),
  ];
  const listed = rows.map(([, floor = '', folders = '']) => [floor, folders.replaceAll('`', '').split(', ')]);
  assert.deepEqual(listed.reverse(), Object.entries(FLOORS));
});

const offers = FEATURES.flatMap(offersOf);

test('a feature uses only the classes and templates that other features offer', () => {
  const ofFeatures = uses.filter(({ by, of }) => by !== ROOT && FEATURES.includes(of));
  const internal = ofFeatures.filter(({ name }) => !name.endsWith('\\Module') && !offers.includes(name));
  assert.deepEqual(described(internal), []);
});

test('another feature uses each class and template that a feature offers', () => {
  const used = uses.filter(({ by }) => by !== ROOT).map(({ name }) => name);
  assert.deepEqual(
    offers.filter((name) => !used.includes(name)),
    [],
  );
});

test('classes outside of all folders use no feature; only Plugin.php names the modules of features', () => {
  const modules = ({ file, name }: Use) => file === 'Plugin.php' && name.endsWith('\\Module');
  const features = uses.filter(({ by, of }) => by === ROOT && FEATURES.includes(of));
  assert.deepEqual(described(features.filter((use) => !modules(use))), []);
});

test('nothing names a class of a feature that a site can lack', () => {
  const needs = (by: string, of: string) =>
    SWITCHED.find(({ folder }) => folder === by)?.needs === SWITCHED.find(({ folder }) => folder === of)?.key;
  const optional = OPTIONAL.map((path) => path.replace('/', '\\\\+')).join('|');
  const named = new RegExp(`\\\\?Largesse\\\\+(${optional})\\\\+\\w+`, 'g');
  const found = globSync(['plugin/*.php', 'plugin/src/**/*.php', 'theme/**/*.php'], { cwd: root, exclude: GENERATED })
    .filter((file) => !file.endsWith('.test.php'))
    .flatMap((file) => {
      const folder = folderOf(file.replace(/^plugin[\\/]src[\\/]/, ''));
      const names = [...readFileSync(join(root, file), 'utf8').matchAll(named)].filter(([, name = '']) => {
        const other = name.replace(/\\+/, '/');
        return folder !== other && !(folder !== undefined && needs(folder, other));
      });
      return names.map(([name]) => `${file}: ${name}`);
    });
  assert.deepEqual(found, []);
});

test('the list of modules is complete, and a feature follows the feature that it needs', () => {
  for (const { folder, needs } of SWITCHED.filter((feature) => feature.needs !== '')) {
    const needed = SWITCHED.find(({ key }) => key === needs)?.folder ?? assert.fail(`${folder} needs ${needs}`);
    assert.ok(MODULES.indexOf(needed) < MODULES.indexOf(folder), folder);
  }
  const folders = globSync('*/*/Module.php', { cwd: src }).map((file) => folderOf(file) ?? '');
  assert.deepEqual([...MODULES].sort(), folders.sort());
});

test('only the module that the package for WordPress’s directory leaves out names hooks of its updates', () => {
  const files = globSync('**/*.php', { cwd: import.meta.dirname });
  const naming = files.filter((file) =>
    /site_transient_update_|auto_update_plugin/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  assert.deepEqual(naming.sort(), ['src/Operation/Updates/Module.php']);
});

test('tests, tools and docs name only classes and folders of the plugin that exist', () => {
  // Delivery is the example in docs/modules.md (Add a feature).
  const other = /^(Managing\/Delivery|Testing|Theme|Tools)\b/;
  const missing = globSync('{api,client,contract,deploy,docs,plugin,tests,theme,tools}/**/*.{ts,php,md}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  }).flatMap((file) => {
    const names = [...readFileSync(join(root, file), 'utf8').matchAll(/\bLargesse\\+([A-Z]\w*(?:\\+[A-Z]\w*)*)/g)];
    return names
      .map(([, name = '']) => name.replace(/\\+/g, '/'))
      .filter((name) => !other.test(name) && !existsSync(join(src, name)) && !existsSync(join(src, `${name}.php`)))
      .map((name) => `${file}: ${name}`);
  });
  assert.deepEqual(missing, []);
});

test('docs teach themes and other plugins no class of the plugin', () => {
  const classes = new Set(
    files.map((file) => basename(file, '.php')).filter((name) => /^[A-Z][a-z]\w*[A-Z]|^Escape$/.test(name)),
  );
  // Guides for people who change the plugin, and how to remove its callbacks.
  const internal = [
    'docs/architecture.md',
    'docs/modules.md',
    'docs/threats.md',
    'docs/scale.md',
    'docs/releasing.md',
    'docs/translating.md',
  ];
  // The PHP client of the API, and a header.
  const client = ['ApiError', 'RateLimit'];
  const found = globSync(['docs/**/*.md', 'docs/examples/**/*.php', 'theme/**/*.php'], {
    cwd: root,
    exclude: internal,
  }).flatMap((file) => {
    // Templates are files of a module, and two get an object.
    const text = readFileSync(join(root, file), 'utf8')
      .replace(/\n## Callbacks of the plugin\n.*/s, '')
      .replaceAll(/`plugin\/src\/\S+`|`CheckResult(?:\\\|null)?`/g, '');
    const code = file.endsWith('.php') ? [text] : (text.match(/```php\n.*?```|`[^`\n]+`/gs) ?? []);
    const names = code.flatMap((one) => one.match(/\bLargesse\\+(?!Theme\b)[\w\\]+|\b[A-Z]\w+\b/g) ?? []);
    return names
      .filter(
        (name) => (name.includes('\\') && !file.endsWith('.php')) || (classes.has(name) && !client.includes(name)),
      )
      .map((name) => `${file}: ${name}`);
  });
  assert.deepEqual(found, []);
});
