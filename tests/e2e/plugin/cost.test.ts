import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { create, page } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';

/** Maximum numbers of plugin files that these pages may load. Each file takes about 10 µs on a server. */
const MOST_FILES = { '/sample-page/': 18, '/wp-admin/': 27, '/wp-json/wp/v2/posts': 21, '/wp-login.php': 17 };

/** Maximum number of callbacks that the plugin may add to hooks on a page. */
const MOST_CALLBACKS = 250;

/**
 * PHP code that adds comments to every page: its queries, the plugin files that it loads, and the number of the
 * plugin's callbacks. Also records the names of blocks whose block.json WordPress reads.
 */
const METER = `define( 'SAVEQUERIES', true );
$GLOBALS['read_metadata'] = array();
add_filter( 'block_type_metadata', function ( $metadata ) { $GLOBALS['read_metadata'][] = $metadata['name'] ?? ''; return $metadata; } );
$paths = fn () => '<!--paths ' . implode( ' ', preg_filter( '#^' . preg_quote( realpath( WP_PLUGIN_DIR . '/largesse' ), '#' ) . '/#', '', get_included_files() ) ) . '-->';
add_action( 'rest_api_init', fn () => add_filter( 'rest_post_dispatch', function ( $answer ) use ( $paths ) { $answer->set_data( $paths() ); return $answer; }, PHP_INT_MAX ) );
foreach ( array( 'wp_footer', 'admin_footer', 'login_footer' ) as $footer ) add_action( $footer, function () use ( $paths ) {
	echo '<!--queries' . wp_json_encode( array_column( $GLOBALS['wpdb']->queries, 0 ), JSON_HEX_TAG ) . 'queries-->';
	echo $paths();
	$ours = 0;
	foreach ( $GLOBALS['wp_filter'] as $hook ) $ours += count( preg_grep( '/^Largesse/', array_merge( ...array_map( 'array_keys', array_values( $hook->callbacks ) ) ) ) );
	echo "<!--callbacks $ours-->";
}, PHP_INT_MAX );`;

for (const version of versions) describe(`the cost of the plugin on WordPress ${version}`, () => costRules(version));

function costRules(version: WordPressVersion): void {
  const { it, everywhere } = testsOn(version);
  const site = openForSuite(() => openSite({ version }));
  before(async () => {
    await create(site, 'owner', { status: 'publish' });
    await addCode(site, METER);
  });

  const turn = (on: boolean) =>
    site.wordpress.run(`update_option( 'active_plugins', $input );`, on ? ['largesse/largesse.php'] : []);

  /**
   * Returns the queries of a page with warm caches. Replaces times in the queries, because times differ in each run.
   */
  async function queriesOf(path: string): Promise<string[]> {
    await page(site, 'nobody', path);
    const { status, html } = await page(site, 'nobody', path);
    assert.equal(status, 200);
    const queries: string[] = JSON.parse(html.match(/<!--queries(.*)queries-->/s)?.[1] ?? '');
    return queries.map((query) => query.replace(/\d{10}|'\d{4}-\d\d-\d\d [\d:]+'/g, '?'));
  }

  for (const [what, path, register] of [
    ['the front page', '/', everywhere],
    ['a post', '/hello-world/', it],
    ['a page', '/sample-page/', it],
  ] as const)
    register(`${what} makes the same queries with the plugin and without`, async () => {
      await turn(false);
      const without = await queriesOf(path);
      await turn(true);
      const queries = await queriesOf(path);
      const added = queries.filter((query) => !without.includes(query));
      assert.deepEqual(added, []);
      assert.equal(queries.length, without.length);
    });

  for (const [path, most] of Object.entries(MOST_FILES))
    everywhere(`${path} loads few of its files, and no code of the service, of mails or of circles`, async () => {
      await turn(true);
      const who = path === '/wp-admin/' ? 'admin' : 'nobody';
      await page(site, who, path);
      const { html } = await page(site, who, path);
      const paths = /<!--paths ([^>]+)-->/.exec(html.replaceAll('\\/', '/'))?.[1]?.split(' ') ?? [];
      assert.ok(paths.length > 0 && paths.length <= most, paths.join('\n'));
      const others = /^src\/(Service(?!\/Rules\b)|Mail|Circles|EventLog\/LogFollower)\b/m;
      assert.doesNotMatch(paths.join('\n'), others);
    });

  it('an unrelated page adds few callbacks', async () => {
    await turn(true);
    const { html } = await page(site, 'nobody', '/sample-page/');
    const callbacks = Number(/<!--callbacks (\d+)-->/.exec(html)?.[1]);
    assert.ok(callbacks > 100 && callbacks <= MOST_CALLBACKS, `${callbacks} callbacks`);
  });

  it('its callbacks have names with which another plugin can remove them', async () => {
    await turn(true);
    const removed = JSON.parse(
      await site.wordpress.run(`
        $all = array();
        foreach ( Largesse\\Hooks::declared( 'hooks' ) as list( $name, $callback, $priority ) ) {
          $callback = implode( '::', $callback );
          if ( has_action( $name, $callback ) ) $all[] = remove_action( $name, $callback, $priority );
        }
        echo wp_json_encode( array( count( $all ), array_keys( $all, false, true ) ) );`),
    );
    assert.ok(removed[0] > 200, String(removed[0]));
    assert.deepEqual(removed[1], []);
  });

  everywhere('its blocks match their block.json files, which are never read', async () => {
    await turn(true);
    const [ours, theirs, read] = JSON.parse(
      await site.wordpress.run(`
        $of = function () {
          foreach ( array( 'my-registries', 'registry' ) as $name ) {
            $types[ $name ] = get_object_vars( WP_Block_Type_Registry::get_instance()->get_registered( "largesse/$name" ) );
            unset( $types[ $name ]['render_callback'] );
            ksort( $types[ $name ]['attributes'] );
            ksort( $types[ $name ] );
          }
          return $types;
        };
        $ours = $of();
        $read = preg_grep( '/^largesse/', $GLOBALS['read_metadata'] );
        foreach ( array_keys( $ours ) as $name ) {
          unregister_block_type( "largesse/$name" );
          register_block_type( WP_PLUGIN_DIR . "/largesse/blocks/$name" );
        }
        WP_Block_Supports::init();
        echo wp_json_encode( array( $ours, $of(), $read ) );`),
    );
    assert.deepEqual(ours, theirs);
    assert.deepEqual(read, []);
  });
}
