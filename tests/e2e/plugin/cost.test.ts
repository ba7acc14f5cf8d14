// Needs a whole site: it counts hooks, queries and files of a request.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe } from 'node:test';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { create, page } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';

/** Pages that need no class of a feature with mails, circles or calls of the service. */
const UNRELATED = ['/sample-page/', '/wp-admin/', '/wp-json/wp/v2/posts', '/wp-login.php'];

/**
 * PHP code that adds comments to every page: its queries, and the plugin files that it loads. Also records the names of
 * blocks whose block.json WordPress reads.
 */
const METER = `define( 'SAVEQUERIES', true );
$GLOBALS['read_metadata'] = array();
add_filter( 'block_type_metadata', function ( $metadata ) { $GLOBALS['read_metadata'][] = $metadata['name'] ?? ''; return $metadata; } );
$paths = fn () => '<!--paths ' . implode( ' ', preg_filter( '#^' . preg_quote( realpath( WP_PLUGIN_DIR . '/largesse' ), '#' ) . '/#', '', get_included_files() ) ) . '-->';
add_action( 'rest_api_init', fn () => add_filter( 'rest_post_dispatch', function ( $answer ) use ( $paths ) { $answer->set_data( $paths() ); return $answer; }, PHP_INT_MAX ) );
foreach ( array( 'wp_footer', 'admin_footer', 'login_footer' ) as $footer ) add_action( $footer, function () use ( $paths ) {
	echo '<!--queries' . wp_json_encode( array_column( $GLOBALS['wpdb']->queries, 0 ), JSON_HEX_TAG ) . 'queries-->';
	echo $paths();
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

  for (const path of UNRELATED)
    everywhere(`${path} loads no code of the service, of mails or of circles`, async () => {
      await turn(true);
      const who = path === '/wp-admin/' ? 'admin' : 'nobody';
      await page(site, who, path);
      const { html } = await page(site, who, path);
      const paths = /<!--paths ([^>]+)-->/.exec(html.replaceAll('\\/', '/'))?.[1]?.split(' ') ?? [];
      // Administrators see a notice on a copy of the site.
      const isNeeded = (file: string) => who === 'admin' && file === 'src/Foundation/Service/ConnectedSite.php';
      const classes = paths.filter((file) => !/\/\w+\/\w+\/Module\.php$/.test(file) && !isNeeded(file));
      assert.ok(classes.length > 0);
      const others =
        /^src\/(Foundation\/Service\/(?!Rules\b)|People\/Mail\/|Together\/Circles\/|Operation\/EventLog\/LogFollower)/m;
      assert.doesNotMatch(classes.join('\n'), others);
    });

  it('another plugin can remove its callbacks by class and method', async () => {
    await turn(true);
    const [added, left] = JSON.parse(
      await site.wordpress.run(`
        $ours = function () {
          foreach ( $GLOBALS['wp_filter'] as $name => $hook ) {
            foreach ( $hook->callbacks as $priority => $callbacks ) {
              foreach ( array_column( $callbacks, 'function' ) as $f ) {
                if ( $f instanceof Largesse\\LazyCallback ) {
                  yield array( $name, Largesse\\Services::callback( $f->class_name, $f->method ), $priority, "{$f->class_name}::{$f->method}" );
                } elseif ( is_array( $f ) && is_string( $f[0] ) && str_starts_with( $f[0], 'Largesse' ) ) {
                  yield array( $name, implode( '::', $f ), $priority, implode( '::', $f ) );
                }
              }
            }
          }
        };
        $all = iterator_to_array( $ours(), false );
        foreach ( $all as list( $name, $callback, $priority ) ) remove_action( $name, $callback, $priority );
        echo wp_json_encode( array( count( $all ), array_column( iterator_to_array( $ours(), false ), 3 ) ) );`),
    );
    assert.ok(added > 150, String(added));
    assert.deepEqual(left, []);
  });

  it('the code in docs/hooks.md removes callbacks', async () => {
    await turn(true);
    const docs = await readFile(new URL('../../../docs/hooks.md', import.meta.url), 'utf8');
    const [, code = ''] = /\n## Callbacks of the plugin\n.*?```php\n(.*?)```/s.exec(docs) ?? assert.fail('no code');
    const hooks = Array.from(code.matchAll(/remove_action\( '(\w+)'/g), ([, name = '']) => name);
    const count = () =>
      site.wordpress.load(
        `foreach ( $input as $name ) $counts[] = count( $GLOBALS['wp_filter'][ $name ]->callbacks[10] ?? array() );
         echo implode( ' ', $counts );`,
        hooks,
      );
    await using _ = await addCode(site, `add_filter( 'largesse_features', fn () => array( 'circles' ) );`);
    const before = (await count()).split(' ').map(Number);
    await using __ = await addCode(site, code);
    const after = (await count()).split(' ').map(Number);
    assert.equal(hooks.length, 2);
    assert.deepEqual(
      after,
      before.map((number) => number - 1),
    );
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
