import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { RegistryFile } from '../contract/exchange.ts';
import { COPIED_FIELDS, ERASED_ITEM, ITEM_FIELDS, WISH_FIELDS } from '../contract/item-fields.ts';
import { ItemRegistryCreate } from '../contract/items.ts';
import { withoutComments } from '../contract/testing/code.ts';
import {
  IN_TEST,
  KEY,
  PHP_KEY,
  PHP_VALUE,
  type Place,
  QUOTED,
  ROW,
  testPlaces,
} from '../contract/testing/field-places.ts';

const OWNERS = 'plugin/src/Pages/Owners';
const MINE = 'plugin/blocks/my-registries';
const COLUMNS = `${MINE}/exchange/reading/columns.ts`;
const GIVING = 'plugin/src/Promises/Giving';
const EXCHANGE = 'plugin/src/Managing/Exchange';
const UNLISTED = 'plugin/src/Managing/Unlisted';

/** Functions that guests' pages use in place of a field. */
const THROUGH = {
  retailer: /\bWish::shop_name\( \$item\b/,
  image_url: /\bWish::picture\( \$item\b/,
  price: /\bPrice::of\( \$item\b/,
  currency: /\bPrice::of\( \$item\b/,
  url: /\bShopLinks::shop\( \$(?:this->)?item\b|\bWish::visible_address\( \$item\b/,
  quantity_needed: /\$this->remaining->html\( \$item\b|\bRemainingView::for_giving\(|\bAnyNumber::is\( \$/,
} as const;

/** Names of the variables of guests' templates. */
const IN_TEMPLATE = { retailer: 'shop', image_url: 'picture', url: 'shop_url', quantity_needed: 'remaining' };

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
  {
    file: `${MINE}/views/item-card.tsx`,
    as: /\bitem\.FIELD\b|const {[^}]*\bFIELD\b[^}]*} = item;/,
    named: { price: 'price_text', currency: 'price_text' },
    without: ['url', 'retailer', 'description'],
  },
  { file: `${MINE}/exchange/reading/wish.ts`, part: /interface WishFields[\s\S]*?^}/m, as: KEY },
  { file: COLUMNS, part: /const COLUMNS[\s\S]*?;/, as: /[',]FIELD[',]/ },
  { file: COLUMNS, part: /const NAMES[\s\S]*?^\];/m, as: /^ +\[?'FIELD',/m },
  {
    file: `${MINE}/exchange/reading/row-wish.ts`,
    part: /function wishOf[\s\S]*?^}/m,
    as: /\btextOf\('FIELD'\)|for \(const field of \[[^\]]*'FIELD'|cellsOf\(row, columns, 'FIELD'\)/,
  },
  {
    file: `${EXCHANGE}/ExportFile.php`,
    part: /function wish\([\s\S]*?^\t}/m,
    as: /\$wish\['FIELD'\]/,
    through: {
      price: /\bPrice::of\( \$wish/,
      currency: /\bPrice::of\( \$wish/,
      quantity_needed: /\bfrom_file\( \$wish/,
    },
  },
  {
    file: `${EXCHANGE}/views/export-page.php`,
    as: /\$wish\['FIELD'\]/,
    named: { image_url: 'picture', retailer: 'facts', price: 'facts', currency: 'facts', quantity_needed: 'facts' },
  },
  {
    file: `${UNLISTED}/UnlistedPrivacy.php`,
    part: /function exported\([\s\S]*?^\t}/m,
    as: /\$wish->fields\['FIELD'\]/,
    through: { name: /\$wish->name\(\)/ },
    without: ['retailer', 'image_url', 'price', 'currency', 'quantity_needed'],
  },
  {
    // The form for hidden wishes and suggestions.
    file: 'plugin/src/Registries/Registry/TypedWish.php',
    part: /const INPUTS[\s\S]*?;/,
    as: PHP_KEY,
    without: ['retailer', 'image_url', 'quantity_needed'],
  },
  {
    file: 'plugin/src/Registries/Registry/TypedWish.php',
    part: /function fields\([\s\S]*?^\t}/m,
    as: /self::INPUTS\['FIELD'\]/,
    without: ['retailer', 'image_url', 'quantity_needed'],
  },
  {
    file: 'plugin/src/Registries/Registry/TypedWish.php',
    part: /function texts\([\s\S]*?^\t}/m,
    as: /\$wish\['FIELD'\]/,
    without: ['retailer', 'image_url', 'quantity_needed'],
  },
  {
    file: 'plugin/src/Registries/Registry/TypedWish.php',
    part: /function wish\([\s\S]*?^\t}/m,
    as: PHP_KEY,
    without: ['retailer', 'image_url', 'quantity_needed'],
  },
  {
    file: 'plugin/src/Pages/Guests/WishList.php',
    part: /function card\([\s\S]*?^\t}/m,
    as: /\$item\['FIELD'\]/,
    // The template reads the name.
    through: { ...THROUGH, name: /'item' +=> \$item,/ },
  },
  {
    file: 'plugin/src/Pages/Guests/views/item-cards.php',
    as: /\$card(?:\['item'\])?\['FIELD'\]/,
    named: { ...IN_TEMPLATE, currency: 'price' },
  },
  {
    file: `${GIVING}/GiftForm.php`,
    as: /\$item\['FIELD'\]/,
    through: THROUGH,
    without: ['url', 'description'],
  },
  {
    file: `${GIVING}/views/give-page.php`,
    as: /\$FIELD\b/,
    named: { ...IN_TEMPLATE, currency: 'price' },
    without: ['url', 'description'],
  },
  {
    file: `${GIVING}/GiftRoutes.php`,
    part: /function wishes\([\s\S]*?^\t}/m,
    as: /\$item\['FIELD'\]/,
    through: THROUGH,
    without: ['retailer', 'image_url'],
  },
  {
    file: `${GIVING}/GiverPageView.php`,
    as: /\$item\['FIELD'\]/,
    through: { ...THROUGH, name: /\bPurchases::name\( \$this->purchase, \$item \)/ },
    without: ['description'],
  },
  {
    file: `${GIVING}/views/giver-page.php`,
    as: /\$FIELD\b/,
    named: { ...IN_TEMPLATE, retailer: 'facts', price: 'facts', currency: 'facts', quantity_needed: 'change_form' },
    without: ['description'],
  },
  {
    // Mails about a gift.
    file: `${GIVING}/Gift.php`,
    part: /function text\([\s\S]*?^\t}/m,
    as: /\$this->item\(\)\['FIELD'\]/,
    without: WISH_FIELDS.filter((field) => field !== 'name'),
  },
  {
    file: 'plugin/src/Registries/Registry/Wish.php',
    part: /const PUBLIC_FIELDS .*/,
    as: PHP_VALUE,
    without: ['description', 'image_url', 'quantity_needed'],
  },
  {
    file: 'tools/data-protection.ts',
    isProse: true,
    part: /items: {[\s\S]*?}/,
    as: /\bFIELD\b/,
    named: {
      url: 'shop',
      retailer: 'shop',
      image_url: 'picture',
      currency: 'price',
      quantity_needed: 'quantities',
    },
  },
  { file: 'docs/api-rules.md', part: /^## Items[\s\S]*?^## /m, as: ROW },
  { file: 'docs/pages.md', part: /exported table has the columns[^.]*\./, as: QUOTED },
  { file: 'api/conformance/item-fields.test.ts', as: IN_TEST },
  { file: 'api/conformance/item-updates.test.ts', as: IN_TEST },
];

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('a field of an item', () => {
  testPlaces(PLACES, WISH_FIELDS, 'Add a field to an item');

  it('has a row in contract/item-fields.ts', () => {
    assert.deepEqual(Object.keys(ITEM_FIELDS).sort(), Object.keys(ItemRegistryCreate.properties).sort());
  });

  for (const field of WISH_FIELDS) {
    it(`${field} is in the format of files, for wishes on the list and hidden wishes`, () => {
      const { wishes, registry } = RegistryFile.properties;
      assert.ok(field in wishes.items.properties);
      assert.ok(field in registry.properties.unlisted_wishes.items.properties);
    });
  }

  it('is erased if a member can set it, except numbers and states', () => {
    const kept = Object.keys(ITEM_FIELDS).filter((field) => !(field in ERASED_ITEM));
    assert.deepEqual(kept, ['quantity_needed', 'quantity_purchased', 'is_active']);
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
