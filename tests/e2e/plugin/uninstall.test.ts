// Needs a whole site: an uninstallation must leave nothing in any table.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { create } from '../wordpress/requests.ts';
import { versions } from '../wordpress/versions.ts';
import { addItem, openConnected } from './connected.ts';

/** PHP that prints the plugin's remaining data as JSON. */
const LEFT = `
  global $wpdb;
  echo wp_json_encode( array(
    'options'    => $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE '%largesse%' OR option_name LIKE 'registry%'" ),
    'usermeta'   => $wpdb->get_col( "SELECT DISTINCT meta_key FROM $wpdb->usermeta WHERE meta_key LIKE '%largesse%' OR meta_key LIKE '%registry%'" ),
    'postmeta'   => $wpdb->get_col( "SELECT DISTINCT meta_key FROM $wpdb->postmeta WHERE meta_key LIKE '%largesse%' OR meta_key LIKE 'registry%' ORDER BY meta_key" ),
    'registries' => (int) $wpdb->get_var( "SELECT COUNT(*) FROM $wpdb->posts WHERE post_type = 'registry'" ),
    'pictures'   => array_values( array_filter( array( '7', 'pictures', 'thumbnails', 'shared' ), fn ( $folder ) => file_exists( wp_upload_dir( null, false )['basedir'] . "/largesse/$folder" ) ) ),
    'records'    => $wpdb->get_var( "SHOW TABLES LIKE '{$wpdb->prefix}largesse_records'" ) ? $wpdb->get_col( "SELECT DISTINCT kind FROM {$wpdb->prefix}largesse_records" ) : null,
    'posts'      => (int) $wpdb->get_var( "SELECT COUNT(*) FROM $wpdb->posts WHERE post_type = 'post'" ),
    'cron'       => array_values( array_filter( array_merge( ...array_map( 'array_keys', array_filter( _get_cron_array(), 'is_array' ) ) ), fn ( $hook ) => str_contains( $hook, 'largesse' ) ) ),
  ) );`;

/** PHP that deletes the plugin's data like wp-admin. The plugin is not active in this request. */
const UNINSTALL = `
  require_once ABSPATH . 'wp-admin/includes/plugin.php';
  uninstall_plugin( 'largesse/largesse.php' );`;

/** A key of another plugin. */
const OTHER = 'another_largesse_plugin';

/** Meta of registries with data of members that the tests store. */
const MEMBERS_META = ['_largesse_names', '_largesse_no_ideas'];

interface Left {
  options: string[];
  usermeta: string[];
  postmeta: string[];
  registries: number;
  /** Kinds of the stored records; null without the table. */
  records: string[] | null;
  posts: number;
  pictures: string[];
  cron: string[];
}

// rules: Deleting the plugin
for (const version of versions) {
  describe(`deleting the plugin on WordPress ${version}`, () => {
    const system = openForSuite(() => openConnected(version));
    const left = async (): Promise<Left> => JSON.parse(await system.site.wordpress.run(LEFT));
    before(async () => {
      for (const title of ['One', 'Two']) {
        const registry = await create(system.site, 'owner', { title, meta: { registry_event_type: 'Wedding' } });
        await addItem(system, registry, 'Pot');
        // Reads and changes the registry as the pages do. This also stores caches and other internal data.
        await system.site.wordpress.run(
          `$store = Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class );
          $store->items->all( $input );
          $store->items->add( $input, array( 'name' => 'Pan', 'url' => 'https://shop.example/pan' ) );`,
          registry,
        );
      }
      await system.site.wordpress.run(
        `
        wp_parse_str( wp_parse_url( Largesse\\People\\Mail\\OptOutPage::url( 'a@people.example' ), PHP_URL_QUERY ), $link );
        Largesse\\People\\Mail\\MailOptOuts::store( Largesse\\People\\Mail\\MailOptOuts::read_token( current( $link ) ), true );
        foreach ( array( '7', 'pictures', 'thumbnails/7', 'shared' ) as $folder ) {
          wp_mkdir_p( wp_upload_dir()['basedir'] . "/largesse/$folder" );
          touch( wp_upload_dir()['basedir'] . "/largesse/$folder/picture.jpg" );
        }
        wp_mkdir_p( wp_upload_dir()['basedir'] . '/others' );
        touch( wp_upload_dir()['basedir'] . '/others/picture.jpg' );
        foreach ( array( 'shared/link', 'link' ) as $link ) {
          symlink( wp_upload_dir()['basedir'] . '/others', wp_upload_dir()['basedir'] . "/largesse/$link" );
        }
        update_option( 'registry_of_another_plugin', 'stays' );
        update_user_meta( 1, '${OTHER}', 'stays' );
        update_user_meta( 1, '_largesse_unconfirmed', array() );
        set_transient( 'largesse_items_failed_1', array(), 60 );
        Largesse\\Registries\\Registry\\Changes::fire_removed( 1, array( 1 => 'A mail that waits' ) );
        $kinds = require WP_PLUGIN_DIR . '/largesse/src/stored.php';
        foreach ( array( ...$kinds['plugin']['records'], ...$kinds['members']['records'] ) as $kind ) {
          Largesse\\Foundation\\Records\\Records::change( $kind, 'a', static fn ( $now ) => $now->with( data: array( 1 ) ) );
        }
        foreach ( array( ...$input, ...$kinds['plugin']['post_meta'] ) as $key ) update_post_meta( 1, $key, 'x' );
        foreach ( $kinds['plugin']['user_meta'] as $key ) update_user_meta( 1, $key, 'x' );
        foreach ( $kinds['plugin']['site_transients'] as $key ) set_site_transient( $key, array(), 60 );
        foreach ( array_diff( $kinds['plugin']['options'], array( 'largesse_remove_all_data', 'largesse_my_registries_page' ) ) as $key ) add_option( $key, '1' );
        require_once ABSPATH . 'wp-admin/includes/plugin.php';
        deactivate_plugins( 'largesse/largesse.php' );
        wp_schedule_single_event( time() + 60, 'largesse_erase_givers', array( 'giver_user_id', 9 ) );`,
        MEMBERS_META,
      );
    });

    test('removes settings, caches and waiting mails, and keeps the data of members', async () => {
      const before = await left();
      assert.ok(before.options.length >= 6, before.options.join());
      assert.equal(before.usermeta.length, 8);
      assert.deepEqual(before.cron, ['largesse_erase_givers']);
      await system.site.wordpress.load(UNINSTALL);
      await system.site.wordpress.load(UNINSTALL);
      const { options, usermeta, postmeta, records, ...others } = await left();
      const members = await system.site.wordpress.load(
        `echo wp_json_encode( ( require WP_PLUGIN_DIR . '/largesse/src/stored.php' )['members']['records'] );`,
      );
      assert.deepEqual(records?.sort(), JSON.parse(members).sort());
      assert.deepEqual(others, { registries: 2, pictures: ['7', 'pictures'], posts: before.posts, cron: [] });
      assert.deepEqual(options, ['registry_of_another_plugin']);
      assert.deepEqual(usermeta.sort(), ['_largesse_unconfirmed', OTHER]);
      assert.deepEqual(
        postmeta,
        [...MEMBERS_META, '_largesse_removed_wishes', 'registry_event_type', 'registry_item_ids'].sort(),
      );
    });

    test('refuses mails to the same addresses after a new installation', async () => {
      const refuses = await system.site.wordpress.load(`
        require_once ABSPATH . 'wp-admin/includes/plugin.php';
        activate_plugin( 'largesse/largesse.php' );
        foreach ( array( 'a', 'b' ) as $name ) echo (int) Largesse\\People\\Mail\\MailOptOuts::has_opted_out( "$name@people.example" );`);
      assert.equal(refuses, '10');
    });

    test('removes everything if an administrator has switched it on, even while the plugin is active', async () => {
      const { posts } = await left();
      await system.site.wordpress.load(`
        update_option( 'largesse_remove_all_data', '1' );
        update_user_meta( 1, 'edit_registry_per_page', 'x' );
        require_once ABSPATH . 'wp-admin/includes/plugin.php';
        deactivate_plugins( 'largesse/largesse.php' );
        // Like WordPress after it has deleted the files of the plugin: no class can be loaded.
        add_action( 'pre_uninstall_plugin', function () {
          spl_autoload_unregister( current( array_filter( spl_autoload_functions(), fn ( $function ) => $function instanceof Closure && str_ends_with( ( new ReflectionFunction( $function ) )->getFileName(), '/src/Autoloader.php' ) ) ) );
        } );
        ${UNINSTALL}
        do_action( 'deleted_plugin', 'largesse/largesse.php', true );
        wp_insert_post( array( 'post_title' => 'Another', 'post_status' => 'publish' ) );
        $ours = 0;
        foreach ( $GLOBALS['wp_filter'] as $name => $hook ) foreach ( $hook->callbacks as $callbacks ) foreach ( array_keys( $callbacks ) as $id ) $ours += (int) str_starts_with( $id, 'Largesse' );
        echo $ours;`);
      const { registries, postmeta, records, pictures, options, usermeta, ...others } = await left();
      assert.deepEqual(
        { registries, postmeta, records, pictures },
        { registries: 0, postmeta: [], records: null, pictures: [] },
      );
      assert.deepEqual({ options, usermeta }, { options: ['registry_of_another_plugin'], usermeta: [OTHER] });
      assert.equal(others.posts, posts + 1);
      const behindLinks = await system.site.wordpress.load(
        `echo wp_json_encode( array( file_exists( wp_upload_dir()['basedir'] . '/others/picture.jpg' ), is_dir( wp_upload_dir()['basedir'] . '/largesse' ) ) );`,
      );
      assert.equal(behindLinks, '[true,false]', 'files outside the folder stay');
    });

    test('does nothing when its file is called from outside', async () => {
      const printed = await system.site.wordpress.load(
        `update_option( 'registry_api_username', 'stays' );
        register_shutdown_function( function () { echo get_option( 'registry_api_username' ); } );
        require WP_PLUGIN_DIR . '/largesse/uninstall.php';
        echo 'went on';`,
      );
      assert.equal(printed, 'stays');
    });
  });
}
