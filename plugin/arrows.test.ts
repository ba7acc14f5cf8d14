import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { leftOutWith, NEEDED_BY, OPTIONAL } from './optional.ts';

const root = join(import.meta.dirname, '..');
const src = join(import.meta.dirname, 'src');

/** Files that `npm run modules` writes from the list of modules. */
const GENERATED = ['plugin/src/declarations.php', 'plugin/src/stored.php'];

/** Folders of the plugin. Each folder may use only the folders before it. */
const ORDER = [
  ...['Format', 'Html', 'Blocks', 'Checks', 'Service', 'Http', 'Registry', 'Links', 'Console'],
  ...['Accounts', 'Mail', 'Giving', 'Guests', 'Owners', 'Screens', 'Invitations', 'Helpers'],
  ...['Privacy', 'Setup', ...OPTIONAL],
];

test('each folder of the plugin uses only folders before it', () => {
  const against: string[] = [];
  for (const file of globSync('*/{*,views/*}.php', { cwd: src, exclude: ['**/*.test.php'] })) {
    const [folder = '', ...rest] = file.replace(/\.php$/, '').split(/[\\/]/);
    const name = rest.join('\\');
    assert.ok(ORDER.includes(folder), `${folder} has no place in the order`);
    for (const [, other = '', used] of readFileSync(join(src, file), 'utf8').matchAll(/^use Largesse\\(\w+)\\(\w+);/gm))
      if (ORDER.indexOf(other) > ORDER.indexOf(folder)) against.push(`${folder}\\${name} uses ${other}\\${used}`);
  }
  assert.deepEqual(against.sort(), []);
});

test('nothing names a class of a feature that a site can lack', () => {
  const named = new RegExp(`\\\\?Largesse\\\\+(${OPTIONAL.join('|')})\\\\+\\w+`, 'g');
  const found = globSync(['plugin/*.php', 'plugin/src/**/*.php', 'theme/**/*.php'], { cwd: root, exclude: GENERATED })
    .filter((file) => !file.endsWith('.test.php'))
    .flatMap((file) => {
      const room = /^plugin[\\/]src[\\/](\w+)[\\/]/.exec(file)?.[1];
      const names = [...readFileSync(join(root, file), 'utf8').matchAll(named)].filter(
        ([, other = '']) => room === undefined || !leftOutWith(other).includes(room),
      );
      return names.map(([name]) => `${file}: ${name}`);
    });
  assert.deepEqual(found, []);
});

test('features that need another are features that a site can lack', () => {
  for (const feature of Object.entries(NEEDED_BY).flatMap(([needed, needing]) => [needed, ...needing]))
    assert.ok(OPTIONAL.includes(feature), feature);
});

test('only the module that the package for WordPress’s directory leaves out names hooks of its updates', () => {
  const files = globSync('**/*.php', { cwd: import.meta.dirname });
  const naming = files.filter((file) =>
    /site_transient_update_|auto_update_plugin/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  assert.deepEqual(naming.sort(), ['src/Updates/Module.php', 'src/declarations.php']);
});

test('tests, tools and docs name only classes and folders of the plugin that exist', () => {
  const other = /^(Testing|Theme|Tools)\b/;
  const missing = globSync('{api,client,contract,demo,deploy,docs,e2e,plugin,theme,tools,wordpress}/**/*.{ts,php,md}', {
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
