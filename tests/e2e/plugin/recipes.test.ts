// Needs a whole site: recipes of the guides run in a theme's functions.php.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { create } from '../wordpress/requests.ts';
import { addItem, openConnected } from './connected.ts';

const pages = readFileSync(new URL('../../../docs/pages.md', import.meta.url), 'utf8');

/** PHP recipes of docs/pages.md. */
const recipes = [...pages.matchAll(/^```php\n(.*?)^```$/gms)].map(([, code = '']) => code);

/** A recipe that runs on a site with the variables `$registry`, `$item_id` and `$item`. */
interface Case {
  /** Text that only this recipe contains. */
  has: string;
  /** PHP that runs after the recipe, and prints the effect as JSON. */
  check: string;
  effect: unknown;
}

const CASES: readonly Case[] = [
  {
    has: 'largesse_set_headings(',
    check: `$effect = largesse_get_headings( $registry->ID )[ $item_id ];`,
    effect: { heading: 'Kitchen', most_wanted: true },
  },
  {
    has: 'largesse_get_wanted(',
    check: `$effect = trim( $printed );`,
    effect: '<li>Pot <em>Still wanted</em></li>',
  },
  {
    has: 'largesse_get_shop(',
    check: `$effect = array( $shop, $link, largesse_get_shop( array( 'url' => home_url( '/#largesse-no-shop' ) ) + $item ) );`,
    effect: [{ name: 'Shop', url: 'https://shop.example/pot' }, '<a href="https://shop.example/pot">Shop</a>', null],
  },
  {
    has: 'largesse_account_needs_confirmation',
    check: `$needs_it = fn () => apply_filters( 'largesse_account_needs_confirmation', true, 1 ); $effect = array( $needs_it() ); do_action( 'my_single_sign_on' ); $effect[] = $needs_it();`,
    effect: [true, false],
  },
  {
    has: 'largesse_get_links(',
    check: `$effect = array( largesse_get_links( $registry->ID ), largesse_get_invitation( $registry->ID, 'granny@site.example' ) );
      wp_set_current_user( 0 );
      array_push( $effect, largesse_get_links( $registry->ID ), largesse_get_invitation( $registry->ID, 'x' ), largesse_set_headings( $registry->ID, array() ) );`,
    effect: [{ family: '', personal: [] }, { mailed: null, failed: null, here: null }, null, null, null],
  },
  {
    has: 'largesse_mail',
    check: `$mail = array( 'subject' => 'x', 'text' => 'x', 'html' => 'x' ); $effect = array( apply_filters( 'largesse_mail', $mail, 'revealed' ), apply_filters( 'largesse_mail', $mail, 'given' ) === $mail );`,
    effect: [[], true],
  },
  {
    has: 'largesse_share_preview',
    check: `$effect = apply_filters( 'largesse_share_preview', array( 'og:image' => 'old', 'og:title' => 'Ours' ), $registry );`,
    effect: { 'og:image': 'https://site.example/mine.jpg', 'og:title': 'Ours' },
  },
  {
    has: 'do_blocks(',
    check: `$effect = array( str_contains( $printed, 'wp-block-largesse-registry' ), str_contains( $printed, 'Pot' ) );`,
    effect: [true, true],
  },
];

describe('a PHP recipe of docs/pages.md', () => {
  const t = openForSuite(() => openConnected());
  let ids: [registry: number, item: number];
  before(async () => {
    const registry = await create(t.site, 'owner', { title: 'Our wedding', status: 'publish' });
    ids = [registry, await addItem(t, registry, 'Pot', { url: 'https://shop.example/pot', retailer: 'Shop' })];
  });

  it('has a case in this file', () => {
    const known = CASES.map(({ has }) => has);
    assert.deepEqual(
      recipes.map((recipe) => known.filter((has) => recipe.includes(has)).length),
      recipes.map(() => 1),
    );
    assert.equal(recipes.length, known.length);
  });

  for (const { has, check, effect } of CASES)
    it(`with ${has} has its effect`, async () => {
      const recipe = recipes.find((code) => code.includes(has)) ?? assert.fail();
      const printed = await t.site.wordpress.run(
        `$registry = get_post( $input[0] );
         wp_set_current_user( $registry->post_author );
         $item_id  = $input[1];
         $item     = array( 'url' => 'https://shop.example/pot', 'retailer' => 'Shop', 'registry_id' => $input[0] );
         $mine     = 'https://site.example/mine.jpg';
         ob_start();
         ${recipe}
         $printed = ob_get_clean();
         ${check}
         echo wp_json_encode( $effect );`,
        ids,
      );
      assert.deepEqual(JSON.parse(printed), effect);
    });
});
