import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { RegistryFile } from '../contract/exchange.ts';
import { COPIED_FIELDS, ERASED_ITEM, ITEM_FIELDS, WISH_FIELDS } from '../contract/item-fields.ts';
import { ItemRegistryCreate } from '../contract/items.ts';
import { withoutComments } from '../contract/testing/code.ts';

/** A place that treats each field of a wish in its own way, and names it. */
interface Place {
  file: string;
  /** The part of the file; the whole file if it is missing. */
  part?: RegExp;
  /** How the code of the part names a field, with `FIELD` in its place. */
  as: RegExp;
  /** Fields that the place leaves out. */
  without?: readonly string[];
}

/** A key of an array in PHP. A question mark after the name means an optional field. */
const PHP_KEY = /^\s*'FIELD\??'\s+=> /m;

/** A value in a list of PHP. */
const PHP_VALUE = /(?:\( |, |^\s*)'FIELD'(?:,| \))/m;

/** A key of an object, or a member of an interface, on its own line. */
const KEY = /^ +FIELD\??: /m;

const OWNERS = 'plugin/src/Pages/Owners';
const MINE = 'plugin/blocks/my-registries';
const COLUMNS = `${MINE}/exchange/reading/columns.ts`;

const PLACES: readonly Place[] = [
  {
    file: 'contract/php/rules.ts',
    part: /const FIELDS[\s\S]*?^};[\s\S]*?^};/m,
    as: /^ {2}FIELD: (?:numberSchema\()?ItemCreate\.properties\.FIELD\b/m,
  },
  {
    file: 'plugin/src/Foundation/Http/Schema.php',
    part: /function item_fields[\s\S]*?^\t}/m,
    as: /'FIELD\?'\s+=> /,
  },
  { file: `${OWNERS}/RegistrySchema.php`, part: /function item\([\s\S]*?^\t}/m, as: PHP_KEY },
  { file: `${OWNERS}/RegistryResponses.php`, part: /function item\([\s\S]*?^\t}/m, as: PHP_KEY },
  {
    file: `${OWNERS}/RegistryPrivacy.php`,
    part: /function item\([\s\S]*?^\t}/m,
    as: /\$text\( 'FIELD' \)/,
    without: ['url'],
  },
  { file: 'plugin/src/Registries/Registry/ImportWish.php', part: /const DEFAULTS[\s\S]*?;/, as: PHP_KEY },
  {
    // Texts have their rule from the contract; each other field has a check.
    file: 'plugin/src/Registries/Registry/ImportWish.php',
    part: /const TEXTS[\s\S]*?function key/,
    as: /const TEXTS = array\([^)]*'FIELD'|\$found\['FIELD'\]\s+= /,
  },
  { file: 'plugin/src/Managing/Exchange/ExportFile.php', part: /const COLUMNS[\s\S]*?;/, as: PHP_VALUE },
  {
    file: 'plugin/src/Managing/Abilities/Ability.php',
    part: /'show-wanted'[\s\S]*?'list-lists'/,
    as: PHP_VALUE,
    without: ['image_url'],
  },
  { file: 'plugin/assets/registry.ts', part: /interface Item {[\s\S]*?^}/m, as: KEY },
  { file: `${MINE}/state.ts`, part: /const BLANK_ITEM[\s\S]*?^}/m, as: KEY, without: ['currency'] },
  {
    file: `${MINE}/item-fields.ts`,
    part: /function valuesOf[\s\S]*?^}/m,
    as: /^ {4}FIELD(?:,|: )|\bitem\.FIELD\b/m,
  },
  { file: `${MINE}/labels.ts`, part: /const LABELS[\s\S]*?^}/m, as: KEY, without: ['currency'] },
  { file: `${MINE}/unseen-edits.ts`, part: /function ownPart[\s\S]*?^}/m, as: /return \[[^\]]*\bFIELD\b/ },
  {
    file: `${MINE}/views/item-dialog.tsx`,
    as: /<\w*Field (?:[^<>]* )?name="FIELD"/,
    // ShopField and RetailerField contain the address and the shop.
    without: ['currency', 'url', 'retailer'],
  },
  { file: `${MINE}/exchange/reading/wish.ts`, part: /interface WishFields[\s\S]*?^}/m, as: KEY },
  { file: COLUMNS, part: /const COLUMNS[\s\S]*?;/, as: /[',]FIELD[',]/ },
  { file: COLUMNS, part: /const NAMES[\s\S]*?^\];/m, as: /^ +\[?'FIELD',/m },
  {
    file: `${MINE}/exchange/reading/row-wish.ts`,
    part: /function wishOf[\s\S]*?^}/m,
    as: /\btextOf\('FIELD'\)|for \(const field of \[[^\]]*'FIELD'|cellsOf\(row, columns, 'FIELD'\)/,
  },
];

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Returns the part of a file that names the fields. */
function codeOf({ file, part = /[\s\S]*/ }: Place, text = read(file)): string {
  const [code] = part.exec(withoutComments(text)) ?? [];
  assert.ok(code, `${file} has no ${part}`);
  return code;
}

/** Returns whether the code of a place names a field. */
const names = (code: string, { as }: Place, field: string): boolean =>
  new RegExp(as.source.replaceAll('FIELD', field), as.flags).test(code);

/** Returns a place for the message of a failed test. */
const shown = ({ file, part }: Place): string => (part === undefined ? file : `${file}: ${part.source.slice(0, 25)}`);

const codes = PLACES.map((place) => ({ place, code: codeOf(place) }));

/** Returns the places that do not name a field of a wish. */
const forgottenIn = (field: string): string[] =>
  codes
    .filter(({ place, code }) => !place.without?.includes(field) && !names(code, place, field))
    .map(({ place }) => shown(place));

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
    assert.deepEqual(forgottenIn('never_a_field'), PLACES.map(shown));
  });

  it('is missing if only comments and other texts contain its name', () => {
    const talk =
      "/* never_a_field: '', 'never_a_field', textOf('never_a_field') */ // 'never_a_field' => name=\"never_a_field\"\n'A never_a_field.'";
    for (const place of PLACES) {
      const code = codeOf(place, read(place.file).replaceAll('\n', ` ${talk}\n`));
      assert.ok(!names(code, place, 'never_a_field'), shown(place));
    }
  });

  it('is left out only where the place really has no such field', () => {
    for (const { place, code } of codes)
      for (const field of place.without ?? []) assert.ok(!names(code, place, field), `${shown(place)}: ${field}`);
  });

  it('is erased if a member can set it, except numbers and states', () => {
    const kept = Object.keys(ITEM_FIELDS).filter((field) => !(field in ERASED_ITEM));
    assert.deepEqual(kept, ['quantity_needed', 'quantity_purchased', 'is_active']);
  });

  it('is listed in the recipe of CONTRIBUTING.md with each of these places', () => {
    const [recipe = ''] = /### Add a field to an item[\s\S]*?(?=^### )/m.exec(read('CONTRIBUTING.md')) ?? [];
    for (const { file } of PLACES) assert.match(recipe, new RegExp(`[\`/]${file.split('/').at(-1)}\``), file);
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
      ['Pages/Owners/WishRoutes.php', 'WISH_FIELDS'],
    ])
      assert.match(withoutComments(read(`plugin/src/${file}`)), new RegExp(`\\bRules::${name}\\b`), file);
  });
});
