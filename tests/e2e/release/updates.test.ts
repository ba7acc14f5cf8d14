// Needs a whole site: WordPress's updater downloads and replaces the plugin.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { signFile } from '../../../tools/release/signature.ts';
import { openEngine } from '../../../tools/wordpress/choose-engine.ts';
import { fetchWordPress } from '../../../tools/wordpress/download.ts';
import { openSiteFolder } from '../../../tools/wordpress/site-folder.ts';
import { listen } from '../../support/server-address.ts';
import { valuesOf } from '../../support/values-of.ts';
import { versions } from '../wordpress/versions.ts';
import { packedAs } from './packed.ts';

/** Address at which the test's packages look for releases. */
const RELEASES = 'https://releases.example/largesse';

/** A version higher than any release in the lifetime of this test. */
const NEWER = '97.2.1';

/** Answer of the release server to requests for a path. */
interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A request that arrived at the release server. */
interface Asked {
  path: string;
  headers: Record<string, string | string[] | undefined>;
}

/**
 * Redirects the test's HTTPS addresses to the test's server, because the product accepts only HTTPS addresses, but the
 * server only supports HTTP. Also answers requests to wordpress.org, because WordPress asks other servers for updates
 * only after wordpress.org has answered.
 */
const DETOUR = `<?php
  $asked = json_decode( (string) getenv( 'INPUT' ), true );
  if ( isset( $asked['LARGESSE_UPDATES'] ) ) {
    define( 'LARGESSE_UPDATES', $asked['LARGESSE_UPDATES'] );
  }
  add_filter( 'pre_http_request', function ( $response, $options, $url ) {
    if ( str_starts_with( $url, 'https://api.wordpress.org/' ) ) {
      $nothing = '{"plugins":{},"themes":{},"no_update":{},"translations":[],"offers":[]}';
      return array( 'headers' => array(), 'body' => $nothing, 'response' => array( 'code' => 200, 'message' => 'OK' ), 'cookies' => array(), 'filename' => null );
    }
    if ( str_contains( $url, '//releases.example/' ) || str_contains( $url, '//mirror.example/' ) ) {
      $options['reject_unsafe_urls'] = false;
      return _wp_http_get_object()->request( SERVER . '/' . strtok( $url, ':' ) . substr( $url, strpos( $url, '://' ) + 2 ), $options );
    }
    return $response;
  }, 10, 3 );
  add_filter( 'file_mod_allowed', '__return_true' );
  add_filter( 'automatic_updater_disabled', '__return_false' );
`;

const ADMIN = `
  require_once ABSPATH . 'wp-admin/includes/admin.php';
  require_once ABSPATH . 'wp-admin/includes/class-wp-upgrader.php';
  require_once ABSPATH . 'wp-admin/includes/plugin-install.php';
`;

/** Checks for updates as WordPress's cron does, and returns the offers. */
const LOOK = `${ADMIN}
  wp_clean_update_cache();
  wp_update_plugins();
  wp_update_themes();
  $plugins = get_site_transient( 'update_plugins' );
  $themes  = get_site_transient( 'update_themes' );
  echo wp_json_encode( array(
    'plugin' => $plugins->response['largesse/largesse.php']->new_version ?? null,
    'theme'  => $themes->response['largesse']['new_version'] ?? null,
  ) );
`;

const NOTHING = { plugin: null, theme: null };

for (const version of versions) {
  describe(`updates of plugin and theme on a real WordPress ${version}`, () => {
    const opened = new AsyncDisposableStack();
    const answers = new Map<string, Answer>();
    const released = new Map<string, Answer>();
    let asked: Asked[] = [];
    let log: () => Promise<string>;
    let run: (code: string, input?: unknown) => Promise<unknown>;

    before(async () => {
      const server = createServer((request, response) => {
        const path = request.url ?? '/';
        asked.push({ path, headers: request.headers });
        const { status = 200, headers = {}, body = '' } = answers.get(path) ?? { status: 404 };
        response.writeHead(status, headers).end(body);
      });
      const { url } = opened.use(await listen(server));

      const options = [`--updates=${RELEASES}`];
      const { privateKey: key } = generateKeyPairSync('ed25519');
      const older = opened.use(await packedAs(['plugin', 'theme'], { options, key }));
      const newer = opened.use(await packedAs(['plugin', 'theme'], { options, key, version: NEWER }));
      for (const name of ['plugin', 'theme'])
        for (const file of [`largesse-${name}-${NEWER}.zip`, `largesse-${name}-${NEWER}.zip.sig`, `${name}.json`])
          released.set(`/https/releases.example/largesse/${file}`, { body: await readFile(join(newer.folder, file)) });
      const packages = join(older.folder, 'installed');
      await mkdir(packages);
      for (const name of ['plugin', 'theme']) {
        const zip = older.files.find((file) => file.startsWith(`largesse-${name}-`)) ?? '';
        await cp(join(older.folder, zip), join(packages, `${name}.zip`));
      }

      const files = await fetchWordPress(version);
      const site = await openSiteFolder(undefined);
      opened.defer(() => site.discard());
      const engine = await openEngine();
      const php = opened.use(await engine.start({ url, files, site, content: { packages } }));
      run = async (code, input) => {
        const printed = await php.run(code, input).catch(async (cause) => {
          throw new Error((await log()).slice(-1000), { cause: String(cause).slice(0, 80) });
        });
        return JSON.parse(printed);
      };
      log = () => readFile(site.log, 'utf8').catch(() => '');
      await run(
        `
        wp_mkdir_p( WPMU_PLUGIN_DIR );
        echo (int) file_put_contents( WPMU_PLUGIN_DIR . '/detour.php', str_replace( 'SERVER', var_export( $input[1], true ), $input[0] ) );
      `,
        [DETOUR, url],
      );
      await install();
    });
    after(() => opened.disposeAsync());

    beforeEach(() => {
      answers.clear();
      for (const [path, answer] of released) answers.set(path, answer);
      asked = [];
    });

    /** Replaces the installed plugin and theme with the older packages. */
    async function install(): Promise<void> {
      const outcome = await run(`${ADMIN}
        $skin   = new Automatic_Upgrader_Skin();
        $over   = array( 'overwrite_package' => true );
        $plugin = ( new Plugin_Upgrader( $skin ) )->install( WP_CONTENT_DIR . '/packages/plugin.zip', $over );
        $theme  = ( new Theme_Upgrader( $skin ) )->install( WP_CONTENT_DIR . '/packages/theme.zip', $over );
        $active = activate_plugin( 'largesse/largesse.php' );
        switch_theme( 'largesse' );
        echo wp_json_encode( array( $plugin, $theme, $active ) );
      `);
      assert.deepEqual(outcome, [true, true, null]);
    }

    const versions = () =>
      run(`${ADMIN}
        wp_clean_themes_cache();
        echo wp_json_encode( array(
          get_plugin_data( WP_PLUGIN_DIR . '/largesse/largesse.php', false, false )['Version'],
          wp_get_theme( 'largesse' )->get( 'Version' ),
        ) );
      `);

    /** Changes the description of a release. */
    function describeAs(name: 'plugin' | 'theme', change: object): void {
      const path = `/https/releases.example/largesse/${name}.json`;
      answers.set(path, { body: JSON.stringify({ ...JSON.parse(String(released.get(path)?.body)), ...change }) });
    }

    /** Updates the plugin like the button on the plugins screen. */
    const update = () =>
      run(`${ADMIN}
        $skin     = new WP_Ajax_Upgrader_Skin();
        $upgrader = new Plugin_Upgrader( $skin );
        $result   = $upgrader->upgrade( 'largesse/largesse.php' );
        $errors   = $skin->get_errors();
        echo wp_json_encode( array( true === $result, $errors->get_error_codes(), glob( get_temp_dir() . 'largesse-*' ) ) );
      `);

    it('offers a newer release of both, with no further requests, and sends nothing about the site', async () => {
      assert.deepEqual(await run(LOOK), { plugin: NEWER, theme: NEWER });
      assert.deepEqual(
        asked.map(({ path }) => path).sort(),
        [...released.keys()].filter((path) => path.endsWith('.json')).sort(),
      );
      for (const { headers } of asked) {
        assert.equal(headers['user-agent'], 'Largesse');
        assert.doesNotMatch(JSON.stringify({ ...headers, host: '' }), /127\.0\.0\.1|WordPress/);
      }
    });

    it('offers no release to other plugins and themes at the same address', async () => {
      const offered = await run(
        `$updates = Largesse\\Services::get( Largesse\\Operation\\Updates\\Updates::class );
        $header  = array( 'UpdateURI' => 'https://releases.example/largesse/plugin.json' );
        echo wp_json_encode( array( $updates->plugin( false, $header, 'other/other.php' ), $updates->theme( false, $header, 'other' ) ) );`,
      );
      assert.deepEqual(offered, [false, false]);
    });

    it('checks at most once an hour, even without an answer', async () => {
      const ask = `
        $source = new Largesse\\Operation\\Updates\\ReleaseSource();
        echo wp_json_encode( $source->newest( 'plugin', $input )?->offer['version'] );
      `;
      const address = `${RELEASES}/plugin.json`;
      answers.clear();
      await run(LOOK);
      asked = [];
      assert.equal(await run(ask, address), null);
      assert.deepEqual(asked, []);
      for (const [path, answer] of released) answers.set(path, answer);
      await run(LOOK);
      asked = [];
      assert.equal(await run(ask, address), NEWER);
      assert.deepEqual(asked, []);
      const left = (await run(
        `echo wp_json_encode( (int) get_option( '_site_transient_timeout_largesse_release_plugin' ) - time() );`,
      )) as number;
      assert.ok(left > 3500 && left <= 3600, String(left));
      // The answer is valid only for its own address.
      assert.equal(await run(ask, 'https://mirror.example/plugin.json'), null);
      assert.deepEqual(valuesOf(asked, 'path'), ['/https/mirror.example/plugin.json']);
    });

    it('shows the changes in a newer release when a user views the details, as text', async () => {
      describeAs('plugin', { notes: { new: ['Let guests <b>give</b>'], fixed: ['Mend it', 7], other: ['no'] } });
      await run(LOOK);
      const details = (await run(`${ADMIN}
        $plugin = plugins_api( 'plugin_information', array( 'slug' => 'largesse' ) );
        $theme  = plugins_api( 'plugin_information', array( 'slug' => 'largesse-theme' ) );
        echo wp_json_encode( array( $plugin->version, $plugin->sections['changelog'], $plugin->download_link, $theme->name, $theme->version, $theme->download_link ) );
      `)) as string[];
      assert.deepEqual(details, [
        NEWER,
        `<h4>${NEWER}</h4><p><strong>New</strong></p><ul><li>Let guests &lt;b&gt;give&lt;/b&gt;</li></ul><p><strong>Fixed</strong></p><ul><li>Mend it</li></ul>`,
        `${RELEASES}/largesse-plugin-${NEWER}.zip`,
        'Largesse (theme)',
        NEWER,
        '', // WordPress would install the zip of a theme as a plugin.
      ]);
    });

    it('offers nothing if the description is invalid, and reports nothing', async () => {
      const silent = await log();
      // If the plugin did not write the response to a file, WordPress would unpack it to 200 MB in memory.
      const bomb = gzipSync(gzipSync(Buffer.alloc(200_000_000, ' ')));
      answers.set('/https/releases.example/largesse/plugin.json', {
        headers: { 'content-encoding': 'gzip' },
        body: bomb,
      });
      assert.deepEqual(await run(`ini_set( 'memory_limit', '128M' ); ${LOOK}`), { plugin: null, theme: NEWER });
      // Release.test.php lists invalid descriptions.
      for (const change of [
        { requires: '99.0' }, // a WordPress version that does not exist yet
        { version: '0.0.1' }, // older than the installed version
      ]) {
        describeAs('plugin', change);
        assert.deepEqual(await run(LOOK), { plugin: null, theme: NEWER }, JSON.stringify(change));
      }
      assert.equal(await log(), silent);
    });

    it('follows redirects of the description to HTTPS addresses only', async () => {
      const path = '/https/releases.example/largesse/plugin.json';
      answers.set('/https/mirror.example/store', released.get(path) ?? {});
      answers.set('/http/mirror.example/store', released.get(path) ?? {});
      for (const [location, offered] of [
        ['https://mirror.example/store', NEWER],
        ['http://mirror.example/store', null],
        ['https://releases.example/largesse/plugin.json', null],
      ] as const) {
        asked = [];
        answers.set(path, { status: 302, headers: { location } });
        assert.deepEqual(await run(LOOK), { plugin: offered, theme: NEWER }, location);
        assert.ok(!asked.some((one) => one.path.startsWith('/http/')), location);
      }
    });

    it('checks the operator’s address, or none', async () => {
      for (const name of ['plugin', 'theme']) {
        answers.set(
          `/https/mirror.example/copy/${name}.json`,
          released.get(`/https/releases.example/largesse/${name}.json`) ?? {},
        );
        answers.delete(`/https/releases.example/largesse/${name}.json`);
      }
      assert.deepEqual(await run(LOOK, { LARGESSE_UPDATES: 'https://mirror.example/copy/' }), {
        plugin: NEWER,
        theme: NEWER,
      });
      const at = await run(
        `echo wp_json_encode( get_site_transient( 'update_plugins' )->response['largesse/largesse.php']->package );`,
      );
      assert.equal(at, `https://mirror.example/copy/largesse-plugin-${NEWER}.zip`);
      asked = [];
      for (const nowhere of [false, 'http://mirror.example/copy', ''])
        assert.deepEqual(await run(LOOK, { LARGESSE_UPDATES: nowhere }), NOTHING, String(nowhere));
      assert.deepEqual(asked, []);
    });

    it('refuses a package without a valid signature by the release key, and keeps the installed one', async () => {
      const installed = await versions();
      const zip = `/https/releases.example/largesse/largesse-plugin-${NEWER}.zip`;
      const bytes = Buffer.from(released.get(zip)?.body ?? '');
      const { privateKey: stranger } = generateKeyPairSync('ed25519');
      assert.deepEqual(await run(LOOK), { plugin: NEWER, theme: NEWER });
      for (const [path, answer, code] of [
        [zip, { body: Buffer.concat([bytes, Buffer.from(' ')]) }, 'signature_verification_failed'],
        [`${zip}.sig`, { body: signFile(bytes, stranger) }, 'signature_verification_failed'],
        [`${zip}.sig`, { body: 'none' }, 'signature_verification_failed'],
        [`${zip}.sig`, { status: 404 }, 'signature_verification_no_signature'],
      ] as const) {
        answers.set(path, answer);
        const [done, codes, left] = (await update()) as [boolean, string[], string[]];
        assert.deepEqual([done, codes.includes(code), left], [false, true, []], `${path} ${code}`);
        for (const [name, right] of released) answers.set(name, right);
      }
      assert.deepEqual(await versions(), installed);
    });

    it('checks the signatures of all packages in the folder of releases, and of no others', async () => {
      const download = (address: string) =>
        run(
          `${ADMIN} $answer = apply_filters( 'upgrader_pre_download', false, $input, null, array() );
          echo wp_json_encode( is_wp_error( $answer ) ? $answer->get_error_code() : $answer );`,
          address,
        );
      answers.set('/https/releases.example/largesse/other.zip', { body: 'zip' });
      assert.equal(await download(`${RELEASES}/other.zip`), 'signature_verification_no_signature');
      asked = [];
      assert.equal(await download('https://elsewhere.example/largesse-addon-1.0.0.zip'), false);
      assert.deepEqual(asked, []);
      const kept = await run(
        `${ADMIN} echo wp_json_encode( array( has_filter( 'wp_signature_softfail' ), has_filter( 'wp_signature_hosts' ) ) );`,
      );
      assert.deepEqual(kept, [false, false], 'other downloads are checked as before');
    });

    it('refuses an old package with a valid signature that is offered as a new version', async () => {
      const installed = await versions();
      const folder = '/https/releases.example/largesse';
      const old = `${folder}/largesse-plugin-${NEWER}.zip`;
      for (const end of ['', '.sig'])
        answers.set(`${folder}/largesse-plugin-98.0.0.zip${end}`, released.get(`${old}${end}`) ?? {});
      describeAs('plugin', { version: '98.0.0', package: 'largesse-plugin-98.0.0.zip' });
      assert.deepEqual(await run(LOOK), { plugin: '98.0.0', theme: NEWER });
      const [done, codes] = (await update()) as [boolean, string[]];
      assert.deepEqual([done, codes.includes('largesse_wrong_package')], [false, true], String(codes));
      assert.deepEqual(await versions(), installed);
    });

    it('updates the plugin and keeps settings, registries, their fields and the owners’ page', async () => {
      const state = `
        $registry = $input['registry'] ?? wp_insert_post( array(
          'post_type'   => 'registry',
          'post_title'  => 'A list that stays',
          'post_status' => 'publish',
          'meta_input'  => array( 'registry_item_ids' => '[3,1,2]', 'registry_invitees' => '["ada"]', 'registry_event_date' => '2027-05-01' ),
        ) );
        if ( ! isset( $input['registry'] ) ) {
          update_option( 'registry_api_base_url', 'https://api.family.example' );
          update_option( 'registry_api_app_password', array( 'value' => 'abcd efgh' ) );
          update_option( 'largesse_currency', 'EUR' );
        }
        $page = (int) get_option( 'largesse_my_registries_page' );
        echo wp_json_encode( array(
          'registry' => $registry,
          'post'     => get_post( $registry )->post_title,
          'meta'     => get_post_meta( $registry ),
          'settings' => array( get_option( 'registry_api_base_url' ), get_option( 'registry_api_app_password' ), get_option( 'largesse_currency' ) ),
          'page'     => array( $page, get_post_status( $page ), get_post( $page )?->post_content ),
          'active'   => is_plugin_active( 'largesse/largesse.php' ),
          'route'    => rest_do_request( new WP_REST_Request( 'GET', '/largesse/v1/status' ) )->get_status(),
        ) );
      `;
      const before = (await run(`${ADMIN}${state}`)) as { registry: number; page: [number]; active: boolean };
      assert.ok(before.page[0] > 0 && before.active);
      await run(LOOK);
      const [done, codes] = (await update()) as [boolean, string[]];
      assert.deepEqual([done, codes], [true, []]);
      assert.equal(((await versions()) as string[])[0], NEWER);
      // The upgrader leaves the plugin inactive. In wp-admin, a second request activates the plugin again, so the test
      // activates it.
      assert.deepEqual(
        await run(`${ADMIN} activate_plugin( 'largesse/largesse.php' ); ${state}`, { registry: before.registry }),
        before,
      );
      assert.deepEqual(await run(LOOK), { plugin: null, theme: NEWER }, 'no newer version remains');
    });
  });
}
