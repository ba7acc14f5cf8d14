import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openEngine } from '../../wordpress/choose-engine.ts';
import { fetchWordPress } from '../../wordpress/download.ts';
import { openSiteFolder } from '../../wordpress/site-folder.ts';
import { packed } from './packed.ts';

/** Installs a zip like wp-admin, and returns any errors. */
const INSTALL = `
  require_once ABSPATH . 'wp-admin/includes/admin.php';
  require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
  $skin     = new Automatic_Upgrader_Skin();
  $upgrader = 'theme' === $input['kind'] ? new Theme_Upgrader( $skin ) : new Plugin_Upgrader( $skin );
  $result   = $upgrader->install( WP_CONTENT_DIR . "/packages/{$input['kind']}.zip" );
  echo wp_json_encode( true === $result ? 'installed' : array( $result, $skin->get_upgrade_messages() ) );
`;

describe('a packaged zip on a real WordPress 6.5', () => {
  const opened = new AsyncDisposableStack();
  let run: (code: string, input?: unknown) => Promise<unknown>;

  before(async () => {
    const packages = opened.use(await packed('plugin', 'theme'));
    for (const [index, name] of ['plugin', 'theme'].entries()) {
      await cp(join(packages.folder, packages.files[index] ?? ''), join(packages.folder, `${name}.zip`));
    }

    const files = await fetchWordPress('6.5');
    const site = await openSiteFolder(undefined);
    opened.defer(() => site.discard());
    const content = { packages: packages.folder };
    const engine = await openEngine();
    const php = opened.use(await engine.start({ url: 'http://127.0.0.1', files, site, content }));
    run = async (code, input) => JSON.parse(await php.run(code, input));
  });
  after(() => opened.disposeAsync());

  it('installs and activates the plugin, which then works', async () => {
    assert.equal(await run(INSTALL, { kind: 'plugin' }), 'installed');
    assert.equal(
      await run(`
        require_once ABSPATH . 'wp-admin/includes/plugin.php';
        echo wp_json_encode( activate_plugin( 'largesse/largesse.php' ) );
      `),
      null,
    );
    const [status, type] = (await run(`
      echo wp_json_encode(
        array( rest_do_request( new WP_REST_Request( 'GET', '/largesse/v1/status' ) )->get_status(), post_type_exists( 'registry' ) )
      );
    `)) as [number, boolean];
    assert.deepEqual([status, type], [200, true]);
  });

  it('contains the built scripts for browsers', async () => {
    const sizes = (await run(`
      echo wp_json_encode( array_map(
        fn ( $name ) => (int) @filesize( WP_PLUGIN_DIR . "/largesse/build/$name.js" ),
        array( 'editor', 'registry', 'my-registries' )
      ) );
    `)) as number[];
    assert.ok(
      sizes.every((size) => size > 500),
      sizes.join(', '),
    );
  });

  it('installs and activates the theme with all its parts', async () => {
    assert.equal(await run(INSTALL, { kind: 'theme' }), 'installed');
    const [name, broken, templates] = (await run(`
      switch_theme( 'largesse' );
      $theme = wp_get_theme();
      echo wp_json_encode( array( $theme->get( 'Name' ), $theme->errors(), array_column( get_block_templates( array(), 'wp_template' ), 'slug' ) ) );
    `)) as [string, unknown, string[]];
    assert.deepEqual([name, broken], ['Largesse', false]);
    for (const template of ['front-page', 'single-registry', 'page-my-registries', '404'])
      assert.ok(templates.includes(template), template);
  });
});
