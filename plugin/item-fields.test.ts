import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { RegistryFile } from '../contract/exchange.ts';
import { COPIED_FIELDS, ERASED_ITEM, ITEM_FIELDS, WISH_FIELDS } from '../contract/item-fields.ts';
import { ItemRegistryCreate } from '../contract/items.ts';

/** Places that treat each field of a wish in its own way, and name it. `without`: fields that a place leaves out. */
const PLACES: Readonly<Record<string, { part?: RegExp; without?: readonly string[] }>> = {
  'contract/php/rules.ts': { part: /const FIELDS[\s\S]*?^};[\s\S]*?^};/m },
  'plugin/src/Foundation/Http/Schema.php': { part: /function item_fields[\s\S]*?^\t}/m },
  'plugin/src/Pages/Owners/RegistrySchema.php': { part: /function item\([\s\S]*?^\t}/m },
  'plugin/src/Pages/Owners/RegistryResponses.php': { part: /function item\([\s\S]*?^\t}/m },
  'plugin/src/Pages/Owners/RegistryPrivacy.php': { part: /function item\([\s\S]*?^\t}/m, without: ['url'] },
  'plugin/src/Registries/Registry/ImportWish.php': { part: /const DEFAULTS[\s\S]*?function key/ },
  'plugin/src/Managing/Exchange/ExportFile.php': { part: /const COLUMNS[\s\S]*?;/ },
  'plugin/assets/registry.ts': { part: /interface Item {[\s\S]*?^}/m },
  'plugin/blocks/my-registries/state.ts': { part: /const BLANK_ITEM[\s\S]*?^}/m, without: ['currency'] },
  'plugin/blocks/my-registries/item-fields.ts': { part: /function valuesOf[\s\S]*?^}/m },
  'plugin/blocks/my-registries/labels.ts': { part: /const LABELS[\s\S]*?^}/m, without: ['currency'] },
  'plugin/blocks/my-registries/unseen-edits.ts': { part: /function ownPart[\s\S]*?^}/m },
  'plugin/blocks/my-registries/views/item-dialog.tsx': { without: ['currency', 'image_url', 'url', 'retailer'] },
  'plugin/blocks/my-registries/exchange/reading/wish.ts': { part: /interface WishFields[\s\S]*?^}/m },
  'plugin/blocks/my-registries/exchange/reading/columns.ts': {},
};

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Returns the code of each place that names the fields. */
const codes = Object.entries(PLACES).map(([file, { part = /[\s\S]*/, without = [] }]) => {
  const [code] = part.exec(read(file)) ?? [];
  assert.ok(code, `${file} has no ${part}`);
  return { file, code, without };
});

/** Returns the files that do not name a field of a wish. */
const forgottenIn = (field: string): string[] =>
  codes
    .filter(({ code, without }) => !without.includes(field) && !new RegExp(`\\b${field}\\b`).test(code))
    .map(({ file }) => file);

describe('a field of an item', () => {
  it('has a row in contract/item-fields.ts', () => {
    assert.deepEqual(Object.keys(ITEM_FIELDS).sort(), Object.keys(ItemRegistryCreate.properties).sort());
  });

  for (const field of WISH_FIELDS) {
    it(`${field} is in each place that names the fields of a wish`, () => {
      assert.deepEqual(forgottenIn(field), []);
    });

    it(`${field} is in the format of files, for wishes on the list and hidden wishes`, () => {
      const { wishes, registry } = RegistryFile.properties;
      assert.ok(field in wishes.items.properties);
      assert.ok(field in registry.properties.unlisted_wishes.items.properties);
    });
  }

  it('is missing in all these places if only the contract has it', () => {
    assert.deepEqual(forgottenIn('engraving'), Object.keys(PLACES));
  });

  it('is erased if a member can set it, except numbers and states', () => {
    const kept = Object.keys(ITEM_FIELDS).filter((field) => !(field in ERASED_ITEM));
    assert.deepEqual(kept, ['quantity_needed', 'quantity_purchased', 'is_active']);
  });

  it('is listed in the recipe of CONTRIBUTING.md with each of these places', () => {
    const [recipe = ''] = /### Add a field to an item[\s\S]*?(?=^### )/m.exec(read('CONTRIBUTING.md')) ?? [];
    for (const file of Object.keys(PLACES)) assert.ok(recipe.includes(file.split('/').at(-1) ?? file), file);
  });

  it('is copied by name: the plugin computes the address and the quantity of a copy', () => {
    const computed = WISH_FIELDS.filter((field) => !COPIED_FIELDS.includes(field));
    assert.deepEqual(computed, ['url', 'quantity_needed']);
  });
});

describe('the code of the plugin', () => {
  it('takes copied, hidden and erased fields from the contract', () => {
    for (const [file, name] of [
      ['Registries/Registry/Copies.php', 'COPIED_FIELDS'],
      ['Registries/Registry/Copies.php', 'OWN_FIELDS'],
      ['Managing/Exchange/ExportedRegistry.php', 'WISH_FIELDS'],
      ['Managing/Exchange/Importer.php', 'WISH_FIELDS'],
      ['Managing/Unlisted/WishMover.php', 'WISH_FIELDS'],
      ['Managing/Unlisted/UnlistedInFeatures.php', 'WISH_FIELDS'],
      ['Pages/Owners/RegistryPrivacy.php', 'ERASED_ITEM'],
      ['Pages/Owners/RegistryRoutes.php', 'WISH_FIELDS'],
    ])
      assert.match(read(`plugin/src/${file}`), new RegExp(`Rules::${name}\\b`), file);
  });
});
