import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { CLOSED_ADDRESS } from '../../api/testing/server-address.ts';
import { openForSuite } from '../../api/testing/suite.ts';
import { openChromium } from '../../browser/chromium.ts';
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

  /** The next step, with and without asking the service. */
  const steps = async (): Promise<string[]> =>
    JSON.parse(
      await site.wordpress.run(`
        $next = new Largesse\\Setup\\NextStep( new Largesse\\Service\\Settings(), WP_PLUGIN_DIR . '/largesse/largesse.php' );
        echo wp_json_encode( array_map( fn( $step ) => $step->label ?? '${DONE}', array( $next->find(), $next->find_cached() ) ) );`),
    );

  const openPage = () => admin.page.goto(`${site.url}/wp-admin/options-general.php?page=largesse`);

  /** Reads the step on the settings page. */
  async function shown(): Promise<string> {
    await openPage();
    return admin.page.locator('#largesse-next-step strong').innerText();
  }

  async function testConnection(): Promise<void> {
    await openPage();
    await admin.page.toNextPage(() => admin.page.getByRole('button', { name: 'Test the connection' }).click());
  }

  it('begins with the site, before the service', async () => {
    await using _off = await addCode(site, `add_filter( 'wp_is_application_passwords_available', '__return_false' );`);
    assert.deepEqual(await steps(), Array(2).fill('Application passwords are switched off'));
    assert.equal(await shown(), 'Next step: Application passwords are switched off');
  });

  it('continues with the permalinks', async () => {
    const structure = await site.wordpress.run(
      `echo get_option( 'permalink_structure' ); update_option( 'permalink_structure', '' );`,
    );
    assert.deepEqual(await steps(), Array(2).fill('The REST API is not at its usual address'));
    await site.wordpress.run(`update_option( 'permalink_structure', $input );`, structure);
  });

  it('is the address, then the account', async () => {
    const { baseUrl = '', gatewayKey = '', username = '' } = right();
    for (const [settings, step] of [
      [{}, 'The address of the registry service is not set'],
      [{ baseUrl }, 'User name and application password are not set'],
      [{ baseUrl, gatewayKey, username }, 'The application password is not set'],
    ] as const) {
      await storeSettings(site, settings);
      assert.deepEqual(await steps(), Array(2).fill(step));
    }
  });

  it('is then a test, and its finding until the settings change', async () => {
    const { gatewayKey: _key, ...withoutKey } = right();
    const { username, applicationPassword: appPassword } = site.users.owner;
    for (const [settings, step] of [
      [{ ...right(), baseUrl: CLOSED_ADDRESS }, 'The registry service cannot be reached'],
      [withoutKey, 'The gateway key is missing'],
      [{ ...right(), gatewayKey: 'wrong' }, 'The gateway key is refused'],
      [{ ...right(), appPassword: 'wrong' }, 'The registry service rejects the credentials'],
      [{ ...right(), username, appPassword }, "The account is not an administrator's"],
    ] as const) {
      await storeSettings(site, settings);
      assert.deepEqual(await steps(), [step, 'Test the connection']);
      await testConnection();
      assert.deepEqual(await steps(), [step, step]);
      assert.equal(await shown(), `Next step: ${step}`);
    }
    await storeSettings(site, right());
    assert.equal((await steps())[1], 'Test the connection');
    await testConnection();
    assert.notEqual((await steps())[1], 'Test the connection');
  });

  it('is then the owners’ page, then members, then mail and cron', async () => {
    const page = await site.wordpress.run(
      `$page = get_option( 'largesse_my_registries_page' ); wp_trash_post( $page ); echo $page;`,
    );
    assert.deepEqual(await steps(), Array(2).fill('The page My registries is missing'));
    await site.wordpress.run(`wp_untrash_post( $input ); wp_publish_post( $input );`, page);

    await using _nobody = await addCode(
      site,
      `add_filter( 'users_pre_query', fn( $found, $query ) => $query->get( 'role__not_in' ) ? array() : $found, 10, 2 );`,
    );
    assert.deepEqual(await steps(), Array(2).fill('Nobody but administrators can have a registry yet'));
    const press = () =>
      admin.page.toNextPage(() => admin.page.getByRole('button', { name: 'Let everybody register' }).click());
    const registration = () => site.wordpress.run(`echo (int) get_option( 'users_can_register' );`);
    await site.wordpress.run(`update_option( 'default_role', 'editor' );`);
    await openPage();
    await press();
    await admin.page.getByRole('alert').filter({ hasText: 'the role “Editor”' }).waitFor();
    assert.equal(await registration(), '0');
    await site.wordpress.run(`update_option( 'default_role', 'subscriber' );`);
    await openPage();
    await admin.page.evaluate(`document.querySelector('[name="largesse_open_registration_nonce"]').value = 'forged'`);
    await press();
    assert.equal(await registration(), '0');
    await openPage();
    await press();
    await admin.page.getByRole('status').filter({ hasText: 'Registration is open' }).waitFor();
    assert.equal(await registration(), '1');
    assert.equal(await admin.page.getByRole('button', { name: 'Let everybody register' }).count(), 0);

    // Open registration requires another rule for items, so the connection is tested again.
    const newcomers = 'Newcomers can change the wishes of everybody';
    assert.deepEqual(await steps(), [newcomers, 'Test the connection']);
    await testConnection();
    assert.equal(await shown(), `Next step: ${newcomers}`);
    await using _decided = await addCode(
      site,
      `add_filter( 'http_response', function ( $response ) {
        if ( isset( $response['headers']['items-access'] ) ) $response['headers']['items-access'] = 'registry';
        return $response;
      } );`,
    );
    await testConnection();

    await site.wordpress.run(`update_option( 'largesse_mail_failures', array( 'others' => 'refused' ) );`);
    assert.deepEqual(await steps(), Array(2).fill('Mail does not leave this site'));
    await site.wordpress.run(`delete_option( 'largesse_mail_failures' );`);

    await site.wordpress.run(`wp_schedule_event( time() - DAY_IN_SECONDS, 'daily', 'largesse_test_late' );`);
    assert.deepEqual(await steps(), Array(2).fill('Scheduled tasks do not run'));
    await site.wordpress.run(`wp_unschedule_hook( 'largesse_test_late' );`);

    assert.deepEqual(await steps(), Array(2).fill('Send a test mail'));
    await using _mail = await addCode(site, `add_filter( 'pre_wp_mail', '__return_true' );`);
    await openPage();
    await admin.page.toNextPage(() => admin.page.getByRole('button', { name: 'Send a test mail' }).click());
    assert.deepEqual(await steps(), [DONE, DONE]);
    assert.equal(await shown(), `${DONE}.`);
    await admin.page.toNextPage(() => admin.page.getByRole('link', { name: 'Make the first registry' }).click());
    assert.match(admin.page.url(), /my-registries/);
  });
});
