import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openChromium } from '../../../../tools/browser/chromium.ts';
import { openTab, type Tab } from '../../../../tools/browser/tab.ts';
import { type Blueprint, dayRule, demoBlueprint } from '../../../../tools/demo/playground/blueprint.ts';
import { runBlueprint } from '../../../../tools/demo/playground/run-blueprint.ts';
import { sampleRegistries } from '../../../../tools/demo/sample-data.ts';
import { inDays, nextChristmasEve, nextWeekday } from '../../../../tools/demo/samples/sample.ts';
import { startWordPress, type WordPress } from '../../../../tools/wordpress/boot.ts';

const TEXT = readFileSync(new URL('../../../../tools/demo/blueprint.json', import.meta.url), 'utf8');
const BLUEPRINT: Blueprint = JSON.parse(TEXT);

/** Folder for screenshots of the pages. If the environment variable is unset, the tests take no screenshots. */
const { PICTURES } = process.env;

describe('tools/demo/blueprint.json', () => {
  it('is what npm run blueprint writes', async () => {
    assert.ok(
      TEXT === `${JSON.stringify(await demoBlueprint(), null, 2)}\n`,
      'tools/demo/blueprint.json is out of date: npm run blueprint',
    );
  });

  it('contains a rule for each date of the samples, and no other kind', () => {
    const days = ['2026-11-02', '2026-11-07', '2026-12-25'].map((day) => new Date(day));
    const ruleOf = (date: (day: Date) => string) => dayRule(days, days.map(date));
    assert.deepEqual(
      ruleOf((day) => inDays(day, -6)),
      { days: -6 },
    );
    assert.deepEqual(
      ruleOf((day) => nextWeekday(day, 6)),
      { weekday: 6 },
    );
    assert.deepEqual(ruleOf(nextChristmasEve), { christmasEve: true });
    assert.throws(() => ruleOf(() => '2027-01-01'), /no rule for the dates/);
  });
});

describe('the demonstration in a browser', () => {
  let wordpress: WordPress;
  let browser: Browser;
  let username = '';
  before(async () => {
    [wordpress, browser] = await Promise.all([startWordPress({ port: 0, theme: 'largesse' }), openChromium()]);
    username = await runBlueprint(wordpress, BLUEPRINT);
  });
  after(async () => {
    await browser?.close();
    await wordpress?.close();
  });

  /** Opens a page as a person, or as a visitor who is not signed in. */
  async function openAs(name: string, path: string): Promise<Tab> {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    const tab = await openTab(context, { isScripted: true, complain: assert.fail });
    await tab.goto(`${wordpress.url}${path}?largesse_as=${name}`);
    return tab;
  }

  async function picture(tab: Tab, name: string): Promise<void> {
    if (PICTURES) await tab.screenshot({ path: join(PICTURES, `${name}.png`) });
  }

  it('creates the registries of npm start with all wishes and gifts', async () => {
    const stored = await wordpress.load(`
      $data = get_option( 'largesse_playground_data' );
      $all  = array();
      foreach ( get_posts( array( 'post_type' => 'registry', 'post_status' => 'any', 'numberposts' => -1 ) ) as $post ) {
        $items = array_filter( $data['items'], fn ( $item ) => $item['registry_id'] === $post->ID );
        $gifts = array_filter( $data['purchases'], fn ( $one ) => $one['registry_id'] === $post->ID );
        $all[ $post->post_title ] = array(
          get_userdata( $post->post_author )->user_login, $post->post_status, get_post_meta( $post->ID, 'registry_event_date', true ),
          count( json_decode( get_post_meta( $post->ID, 'registry_item_ids', true ) ) ), count( $items ), count( $gifts ),
        );
      }
      echo json_encode( $all );`);
    const expected = sampleRegistries().map(({ owner, registry, items }) => {
      const gifts = items.reduce((sum, { gifts: all = [], isThere = false }) => sum + all.length + Number(isThere), 0);
      const date = registry.meta?.registry_event_date;
      return [registry.title, [owner, registry.status, date, items.length, items.length, gifts]];
    });
    const found: Record<string, unknown> = JSON.parse(stored.replaceAll('&amp;', '&'));
    assert.deepEqual(found, Object.fromEntries(expected));
  });

  it('answers the calls of the PHP client with the fields of the cases for all clients', async () => {
    const { cases }: { cases: ClientCase[] } = JSON.parse(
      await readFile(new URL('../../../../contract/client-cases.json', import.meta.url), 'utf8'),
    );
    const chosen = cases.filter(isAnswered);
    assert.ok(new Set(chosen.map(({ call }) => call)).size >= 14, 'the stand-in answers fewer calls');
    const results: unknown[] = JSON.parse(await wordpress.load(CALLS, chosen));
    for (const [index, { name, result }] of chosen.entries()) assertShape(results[index], result.value, name);
  });

  it('opens a sample registry as the person of the login step', async () => {
    const tab = await openAs(username, BLUEPRINT.landingPage);
    await tab.getByRole('link', { name: 'I’ll give this – Speckled stoneware plates' }).waitFor();
    const people = tab.getByRole('navigation', { name: 'Demonstration' });
    assert.equal(await people.locator('[aria-current]').textContent(), 'Ben Adler');
    const sources = await tab
      .locator('main img')
      .evaluateAll((images) => images.map((image) => image.getAttribute('src')));
    assert.ok(sources.filter((source) => source?.includes('/uploads/largesse-demo/')).length > 15);
    await picture(tab, 'registry');
    await tab.toNextPage(() => people.getByRole('link', { name: 'My registries' }).click());
    await tab.getByRole('heading', { name: 'Juna turns seven' }).waitFor();
    await picture(tab, 'my-registries');
  });

  it('hides gifts from a surprised owner, but not from guests', async () => {
    const path = '/registry/juna-turns-seven/';
    const tab = await openAs('ben', path);
    const telescope = tab.locator('li.largesse-item').filter({ hasText: 'A telescope' });
    await telescope.getByText('I’ll give this').waitFor();
    for (const secret of ['Uncle Paul', 'wave to us', 'I shall lose'])
      assert.ok(!(await tab.content()).includes(secret), secret);
    await tab.toNextPage(() => tab.getByRole('link', { name: 'Anna Berger' }).click());
    assert.equal(new URL(tab.url()).pathname, path);
    await tab.toNextPage(() => tab.getByRole('link', { name: 'I am looking for a gift' }).click());
    await telescope.getByText('Already given, thank you').waitFor();
    await picture(tab, 'giver');
  });

  it('stores the gift of a visitor without an account', async () => {
    const tab = await openAs('visitor', BLUEPRINT.landingPage);
    await tab.getByRole('link', { name: 'I’ll give this – Speckled stoneware plates' }).click();
    const dialog = tab.getByRole('dialog');
    await dialog.getByLabel('Your name').fill('Ada');
    await picture(tab, 'dialog');
    await tab.toNextPage(() => dialog.getByRole('button', { name: 'Yes, I’ll give this' }).click());
    await picture(tab, 'given');
    const stored = await wordpress.load(
      "echo implode( ', ', array_column( get_option( 'largesse_playground_data' )['purchases'], 'giver_name' ) );",
    );
    assert.match(stored, /, Ada$/);
  });
});

/** The fields of a case in contract/client-cases.json that this test reads. */
interface ClientCase {
  name: string;
  call: string;
  arguments: unknown[];
  settings?: object;
  answers?: { status?: number; json?: unknown }[];
  result: { value?: unknown };
}

/** Calls that the stand-in answers. The plugin does not send the other calls, or works without their answers. */
const ANSWERED =
  /^(welcome|health|listItems|searchItems|getItem|getItems|createItem|updateItem|deleteItem|listPurchases|getPurchase|putPurchase|updatePurchase|deletePurchase|revealPurchases|uncountPurchases|erasePurchases)$/;

/** Returns whether the stand-in supports the call of a case and the case has a complete answer. */
function isAnswered({ call, settings, answers = [], result }: ClientCase): boolean {
  const [answer, ...more] = answers;
  const isWhole = JSON.stringify(answer?.json ?? null).match(
    /"(message|updated_at|status|counts|revealed|erased|uncounted)"/,
  );
  return ANSWERED.test(call) && !settings && more.length === 0 && 'value' in result && isWhole !== null;
}

/** PHP code: creates the data that each case needs, calls the client, and prints all results. */
const CALLS = `$before = get_option( 'largesse_playground_data' );
  $client = Largesse\\Services::get( Largesse\\Service\\Client::class );
  $input  = json_decode( getenv( 'INPUT' ), true );
  $found  = array();
  foreach ( $input as $case ) {
    $data = array( 'next' => 1000, 'items' => array(), 'purchases' => array() );
    $item = static fn ( $id ) => array( 'id' => $id, 'registry_id' => 7, 'name' => 'Pot', 'description' => null, 'url' => 'https://pots.example/', 'retailer' => null, 'affiliate_url' => null, 'affiliate_status' => null, 'image_url' => null, 'price' => 89.9, 'quantity_needed' => 999, 'quantity_purchased' => 0, 'is_active' => true, 'created_at' => '2026-05-01T09:30:00.000Z', 'updated_at' => '2026-05-01T09:30:00.000Z', 'quantity_secret' => 0 );
    foreach ( array( 41, 42 ) as $id ) $data['items'][ $id ] = $item( $id );
    $id = $case['arguments'][0] ?? '';
    if ( is_string( $id ) && 'putPurchase' !== $case['call'] && wp_is_uuid( $id ) ) {
      $data['purchases'][ $id ] = array( 'id' => $id, 'item_id' => 42, 'registry_id' => 7, 'quantity' => 1, 'state' => 'reserved', 'is_secret' => false, 'is_owner' => false, 'giver_user_id' => null, 'giver_name' => 'Ada', 'giver_email' => null, 'message' => null, 'thanked_at' => null, 'created_at' => '2026-05-01T09:30:00.000Z', 'updated_at' => '2026-05-01T09:30:00.000Z', 'revealed_at' => null );
    }
    update_option( 'largesse_playground_data', $data );
    $method = strtolower( preg_replace( '/[A-Z]/', '_$0', $case['call'] ) );
    $result = $client->{$method}( ...$case['arguments'] );
    $found[] = is_wp_error( $result ) ? $result->get_error_message() : $result;
  }
  update_option( 'largesse_playground_data', $before );
  echo json_encode( $found );`;

/**
 * Checks that `found` has all fields of `expected`. Both values of a field must have the same type, unless one value is
 * null.
 */
function assertShape(found: unknown, expected: unknown, about: string): void {
  if (Array.isArray(expected)) {
    assert.ok(Array.isArray(found), about);
    if (found.length > 0 && expected.length > 0) assertShape(found[0], expected[0], `${about}: entries`);
  } else if (typeof expected === 'object' && expected !== null) {
    assert.ok(typeof found === 'object' && found !== null, `${about}: ${JSON.stringify(found)}`);
    const fields = new Map<string, unknown>(Object.entries(found));
    for (const [name, value] of Object.entries(expected)) {
      assert.ok(fields.has(name), `${about}: ${name} is missing`);
      assertShape(fields.get(name), value, `${about}: ${name}`);
    }
  } else if (expected !== null && found !== null) assert.equal(typeof found, typeof expected, about);
}
