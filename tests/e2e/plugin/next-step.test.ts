// Needs a service and site: each step depends on settings of both.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { openForSuite } from '../../support/suite.ts';
import { openSiteWithApi, warmUp } from '../api/site-with-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import { type Admin, openAdmin } from './admin.ts';
import { type ConnectionSettings, storeSettings } from './connection-settings.ts';

const KEY = 'the-right-gateway-key';
const DONE = 'Everything is set up';

describe('the next step, from a fresh WordPress to the first gift', () => {
  const browser = openForSuite(openChromium);
  const t = openForSuite(() => openSiteWithApi('6.5', { GATEWAY_KEY: KEY }));
  let admin: Admin;
  let site: typeof t.site;
  before(async () => {
    await warmUp(t);
    site = t.site;
    admin = await openAdmin(site, browser, 'admin');
  });

  const right = (): ConnectionSettings => {
    const { username, applicationPassword } = site.users.admin;
    return { baseUrl: t.url, gatewayKey: KEY, username, appPassword: applicationPassword };
  };

  /**
   * Finds the next step in two ways: with a request to the service, and with cached results. Returns both steps.
   * @param first PHP that runs first
   */
  const steps = async (first = ''): Promise<string[]> =>
    JSON.parse(
      await site.wordpress.run(`${first}
        $check = new Largesse\\Operation\\Setup\\SetupCheck( new Largesse\\Foundation\\Service\\Settings() );
        echo wp_json_encode( array_map( fn( $step ) => $step->label ?? '${DONE}', array( $check->next_step(), $check->cached_next_step() ) ) );`),
    );

  /** PHP code that tests the connection, as the button on the settings page does. */
  const TEST = `$settings = new Largesse\\Foundation\\Service\\Settings();
    ( new Largesse\\Operation\\Setup\\SetupCheck( $settings ) )->store_test();`;

  /** Presses a button of the settings page. */
  const press = (name: string) => admin.page.toNextPage(() => admin.page.getByRole('button', { name }).click());

  /** Returns the step that the settings page shows. */
  const shown = () => admin.page.locator('#largesse-next-step strong').innerText();

  /** Follows the link of the next step, and returns the id of the focused element. */
  const follow = async () => {
    await admin.page.locator('#largesse-next-step a').click();
    return await admin.page.locator(':focus').getAttribute('id');
  };

  it('asks for a test if a version of the plugin has stored the last result in another format', async () => {
    await storeSettings(site, { ...right(), gatewayKey: 'wrong' });
    const old = `$setup = get_option( 'largesse_setup' );
      $setup['tested']['step'] = array_values( $setup['tested']['step'] );
      update_option( 'largesse_setup', $setup );`;
    assert.equal((await steps(`${TEST} ${old}`))[1], 'Test the connection');
  });

  it('begins with the site, then asks for the address, then for the account', async () => {
    const { baseUrl = '', gatewayKey = '', username = '' } = right();
    const off = `add_filter( 'wp_is_application_passwords_available', '__return_false' );`;
    const relative = `putenv( 'REGISTRY_API_APP_PASSWORD_FILE=password' );`;
    const plain = `add_filter( 'pre_option_permalink_structure', '__return_empty_string' );`;
    for (const [settings, first, step] of [
      [{}, off, 'Application passwords are switched off'],
      [{}, plain, 'The REST API is not at its usual address'],
      [{}, '', 'The address of the registry service is not set'],
      [{ baseUrl }, '', 'User name and application password are not set'],
      [{ baseUrl, gatewayKey, username }, '', 'The application password is not set'],
      [{ baseUrl, gatewayKey, username }, relative, 'The application password cannot be used'],
    ] as const) {
      await storeSettings(site, settings);
      assert.deepEqual(await steps(first), [step, step]);
    }
  });

  it('is then, after a test of the connection, the owners’ page, then members, then mail and cron', async () => {
    await storeSettings(site, right());
    await steps(TEST);
    const page = await site.wordpress.run(
      `$page = get_option( 'largesse_my_registries_page' ); wp_trash_post( $page ); echo $page;`,
    );
    assert.deepEqual(await steps(), Array(2).fill('The page My registries is missing'));
    await site.wordpress.run(`wp_untrash_post( $input ); wp_publish_post( $input );`, page);

    await site.wordpress.run(`foreach ( get_users() as $user ) $user->set_role( 'administrator' );`);
    assert.deepEqual(await steps(), Array(2).fill('Only administrators can have registries yet'));
    const role = (name: string) => site.wordpress.run(`get_user_by( 'login', 'owner' )->set_role( $input );`, name);
    await role('subscriber');
    assert.deepEqual(await steps(), Array(2).fill('Send a test mail'), 'one member is enough');
    await role('administrator');
    const registration = () => site.wordpress.run(`echo (int) get_option( 'users_can_register' );`);
    const open = 'Let everybody register';
    await site.wordpress.run(`update_option( 'default_role', 'editor' );`);
    await admin.page.goto(`${site.url}/wp-admin/options-general.php?page=largesse`);
    assert.equal(await shown(), 'Next step: Only administrators can have registries yet');
    assert.equal(await follow(), 'largesse_open_registration');
    await press(open);
    await admin.page.getByRole('alert').filter({ hasText: 'the role “Editor”' }).waitFor();
    assert.equal(await registration(), '0');
    await site.wordpress.run(`update_option( 'default_role', 'subscriber' );`);
    await press(open);
    await admin.page.getByRole('status').filter({ hasText: 'Registration is open' }).waitFor();
    assert.equal(await registration(), '1');
    assert.equal(await admin.page.getByRole('button', { name: open }).count(), 0);

    // Open registration needs stricter rules for items, so the button has also tested the connection.
    const newcomers = 'New members can change everybody’s wishes';
    assert.deepEqual(await steps(), [newcomers, newcomers]);
    assert.equal(await shown(), `Next step: ${newcomers}`);
    assert.equal(await follow(), 'largesse_test_connection');
    const decided = `add_filter( 'http_response', function ( $response ) {
      if ( isset( $response['headers']['items-access'] ) ) $response['headers']['items-access'] = 'registry';
      return $response;
    } );`;
    await site.wordpress.run(decided + TEST);

    await site.wordpress.run(`update_option( 'default_role', 'editor' );`);
    assert.deepEqual(await steps(decided), Array(2).fill('Visitors who register get more rights than they should'));
    await site.wordpress.run(`update_option( 'default_role', 'subscriber' );`);

    await site.wordpress.run(
      `Largesse\\Foundation\\Records\\Records::change( 'mail_failures', 'last', fn ( $now ) => $now->with( data: array( 'others' => 'refused' ) ) );`,
    );
    assert.deepEqual(await steps(decided), Array(2).fill('Mail does not leave this site'));
    await site.wordpress.run(
      `Largesse\\Foundation\\Records\\Records::change( 'mail_failures', 'last', fn () => null );`,
    );

    await site.wordpress.run(`wp_schedule_event( time() - DAY_IN_SECONDS, 'daily', 'largesse_test_late' );`);
    assert.deepEqual(await steps(decided), Array(2).fill('Scheduled tasks do not run'));
    await site.wordpress.run(`wp_unschedule_hook( 'largesse_test_late' );`);

    assert.deepEqual(await steps(decided), Array(2).fill('Send a test mail'));
    await using _mail = await addCode(site, `add_filter( 'pre_wp_mail', '__return_true' );`);
    await press('Send a test mail');
    assert.deepEqual(await steps(decided), [DONE, DONE]);
  });
});
