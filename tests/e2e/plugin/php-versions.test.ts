// Needs several versions of PHP: each may report other errors.
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createNodeFsMountHandler } from '@php-wasm/node';
import { loadPHPRuntime, type PHP, type PHPRequestHandler } from '@php-wasm/universal';
import { bootWordPressAndRequestHandler } from '@wp-playground/wordpress';
import { type PhpVersion, phpProgram } from '../../../tools/php.ts';
import { fetchWordPress } from '../../../tools/wordpress/download.ts';

const plugin = fileURLToPath(new URL('../../../plugin/', import.meta.url));

/**
 * The oldest and the newest versions of PHP; other tests run on the versions between, Debian's 8.2 and 8.3 from npm.
 */
const VERSIONS: PhpVersion[] = ['8.1', '8.4', '8.5'];

for (const version of VERSIONS)
  describe(`the plugin on PHP ${version}`, () => {
    let handler: PHPRequestHandler;
    let php: PHP;
    const run = async (code: string): Promise<string> =>
      (await php.run({ code: `<?php require '/wordpress/wp-load.php'; ${code}` })).text;
    before(async () => {
      const files = await fetchWordPress('6.5');
      const zip = async (path: string) => new File([new Uint8Array(await readFile(path))], 'files.zip');
      handler = await bootWordPressAndRequestHandler({
        phpVersion: version,
        createPhpRuntime: async () => loadPHPRuntime(await phpProgram(version)),
        maxPhpInstances: 1,
        hooks: {
          beforeDatabaseSetup: async (instance) => {
            await instance.mount('/wordpress/wp-content/plugins/largesse', createNodeFsMountHandler(plugin));
          },
        },
        siteUrl: 'http://site.example',
        documentRoot: '/wordpress',
        sapiName: 'cli-server',
        constants: {
          WP_DEBUG: true,
          WP_DEBUG_DISPLAY: false,
          WP_DEBUG_LOG: '/tmp/php.log',
          DISABLE_WP_CRON: true,
          WP_HTTP_BLOCK_EXTERNAL: true,
          AUTOMATIC_UPDATER_DISABLED: true,
        },
        wordPressZip: zip(files.coreZip),
        sqliteIntegrationPluginZip: zip(files.sqliteZip),
        wordpressInstallMode: 'install-from-existing-files-if-needed',
      });
      php = await handler.getPrimaryPhp();
      await run(`require_once ABSPATH . 'wp-admin/includes/plugin.php'; activate_plugin( 'largesse/largesse.php' );`);
    });
    after(() => handler[Symbol.asyncDispose]());

    test('is active on that PHP, and loads each of its classes', async () => {
      const state = await run(`echo PHP_VERSION, post_type_exists( 'registry' ) ? ' active' : ' missing';`);
      assert.match(state, /^\d+\.\d+\.\d+ active$/);
      assert.ok(state.startsWith(`${version}.`), state);
      const other = ['**/*.test.php', '**/views/**', 'stored.php'];
      const classes = globSync('**/*.php', { cwd: `${plugin}src`, exclude: other }).map(
        (file) => `Largesse\\${file.replace(/\.php$/, '').replaceAll('/', '\\')}`,
      );
      const missing = await run(`
      require_once ABSPATH . 'wp-admin/includes/class-wp-list-table.php';
      require_once ABSPATH . WPINC . '/class-wp-image-editor.php';
      require_once ABSPATH . WPINC . '/class-wp-image-editor-gd.php';
      foreach ( json_decode( '${JSON.stringify(classes).replaceAll('\\', '\\\\')}' ) as $name ) {
        if ( ! class_exists( $name ) && ! interface_exists( $name ) && ! trait_exists( $name ) ) { echo $name, ' '; }
      }`);
      assert.equal(missing, '');
    });

    test('answers a visitor and the REST API', async () => {
      const registry = await run(
        `echo wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'publish', 'post_title' => 'Ours' ) );`,
      );
      const visitor = await handler.request({ url: `/?registry=${registry}`, method: 'GET' });
      assert.ok([200, 301].includes(visitor.httpStatusCode), String(visitor.httpStatusCode));
      const list = await handler.request({ url: '/index.php?rest_route=/wp/v2/registries', method: 'GET' });
      assert.match(list.text, /"Ours"/);
    });

    test('causes no PHP messages', () => {
      const log = php.fileExists('/tmp/php.log') ? php.readFileAsText('/tmp/php.log') : '';
      // WordPress 6.5 is older than PHP 8.4, and causes messages of its own.
      const ours = log.split('\n').filter((line) => version === '8.1' || line.includes('largesse'));
      assert.equal(ours.join('\n').trim(), '');
    });
  });
