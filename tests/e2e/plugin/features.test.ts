// Needs a whole site: switches decide which modules WordPress loads.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { FEATURES } from '../../../plugin/features.ts';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { openForSuite } from '../../support/suite.ts';
import { withApi } from '../api/site-with-api.ts';
import { give } from '../pages/gifts.ts';
import { addCode } from '../wordpress/add-code.ts';
import { type Caller, create, page, rest } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { openAdmin } from './admin.ts';
import { addItem, connected } from './connected.ts';

/** Screens of wp-admin for administrators. */
const SCREENS = [
  'edit.php?post_type=registry',
  'options-general.php?page=largesse',
  'site-health.php',
  'site-health.php?tab=debug',
  'options-privacy.php?tab=policyguide',
  'export-personal-data.php',
  'plugins.php',
  'update-core.php',
];

// rules: Features
describe('features', () => {
  const browser = openForSuite(openChromium);
  const system = openForSuite(async () => await connected(await withApi(await openSite({ theme: 'largesse' }))));
  let registry: number;
  let item: number;
  let giverPath: string;
  before(async () => {
    const { site } = system;
    await site.wordpress.run(
      `update_option( 'largesse_currency', 'EUR' );
       wp_mkdir_p( WP_CONTENT_DIR . '/uploads' );
       file_put_contents( WP_CONTENT_DIR . '/uploads/pot.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>' );`,
    );
    registry = await create(site, 'owner', { title: 'Ada & Ben', status: 'publish', date: '2020-01-01T00:00:00' });
    item = await addItem(system, registry, 'Tea pot', { image_url: `${site.url}/wp-content/uploads/pot.svg` });
    const { url } = await give(system, registry, { item_id: item, quantity: 1, giver_email: 'cleo@people.example' });
    giverPath = url.slice(site.url.length);
  });

  /** Switches exactly these features on. */
  const switchOn = (keys: readonly string[]) =>
    system.site.wordpress.run(
      `update_option( 'largesse_features', $input );`,
      Object.fromEntries(FEATURES.map(({ key }) => [key, keys.includes(key)])),
    );

  /** Loads WordPress again, and returns the keys of the features that are on. */
  const on = async (): Promise<string[]> =>
    JSON.parse(
      await system.site.wordpress.load(
        `echo wp_json_encode( array_values( array_filter( array_keys( Largesse\\Features::switched() ), Largesse\\Features::is_on( ... ) ) ) );`,
      ),
    ).sort();

  it('of a new site are all off', async () => {
    const { wordpress } = system.site;
    await wordpress.run(`delete_option( 'largesse_features' );`);
    await wordpress.load('');
    assert.deepEqual(await on(), []);
    const autoloaded = await wordpress.run(`echo (int) isset( wp_load_alloptions( true )['largesse_features'] );`);
    assert.equal(autoloaded, '1');
  });

  for (const { folder, key } of FEATURES)
    it(`${key}: a site without it has none of its hooks, routes, events, mails, fields and settings`, async () => {
      await switchOn(FEATURES.map((one) => one.key).filter((one) => one !== key));
      const left = await system.site.wordpress.load(
        `$left = array();
         foreach ( $GLOBALS['wp_filter'] as $name => $hook ) {
           foreach ( array_merge( ...array_values( $hook->callbacks ) ) as $callback ) {
             $function = $callback['function'];
             $class    = $function instanceof Largesse\\LazyCallback ? $function->class_name : ( is_array( $function ) && is_string( $function[0] ) ? $function[0] : '' );
             $left[]   = "{$class} in {$name}";
           }
         }
         // The modules declare the settings, checks and mails.
         $left[] = wp_json_encode( Largesse\\Features::modules(), JSON_UNESCAPED_SLASHES );
         $left[] = wp_json_encode( array( Largesse\\Features::fields(), Largesse\\Features::blocks() ), JSON_UNESCAPED_SLASHES );
         $path   = str_replace( '/', chr( 92 ), $input );
         $left   = array_filter( $left, fn ( $one ) => str_contains( str_replace( chr( 92 ) . chr( 92 ), chr( 92 ), $one ), 'Largesse' . chr( 92 ) . $path . chr( 92 ) ) );
         $module = 'Largesse' . chr( 92 ) . $path . chr( 92 ) . 'Module';
         $left   = array( ...$left, ...array_filter( array_keys( $module::events() ), 'wp_next_scheduled' ) );
         $routes = rest_get_server()->get_routes( 'largesse/v1' );
         foreach ( $module::routes() as $route ) {
           foreach ( $routes[ "/largesse/v1{$route->path}" ] ?? array() as $endpoint ) {
             if ( isset( $endpoint['methods'][ $route->method ] ) ) $left[] = $route->path;
           }
         }
         $kept = array_map( fn ( $module ) => array_diff_key( $module::personal_data(), apply_filters( 'wp_privacy_personal_data_exporters', array() ), apply_filters( 'wp_privacy_personal_data_erasers', array() ) ), Largesse\\Plugin::MODULES );
         echo wp_json_encode( array( $left, array_filter( $kept ) ) );`,
        folder,
      );
      assert.deepEqual(JSON.parse(left), [[], []]);
    });

  for (const [state, keys] of [
    ['that are all on', FEATURES.map(({ key }) => key)],
    ['that are all off', []],
  ] as const)
    it(`${state} leave every page working`, async () => {
      await switchOn(keys);
      const { site } = system;
      const guestPath = `/?post_type=registry&p=${registry}`;
      const paths = [
        '/',
        '/?s=Ada',
        guestPath,
        `${guestPath}&give=${item}`,
        giverPath,
        '/?largesse-app=1',
        '/wp-sitemap.xml',
        '/my-registries/',
        `/my-registries/?registry=${registry}`,
        `/my-registries/?registry=${registry}&gifts=1`,
        `/my-registries/?registry=${registry}&import=1`,
        `/my-registries/?registry=${registry}&export=json`,
        '/my-registries/?add-wish=https://shop.example/cup&name=Cup',
      ];
      for (const caller of ['nobody', 'owner', 'admin'] satisfies Caller[])
        for (const path of paths) await opens(caller, path);
      for (const screen of [...SCREENS, `post.php?action=edit&post=${registry}`])
        await opens('admin', `/wp-admin/${screen}`);
      await changes();
      await showsOnly(keys);
      await site.wordpress.load(
        `foreach ( array_keys( array_merge( ...array_map( fn ( $module ) => $module::events(), Largesse\\Features::modules() ) ) ) as $hook ) do_action( $hook );
         ( new Largesse\\Operation\\Setup\\SetupCheck( new Largesse\\Foundation\\Service\\Settings() ) )->findings();`,
      );
      assert.equal(await site.complaints(), '');
    });

  it('follow the switches of the settings, code of other plugins, and the features that they need', async () => {
    const { site } = system;
    await switchOn(['affiliates', 'draws']);
    assert.deepEqual(await on(), ['affiliates'], 'draws without circles');
    await using admin = await openAdmin(site, browser, 'admin');
    await admin.page.goto(`${site.url}/wp-admin/options-general.php?page=largesse`);
    assert.deepEqual(await admin.axe(), []);
    const box = (name: RegExp) => admin.page.getByRole('checkbox', { name });
    await admin.page.getByText('Needs the feature “Circles”.').waitFor();
    await box(/^For families and groups of friends/).check();
    await box(/^For operators who earn money/).uncheck();
    await admin.page.toNextPage(() => admin.page.getByRole('button', { name: 'Save Changes' }).click());
    await admin.page.getByText('Settings saved.').waitFor();
    assert.deepEqual(await on(), ['circles', 'draws']);
    await using _ = await addCode(
      site,
      `add_filter( 'largesse_features', fn ( $keys ) => array_diff( array( ...$keys, 'finding' ), array( 'circles' ) ) );`,
    );
    assert.deepEqual(await on(), ['finding']);
    await admin.page.reload();
    await admin.page.getByText('Another plugin switches this feature on.').waitFor();
    await admin.page.getByText('Another plugin switches this feature off.').waitFor();
  });

  it('that are off forget deleted accounts, and keep pictures of their data', async () => {
    await switchOn([]);
    const left = await system.site.wordpress.load(
      `require_once ABSPATH . 'wp-admin/includes/user.php';
       $user = get_user_by( 'id', wp_create_user( 'eve', 'x', 'eve@people.example' ) );
       delete_user_meta( $user->ID, '_largesse_unconfirmed' );
       Largesse\\Services::get( Largesse\\Together\\Circles\\CircleChanges::class )->create( $user, Largesse\\Together\\Circles\\Circles::new_id(), 'Family', 'Eve' );
       $count  = fn () => count( Largesse\\Together\\Circles\\Circles::of_user( $user->ID ) );
       $counts = array( $count() );
       wp_delete_user( $user->ID );
       $counts[] = $count();
       Largesse\\Managing\\Unlisted\\UnlistedWishes::change( $input, fn ( $all ) => $all->with( new Largesse\\Managing\\Unlisted\\UnlistedWish( wp_generate_uuid4(), 'hidden', array( 'name' => 'Cup', 'image_url' => 'https://site.example/cup.jpg' ) ) ) );
       $counts[] = array_merge( ...array_map( fn ( $data ) => $data->pictures(), array_values( Largesse\\PersonalData::of_modules() ) ) );
       echo wp_json_encode( $counts );`,
      registry,
    );
    assert.deepEqual(JSON.parse(left), [1, 0, ['https://site.example/cup.jpg']]);
  });

  it('that are switched off lose their waiting mails', async () => {
    await switchOn([]);
    const sent = await system.site.wordpress.load(
      `$queue = Largesse\\Services::get( Largesse\\People\\Mail\\Queue::class );
       $kinds = array_merge( ...array_map( fn ( $module ) => array_merge( ...array_values( $module::mails() ) ), Largesse\\Plugin::MODULES ) );
       $kinds = array_keys( array_diff_key( $kinds, ...array_values( Largesse\\Features::mails() ) ) );
       foreach ( $kinds as $kind ) $queue->put( $kind, 'test', array() );
       add_filter( 'pre_wp_mail', function () { echo 'sent'; return true; } );
       do_action( Largesse\\People\\Mail\\Queue::REGULAR );
       echo count( $kinds ) . ' ' . count( array_filter( $kinds, fn ( $kind ) => $queue->has( $kind, 'test' ) ) );`,
    );
    assert.match(sent, /^\d+ 0$/);
    assert.notEqual(sent, '0 0');
  });

  /** Checks that a request for a page causes no error. */
  async function opens(caller: Caller, path: string): Promise<void> {
    const { status, html } = await page(system.site, caller, path);
    assert.ok(status < 500, `${path} for ${caller}: ${status}`);
    assert.doesNotMatch(html, /critical error|Fatal error/, `${path} for ${caller}`);
  }

  /** Reads and changes the registry with requests to the site's routes. */
  async function changes(): Promise<void> {
    const { site } = system;
    const path = `/wp-json/largesse/v1/registries/${registry}`;
    const ask = (method: string, below = '', body?: unknown) =>
      rest<{ registry: { version: string; title: string } }>(site, 'owner', method, path + below, body);
    const { body } = await ask('GET');
    assert.equal(body.registry.title, 'Ada & Ben');
    const { version } = body.registry;
    const changed = await ask('PATCH', '', { version, event_type: 'Wedding', names: 'Ada & Ben' });
    assert.equal(changed.status, 200);
    assert.equal((await ask('POST', '/items', { name: 'A cup' })).status, 201);
    assert.equal((await rest(site, 'nobody', 'GET', `/registries/${registry}`)).status, 200);
    const tests = await rest<Record<string, unknown>>(site, 'admin', 'GET', '/wp-json/largesse/v1/site-health');
    assert.equal(tests.status, 200);
  }

  /** Opens the owner's pages in a browser, and checks that they show the controls of some features. */
  async function showsOnly(keys: readonly string[]): Promise<void> {
    const { site } = system;
    await using owner = await openVisitor(site, browser, 'owner');
    await owner.page.goto(`${site.url}/my-registries/`);
    await owner.page.locator('summary', { hasText: 'Start a registry' }).click();
    await owner.page.getByRole('button', { name: 'Create registry' }).waitFor();
    await owner.page.goto(`${site.url}/my-registries/?registry=${registry}`);
    await owner.page.getByRole('button', { name: 'Add a wish' }).click();
    await owner.page.getByRole('dialog', { name: 'Add a wish' }).getByLabel('How many are wanted').waitFor();
    await owner.page.keyboard.press('Escape');
    await owner.page.getByRole('link', { name: 'Settings', exact: true }).click();
    await owner.page.evaluate(`for (const closed of document.querySelectorAll('details')) closed.open = true`);
    const controls: Record<string, number> = {
      finding: await owner.page.getByRole('checkbox', { name: 'Let others find it by our names' }).count(),
      'delivery-address': await owner.page.getByRole('heading', { name: 'Delivery address' }).count(),
    };
    for (const [name, count] of Object.entries(controls))
      assert.equal(count > 0, keys.includes(name), `controls of ${name}`);
    assert.ok((await owner.page.getByRole('button', { name: 'Upload a cover' }).count()) > 0);
    assert.ok((await owner.page.getByRole('heading', { name: 'Export and import' }).count()) > 0);
    assert.deepEqual(owner.complaints(), []);
  }
});
