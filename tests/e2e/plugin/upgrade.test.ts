// Needs a whole site: WordPress's cron, options, transients and tables keep what an earlier version has stored.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { page } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { versions } from '../wordpress/versions.ts';

/**
 * PHP that stores what version 0 of the data left behind: a watched registry, its cron events, pause, lock and
 * switches.
 */
const OLD_DATA = `
  use Largesse\\Foundation\\Records\\{Record, Records};
  delete_option( 'largesse_data_version' );
  update_option( 'largesse_features', array( 'circles' => true, 'pictures' => true, 'watch' => true, 'webhooks' => true, 'ideas' => true, 'suggestions' => false ) );
  wp_schedule_event( time(), 'hourly', 'largesse_watch' );
  wp_schedule_single_event( time() + 65, 'largesse_watch', array( 'next' ) );
  set_transient( 'largesse_watch_paused', 1, 3600 );
  $record = static fn ( Record $now ): Record => $now->with( data: array( 7 => array( 'of' => 'x', 'due' => 9 ) ), time: time(), registry: 9 );
  Records::change( 'shop_watch', 9, $record );
  Records::change( 'lock', 'watch', $record );
  Records::change( 'delivery_address', 'user 1', $record );`;

/** PHP that prints each stored row that names something that was removed. */
const TRACES = `
  global $wpdb;
  $found = array();
  foreach ( $wpdb->get_col( 'SHOW TABLES' ) as $table ) {
    foreach ( $wpdb->get_results( "SELECT * FROM $table", ARRAY_A ) as $row ) {
      if ( preg_match( '/largesse\\w*watch|shop_watch|"(watch|webhooks|ideas)"|"lock".*"watch"/', wp_json_encode( $row ) . str_replace( ';', '', implode( $row ) ) ) ) $found[] = $row;
    }
  }
  echo wp_json_encode( $found );`;

// rules: Updating the plugin
for (const version of versions) {
  describe(`updating the plugin on WordPress ${version}`, () => {
    const site = openForSuite(() => openSite({ version }));
    const traces = async () => JSON.parse(await site.wordpress.load(TRACES));

    it('removes what removed features have stored, and keeps the rest', async () => {
      const before = JSON.parse(await site.wordpress.load(OLD_DATA + TRACES));
      assert.equal(before.length, 6, JSON.stringify(before));
      const kept = `
        echo wp_json_encode( array(
          array_filter( get_option( 'largesse_features' ) ),
          array_column( Largesse\\Foundation\\Records\\Records::all( 'delivery_address' ), 'data' ),
          (int) get_option( 'largesse_data_version' ) === Largesse\\Upgrade::VERSION,
          false !== wp_next_scheduled( 'largesse_reveals' ),
        ) );`;
      assert.deepEqual(JSON.parse(await site.wordpress.load(kept)), [
        { circles: true, presents: true },
        [{ 7: { of: 'x', due: 9 } }],
        true,
        true,
      ]);
      assert.deepEqual(await traces(), []);
    });

    it('removes occasions and months from the words by which people find a registry', async () => {
      const words = await site.wordpress.load(
        `delete_option( 'largesse_data_version' );
         $id = wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'publish', 'post_title' => 'x', 'meta_input' => array( '_largesse_names' => 'Zoë', '_largesse_found_by' => ' zoe wedding june 2027 ' ) ) );
         $closed = wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'private', 'post_title' => 'y', 'meta_input' => array( '_largesse_found_by' => ' ada wedding ' ) ) );
         Largesse\\Upgrade::run();
         echo wp_json_encode( array( get_post_meta( $id, '_largesse_found_by', true ), get_post_meta( $closed, '_largesse_found_by', true ) ) );`,
      );
      assert.deepEqual(JSON.parse(words), [' zoe ', '']);
    });

    it('removes keys for programs that were application passwords, and no other application password', async () => {
      const left = await site.wordpress.load(
        `update_option( 'largesse_data_version', 2 );
         $make = static fn ( string $name, string $app ): string => WP_Application_Passwords::create_new_application_password( 1, array( 'name' => $name, 'app_id' => $app ) )[1]['uuid'];
         update_option( 'largesse_keys', array( $make( 'A key', '5d1a1f0e-6b0c-4a5e-9a43-0c9d2f5b7e11' ) => array( 'user' => 1, 'scope' => 'read', 'ends' => 0 ) ) );
         $make( 'Without an entry', '5d1a1f0e-6b0c-4a5e-9a43-0c9d2f5b7e11' );
         $make( 'Other', '' );
         Largesse\\Upgrade::run();
         echo wp_json_encode( array( array_column( WP_Application_Passwords::get_user_application_passwords( 1 ), 'name' ), get_option( 'largesse_keys' ) ) );`,
      );
      const [names, option] = JSON.parse(left);
      assert.ok(names.includes('Other') && !names.some((name: string) => /A key|Without/.test(name)), names.join());
      assert.equal(option, false);
    });

    it('removes the calendars of members, and answers 410 at addresses of calendars and feeds', async () => {
      const left = await site.wordpress.load(
        `use Largesse\\Foundation\\Records\\{Record, Records};
         update_option( 'largesse_data_version', 3 );
         update_option( 'largesse_features', array( 'circles' => true, 'calendar' => true ) );
         update_option( 'largesse_purpose', array( 'for' => 'family', 'on' => array( 'circles', 'calendar' ) ) );
         $record = static fn ( Record $now ): Record => $now->with( data: array( 'key' => 'x' ), user: 1 );
         Records::change( 'calendar', 1, $record );
         Largesse\\Upgrade::run();
         echo wp_json_encode( array( Records::all( 'calendar' ), isset( get_option( 'largesse_features' )['calendar'] ), get_option( 'largesse_purpose' ) ) );`,
      );
      assert.deepEqual(JSON.parse(left), [[], false, { for: 'family', on: ['circles'] }]);
      for (const address of ['/?wishes-feed=7x0123456789abcdef', '/?calendar-of=1x0123456789abcdef']) {
        const { status, html } = await page(site, 'nobody', address);
        assert.equal(status, 410, address);
        assert.match(html, /^This address no longer exists\. Please remove it/, address);
      }
    });

    it('gives each site what had switches, and tells administrators once', async () => {
      const notice = async () =>
        /These features now belong to each site/.test((await page(site, 'admin', '/wp-admin/index.php')).html);
      const update = (switches: string) =>
        site.wordpress.load(
          `update_option( 'largesse_data_version', 4 );
           update_option( 'largesse_features', array( ${switches} ) );
           Largesse\\Upgrade::run();
           echo wp_json_encode( array_filter( get_option( 'largesse_features' ) ) );`,
        );
      assert.deepEqual(JSON.parse(await update(`'circles' => true, 'export' => true`)), { circles: true });
      assert.equal(await notice(), false);
      await update(`'circles' => true, 'export' => true, 'appearances' => false`);
      assert.equal(await notice(), true);
      const hidden = await site.wordpress.load(
        `wp_set_current_user( 1 );
         $_POST['largesse_hide_update_notice'] = '1';
         $_REQUEST['largesse_hide_update_notice_nonce'] = wp_create_nonce( 'largesse_hide_update_notice' );
         Largesse\\Operation\\Setup\\UpdateNotice::prepare();
         echo get_option( 'largesse_update_notice', 'none' );`,
      );
      assert.equal(hidden, 'none');
      assert.equal(await notice(), false);
    });

    it('turns sizes into lines of a text', async () => {
      const texts = await site.wordpress.load(
        `use Largesse\\Foundation\\Records\\{Record, Records};
         use Largesse\\Together\\About\\StoredAbout;
         update_option( 'largesse_data_version', 3 );
         $sizes = array( array( 'label' => 'Shoe size', 'value' => '39' ), array( 'label' => 'Colour', 'value' => 'blue' ) );
         Records::change( 'sizes', 'user 1', static fn ( Record $now ): Record => $now->with( data: $sizes, user: 1 ) );
         Records::change( 'sizes', 'registry 7', static fn ( Record $now ): Record => $now->with( data: $sizes, registry: 7 ) );
         StoredAbout::of_registry( 7 )->save( 'A saved text' );
         Largesse\\Upgrade::run();
         echo wp_json_encode( array( StoredAbout::of_user( 1 )->text(), StoredAbout::of_registry( 7 )->text(), Records::all( 'sizes' ) ) );`,
      );
      assert.deepEqual(JSON.parse(texts), [
        'Shoe size: 39\nColour: blue',
        'A saved text\nShoe size: 39\nColour: blue',
        [],
      ]);
    });

    it('changes nothing a second time', async () => {
      await site.wordpress.load(`update_option( 'largesse_features', array( 'watch' => true ) );`);
      await site.wordpress.load('');
      assert.equal(await site.wordpress.load(`echo (int) isset( get_option( 'largesse_features' )['watch'] );`), '1');
    });
  });
}
