import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const sheets = globSync(['plugin/{assets,blocks}/**/*.css', 'theme/**/*.css'], { cwd: root });
const codeOf = (sheet: string) => readFileSync(join(root, sheet), 'utf8').replaceAll(/\/\*.*?\*\/|var\([^)]*\)/gs, '');

// A test, because a rule of Biome sees one declaration, and this one is about the whole file. The rule against left and
// right sides is tools/lint/no-sides.grit.
test('styles with transitions have none for visitors who want reduced motion', () => {
  const moving = sheets.filter((sheet) => /transition:(?! none)/.test(codeOf(sheet)));
  assert.ok(moving.length > 3);
  for (const sheet of moving) assert.match(codeOf(sheet), /prefers-reduced-motion/, sheet);
});
