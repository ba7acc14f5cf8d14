import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openService } from '../../../api/src/service.ts';
import { readSettings } from '../../../api/src/settings.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openSiteWithApi, warmUp } from '../api/site-with-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import {
  type ConnectionSettings,
  largesseExcept,
  type OddAnswer,
  openOddService,
  runWithSettings,
  storeSettings,
} from './connection-settings.ts';

const KEY = 'the-right-gateway-key';

/** A finding that the connection check returns. */
interface Finding {
  id: string;
  status: 'good' | 'recommended' | 'critical';
  label: string;
  description: string;
  remedy: string;
}

// On the newest WordPress, settings.test.ts and site-health.test.ts test the findings of a working site.
describe('The check of the connection on WordPress 6.5', () => {
  const t = openForSuite(() => openSiteWithApi('6.5', { GATEWAY_KEY: KEY }));
  before(async () => {
    await warmUp(t);
  });

  it('passes when everything works', async () => {
    const findings = await check(right());
    assert.deepEqual(
      findings.map(({ id, status }) => `${id} ${status}`),
      [
        'address good',
        'service good',
        'gateway_key good',
        'credentials good',
        'admin good',
        'purchases good',
        'clock good',
        'api_version good',
        'versions good',
        'application_passwords good',
        'rest_api good',
        'authorization_header good',
        'mail good',
        'cron good',
        'event_log good',
      ],
    );
  });

  describe('of the service', () => {
    it('reports an address that is missing or invalid', async () => {
      await finds({}, 'address critical', /not set/, /REGISTRY_API_BASE_URL/);
      assert.equal((await check({})).length, 7, 'the others are about this site only');
      await finds(
        { baseUrl: 'https://a:secret@b.example' },
        'address critical',
        /is invalid/,
        /user name or a password/,
      );
    });

    it('reports an address without a server', async () => {
      await finds({ ...right(), baseUrl: CLOSED_ADDRESS }, 'service critical', /cannot be reached/, /is running/);
    });

    it('reports that WordPress blocks requests to other servers', async () => {
      const baseUrl = 'https://api.example';
      await finds({ ...right(), baseUrl }, 'service critical', /cannot be reached/, /WP_ACCESSIBLE_HOSTS/);
    });

    it('recognizes a problem with the certificate by cURL’s error number', async () => {
      const remedies: Record<string, RegExp> = {
        'cURL error 60: SSL certificate problem': /Check that the certificate/,
        'cURL error 35: error of this version': /Check that the certificate/,
        'cURL error 7: Failed to connect to ssl.example port 443': /is running/,
        'SSL operation failed with code 1': /Check that the certificate/,
      };
      for (const [message, remedy] of Object.entries(remedies)) {
        const refuse = `add_filter( 'pre_http_request', fn() => new WP_Error( 'http_request_failed', '${message}' ) );`;
        await finds(right(), 'service critical', /cannot be reached/, remedy, refuse);
      }
    });

    it('reports an unencrypted connection, except within the local network', async () => {
      await finds({ ...right(), baseUrl: 'http://93.184.215.14' }, 'address recommended', /not encrypted/, /https:/);
      for (const baseUrl of ['https://93.184.215.14', 'http://10.0.0.7:8000', 'http://[::1]:8000']) {
        await finds({ ...right(), baseUrl }, 'address good', /is set/, /^$/);
      }
    });

    it('reports servers other than Largesse: another web server, this site, a redirect, a gateway alone', async () => {
      const visits: boolean[] = [];
      await using other = await openOddService((_path, hasCredentials) => {
        visits.push(hasCredentials);
        return { status: 200, body: '<h1>Welcome</h1>' };
      });
      await check({ ...right(), baseUrl: other.url });
      assert.ok(visits.length > 0);
      assert.ok(!visits.includes(true), 'another web server gets no credentials');
      await finds(
        { ...right(), baseUrl: other.url },
        'service critical',
        /Something other than the registry service/,
        /Check that this is the address/,
      );
      await finds(
        { ...right(), baseUrl: t.site.url },
        'service critical',
        /Something other than the registry service/,
        /Check that this is the address/,
      );
      await using moved = await openOddService(() => ({ status: 301, headers: { location: `${t.url}/health` } }));
      await finds(
        { ...right(), baseUrl: moved.url },
        'service critical',
        /redirects to another one/,
        /the final address of the service/,
      );
      await using down = await openOddService(() => ({ status: 502, body: '<h1>Bad Gateway</h1>' }));
      await finds({ ...right(), baseUrl: down.url }, 'service critical', /is not running/, /Start the service/);
    });

    it('reports a wrong gateway key, a missing one, an impossible one, and a service that requires none', async () => {
      await finds({ ...right(), gatewayKey: 'wrong' }, 'gateway_key critical', /is refused/, /Enter the key/);
      const { gatewayKey: _, ...withoutKey } = right();
      await finds(withoutKey, 'gateway_key critical', /is missing/, /Enter the key/);
      await finds({ ...right(), gatewayKey: 'a\nb' }, 'gateway_key critical', /cannot be used/, /Enter the key/);
      await using open = await openOddService(largesseExcept({ status: 200, body: [] }));
      await finds(
        { ...right(), baseUrl: open.url },
        'gateway_key recommended',
        /does not require a gateway key/,
        /GATEWAY_KEY/,
      );
    });

    it('rates a missing key worse if other machines can reach the service', async () => {
      const addresses = {
        'https://api.example': 'critical',
        'http://127.0.0.1.example': 'critical',
        'http://127.0.0.1:8080': 'recommended',
        'http://LOCALHOST': 'recommended',
        'http://[::1]:8080': 'recommended',
      };
      const found = await t.site.wordpress.run(
        `add_filter( 'pre_option_registry_api_base_url', function () use ( &$address ) { return $address; } );
        add_filter( 'pre_option_registry_api_gateway_key', fn() => '' );
        add_filter( 'pre_http_request', fn() => array( 'headers' => array(), 'body' => '{"detail":"no"}',
          'response' => array( 'code' => 401, 'message' => '' ), 'cookies' => array(), 'filename' => null ) );
        foreach ( $input as $address ) {
          $settings = new Largesse\\Service\\Settings();
          $probe = new Largesse\\Setup\\RawServiceRequest( $settings );
          $found[ $address ] = ( new Largesse\\Setup\\GatewayKeyCheck( $settings, $probe ) )->gateway_key()->status;
        }
        echo wp_json_encode( $found );`,
        Object.keys(addresses),
      );
      assert.deepEqual(JSON.parse(found), addresses);
    });

    it('reports a service that accepts all callers', async () => {
      await using open = await openOddService((path) =>
        path === '/items' ? { status: 200, body: [] } : largesseExcept(null)(path, false),
      );
      await finds({ ...right(), baseUrl: open.url }, 'gateway_key critical', /does not answer as it should/, /log/);
    });

    it('accepts a gateway that requires its key even at /health', async () => {
      await using strict = await openOddService((path, hasCredentials, hasKey) =>
        hasKey ? largesseExcept({ status: 200, body: [] })(path, hasCredentials) : { status: 403 },
      );
      await finds({ ...right(), baseUrl: strict.url }, 'service good', /answers/, /^$/);
      await finds({ ...right(), baseUrl: strict.url }, 'gateway_key good', /is accepted/, /^$/);
    });

    it('explains each status of another server', async () => {
      const labels = await t.site.wordpress.run(
        `add_filter( 'pre_option_registry_api_base_url', fn() => 'https://api.example' );
        add_filter( 'pre_option_registry_api_gateway_key', fn() => 'key' );
        add_filter( 'pre_http_request', function ( $response, $options ) use ( &$status ) {
          $healthy = 401 === $status && isset( $options['headers']['x-api-key'] );
          return array( 'headers' => array(), 'body' => '{"service":"largesse-api"}', 'response' => array( 'code' => $healthy ? 200 : $status ) );
        }, 10, 2 );
        $settings = new Largesse\\Service\\Settings();
        foreach ( $input as $status ) {
          $check = new Largesse\\Setup\\ServiceCheck( $settings, new Largesse\\Setup\\RawServiceRequest( $settings ) );
          $found[] = $check->service()->label;
        }
        echo wp_json_encode( $found );`,
        [502, 503, 504, 308, 500, 401],
      );
      assert.deepEqual(JSON.parse(labels), [
        ...Array(3).fill('The registry service is not running'),
        'The address of the registry service redirects to another one',
        'Something other than the registry service answers',
        'The registry service answers',
      ]);
    });

    it('reports clocks and versions that differ', async () => {
      for (const [seconds, text] of [
        [-180, /1[78]\d seconds behind/],
        [180, /1[78]\d seconds ahead/],
      ] as const) {
        const date = new Date(Date.now() + seconds * 1000).toUTCString();
        const service = largesseExcept({ status: 200, body: [] }, { date });
        await using odd = await openOddService((path, hasCredentials) =>
          path === '/openapi.json' ? { status: 200, body: { info: { version: '2' } } } : service(path, hasCredentials),
        );
        const findings = await check({ ...right(), baseUrl: odd.url });
        assert.match(findings.find(({ id }) => id === 'clock')?.description ?? '', text);
        assert.match(
          findings.find(({ id }) => id === 'api_version')?.description ?? '',
          /service speaks version 2 .* plugin version 1/,
        );
      }
    });
  });

  describe('of the credentials', () => {
    it('reports missing and unusable ones', async () => {
      const { username, appPassword, ...rest } = { ...right(), ...accountOf('admin') };
      await finds(
        rest,
        'credentials critical',
        /^User name and application password are not set/,
        /Create an application password/,
      );
      await finds({ ...rest, username }, 'credentials critical', /^The application password is not set/, /Create an/);
      await finds({ ...rest, appPassword }, 'credentials critical', /^The user name is not set/, /Create an/);
      await finds({ ...rest, appPassword, username: 'a:b' }, 'credentials critical', /cannot be used/, /colon/);
    });

    it('reports a wrong password and an unknown user, and tells them apart', async () => {
      await finds(
        { ...right(), appPassword: 'wrong' },
        'credentials critical',
        /rejects/,
        /not one of this user’s application passwords/,
      );
      await finds({ ...right(), username: 'somebody' }, 'credentials critical', /rejects/, /no user with this name/);
      await finds(
        { ...right(), username: 'some@body.example' },
        'credentials critical',
        /rejects/,
        /no user with this name/,
      );
    });

    it('reports disabled application passwords', async () => {
      const off = "add_filter( 'wp_is_application_passwords_available', '__return_false' );";
      const wrong = { ...right(), appPassword: 'wrong too' };
      await finds(wrong, 'credentials critical', /rejects/, /switched off on this site/, off);
      const offForUser = "add_filter( 'wp_is_application_passwords_available_for_user', '__return_false' );";
      await finds(wrong, 'credentials critical', /rejects/, /switched off on this site/, offForUser);
      await finds(wrong, 'application_passwords critical', /are switched off/, /security plugin/, off);
    });

    it('reports an account that is not an administrator’s, with and without items to test it', async () => {
      const member = { ...right(), ...accountOf('owner') };
      await finds(member, 'admin critical', /not an administrator's/, /Use the user name of an administrator/);
      const headers = { 'x-api-key': KEY };
      const item = { registry_id: 1, name: 'A pot', url: 'https://shop.example/x' };
      const { body } = await t.request<{ data: { id: number } }>('admin', 'POST', '/items', { headers, body: item });
      try {
        await finds(member, 'admin critical', /not an administrator's/, /Use the user name of an administrator/);
        await finds(right(), 'admin good', /is an administrator's/, /^$/);
        await finds({ ...right(), username: 'admin@people.example' }, 'admin good', /is an administrator's/, /^$/);
      } finally {
        await t.request('admin', 'DELETE', `/items/${body.data.id}`, { headers });
      }
      await finds({ ...right(), username: 'admin@people.example' }, 'admin good', /is an administrator's/, /^$/);
      await using strict = await openOddService(
        largesseExcept({
          status: 403,
          body: { detail: 'No', errors: [{ field: 'authorization', rule: 'not_allowed', limit: null }] },
        }),
      );
      await finds(
        { ...member, baseUrl: strict.url },
        'admin critical',
        /not an administrator's/,
        /Use the user name of an administrator/,
      );
    });

    it('reports that new users can change all wishes if registration is open', async () => {
      await finds(right(), 'admin good', /is an administrator's/, /^$/);
      assert.ok(!(await check(right())).some(({ id }) => id === 'items_access'));
      const open = "add_filter( 'pre_option_users_can_register', '__return_true' );";
      await finds(right(), 'items_access critical', /New members can change/, /ITEMS_ACCESS=registry/, open);
      const all = await findings(right(), '$check->findings()', open);
      assert.equal(all.filter(({ status }) => status === 'critical').length, 1);
      for (const access of ['registry', 'authenticated']) {
        const answer = { status: 200, body: [], headers: { 'items-access': access } };
        await using decided = await openOddService(largesseExcept(answer));
        const settings = { ...right(), baseUrl: decided.url };
        assert.deepEqual(await findings(settings, `array( $check->finding( 'items_access' ) )`, open), [null]);
      }
    });

    it('reports a service that cannot reach this site', async () => {
      await using lost = await openLostService();
      const found = (await check({ ...right(), baseUrl: lost.url })).find(({ id }) => id === 'credentials');
      assert.equal(found?.label, 'The registry service cannot reach this site');
      assert.match(found.description, /status 503: Registry host is unavailable/);
      assert.match(found.remedy, new RegExp(`Set HOST_URL of the service to ${t.site.url}`));
      for (const status of [502, 504]) {
        await using odd = await openOddService(largesseExcept({ status, body: { detail: 'Because' } }));
        await finds({ ...right(), baseUrl: odd.url }, 'credentials critical', /cannot reach this site/, /Because/);
      }
    });

    it('reports a service that does not receive them, or asks another site', async () => {
      await using deaf = await openOddService(
        largesseExcept({ status: 401, body: { detail: 'Invalid or missing credentials' } }),
      );
      await finds(
        { ...right(), baseUrl: deaf.url },
        'credentials critical',
        /rejects/,
        /correct on this site.*HOST_URL.*CGIPassAuth On/s,
      );
      await using other = await openOddService(largesseExcept({ status: 200, body: [] }));
      const elsewhere = { ...right(), baseUrl: other.url, appPassword: 'of another site' };
      await finds(elsewhere, 'credentials critical', /accepts credentials that this site rejects/, /HOST_URL/);
      assert.ok(!(await check(elsewhere)).some(({ id }) => id === 'admin'));
      for (const username of ['somebody', 'some@body.example'])
        await finds(
          { ...elsewhere, username },
          'credentials critical',
          /accepts credentials that this site rejects/,
          /HOST_URL/,
        );
    });

    it('reports a service that delays logins, closes connections, fails, or answers nonsense', async () => {
      for (const [answer, label] of [
        [{ status: 429, body: { detail: 'Too many failed logins' } }, /refuses this site's logins/],
        [null, /did not answer in time/],
        [{ status: 500, body: '<h1>Oh</h1>' }, /answers this site with an error/],
        [{ status: 403, body: { message: 'Forbidden' } }, /answers this site with an error/],
        [{ status: 404 }, /answers this site with an error/],
        [{ status: 200, body: { items: 'none' } }, /answers this site with an error/],
        [{ status: 200, body: '<h1>Hello</h1>' }, /answers this site with an error/],
      ] as const) {
        await using odd = await openOddService(largesseExcept(answer));
        await finds({ ...right(), baseUrl: odd.url }, 'credentials critical', label, /./);
      }
    });
  });

  describe('of this site', () => {
    it('reports registries, or fields of them, missing in the REST API', async () => {
      for (const [php, label, text] of [
        [
          "add_action( 'init', fn() => unregister_post_meta( 'registry', 'registry_invitees' ), 99 );",
          /Fields of registries are missing/,
          /registry_invitees/,
        ],
        [
          "add_filter( 'register_registry_post_type_args', fn( $args ) => array( 'show_in_rest' => false ) + $args );",
          /Registries are missing/,
          /plugin/,
        ],
      ] as const) {
        await using _ = await addCode(t.site, php);
        await finds(right(), 'rest_api critical', label, text);
      }
    });

    it('reports that /wp-json is missing', async () => {
      const plain = "add_filter( 'pre_option_permalink_structure', '__return_empty_string' );";
      await finds(right(), 'rest_api recommended', /not at its usual/, /Permalinks.*HOST_REST_URL.*rest_route/, plain);
    });

    it('asks the site itself about application passwords if only other requests use HTTPS', async () => {
      const statuses = await t.site.wordpress.run(
        `add_filter( 'wp_is_application_passwords_available', '__return_false' );
        foreach ( array( 'home', 'siteurl' ) as $name ) add_filter( "pre_option_$name", fn () => 'https://site.example' );
        add_filter( 'pre_http_request', function () use ( &$is_available ) {
          $body = wp_json_encode( array( 'authorization' => true, 'application_passwords' => $is_available ) );
          return array( 'headers' => array(), 'body' => $body, 'response' => array( 'code' => 200 ) );
        } );
        foreach ( array( true, false ) as $is_available ) $found[] = ( new Largesse\\Setup\\SiteCheck() )->application_passwords()->status;
        echo implode( ' ', $found );`,
      );
      assert.equal(statuses, 'good critical');
    });

    it('reports that credentials do not arrive', async () => {
      await using _ = await addCode(
        t.site,
        "if ( str_contains( $_SERVER['REQUEST_URI'] ?? '', 'largesse/v1/status' ) ) { unset( $_SERVER['HTTP_AUTHORIZATION'] ); }",
      );
      await finds(right(), 'authorization_header critical', /does not arrive/, /CGIPassAuth On/);
    });

    it('reports that it could not check', async () => {
      await using _ = await addCode(
        t.site,
        "add_filter( 'rest_authentication_errors', fn() => new WP_Error( 'closed', 'Closed', array( 'status' => 401 ) ) );",
      );
      await finds(right(), 'authorization_header recommended', /could not call/, /answered with status 401/);
    });

    it('reports an outdated WordPress', async () => {
      await finds(
        right(),
        'versions critical',
        /too old/,
        /Update to WordPress 6\.5/,
        "$GLOBALS['wp_version'] = '6.4';",
      );
    });
  });

  describe('of giving', () => {
    it('reports a service whose requests for gifts fail', async () => {
      const openWith = (answer: OddAnswer) =>
        openOddService((path, hasCredentials) =>
          path === '/purchases'
            ? answer
            : largesseExcept({ status: 200, body: [{ affiliate_url: null }] })(path, hasCredentials),
        );
      await using other = await openWith({ status: 404, body: { detail: 'Not found' } });
      await finds(
        { ...right(), baseUrl: other.url },
        'purchases critical',
        /does not provide gifts/,
        /Something other than the registry service/,
      );
      await using broken = await openWith({ status: 500, body: { detail: 'Internal error' } });
      await finds(
        { ...right(), baseUrl: broken.url },
        'purchases critical',
        /does not provide gifts/,
        /Internal error/,
      );
    });
  });

  describe('of mail', () => {
    it('reports failing mail until one succeeds, and shows no address', async () => {
      await fail('SMTP Error: The following recipients failed: <ada@mail.example>: 550 no ada@mail.example here');
      await finds(right(), 'mail recommended', /does not leave/, /recipients failed: <…>: 550 no … here/);
      assert.doesNotMatch(JSON.stringify(await check(right())), /mail\.example/);
      await succeed();
      await finds(right(), 'mail good', /No mail has failed/, /^$/);
    });

    it('hides a failed mail about a gift from owners of a surprise', async () => {
      const registry = await t.site.wordpress.run(
        `$id = wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'private', 'post_author' => $input, 'post_title' => 'Mine' ) );
        update_post_meta( $id, 'registry_surprise', 'hidden' );
        update_post_meta( $id, 'registry_owners', '["invitee"]' );
        echo $id;`,
        t.site.users.admin.id,
      );
      await fail('Could not connect', 'given');
      assert.deepEqual(await toldTo(t.site.users.admin.id), null);
      assert.deepEqual(await toldTo(t.site.users.invitee.id), null, 'a co-owner');
      assert.deepEqual(await toldTo(0), null, 'all administrators see the weekly check');
      assert.deepEqual(await toldTo(t.site.users.owner.id), 'Could not connect');
      await fail('Of another mail');
      assert.deepEqual(await toldTo(t.site.users.admin.id), 'Of another mail');
      await succeed('given');
      assert.deepEqual(await toldTo(t.site.users.admin.id), 'Of another mail');
      await fail('Once more', 'given');
      await succeed();
      assert.deepEqual(await toldTo(t.site.users.owner.id), null);
      await fail('Of an invitation', 'invited');
      assert.deepEqual(await toldTo(t.site.users.admin.id), 'Of an invitation');
      await succeed();
      await fail('Once more', 'given');
      await t.site.wordpress.run(`update_post_meta( $input, 'registry_reveal_date', '2020-01-01' );`, Number(registry));
      assert.deepEqual(await toldTo(t.site.users.admin.id), 'Once more');
      await succeed();
    });

    it('reports that scheduled tasks do not run', async () => {
      await t.site.wordpress.run(
        `wp_schedule_single_event( time() - 5 * DAY_IN_SECONDS, 'largesse_test_single' );
        wp_schedule_event( time() - 7 * HOUR_IN_SECONDS - 1, 'daily', 'largesse_test' );`,
      );
      await finds(right(), 'cron recommended', /do not run/, /waiting for 7 hours.*DISABLE_WP_CRON/s);
      await t.site.wordpress.run(`wp_unschedule_hook( 'largesse_test' );`);
      await finds(right(), 'cron good', /Scheduled tasks run/, /^$/);
      await t.site.wordpress.run(`wp_unschedule_hook( 'largesse_test_single' );`);
    });

    /** Fires WordPress's action for a mail that could not be sent. */
    const fail = (reason: string, kind = '') =>
      t.site.wordpress.run(
        `if ( $input[1] ) { apply_filters( 'largesse_mail', array(), $input[1] ); }
        do_action( 'wp_mail_failed', new WP_Error( 'wp_mail_failed', $input[0] ) );`,
        [reason, kind],
      );

    const succeed = (kind = '') =>
      t.site.wordpress.run(
        `if ( $input ) { apply_filters( 'largesse_mail', array(), $input ); }
        do_action( 'wp_mail_succeeded', array() );`,
        kind,
      );

    const toldTo = async (user: number): Promise<unknown> =>
      JSON.parse(
        await t.site.wordpress.run(
          `wp_set_current_user( $input ); echo wp_json_encode( Largesse\\Mail\\MailFailures::reason() );`,
          user,
        ),
      );
  });

  it('shows no secret', async () => {
    const told = JSON.stringify(await check({ ...right(), appPassword: 'a wrong secret' }));
    assert.doesNotMatch(told, new RegExp(`${KEY}|a wrong secret`));
  });

  it('uses a client that sends ASCII keys only, and takes no empty answer below 200 for a success', async () => {
    await storeSettings(t.site, { baseUrl: 'https://odd.example', gatewayKey: 'key' });
    const answers = await t.site.wordpress.run(
      `$asked = 0;
        add_filter( 'pre_http_request', function () use ( &$asked ) {
          ++$asked;
          return array( 'response' => array( 'code' => 199 ), 'headers' => array(), 'cookies' => array(), 'body' => '' );
        } );
        $client = new Largesse\\Service\\Client( new Largesse\\Service\\Settings() );
        $low    = $client->list_items();
        update_option( 'registry_api_gateway_key', $input );
        $key = $client->list_items();
        echo wp_json_encode( array( $low->get_error_data(), $key->get_error_data(), $asked ) );`,
      'ключ',
    );
    assert.deepEqual(JSON.parse(answers), [{ status: 199 }, { status: 0 }, 1]);
  });

  it('reads a secret from a file with one line of at most 8,192 bytes', async () => {
    const read = await t.site.wordpress.run(
      `$file = get_temp_dir() . 'secret';
       $all  = array();
       foreach ( array( str_pad( 'key', 8192 ), str_pad( 'key', 8193 ), "\\xEF\\xBB\\xBFkey\\n", "a\\nb", "\\n" ) as $text ) {
         file_put_contents( $file, $text );
         $found = Largesse\\Service\\SecretFile::read( $file );
         $all[] = array( $found->value, $found->problem );
       }
       wp_delete_file( $file );
       echo wp_json_encode( $all );`,
    );
    assert.deepEqual(JSON.parse(read), [
      ['key', null],
      ['', 'The file must not be larger than 8192 bytes.'],
      ['key', null],
      ['', 'The file must contain exactly one line.'],
      ['', 'The file is empty.'],
    ]);
  });

  it('knows the rules of the settings', async () => {
    const rules: [string, string, RegExp | null][] = [
      ['registry_api_base_url', 'https://api.example.com/path', null],
      ['registry_api_base_url', 'HTTP://10.0.0.7:8000/', null],
      ['registry_api_base_url', 'api.example.com', /complete address/],
      ['registry_api_base_url', 'ftp://api.example.com', /complete address/],
      ['registry_api_base_url', 'javascript:alert(1)', /complete address/],
      ['registry_api_base_url', 'https://', /complete address/],
      ['registry_api_base_url', 'https://a@api.example.com', /user name or a password/],
      ['registry_api_base_url', 'https://a:1/b@api.example.com', /user name or a password/],
      ['registry_api_base_url', 'https://api.example.com/?key=1', /query/],
      ['registry_api_base_url', 'https://api.example.com/#here', /fragment/],
      ['registry_api_base_url', 'https://api.example.com/a b', /characters/],
      ['registry_api_base_url', 'https://api.example.com/"><script>', /characters/],
      ['registry_api_gateway_key', `!"'<>~ abc`, null],
      ['registry_api_gateway_key', 'ключ', /ASCII/],
      ['registry_api_gateway_key', 'a\r\nb', /control characters/],
      ['registry_api_username', 'مرحبا <b>"\'', null],
      ['registry_api_username', 'ad:min', /colon/],
      ['registry_api_username', 'ad\u0007min', /control characters/],
      ['registry_api_username', 'x'.repeat(1000), null],
      ['registry_api_username', 'x'.repeat(1001), /1000 characters/],
      ['registry_api_app_password', 'abcd EFGH 1234', null],
      ['registry_api_app_password', 'ab\ncd', /control characters/],
      ['registry_pages_url', 'http://a.example:8082 https://b.example', null],
      ['registry_pages_url', 'http://a.example:8082 https://me:pass@b.example', /user name or a password/],
      ['registry_pages_key', 'ключ', /ASCII/],
      ['registry_api_cache_seconds', '0', null],
      ['registry_api_cache_seconds', '60', null],
      ['registry_api_cache_seconds', '61', /from 0 to 60/],
      ['registry_api_cache_seconds', '-1', /from 0 to 60/],
      ['registry_api_cache_seconds', '1.5', /from 0 to 60/],
      ['registry_api_cache_seconds', '٥', /from 0 to 60/],
      ['registry_api_cache_seconds', '', null],
    ];
    const told: (string | null)[] = JSON.parse(
      await t.site.wordpress.run(
        'echo wp_json_encode( array_map( fn( $rule ) => Largesse\\Service\\SettingsRules::problem( ...$rule ), $input ) );',
        rules.map(([name, value]) => [name, value]),
      ),
    );
    for (const [index, [name, value, rule]] of rules.entries()) {
      if (rule === null) assert.equal(told[index], null, `${name} ${value}`);
      else assert.match(told[index] ?? '', rule, `${name} ${value}`);
    }
    const seconds = await t.site.wordpress.run(
      `foreach ( array( '600', '60', '0', '', '-1' ) as $value ) {
        add_filter( 'pre_option_registry_api_cache_seconds', fn () => $value );
        echo ( new Largesse\\Service\\Settings() )->cache_seconds(), ' ';
      }`,
    );
    assert.equal(seconds, '60 60 0 5 5 ');
  });

  const accountOf = (who: 'admin' | 'owner') => ({
    username: t.site.users[who].username,
    appPassword: t.site.users[who].applicationPassword,
  });

  const right = (): ConnectionSettings => ({ baseUrl: t.url, gatewayKey: KEY, ...accountOf('admin') });

  /** Returns all findings. */
  const check = (settings: ConnectionSettings): Promise<Finding[]> => findings(settings, '$check->findings()');

  /**
   * Checks that there is a finding with this id and status. Its label must match `label`. Its description or its remedy
   * must match `text`.
   * @param first PHP that runs before the check
   */
  async function finds(
    settings: ConnectionSettings,
    idAndStatus: string,
    label: RegExp,
    text: RegExp,
    first = '',
  ): Promise<void> {
    const [id = ''] = idAndStatus.split(' ');
    const [found] = await findings(settings, `array( $check->finding( '${id}' ) )`, first);
    assert.equal(`${found?.id} ${found?.status}`, idAndStatus, JSON.stringify(found));
    assert.match(found?.label ?? '', label);
    assert.match(found?.status === 'good' ? found.remedy : `${found?.description} ${found?.remedy}`, text);
  }

  async function findings(settings: ConnectionSettings, which: string, first = ''): Promise<Finding[]> {
    const found = await runWithSettings(
      t.site,
      settings,
      `${first}
      $check = new Largesse\\Setup\\ConnectionCheck( new Largesse\\Service\\Settings() );
      echo wp_json_encode( ${which} );`,
    );
    return JSON.parse(found);
  }
});

/** Opens a service that cannot reach its host, because no server listens at `HOST_URL`. */
async function openLostService(): Promise<{ url: string } & AsyncDisposable> {
  const folder = await temporaryFolder();
  const service = await openService(
    readSettings({
      HOST_URL: CLOSED_ADDRESS,
      DATABASE_URL: `sqlite:${folder.path}/items.db`,
      PORT: '0',
      LOG_LEVEL: 'fatal',
    }),
  );
  return {
    url: await service.listen(),
    [Symbol.asyncDispose]: async () => {
      await service.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}
