import assert from 'node:assert/strict';
import { before, beforeEach, describe } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { openForSuite } from '../../support/suite.ts';
import { openSiteWithApi, warmUp } from '../api/site-with-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import { dispatch } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { type Admin, openAdmin } from './admin.ts';
import { type ConnectionSettings, storeSettings } from './connection-settings.ts';

const KEY = 'the-right-gateway-key';
const TESTS = [
  'next_step',
  'registration',
  'service',
  'gateway_key',
  'credentials',
  'giving',
  'clock_and_versions',
  'application_passwords',
  'rest_api',
  'mail',
  'event_log',
  'webhooks',
];

/**
 * CSS selector of the results. Accessibility checks cover only this part, because WordPress's own headings elsewhere on
 * the screen skip a level.
 */
const RESULTS = '.health-check-accordion';

/** Result of a test in Site Health. */
interface Result {
  test: string;
  status: 'good' | 'recommended' | 'critical';
}

for (const version of versions) {
  describe(`Site Health on WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const browser = openForSuite(openChromium);
    const t = openForSuite(() => openSiteWithApi(version, { GATEWAY_KEY: KEY }));
    let admin: Admin;
    before(async () => {
      await warmUp(t);
      // Skips WordPress's own tests, because they need the internet and take long.
      await addCode(
        t.site,
        `add_filter( 'site_status_tests', fn() => array( 'direct' => array(), 'async' => array() ), 1 );`,
      );
      // Simulates that a test mail was sent.
      await t.site.wordpress.run(`update_option( 'largesse_setup', array( 'mail' => true ) );`);
      admin = await openAdmin(t.site, browser, 'admin');
    });
    beforeEach(() => storeSettings(t.site, right()));

    everywhere('passes all tests when everything works', async () => {
      await admin.page.goto(`${t.site.url}/wp-admin/site-health.php`);
      await admin.page.getByRole('button', { name: 'Passed tests' }).click();
      await admin.page.getByRole('button', { name: 'The registry service accepts the credentials' }).click();
      await admin.page.getByText("Works: The account is an administrator's").waitFor();
      assert.ok(!(await admin.page.content()).includes(KEY));
      assert.deepEqual(await admin.axe(RESULTS), []);
      assert.deepEqual(admin.complaints(), []);
    });

    it('reports new users who get too many rights, but not a site that is closed', async () => {
      const found = await t.site.wordpress.run(
        `wp_set_current_user( $input );
        foreach ( array( array( 0, 'editor' ), array( 1, 'subscriber' ), array( 1, 'editor' ) ) as list( $is_open, $role ) ) {
          add_filter( 'pre_option_users_can_register', fn () => $is_open );
          add_filter( 'pre_option_default_role', fn () => $role );
          $result  = rest_do_request( '/largesse/v1/site-health/registration' )->get_data();
          $found[] = "$result[status]: $result[label]";
        }
        echo wp_json_encode( $found );`,
        t.site.users.admin.id,
      );
      assert.deepEqual(JSON.parse(found), [
        'good: Visitors cannot open an account',
        'good: Visitors can open an account',
        'critical: Visitors who register get more rights than they should',
      ]);
    });

    it('answers its tests only to users who may see Site Health', async () => {
      const statuses = await t.site.wordpress.run(
        `foreach ( $input['tests'] as $test ) {
          foreach ( array( 0, $input['stranger'] ) as $user ) {
            wp_set_current_user( $user );
            echo rest_do_request( "/largesse/v1/site-health/$test" )->get_status(), ' ';
          }
        }`,
        { tests: TESTS, stranger: t.site.users.stranger.id },
      );
      assert.equal(statuses.trim(), TESTS.map(() => '401 403').join(' '));
      assert.equal((await dispatch(t.site, 'admin', 'GET', '/wp-json/largesse/v1/site-health/else')).status, 404);
    });

    it('also runs all tests in the weekly check', async () => {
      const results: Result[] = JSON.parse(
        await t.site.wordpress.run(
          'echo wp_json_encode( array_map( fn( $test ) => $test["async_direct_test"](), array_values( apply_filters( "site_status_tests", array() )["async"] ) ) );',
        ),
      );
      assert.deepEqual(
        results.map(({ test, status }) => `${test} ${status}`),
        TESTS.map((test) => `largesse_${test} good`),
      );
    });

    everywhere('lists the settings on the information screen, without secrets', async () => {
      await storeSettings(t.site, { ...right(), baseUrl: 'https://a:inside@x.example' });
      const listed = await t.site.wordpress.run(
        `echo wp_json_encode( apply_filters( 'debug_information', array() )['largesse'] );`,
      );
      assert.match(listed, /Service address.*Gateway key.*set on the settings page/s);
      for (const secret of ['inside', KEY, t.site.users.admin.applicationPassword])
        assert.ok(!listed.includes(secret), 'a secret is on the screen');
    });

    const right = (): ConnectionSettings => ({
      baseUrl: t.url,
      gatewayKey: KEY,
      username: t.site.users.admin.username,
      appPassword: t.site.users.admin.applicationPassword,
    });
  });
}
