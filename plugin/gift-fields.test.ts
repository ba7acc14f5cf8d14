import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { GIFT_FIELDS, PERSONAL_GIFT_FIELDS, TYPED_GIFT_FIELDS } from '../contract/gift-fields.ts';
import { Purchase, PurchasePut } from '../contract/purchases.ts';
import { withoutComments } from '../contract/testing/code.ts';
import { IN_TEST, KEY, PHP_KEY, PHP_VALUE, type Place, ROW, testPlaces } from '../contract/testing/field-places.ts';

const GIVING = 'plugin/src/Promises/Giving';
const OWNERS = 'plugin/src/Pages/Owners';
const EXCHANGE = 'plugin/src/Managing/Exchange';

/** Owners see the giver's name, or another text in its place. No page for owners, and no file, has the address. */
const FOR_OWNERS = { named: { giver_name: 'who' }, without: ['giver_email'] } as const;

/** Words for the fields in texts about data protection. */
const IN_WORDS = { giver_name: 'name', giver_email: '(?:e-mail )?address' };

/** Places that name each field that a giver types. */
const PLACES: readonly Place[] = [
  {
    file: 'contract/php/rules.ts',
    part: /const FIELDS[\s\S]*?^};/m,
    as: /^ {2}FIELD: RegistryPurchasePut\.properties\.FIELD\b/m,
    // A number, and MailAddress, have rules of their own.
    without: ['quantity', 'giver_email'],
  },
  { file: `${GIVING}/GiftFields.php`, part: /function fields\([\s\S]*?^\t}/m, as: PHP_KEY },
  { file: `${GIVING}/GiftFields.php`, part: /function gift\([\s\S]*?^\t}/m, as: PHP_KEY },
  {
    // Fields that a guest fills in once for several gifts.
    file: 'plugin/blocks/registry/give.ts',
    part: /const PERSON .*/,
    as: /'FIELD'/,
    without: ['quantity', 'message'],
  },
  { file: `${GIVING}/GiftRoutes.php`, part: /self::GIFTS,[\s\S]*?\$made/, as: PHP_KEY },
  {
    // The answer to the program that gives.
    file: `${GIVING}/GiftRoutes.php`,
    part: /function shown\([\s\S]*?^\t}/m,
    as: PHP_KEY,
    without: ['giver_name', 'giver_email', 'message'],
  },
  {
    // The form on the page shows the others.
    file: `${GIVING}/GiverPageView.php`,
    as: /\$this->purchase\['FIELD'\]/,
    without: ['giver_name', 'giver_email'],
  },
  { file: `${GIVING}/views/giver-page.php`, as: /\$FIELD\b/, without: ['giver_name', 'giver_email'] },
  { file: `${GIVING}/GiftPrivacy.php`, part: /function exported\([\s\S]*?^\t}/m, as: /\$gift\['FIELD'\]/ },
  { file: `${GIVING}/GiftsCommand.php`, part: /const FIELDS[\s\S]*?;/, as: PHP_VALUE, without: ['message'] },
  { file: `${GIVING}/GiftsCommand.php`, part: /: Fields to print[\s\S]*?\./, as: /\bFIELD\b/, isProse: true },
  {
    // Parts of gifts have the others.
    file: `${GIVING}/GiftsCommand.php`,
    part: /function part\([\s\S]*?^\t}/m,
    as: PHP_VALUE,
    without: ['giver_name', 'giver_email'],
  },
  {
    file: 'plugin/src/Operation/Privacy/views/policy.php',
    part: /If you give something, we store.*/,
    as: /\bFIELD\b/,
    named: IN_WORDS,
    isProse: true,
  },
  { file: 'tools/data-protection.ts', part: /purchases: {[\s\S]*?}/, as: /\bFIELD\b/, named: IN_WORDS, isProse: true },
  { file: `${OWNERS}/VisibleGifts.php`, as: /\$purchase\['FIELD'\]/, without: ['giver_email'] },
  {
    file: `${OWNERS}/VisibleGifts.php`,
    part: /function part\([\s\S]*?^\t}/m,
    as: PHP_KEY,
    without: ['giver_name', 'giver_email'],
  },
  { file: `${OWNERS}/VisibleGifts.php`, part: /function row\([\s\S]*?^\t}/m, as: PHP_KEY, ...FOR_OWNERS },
  { file: `${OWNERS}/GiftsPage.php`, part: /function csv\([\s\S]*?^\t}/m, as: /\$row\['FIELD'\]/, ...FOR_OWNERS },
  { file: `${OWNERS}/GiftsPage.php`, part: /function received\([\s\S]*?^\t}/m, as: PHP_KEY, ...FOR_OWNERS },
  { file: `${OWNERS}/views/gifts.php`, as: /\$row\['FIELD'\]/, ...FOR_OWNERS },
  { file: 'contract/exchange.ts', part: /const gift[\s\S]*?^}/m, as: KEY, ...FOR_OWNERS },
  { file: `${EXCHANGE}/ExportedRegistry.php`, part: /const UNKNOWN_GIVER[\s\S]*?;/, as: PHP_KEY, ...FOR_OWNERS },
  { file: `${EXCHANGE}/ExportFile.php`, part: /function gift\([\s\S]*?^\t}/m, as: /\$gift\['FIELD'\]/, ...FOR_OWNERS },
  {
    file: `${EXCHANGE}/views/export-page.php`,
    as: /\$gift\['FIELD'\]/,
    named: { giver_name: 'facts', quantity: 'facts' },
    without: ['giver_email'],
  },
  {
    file: 'plugin/functions.php',
    part: /@return list<array{id: string, item_id.*/,
    as: /\bFIELD: /,
    isProse: true,
    ...FOR_OWNERS,
  },
  { file: 'docs/pages.md', part: /`largesse_get_gifts\(.*/, as: /\bFIELD\b/, ...FOR_OWNERS },
  { file: 'docs/api-rules.md', part: /^## Purchases[\s\S]*?^## /m, as: ROW },
  { file: 'tests/e2e/secrecy/world.ts', part: /async #give\([\s\S]*?^ {2}}/m, as: KEY },
  {
    file: 'tests/e2e/secrecy/world.ts',
    part: /change: {[\s\S]*?^ {2}}/m,
    as: KEY,
    // Each change has its own number.
    without: ['quantity'],
  },
  {
    file: 'api/conformance/walks/two-worlds.test.ts',
    part: /case 'secret':[\s\S]*?\}\);/,
    as: KEY,
    // Only the site sends the address of a gift.
    without: ['giver_email'],
  },
  { file: 'api/conformance/purchases.test.ts', as: IN_TEST },
  { file: 'api/conformance/surprise.test.ts', as: IN_TEST },
  { file: 'tests/e2e/pages/giver-page.test.ts', as: IN_TEST },
  { file: 'tests/e2e/pages/owner-gifts.test.ts', as: IN_TEST, without: ['giver_email'] },
];

const read = (file: string) => withoutComments(readFileSync(join(import.meta.dirname, '..', file), 'utf8'));

describe('a field of a gift', () => {
  testPlaces(PLACES, TYPED_GIFT_FIELDS, 'Add a field to a gift');

  it('has a row in contract/gift-fields.ts', () => {
    assert.deepEqual(Object.keys(GIFT_FIELDS).sort(), Object.keys(Purchase.properties).sort());
  });

  it('is typed by its giver if the giver can send it, except what buttons, the site and other programs set', () => {
    const sent = Object.keys(PurchasePut.properties).filter((name) => name in GIFT_FIELDS);
    const others = sent.filter((name) => !TYPED_GIFT_FIELDS.some((typed) => typed === name));
    assert.deepEqual(others.sort(), ['external_id', 'giver_user_id', 'item_id', 'registry_id', 'state']);
  });

  it('is erased if its giver types it, except the number', () => {
    const kept = TYPED_GIFT_FIELDS.filter((name) => !PERSONAL_GIFT_FIELDS.some((erased) => erased === name));
    assert.deepEqual(kept, ['quantity']);
  });
});

describe('the code', () => {
  it('takes typed and erased fields of a gift from the contract', () => {
    for (const [file, name] of [
      [`${GIVING}/Purchases.php`, 'Rules::TYPED_GIFT_FIELDS'],
      [`${GIVING}/GiftRoutes.php`, 'Rules::TYPED_GIFT_FIELDS'],
      [`${GIVING}/GiftFields.php`, 'Rules::TYPED_GIFT_FIELDS'],
      ['api/src/promises/erase.ts', 'PERSONAL_GIFT_FIELDS'],
      ['api/src/promises/purchases.ts', 'TYPED_GIFT_FIELDS'],
    ] as const)
      assert.match(read(file), new RegExp(`\\b${name}\\b`), file);
  });
});
