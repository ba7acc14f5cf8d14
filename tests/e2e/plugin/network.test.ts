// Needs a network of sites: tables, users and activations differ.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { openNetwork } from '../wordpress/network.ts';
import { page } from '../wordpress/requests.ts';
import { versions } from '../wordpress/versions.ts';
import { addressRules } from './address-rules.ts';

const PLUGIN = `require_once ABSPATH . 'wp-admin/includes/plugin.php';`;
const ACTIVATE = `${PLUGIN} activate_plugin( 'largesse/largesse.php', '', true );`;

/** PHP that makes a query without a limit return one site. By default, WordPress returns 100 sites. */
const MANY_SITES = `add_action( 'pre_get_sites', static function ( WP_Site_Query $query ): void {
  if ( 100 === $query->query_vars['number'] ) { $query->query_vars['number'] = 1; }
} );`;

const DEACTIVATE = `${PLUGIN} ${MANY_SITES} deactivate_plugins( 'largesse/largesse.php', false, true );`;
const UNINSTALL = `${PLUGIN} ${MANY_SITES} uninstall_plugin( 'largesse/largesse.php' );`;

/** PHP that prints the names of the plugin's options on the current site. */
const OPTIONS = `global $wpdb;
  echo implode( ',', $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%largesse%' OR option_name LIKE 'registry_api%'" ) );`;

for (const version of versions) {
  describe(`the plugin in a network of WordPress ${version}`, () => networkRules(version));
  // These tests are in this file, because no other test file boots a network.
  describe(`e-mail addresses in a network of WordPress ${version}`, () => addressRules(() => openNetwork({ version })));
}

function networkRules(version: (typeof versions)[number]): void {
  const network = openForSuite(() => openNetwork({ version }));
  let second: number;
  before(async () => {
    await network.wordpress.run(`${PLUGIN} deactivate_plugins( 'largesse/largesse.php' );`);
    second = await network.addSite('second');
    // This visit stores rewrite rules before the plugin is activated. A site in use has such rules.
    assert.equal((await page(network, 'nobody', '/second/')).status, 200);
    await network.wordpress.run(ACTIVATE);
  });

  /** Creates a public registry on a site. Returns the path of the registry's page. */
  async function registryOn(site: number): Promise<string> {
    const link = await network.runOn(
      site,
      `$GLOBALS['wp_rewrite']->init();
      wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'publish', 'post_title' => 'Ours', 'post_content' => 'Dear all' ) );
      echo home_url();`,
    );
    return `${link.slice(network.url.length)}/registry/ours/`;
  }

  it('shows registries at once, on existing and new sites', async () => {
    const third = await network.addSite('third');
    for (const site of [second, third]) {
      const path = await registryOn(site);
      const { status, html } = await page(network, 'nobody', path);
      assert.equal(status, 200, path);
      assert.match(html, /Dear all/, path);
    }
  });

  it('creates the page My registries on a new site, before anyone opens its wp-admin', async () => {
    await network.addSite('fresh');
    const { status, html } = await page(network, 'nobody', '/fresh/my-registries/');
    assert.equal(status, 200);
    assert.match(html, /<title>My registries/);
    assert.match(html, /wp-login\.php/);
  });

  it('has its own switches of features on each site', async () => {
    const isOn = (site: number) => network.runOn(site, `echo (int) Largesse\\Features::switches()['circles'];`);
    const store = (site: number, isIt: boolean) =>
      network.runOn(site, `Largesse\\Features::store( array( 'circles' => ${isIt} ) );`);
    for (const [ofFirst, ofSecond] of [
      [true, false],
      [false, true],
      [true, true],
    ] as const) {
      await store(1, ofFirst);
      await store(second, ofSecond);
      assert.deepEqual([await isOn(1), await isOn(second)], [Number(ofFirst), Number(ofSecond)].map(String));
    }
  });

  it('has a table of records for each site, which is dropped with its site', async () => {
    const gone = await network.addSite('gone');
    const tables = () =>
      network.wordpress.run(
        `global $wpdb; echo implode( ' ', $wpdb->get_col( "SHOW TABLES LIKE '%largesse_records'" ) );`,
      );
    const put = (site: number, php = '') =>
      network.runOn(
        site,
        `use Largesse\\Foundation\\Records\\Records;
        echo count( Records::read( 'test a', 'one' )->data );
        Records::change( 'test a', 'one', static fn ( $now ) => $now->with( data: array( ...$now->data, 'word' ) ) );
        ${php}`,
      );
    const back = `restore_current_blog(); echo count( Records::read( 'test a', 'one' )->data );`;
    assert.deepEqual([await put(gone, back), await put(second), await put(gone, back)], ['00', '0', '10']);
    assert.match(await tables(), new RegExp(`\\bwp_${second}_.*\\bwp_${gone}_`));
    await network.wordpress.run(`wp_delete_site( $input );`, gone);
    assert.doesNotMatch(await tables(), new RegExp(`_${gone}_`));
  });

  it('creates the rewrite rules once, and not on a site whose operator removes them', async () => {
    const rules = () => network.runOn(second, `echo md5( serialize( get_option( 'rewrite_rules' ) ) );`);
    const before = await rules();
    await page(network, 'nobody', '/second/');
    assert.equal(await rules(), before);
    const without = `$rules = array_filter( get_option( 'rewrite_rules' ), fn ( $rule ) => ! str_contains( $rule, '?registry=' ) ); update_option( 'rewrite_rules', $rules );`;
    await network.runOn(second, without);
    const taken = await rules();
    await page(network, 'nobody', '/second/');
    assert.equal(await rules(), taken, 'they were created within the hour');
    await network.runOn(second, `delete_transient( 'largesse_rules_made' );`);
    await page(network, 'nobody', '/second/');
    assert.equal(await rules(), before);
  });

  it('opens the registry of its own site with a link, not one with the same id on another site', async () => {
    const twin = await network.addSite('twin');
    const make = `$GLOBALS['wp_rewrite']->init();
      $id = wp_insert_post( array( 'import_id' => 777, 'post_type' => 'registry', 'post_status' => 'private', 'post_title' => 'Hush', 'post_name' => 'hush', 'meta_input' => array( 'registry_invitees' => '["g@family.example"]' ) ) );
      $registry = get_post( $id );
      // This code runs in a process of the main site. Without this filter, WordPress would build the registry's address
      // with the rewrite rules of the main site. The filter returns the address that the registry has on its own site.
      add_filter( 'post_type_link', fn () => home_url( '/registry/hush/' ) );
      Largesse\\Together\\Invitations\\FamilyLink::replace( $registry );
      echo wp_json_encode( array( $id, Largesse\\Together\\Invitations\\FamilyLink::url( $registry ), Largesse\\Together\\Invitations\\PersonalLink::url( $registry, 'g@family.example' ) ) );`;
    const [id, ...links]: [number, string, string] = JSON.parse(await network.runOn(second, make));
    const [same, ...others]: [number, string, string] = JSON.parse(await network.runOn(twin, make));
    assert.equal(id, same);
    for (const [index, link] of links.entries()) {
      const { origin, pathname, searchParams } = new URL(link);
      const own = { method: 'POST', redirect: 'manual', body: new URLSearchParams(searchParams) } as const;
      const entered = await fetchOnce(origin + pathname, own);
      assert.equal(entered.status, 303, link);
      const [set = ''] = entered.headers.getSetCookie();
      assert.match(set, /path=\/second\/;/i);
      const cookie = set.split(';')[0] ?? '';
      const there = new URL(others[index] ?? '');
      const statusOf = async (address: string) => (await fetchOnce(address, { headers: { cookie } })).status;
      assert.equal(await statusOf(origin + pathname), 200);
      assert.equal(await statusOf(there.origin + there.pathname), 404);
      assert.equal((await fetchOnce(there.origin + there.pathname, own)).status, 404);
    }
  });

  it('confirms the address of an account that a person activated with the link in a mail', async () => {
    const pending = await network.wordpress.run(
      `add_filter( 'pre_wp_mail', '__return_true' );
      add_filter( 'largesse_account_needs_confirmation', '__return_true' );
      $is_pending = static fn ( $id ) => (int) Largesse\\Registries\\Registry\\ConfirmedAddress::is_pending( get_userdata( $id ) );
      $added      = wp_insert_user( array( 'user_login' => 'added', 'user_email' => 'added@people.example', 'user_pass' => 'x' ) );
      echo $is_pending( $added );
      wpmu_signup_user( 'newcomer', 'newcomer@people.example' );
      $key = $GLOBALS['wpdb']->get_var( "SELECT activation_key FROM {$GLOBALS['wpdb']->signups} WHERE user_login = 'newcomer'" );
      echo $is_pending( wpmu_activate_signup( $key )['user_id'] );
      // WordPress does this when a person activates a new site.
      do_action( 'wpmu_activate_blog', 1, $added, 'x', 'Title', array() );
      echo $is_pending( $added );`,
    );
    assert.equal(pending, '100');
  });

  it('creates no account without a mail, unless the network lets people register', async () => {
    const open = await network.wordpress.run(
      `$before = get_site_option( 'registration' );
      foreach ( array( 'none', 'user', 'blog', 'all' ) as $setting ) {
        update_site_option( 'registration', $setting );
        echo (int) Largesse\\People\\Accounts\\Registration::is_open();
      }
      update_site_option( 'registration', $before );
      // The settings page has no button that opens the registration of a network.
      $check = new Largesse\\Operation\\Setup\\SetupCheck( new Largesse\\Foundation\\Service\\Settings() );
      echo basename( $check->step_url( Largesse\\Foundation\\Checks\\CheckResult::good( '', '' )->with_id( 'members' ) ) );`,
    );
    assert.equal(open, '0101user-new.php');
    // Only the network's own pages create accounts.
    for (const path of ['/?largesse-sign-up=1', '/?largesse-confirm=x']) {
      const { status, html } = await page(network, 'nobody', path);
      assert.equal(status, 200, path);
      assert.doesNotMatch(html, /largesse-giver/, path);
    }
  });

  it('erases the gifts of a deleted user on every site of the user', async () => {
    for (const site of [1, second])
      await network.runOn(site, `update_option( 'registry_api_base_url', 'http://127.0.0.1:9' );`);
    const user = await network.wordpress.run(
      `require_once ABSPATH . 'wp-admin/includes/ms.php';
      $id = wp_insert_user( array( 'user_login' => 'leaver', 'user_email' => 'leaver@people.example', 'user_pass' => 'x' ) );
      foreach ( $input as $site ) add_user_to_blog( $site, $id, 'subscriber' );
      wpmu_delete_user( $id );
      echo $id;`,
      [1, second],
    );
    for (const site of [1, second]) {
      const due = await network.runOn(
        site,
        `echo (int) wp_next_scheduled( 'largesse_erase_givers', array( 'giver_user_id', ${Number(user)} ) ) > 0 ? 'due' : 'forgotten';
        wp_unschedule_hook( 'largesse_erase_givers' );
        delete_option( 'registry_api_base_url' );`,
      );
      assert.equal(due, 'due', `site ${site}`);
    }
  });

  it('finds the pages of members again after a new installation', async () => {
    const pages = () =>
      network.runOn(
        second,
        `foreach ( get_posts( array( 'post_type' => 'page', 'name' => '', 'post_status' => 'any', 's' => 'largesse/my-registries', 'numberposts' => -1 ) ) as $page ) {
          echo "$page->ID $page->post_name ";
        }
        echo get_option( 'largesse_my_registries_page' );`,
      );
    await page(network, 'admin', '/second/wp-admin/');
    const before = await pages();
    assert.match(before, /^(\d+) my-registries \1$/);
    await network.runOn(second, `update_option( 'largesse_currency', 'EUR' );`);
    await network.wordpress.run(DEACTIVATE);
    await network.wordpress.run(UNINSTALL);
    for (const site of [1, second]) assert.equal(await network.runOn(site, OPTIONS), '', `site ${site}`);
    await network.wordpress.run(ACTIVATE);
    await page(network, 'admin', '/second/wp-admin/');
    assert.equal(await pages(), before);
  });

  it('removes the rewrite rules of all sites on deactivation, and restores them at once', async () => {
    const status = async () => (await page(network, 'nobody', '/second/registry/ours/')).status;
    assert.equal(await status(), 200);
    await network.runOn(second, `do_action( 'largesse_wish_removed', 1, 2, 'Pan' );`);
    const events = `echo implode( ' ', array_filter( array_merge( ...array_map( 'array_keys', array_filter( _get_cron_array(), 'is_array' ) ) ), fn ( $hook ) => str_starts_with( $hook, 'largesse_' ) ) );`;
    assert.match(await network.runOn(second, events), /largesse_find_mails/);
    // The plugin repairs missing rules at most once an hour. Deactivation must reset this limit.
    for (const time of ['first', 'second']) {
      await network.wordpress.run(DEACTIVATE);
      // The plugin is inactive during this visit, so WordPress stores rewrite rules without the plugin's rules.
      assert.equal(await status(), 404, time);
      assert.equal(await network.runOn(second, events), '', 'no cron events remain');
      await network.wordpress.run(ACTIVATE);
      assert.equal(await status(), 200, time);
    }
  });
}
