// Needs a service and site: each fault lies between the two.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { realNow } from '../../../contract/testing/clock.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { openSiteWithApi, warmUp } from '../api/site-with-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import { type ConnectionSettings, largesseExcept, openOddService, runWithSettings } from './connection-settings.ts';

const KEY = 'the-right-gateway-key';
const SITE_KEY = 'the-right-site-key-0123456789abcdef';

/** A finding that the connection check returns. */
interface Finding {
  id: string;
  status: 'good' | 'recommended' | 'critical';
  label: string;
  description: string;
  remedy: string;
}

/** A finding and its cause. */
type Case = readonly [
  idAndStatus: string,
  label: RegExp,
  /** Must match the description or the remedy. */
  text: RegExp,
  cause?: {
    /** Settings other than the correct ones; undefined removes a setting. */
    settings?: ConnectionSettings;
    /** Answers of a server that replaces the service. */
    answer?: Parameters<typeof openOddService>[0];
    /** PHP that runs before the check. */
    first?: string;
  },
];

/** Answers like Largesse, except to signed-in requests to `/items`. */
const items = (status: number, body?: unknown, headers = {}) => ({ answer: largesseExcept({ status, body, headers }) });
const refuse = (message: string) => ({
  first: `add_filter( 'pre_http_request', fn() => new WP_Error( 'http_request_failed', '${message}' ) );`,
});
const filter = (name: string, result: string) => `add_filter( '${name}', '__return_${result}' );`;

const OFF = filter('wp_is_application_passwords_available', 'false');
const NOT_ADMIN = [/not an administrator's/, /Use the user name of an administrator/] as const;

const OF_THE_SERVICE: readonly Case[] = [
  ['address critical', /not set/, /REGISTRY_API_BASE_URL/, { settings: { baseUrl: undefined } }],
  ['address recommended', /not encrypted/, /https:/, { settings: { baseUrl: 'http://93.184.215.14' } }],
  ['address good', /is set/, /^$/, { settings: { baseUrl: 'https://93.184.215.14' } }],
  ['address good', /is set/, /^$/, { settings: { baseUrl: 'http://[::1]:8000' } }],
  ['service critical', /cannot be reached/, /is running/, { settings: { baseUrl: CLOSED_ADDRESS } }],
  ['service critical', /cannot be reached/, /WP_ACCESSIBLE_HOSTS/, { settings: { baseUrl: 'https://api.example' } }],
  ['service critical', /cannot be reached/, /certificate/, refuse('cURL error 60: SSL certificate problem')],
  ['service critical', /cannot be reached/, /is running/, refuse('cURL error 7: Failed to connect to ssl.example')],
  // A gateway may require its key even at /health.
  [
    'gateway_key good',
    /is accepted/,
    /^$/,
    {
      answer: (path, login, hasKey) =>
        hasKey ? largesseExcept({ status: 200, body: [] })(path, login) : { status: 403 },
    },
  ],
  ['gateway_key critical', /is refused/, /Enter the key/, { settings: { gatewayKey: 'wrong' } }],
  ['gateway_key critical', /is missing/, /Enter the key/, { settings: { gatewayKey: undefined } }],
  [
    'gateway_key critical',
    /cannot be used/,
    /^REGISTRY_API_GATEWAY_KEY_FILE cannot be used\. It must be the absolute path/,
    { settings: { gatewayKey: undefined }, first: "putenv( 'REGISTRY_API_GATEWAY_KEY_FILE=key' );" },
  ],
  ['gateway_key recommended', /does not require a gateway key/, /GATEWAY_KEY/, items(200, [])],
  ['service critical', /is not running/, /./, { answer: () => ({ status: 503 }) }],
  ['service critical', /redirects to another one/, /./, { answer: () => ({ status: 308 }) }],
];

const NOT_SIGNED = [/requests are not signed/] as const;

const OF_THE_SIGNATURE: readonly Case[] = [
  ['signature good', /requests are signed/, /^$/],
  ['signature recommended', ...NOT_SIGNED, /Set SITE_KEY of the service/, { settings: { siteKey: undefined } }],
  ['signature recommended', ...NOT_SIGNED, /Set SITE_KEY/, { settings: { siteKey: `${SITE_KEY}x` } }],
  ['signature recommended', ...NOT_SIGNED, /must have at least 32 bytes/, { settings: { siteKey: 'short' } }],
  [
    'signature recommended',
    ...NOT_SIGNED,
    /REGISTRY_API_SITE_KEY_FILE cannot be used/,
    { settings: { siteKey: undefined }, first: "putenv( 'REGISTRY_API_SITE_KEY_FILE=key' );" },
  ],
  [
    'signature recommended',
    ...NOT_SIGNED,
    /Set the clocks/,
    items(200, [{ affiliate_url: null }], { 'site-signature': 'late' }),
  ],
  // The check of the credentials is not signed, so wrong credentials are still found.
  ['credentials critical', /rejects the credentials/, /not one of this user/, { settings: { appPassword: 'wrong' } }],
];

const OF_THE_CREDENTIALS: readonly Case[] = [
  [
    'credentials critical',
    /^User name and application password are not set/,
    /Create an application password/,
    { settings: { username: undefined, appPassword: undefined } },
  ],
  ['credentials critical', /cannot be used/, /colon/, { settings: { username: 'a:b' } }],
  ['credentials critical', /rejects/, /not one of this user’s/, { settings: { appPassword: 'wrong' } }],
  ['credentials critical', /rejects/, /no user with this name/, { settings: { username: 'somebody' } }],
  ['credentials critical', /rejects/, /switched off/, { settings: { appPassword: 'wrong too' }, first: OFF }],
  ['application_passwords critical', /are switched off/, /security plugin/, { first: OFF }],
  // The service does not receive the credentials, or asks another site.
  ['credentials critical', /rejects/, /correct on this site.*HOST_URL.*CGIPassAuth On/s, items(401, { detail: 'No' })],
  [
    'credentials critical',
    /accepts credentials that this site rejects/,
    /HOST_URL/,
    { ...items(200, []), settings: { appPassword: 'of another site' } },
  ],
  ['credentials critical', /cannot reach this site/, /Because.*HOST_URL/s, items(503, { detail: 'Because' })],
  ['credentials critical', /refuses this site's logins/, /./, items(429, { detail: 'Too many failed logins' })],
  ['credentials critical', /did not answer in time/, /./, { answer: largesseExcept(null) }],
  [
    'admin critical',
    ...NOT_ADMIN,
    items(403, { detail: 'No', errors: [{ field: 'authorization', rule: 'not_allowed', limit: null }] }),
  ],
  ['admin good', /is an administrator's/, /^$/, { settings: { username: 'admin@people.example' } }],
  [
    'items_access critical',
    /New members can change/,
    /ITEMS_ACCESS=registry/,
    { first: filter('pre_option_users_can_register', 'true') },
  ],
  [
    'rest_api recommended',
    /not at its usual/,
    /Permalinks.*HOST_REST_URL.*rest_route/,
    { first: filter('pre_option_permalink_structure', 'empty_string') },
  ],
];

/** Code of other plugins that the request of the check to the site also runs. */
const IN_THE_REQUEST: readonly (readonly [php: string, ...Case])[] = [
  [
    "add_filter( 'register_registry_post_type_args', fn( $args ) => array( 'show_in_rest' => false ) + $args );",
    'rest_api critical',
    /Registries are missing/,
    /plugin/,
  ],
  [
    "if ( str_contains( $_SERVER['REQUEST_URI'] ?? '', 'largesse/v1/status' ) ) { unset( $_SERVER['HTTP_AUTHORIZATION'] ); }",
    'authorization_header critical',
    /does not arrive/,
    /CGIPassAuth On/,
  ],
  // Security plugins that limit the REST API. The first looks for a user too early; the others never look for one.
  [
    `add_action( 'rest_api_init', function () { if ( ! is_user_logged_in() ) { status_header( 401 ); exit( '{}' ); } }, 0 );`,
    'credentials good',
    /accepts the credentials/,
    /^$/,
  ],
  ...['rest_api_init', 'init'].map(
    (hook) =>
      [
        `add_action( '${hook}', function () { if ( str_contains( $_SERVER['REQUEST_URI'] ?? '', '/wp-json/' ) ) { status_header( 403 ); exit( '{}' ); } }, 0 );`,
        'credentials critical',
        /Another plugin blocks the REST API/,
        /status 403 before WordPress knew the user.*security plugin/s,
      ] as const,
  ),
];

// On the newest WordPress, settings.test.ts and site-health.test.ts test the findings of a working site.
describe('The check of the connection on WordPress 6.5', () => {
  const t = openForSuite(() => openSiteWithApi('6.5', { GATEWAY_KEY: KEY, SITE_KEY }));
  before(async () => {
    await warmUp(t);
  });

  it('passes when everything works', async () => {
    const found = (await check(right())).map(({ id, status }) => `${id} ${status}`);
    const all = `address service gateway_key credentials admin clock api_version application_passwords
      rest_api authorization_header registration mail cron event_log signature`;
    assert.deepEqual(
      found,
      all.split(/\s+/).map((id) => `${id} good`),
    );
  });

  it('reports faults of the service, of the credentials and of this site, each with its remedy', async () => {
    for (const one of [...OF_THE_SERVICE, ...OF_THE_CREDENTIALS, ...OF_THE_SIGNATURE]) await finds(...one);
    assert.equal((await check({})).length, 7, 'without an address, only this site is checked');
    for (const [php, ...one] of IN_THE_REQUEST) {
      await using _ = await addCode(t.site, php);
      await finds(...one);
    }
  });

  it('reports another web server and this site, and sends them no credentials', async () => {
    const visits: boolean[] = [];
    const other = [/Something other than the registry service/, /Check that this is the address/] as const;
    const answer = (_path: string, hasCredentials: boolean) => {
      visits.push(hasCredentials);
      return { status: 200, body: '<h1>Welcome</h1>' };
    };
    await finds('service critical', ...other, { answer });
    assert.ok(visits.length > 0);
    assert.ok(!visits.includes(true));
    await finds('service critical', ...other, { settings: { baseUrl: t.site.url } });
  });

  it('rates a missing key worse if other machines can reach the service', async () => {
    const addresses = ['https://api.example', 'http://[::1]:8080'];
    const found = await t.site.wordpress.run(
      `add_filter( 'pre_option_registry_api_base_url', function () use ( &$address ) { return $address; } );
      add_filter( 'pre_option_registry_api_gateway_key', fn() => '' );
      add_filter( 'pre_http_request', fn() => array( 'headers' => array(), 'body' => '{"detail":"no"}', 'response' => array( 'code' => 401 ) ) );
      foreach ( $input as $address ) {
        $settings = new Largesse\\Foundation\\Service\\Settings();
        $found[]  = ( new Largesse\\Operation\\Setup\\ServiceCheck( $settings ) )->gateway_key()->status;
      }
      echo implode( ' ', $found );`,
      addresses,
    );
    assert.equal(found, 'critical recommended');
  });

  it('reports clocks and versions that differ', async () => {
    const date = new Date(realNow() - 180_000).toUTCString();
    const service = largesseExcept({ status: 200, body: [] }, { date });
    await using odd = await openOddService((path, hasCredentials) =>
      path === '/openapi.json' ? { status: 200, body: { info: { version: '2' } } } : service(path, hasCredentials),
    );
    const found = await check({ ...right(), baseUrl: odd.url });
    const descriptionOf = (id: string) => found.find((one) => one.id === id)?.description ?? '';
    assert.match(descriptionOf('clock'), /1[78]\d seconds behind/);
    assert.match(descriptionOf('api_version'), /service speaks version 2 .* plugin version 0/);
  });

  it('reports an account that is not an administrator’s, with and without items to test it', async () => {
    const member = { settings: accountOf('owner') };
    await finds('admin critical', ...NOT_ADMIN, member);
    const item = { registry_id: 1, name: 'A pot', url: 'https://shop.example/x' };
    await t.request('admin', 'POST', '/items', { headers: { 'x-api-key': KEY }, body: item });
    await finds('admin critical', ...NOT_ADMIN, member);
    await finds('admin good', /is an administrator's/, /^$/);
  });

  it('accepts open registration if the service states who may use its items', async () => {
    const open = filter('pre_option_users_can_register', 'true');
    await using decided = await openOddService(items(200, [], { 'items-access': 'authenticated' }).answer);
    const settings = { ...right(), baseUrl: decided.url };
    assert.deepEqual(await findings(settings, `array( $check->finding( 'items_access' ) )`, open), [null]);
  });

  it('reports the age of the last good backup, if the service knows it', async () => {
    const ago = (state: string, hours: number) => `${state} ${new Date(realNow() - hours * 3_600_000).toISOString()}`;
    for (const [last, expected] of [
      [ago('good', 20), ['good', /^The last good backup of the registry service is 20 hours old$/]],
      [ago('old', 49), ['critical', /2 days old$/]],
      // A new site had no night for a backup yet.
      ['none', ['recommended', /^The registry service has no good backup$/]],
      ['nonsense', null],
      [undefined, null],
    ] as const) {
      await using odd = await openOddService(items(200, [], last === undefined ? {} : { 'last-backup': last }).answer);
      const settings = { ...right(), baseUrl: odd.url };
      const [found] = await findings(settings, `array( $check->finding( 'backup' ) )`);
      if (expected === null) assert.equal(found, null, last);
      else {
        assert.equal(found?.status, expected[0], last);
        assert.match(found?.label ?? '', expected[1]);
      }
    }
    await using odd = await openOddService(items(200, [], { 'last-backup': 'none' }).answer);
    const settings = { ...right(), baseUrl: odd.url };
    const write = `wp_insert_post( array( 'post_type' => 'registry', 'post_title' => 'A', 'post_date' => $input ) );`;
    const dated = (hours: number) => new Date(realNow() - hours * 3_600_000).toISOString().slice(0, 19);
    for (const [hours, status] of [
      [40, 'recommended'],
      [60, 'critical'],
    ] as const) {
      await t.site.wordpress.run(write, dated(hours));
      const [found, obstacles] = await findings(settings, `array( $check->finding( 'backup' ), $check->obstacles() )`);
      assert.equal(found?.status, status);
      assert.deepEqual(obstacles, [], 'a missing backup stops no site');
    }
  });

  it('reports failing mail until one succeeds, and shows no address', async () => {
    const reason = 'SMTP Error: The following recipients failed: <ada@mail.example>: 550 no ada@mail.example here';
    await t.site.wordpress.run(`do_action( 'wp_mail_failed', new WP_Error( 'wp_mail_failed', $input ) );`, reason);
    await finds('mail recommended', /does not leave/, /recipients failed: <…>: 550 no … here/);
    assert.doesNotMatch(JSON.stringify(await check(right())), /mail\.example/);
    const kinds = await t.site.wordpress.run(
      `foreach ( array( 'given', 'invited' ) as $kind ) {
        apply_filters( 'largesse_mail', array(), $kind );
        do_action( 'wp_mail_failed', new WP_Error( 'wp_mail_failed', $kind ) );
      }
      echo wp_json_encode( Largesse\\Foundation\\Records\\Records::read( 'mail_failures', 'last' )->data );
      foreach ( array( 'given', 'invited' ) as $kind ) {
        apply_filters( 'largesse_mail', array(), $kind );
        do_action( 'wp_mail_succeeded', array() );
      }`,
    );
    assert.deepEqual(JSON.parse(kinds), { gifts: 'given', others: 'invited' }, 'mails about gifts are a surprise');
    await finds('mail good', /No mail has failed/, /^$/);
  });

  it('treats each kind of mail as a secret, except the kinds that a module declares as open', async () => {
    const failed = await t.site.wordpress.run(
      `$open = Largesse\\Features::open_mails();
      $found = array();
      foreach ( array_merge( ...array_values( Largesse\\Features::mails() ) ) as $kind => $about ) {
        apply_filters( 'largesse_mail', array(), $kind );
        do_action( 'wp_mail_failed', new WP_Error( 'wp_mail_failed', $kind ) );
        $found[ $kind ] = array_key_first( Largesse\\Foundation\\Records\\Records::read( 'mail_failures', 'last' )->data );
        do_action( 'wp_mail_succeeded', array() );
        Largesse\\Foundation\\Records\\Records::delete( 'mail_failures', 'last' );
      }
      echo wp_json_encode( array( $open, $found ) );`,
    );
    const [open, found]: [string[], Record<string, string>] = JSON.parse(failed);
    assert.deepEqual(open.toSorted(), ['account', 'invited']);
    assert.ok(Object.keys(found).length > 8);
    for (const [kind, group] of Object.entries(found))
      assert.equal(group, open.includes(kind) ? 'others' : 'gifts', kind);
  });

  it('reports that scheduled tasks do not run', async () => {
    await t.site.wordpress.run(
      `wp_schedule_single_event( time() - 5 * DAY_IN_SECONDS, 'largesse_test_single' );
      wp_schedule_event( time() - 7 * HOUR_IN_SECONDS - 1, 'daily', 'largesse_test' );`,
    );
    await finds('cron recommended', /do not run/, /waiting for 7 hours.*DISABLE_WP_CRON/s);
    await t.site.wordpress.run(`wp_unschedule_hook( 'largesse_test' );`);
    await finds('cron good', /Scheduled tasks run/, /^$/);
    await t.site.wordpress.run(`wp_unschedule_hook( 'largesse_test_single' );`);
  });

  it('shows no secret', async () => {
    const told = JSON.stringify(await check({ ...right(), appPassword: 'a wrong secret' }));
    assert.doesNotMatch(told, new RegExp(`${KEY}|a wrong secret`));
  });

  it('accepts a file with one line of at most 8,192 bytes as a secret', async () => {
    const read = await t.site.wordpress.run(
      `$file = get_temp_dir() . 'secret';
       foreach ( array( str_pad( 'key', 8192 ), str_pad( 'key', 8193 ) ) as $text ) {
         file_put_contents( $file, $text );
         $all[] = Largesse\\Foundation\\Service\\Settings::secret_in( $file );
       }
       wp_delete_file( $file );
       echo wp_json_encode( $all );`,
    );
    assert.deepEqual(JSON.parse(read), [
      { value: 'key', problem: null },
      { value: '', problem: 'The file must not be larger than 8192 bytes.' },
    ]);
  });

  it('knows the rules of the settings', async () => {
    // SettingRules.test.php tests the rules; this test, their texts.
    const rules: [setting: string, problem: RegExp | null, ...values: string[]][] = [
      ['api_base_url', null, 'https://api.example.com/path'],
      ['api_base_url', /complete address/, 'api.example.com'],
      ['api_base_url', /query or a fragment/, 'https://api.example.com/?key=1'],
      ['api_base_url', /own fields/, 'https://ada:secret@api.example'],
      ['api_base_url', /quotes/, 'https://api.example/"'],
      ['api_gateway_key', /ASCII/, 'schlüssel'],
      ['api_username', /control characters/, 'ad\u0007min'],
      ['api_username', /1000 characters/, 'x'.repeat(1001)],
      ['api_username', /colon/, 'a:b'],
    ];
    const told: (string | null)[][] = JSON.parse(
      await t.site.wordpress.run(
        'echo wp_json_encode( array_map( fn( $rule ) => array_map( fn ( $value ) => Largesse\\Foundation\\Service\\Settings::broken_rule( "registry_$rule[0]", $value ), $rule[1] ), $input ) );',
        rules.map(([setting, , ...values]) => [setting, values]),
      ),
    );
    for (const [index, [setting, problem, ...values]] of rules.entries())
      for (const [n, value] of values.entries()) {
        const found = told[index]?.[n] ?? null;
        assert.ok(problem === null ? found === null : problem.test(found ?? ''), `${setting} ${value}: ${found}`);
      }
  });

  const accountOf = (who: 'admin' | 'owner') => ({
    username: t.site.users[who].username,
    appPassword: t.site.users[who].applicationPassword,
  });

  const right = (): ConnectionSettings => ({
    baseUrl: t.url,
    gatewayKey: KEY,
    siteKey: SITE_KEY,
    ...accountOf('admin'),
  });

  /** Returns all findings. */
  const check = (settings: ConnectionSettings): Promise<Finding[]> => findings(settings, '$check->findings()');

  /** Checks that a cause leads to a finding. Without a cause, everything works. */
  async function finds(...[idAndStatus, label, text, { settings, answer, first } = {}]: Case): Promise<void> {
    await using odd = answer && (await openOddService(answer));
    const [id = ''] = idAndStatus.split(' ');
    const changed = { ...right(), ...(odd && { baseUrl: odd.url }), ...settings };
    const [found] = await findings(changed, `array( $check->finding( '${id}' ) )`, first);
    assert.equal(`${found?.id} ${found?.status}`, idAndStatus, JSON.stringify([changed, first, found]));
    assert.match(found?.label ?? '', label);
    assert.match(found?.status === 'good' ? found.remedy : `${found?.description} ${found?.remedy}`, text);
  }

  async function findings(settings: ConnectionSettings, which: string, first = ''): Promise<Finding[]> {
    const found = await runWithSettings(
      t.site,
      settings,
      `${first}
      $check = new Largesse\\Operation\\Setup\\SetupCheck( new Largesse\\Foundation\\Service\\Settings() );
      echo wp_json_encode( ${which} );`,
    );
    return JSON.parse(found);
  }
});
