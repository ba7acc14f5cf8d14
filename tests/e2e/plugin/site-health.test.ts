// Needs a whole site: WordPress's screen Site Health.
import assert from 'node:assert/strict';
import { before, beforeEach, describe } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { SITE_KEY } from '../../support/signing.ts';
import { openForSuite } from '../../support/suite.ts';
import { openSiteWithApi, warmUp } from '../api/site-with-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { type Admin, openAdmin } from './admin.ts';
import { type ConnectionSettings, storeSettings } from './connection-settings.ts';

const KEY = 'the-right-gateway-key';

/**
 * CSS selector of the results. Accessibility checks cover only this part, because WordPress's own headings elsewhere on
 * the screen skip a level.
 */
const RESULTS = '.health-check-accordion';

for (const version of versions) {
  describe(`Site Health on WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const browser = openForSuite(openChromium);
    const t = openForSuite(() => openSiteWithApi(version, { GATEWAY_KEY: KEY, SITE_KEY }));
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

    everywhere('passes when everything works, and shows all findings', async () => {
      await admin.page.goto(`${t.site.url}/wp-admin/site-health.php`);
      await admin.page.getByRole('button', { name: 'Passed tests' }).click();
      await admin.page.getByRole('button', { name: 'Everything is set up' }).click();
      await admin.page.getByText("Works: The account is an administrator's").waitFor();
      assert.ok(!(await admin.page.content()).includes(KEY));
      assert.deepEqual(await admin.axe(RESULTS), []);
      assert.deepEqual(admin.complaints(), []);
    });

    it('reports the next step, and new users who get too many rights, but not a site that is closed', async () => {
      const found = await t.site.wordpress.run(
        `wp_set_current_user( $input );
        foreach ( array( array( 0, 'editor' ), array( 1, 'editor' ) ) as list( $is_open, $role ) ) {
          add_filter( 'pre_option_users_can_register', fn () => $is_open );
          add_filter( 'pre_option_default_role', fn () => $role );
          $results[] = rest_do_request( '/largesse/v1/site-health' )->get_data();
        }
        update_option( 'registry_api_base_url', '' );
        $results[] = rest_do_request( '/largesse/v1/site-health' )->get_data();
        $texts = array( '', 'Does not work: Visitors who register get', 'Next step: The address of the registry service is not set' );
        foreach ( $results as $index => $result ) {
          $found[] = str_contains( $result['description'], $texts[ $index ] ) ? "$result[status]: $result[label]" : $result;
        }
        echo wp_json_encode( $found );`,
        t.site.users.admin.id,
      );
      assert.deepEqual(JSON.parse(found), [
        'good: Everything is set up',
        'critical: New members can change everybody’s wishes',
        'critical: The address of the registry service is not set',
      ]);
    });

    it('lists copies of templates in the theme that are older than the plugin’s templates', async () => {
      const labels = await t.site.wordpress.run(
        `use Largesse\\Foundation\\Html\\Template;
        $check  = Largesse\\Services::get( Largesse\\Operation\\Setup\\TemplateCheck::class );
        $folder = get_stylesheet_directory() . '/largesse/guests';
        $labels = array( null === $check->check() );
        wp_mkdir_p( $folder );
        $forget = fn () => ( new ReflectionProperty( Template::class, 'theme_folders' ) )->setValue( null, null );
        $forget();
        $source = file_get_contents( Template::file_of_plugin( 'guests/no-wishes' ) );
        foreach ( array( $source, str_replace( '@version ', '@version 0', $source ), str_replace( '@version', '', $source ) ) as $copy ) {
          file_put_contents( "{$folder}/no-wishes.php", $copy );
          $found    = $check->check();
          $labels[] = $found->status . ( str_contains( $found->description, 'guests/no-wishes' ) ? ' named' : '' );
        }
        file_put_contents( "{$folder}/no-wishes.php", $source );
        file_put_contents( "{$folder}/removed.php", str_replace( 'no-wishes', '', $source ) );
        $labels[] = $check->check()->description;
        array_map( 'unlink', glob( "{$folder}/*" ) );
        rmdir( $folder );
        rmdir( dirname( $folder ) );
        $forget();
        echo wp_json_encode( $labels );`,
      );
      assert.deepEqual(JSON.parse(labels), [
        true,
        'good',
        'recommended named',
        'recommended named',
        'The plugin has changed these templates since the theme copied them: guests/removed.',
      ]);
    });

    it('answers only users who may see Site Health', async () => {
      const statuses = await t.site.wordpress.run(
        `foreach ( array( 0, $input ) as $user ) {
          wp_set_current_user( $user );
          echo rest_do_request( '/largesse/v1/site-health' )->get_status(), ' ';
        }`,
        t.site.users.stranger.id,
      );
      assert.equal(statuses, '401 403 ');
    });

    it('also runs in the weekly check', async () => {
      const result: { label: string } = JSON.parse(
        await t.site.wordpress.run(
          'echo wp_json_encode( apply_filters( "site_status_tests", array() )["async"]["largesse"]["async_direct_test"]() );',
        ),
      );
      assert.equal(result.label, 'Everything is set up');
    });

    const right = (): ConnectionSettings => ({
      baseUrl: t.url,
      gatewayKey: KEY,
      username: t.site.users.admin.username,
      appPassword: t.site.users.admin.applicationPassword,
      siteKey: SITE_KEY,
    });
  });
}
