import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

// A test, because a sniff sees one file, and this is about the files of several folders.

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Code of the theme's PHP files without comments, by file. */
const code = globSync('theme/**/*.php', { cwd: root, exclude: ['theme/languages/**'] }).map((file) => ({
  file,
  php: read(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
}));

/** Finds matches of a pattern, except matches with an allowed first group. Returns each match as "file: match". */
function matches(pattern: RegExp, isAllowed: (found: string) => boolean): string[] {
  return code.flatMap(({ file, php }) =>
    [...php.matchAll(pattern)]
      .map(([, found = '']) => found)
      .flatMap((found) => (isAllowed(found) ? [] : `${file}: ${found}`)),
  );
}

test('the theme names no class of the plugin', () => {
  assert.ok(code.length > 10);
  assert.deepEqual(
    matches(/\bLargesse\\{1,2}(\w+)/g, (name) => name === 'Theme'),
    [],
  );
});

test('the theme calls only functions of functions.php and hooks of the documentation', () => {
  const functions = new Set([...read('plugin/functions.php').matchAll(/^function (\w+)/gm)].map(([, name]) => name));
  assert.deepEqual(
    matches(/\b(largesse_\w+)/g, (name) => functions.has(name) || read('docs/pages.md').includes(`\`${name}\``)),
    [],
  );
});
