import assert from 'node:assert/strict';
import { cp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openEngine } from '../../../tools/wordpress/choose-engine.ts';
import { fetchWordPress } from '../../../tools/wordpress/download.ts';
import { openSiteFolder } from '../../../tools/wordpress/site-folder.ts';
import { candidates, type Packed } from './packed.ts';

/** Installs a zip like wp-admin, and returns any errors. */
const INSTALL = `
  require_once ABSPATH . 'wp-admin/includes/admin.php';
  require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
  $skin     = new Automatic_Upgrader_Skin();
  $upgrader = 'theme' === $input['kind'] ? new Theme_Upgrader( $skin ) : new Plugin_Upgrader( $skin );
  $result   = $upgrader->install( WP_CONTENT_DIR . "/packages/{$input['kind']}.zip" );
  echo wp_json_encode( true === $result ? 'installed' : array( $result, $skin->get_upgrade_messages() ) );
`;

/** Default of PHP's `upload_max_filesize` (bytes). */
const PHP_UPLOAD_LIMIT = 2 * 1024 * 1024;

describe('the zip of a release candidate on a real WordPress 6.5', () => {
  const opened = new AsyncDisposableStack();
  let packages: Packed;
  let version: string;
  let run: (code: string, input?: unknown) => Promise<unknown>;

  before(async () => {
    packages = opened.use(await candidates());
    const { files: names, folder } = packages;
    for (const name of ['plugin', 'theme']) {
      const zip = names.find((file) => file.startsWith(`largesse-${name}-`)) ?? '';
      version = /\d.*(?=\.zip$)/.exec(zip)?.[0] ?? '';
      await cp(join(folder, zip), join(folder, `${name}.zip`));
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

  it('is one of five packages in a signed list', async () => {
    assert.match(version, /^\d+\.\d+\.0-rc\.1$/);
    const list = await readFile(join(packages.folder, 'SHA256SUMS'), 'utf8');
    assert.deepEqual(
      Array.from(list.matchAll(/^[0-9a-f]{64} {2}(.*)$/gm), ([, name]) => name),
      ['api', 'client', 'contract', 'plugin', 'theme'].map((name) =>
        packages.files.find((file) => file.startsWith(`largesse-${name}-`)),
      ),
    );
    assert.match(await readFile(join(packages.folder, 'SHA256SUMS.sig'), 'utf8'), /^-----BEGIN SSH SIGNATURE-----\n/);
  });

  it('is small enough for the upload limit of a new PHP (docs/install/connect.md)', async () => {
    for (const name of ['plugin', 'theme'])
      assert.ok((await stat(join(packages.folder, `${name}.zip`))).size < PHP_UPLOAD_LIMIT, name);
  });

  it('installs and activates the plugin, which then works', async () => {
    assert.equal(await run(INSTALL, { kind: 'plugin' }), 'installed');
    assert.equal(
      await run(`
        require_once ABSPATH . 'wp-admin/includes/plugin.php';
        echo wp_json_encode( activate_plugin( 'largesse/largesse.php' ) );
      `),
      null,
    );
    const [status, type, installed] = (await run(`
      echo wp_json_encode(
        array(
          rest_do_request( new WP_REST_Request( 'GET', '/largesse/v1/status' ) )->get_status(),
          post_type_exists( 'registry' ),
          get_file_data( WP_PLUGIN_DIR . '/largesse/largesse.php', array( 'Version' ) )[0],
        )
      );
    `)) as [number, boolean, string];
    assert.deepEqual([status, type, installed], [200, true, version]);
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
