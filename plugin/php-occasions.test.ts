import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CHIPS, OCCASIONS } from '../contract/occasions.ts';
import { phpOccasions } from './php-occasions.ts';

const keys = OCCASIONS.flatMap(({ key }) => key ?? []);
const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('OccasionTexts.php matches the contract and the translations (if not: npm run rules, npm run pot)', () => {
  assert.equal(textOf('src/Registries/Registry/OccasionTexts.php'), phpOccasions());
});

test('a name of an occasion is complete, and stands for one occasion in every language', () => {
  for (const { key, name, title } of OCCASIONS)
    if (key !== undefined) assert.ok(name?.toLowerCase() === key && title?.includes('%s'), key);
  const names = [...phpOccasions().matchAll(/^\t\t'\w+' +=> array\( (.*) \),$/gm)].flatMap(([, list = '']) =>
    list.split(', '),
  );
  assert.ok(names.length > 3 * keys.length, 'at least three languages');
  assert.equal(new Set(names).size, names.length, String(names));
  assert.ok(CHIPS.length > 2 && CHIPS.every((chip) => keys.includes(chip)));
});

test('the theme starts registries only for these occasions', () => {
  const pattern = textOf('../theme/patterns/occasions.php');
  const tiles = [...pattern.matchAll(/^\t'(\w+)' +=> array/gm)].map(([, tile = '']) => tile);
  assert.ok(tiles.length > 2);
  for (const tile of tiles) assert.ok(keys.includes(tile), tile);
});
