// Needs a whole site: a copy is made of WordPress's own database, and its cron, screens and mails must do nothing.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { MOVED_TABLES } from '../../../api/src/database/move.ts';
import { startWordPress, type WordPress } from '../../../tools/wordpress/boot.ts';
import { defaultEngine } from '../../../tools/wordpress/choose-engine.ts';
import { type SiteWithApi, withApi } from '../api/site-with-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import { ask } from '../wordpress/guest.ts';
import { openPostOffice, type PostOffice } from '../wordpress/post-office.ts';
import { create } from '../wordpress/requests.ts';
import { type Site, withPeople } from '../wordpress/site.ts';
import { addItem, connected } from './connected.ts';
import { runCron } from './cron.ts';

/*
 * A site is connected, or not yet; its address is the one of the connection in another spelling, or another one; its
 * database was copied with or without replaced addresses; by this version, or by an earlier one that stored no address.
 * The writing doors come from declarations: operations of the contract, events and kinds of mail of the modules, and
 * routes of the plugin.
 */

const SENTENCE = 'This is a copy of the site, so nothing can be given or changed here.';

/** Replaces the address of the original in all tables, also in serialized values, like the usual tools. */
const REPLACE_ADDRESSES = `
  global $wpdb;
  $replace = static function ( $value ) use ( &$replace, $input ) {
    if ( is_string( $value ) ) {
      $inner = is_serialized( $value ) ? @unserialize( $value, array( 'allowed_classes' => false ) ) : false;
      return false === $inner ? str_replace( $input['from'], $input['to'], $value ) : serialize( $replace( $inner ) );
    }
    return is_array( $value ) ? array_map( $replace, $value ) : $value;
  };
  $count = 0;
  foreach ( $wpdb->get_col( 'SHOW TABLES' ) as $table ) {
    $key = array_column( $wpdb->get_results( "SHOW KEYS FROM $table WHERE Key_name = 'PRIMARY'", ARRAY_A ), 'Column_name' );
    foreach ( $wpdb->get_results( "SELECT * FROM $table", ARRAY_A ) as $row ) {
      $changed = array_diff_assoc( array_map( $replace, $row ), $row );
      $count  += count( $changed );
      if ( $changed && $key ) {
        $wpdb->update( $table, $changed, array_intersect_key( $row, array_flip( $key ) ) );
      }
    }
  }
  wp_cache_flush();
  echo $count;`;

/** Calls each writing operation of the contract with the client. Prints the results that are no refusals of a copy. */
const CALL_ALL = `
  use Largesse\\Foundation\\Service\\{ ApiError, Client, Settings };
  $client = new Client( new Settings() );
  $others = array();
  foreach ( $input['operations'] as $name ) {
    $method = new ReflectionMethod( $client, $name );
    $values = array();
    foreach ( $method->getParameters() as $parameter ) {
      if ( $parameter->isOptional() ) {
        break;
      }
      $is_item  = in_array( $parameter->getName(), array( 'item_id' ), true ) || str_contains( $name, '_item' ) && ! str_contains( $name, 'registry' );
      $values[] = match ( (string) $parameter->getType() ) {
        'int'    => $is_item ? $input['item'] : $input['registry'],
        'string' => $input['gift'],
        'bool'   => true,
        default  => str_contains( $name, 'invitees' ) ? array( 'somebody' ) : array( 'registry_id' => $input['registry'], 'item_id' => $input['item'], 'name' => 'x' ),
      };
    }
    $result = $method->invokeArgs( $client, $values );
    if ( ! is_wp_error( $result ) || ! ApiError::is_copied( $result ) ) {
      $others[ $name ] = $result;
    }
  }
  echo wp_json_encode( (object) $others );`;

/** Runs each event that a module declares, and sends a mail of each declared kind. Prints their numbers. */
const RUN_ALL = `
  use Largesse\\People\\Mail\\{ Delivery, MailLimits, MailMessage, Queue, RecipientMailboxes };
  $events = $kinds = 0;
  foreach ( Largesse\\Plugin::MODULES as $module ) {
    foreach ( array_keys( $module::events() ) as $hook ) {
      ++$events;
      do_action( $hook );
    }
    foreach ( array_merge( ...array_values( $module::mails() ) ) as $kind => $about ) {
      ++$kinds;
      $sent = Delivery::send( 'granny@family.example', new MailMessage( 'Subject' ), $kind, MailLimits::account(), RecipientMailboxes::none() );
      if ( true === $sent ) {
        echo "sent: $kind ";
      }
    }
  }
  echo "$events $kinds";`;

/** Calls each route of the plugin that changes something. Prints the routes that did not refuse. */
const ROUTES = `
  wp_set_current_user( 1 );
  $answers = array();
  foreach ( Largesse\\Features::routes() as $route ) {
    if ( 'GET' !== $route->method ) {
      $path    = strtr( $route->readable_path(), array( '{id}' => $input['registry'], '{item}' => $input['item'], '{gift}' => $input['gift'] ) );
      $request = new WP_REST_Request( $route->method, '/largesse/v1' . preg_replace( '/\\\\{\\\\w+\\\\}/', '1', $path ) );
      $answer  = rest_do_request( $request );
      $answers[ "$route->method $path" ] = $answer->get_status() . ' ' . ( $answer->get_data()['code'] ?? '' );
    }
  }
  echo wp_json_encode( $answers );`;

/** PHP that prints the number of waiting mails. */
const WAITING = `use Largesse\\Foundation\\Records\\Records; echo count( Records::all( 'mail' ) ) + count( Records::all( 'first_mail' ) );`;

/** Names of the writing operations, as methods of the client. */
const OPERATIONS: string[] = Object.values<Record<string, { operationId: string }>>(
  JSON.parse(readFileSync(new URL('../../../contract/openapi.json', import.meta.url), 'utf8')).paths,
).flatMap((methods) =>
  Object.entries(methods)
    .filter(([method]) => method !== 'get')
    .map(([, { operationId }]) => operationId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
);

describe('rules: A copied site', () => {
  const opened = new AsyncDisposableStack();
  let original: WordPress;
  let system: SiteWithApi;
  let office: PostOffice;
  const ids = { registry: 0, item: 0, gift: randomUUID() };

  before(async () => {
    original = await startWordPress({ port: 0, version: '6.5', engine: await defaultEngine() });
    system = opened.use(await connected(await withApi(await withPeople(original))));
    office = opened.use(await openPostOffice(system.site));
    ids.registry = await create(system.site, 'owner', { title: 'Birthday', status: 'publish' });
    for (let number = 1; number <= 20; number++) ids.item = await addItem(system, ids.registry, `Wish ${number}`);
    const path = `/registries/${ids.registry}/purchases/${ids.gift}`;
    assert.equal((await system.request('admin', 'PUT', path, { body: { item_id: ids.item } })).status, 201);
    const hook = { url: 'https://hooks.example/largesse' };
    assert.equal((await system.request('admin', 'POST', '/webhooks', { body: hook })).status, 201);
    await runCron(system.site);
    office.collect();
    // The first read of a registry stores how it was shown.
    await system.request('owner', 'GET', `/registries/${ids.registry}/items`);
    // Mails that wait when the site is copied.
    await original.run(
      `Largesse\\Services::get( Largesse\\People\\Mail\\Queue::class )->put( 'follow', 'waiting', array( 'to' => 'granny@family.example' ) );`,
    );
  });
  after(() => opened.disposeAsync());

  /** Starts a copy of the original at another address. @param prepare PHP that changes the copy's database */
  async function copyOf(prepare = ''): Promise<Site> {
    const image = await original.copy(async () => {});
    const copy = await startWordPress({ port: 0, version: '6.5', engine: await defaultEngine(), image });
    const site = await withPeople(copy, Object.values(system.site.users));
    const addresses = { from: original.url, to: copy.url };
    if (prepare !== '')
      assert.notEqual(await copy.load(`$input = json_decode( getenv( 'INPUT' ), true ); ${prepare}`, addresses), '0');
    return site;
  }

  /** Returns all rows of the service that members have created. */
  function rows(): Record<string, string[]> {
    using database = new DatabaseSync(system.environment.DATABASE_URL?.replace('sqlite:', '') ?? '');
    return Object.fromEntries(
      MOVED_TABLES.map((table) => [
        table,
        database
          .prepare(`SELECT * FROM ${table}`)
          .all()
          .map((row) => JSON.stringify(row))
          .sort(),
      ]),
    );
  }

  const isCopy = (site: Pick<Site, 'wordpress'>) =>
    site.wordpress.load('echo (int) Largesse\\Foundation\\Service\\ConnectedSite::is_copy();');

  it('stores for which address it was connected, and goes on without a question', async () => {
    assert.equal(await isCopy(system.site), '0');
    const stored = await original.load(`echo get_option( 'largesse_connected_site' );`);
    assert.equal(Buffer.from(stored, 'base64').toString(), new URL(original.url).host);
  });

  for (const [kind, prepare] of [
    ['with the addresses of the original in its database', ''],
    ['with replaced addresses, also in serialized values', REPLACE_ADDRESSES],
    [
      'of an earlier version, which stored no address',
      `delete_option( 'largesse_connected_site' ); do_action( 'largesse_find_mails' );`,
    ],
  ] as const)
    it(`changes nothing and sends nothing: ${kind}`, async () => {
      const site = await copyOf(prepare);
      // Otherwise, the closing site would hide a failed assertion, because PHP has logged that it is a copy.
      after(async () => void (await site.complaints().then(() => site.close())));
      assert.equal(await isCopy(site), '1');
      const before = rows();
      office.collect();
      const { run, load } = site.wordpress;
      assert.ok(OPERATIONS.length > 30);
      assert.equal(await run(CALL_ALL, { ...ids, operations: OPERATIONS }), '{}');
      assert.match(await load(RUN_ALL), /^\d\d \d\d$/);
      const routes: Record<string, string> = JSON.parse(await run(ROUTES, ids));
      assert.ok(Object.keys(routes).length > 15);
      const others = Object.entries(routes).filter(([, answer]) => answer !== '403 largesse_copy');
      assert.deepEqual(
        others.filter(([, answer]) => !/^(4|5)/.test(answer)),
        [],
      );
      assert.ok(others.length < 5, JSON.stringify(others));
      await load(
        `require_once ABSPATH . 'wp-admin/includes/user.php';
        wp_delete_post( (int) getenv( 'INPUT' ), true );
        wp_delete_user( 2 );
        wp_delete_user( 3 );`,
        ids.registry,
      );
      await runCron(site);
      assert.deepEqual(rows(), before);
      assert.deepEqual(office.collect(), []);
      assert.notEqual(await load(WAITING), '0', 'the mail still waits');
      assert.match(await site.complaints(), /this site is a copy/);
    });

  it('shows its pages, and says there, to administrators, and in Site Health what it is', async () => {
    await using site = await copyOf();
    const slug = await site.wordpress.run('echo get_post_field( "post_name", $input );', ids.registry);
    const list = await ask(site, `/registry/${slug}/`);
    assert.equal(list.status, 200);
    assert.match(list.text, /Wish 20/);
    assert.ok(list.text.includes(SENTENCE));
    const give = await ask(site, `/registry/${slug}/?give=${ids.item}`);
    assert.equal(give.text.split(SENTENCE).length, 2, 'the sentence, once');
    assert.doesNotMatch(give.html, /name="quantity"/);
    const mine = await ask(site, '/my-registries/', { who: 'owner' });
    assert.ok(mine.text.includes(SENTENCE), mine.text);
    const screen = await ask(site, '/wp-admin/index.php', { who: 'admin' });
    assert.equal(screen.html.split('This site is a copy, so it changes nothing and sends no mails').length, 2);
    assert.ok(screen.html.includes(new URL(original.url).host), 'the notice names the original');
    assert.doesNotMatch((await ask(site, '/wp-admin/profile.php', { who: 'owner' })).html, /This site is a copy/);
    const health = JSON.parse(
      await site.wordpress.run(
        'wp_set_current_user( 1 ); echo wp_json_encode( Largesse\\Operation\\Setup\\SiteHealth::answer() );',
      ),
    );
    assert.deepEqual(
      [health.status, health.label],
      ['critical', 'This site is a copy, so it changes nothing and sends no mails'],
    );
  });

  /** Presses a button of the settings page. */
  async function press(site: Site, name: string): Promise<string> {
    const address = '/wp-admin/options-general.php?page=largesse';
    const settings = await ask(site, address, { who: 'admin' });
    const nonce = new RegExp(`name="${name}_nonce" value="(\\w+)"`).exec(settings.html)?.[1];
    assert.ok(nonce, `the button ${name}`);
    const form = { [name]: '1', [`${name}_nonce`]: nonce };
    return (await ask(site, address, { who: 'admin', form })).html;
  }

  it('stays a copy if it says that it has moved, and the service does not confirm it', async () => {
    await using site = await copyOf();
    assert.match(await press(site, 'largesse_site_moved'), /The registry service still belongs to another address/);
    assert.equal(await isCopy(site), '1');
    const refused = await ask(site, '/wp-admin/options-general.php?page=largesse', {
      who: 'owner',
      form: { largesse_site_moved: '1' },
    });
    assert.equal(refused.status, 403);
  });

  it('is disconnected as a copy, without its waiting mails, and works again with a service of its own', async () => {
    await using site = await copyOf();
    const before = rows();
    const { load } = site.wordpress;
    assert.match(await press(site, 'largesse_site_is_copy'), /This copy is disconnected/);
    const left = `echo wp_json_encode( array( get_option( 'registry_api_base_url' ), get_option( 'registry_api_app_password' ) ) );`;
    assert.equal(await load(left), '[false,false]');
    assert.equal(await load(WAITING), '0');
    assert.equal(await isCopy(site), '1');
    await using own = await connected(
      await withApi({ ...site, close: async () => {}, [Symbol.asyncDispose]: async () => {} }),
    );
    await runCron(site);
    assert.equal(await isCopy(site), '0');
    assert.equal((await own.request('admin', 'GET', '/items')).status, 200);
    assert.deepEqual(rows(), before);
  });

  it('is no copy after a move that the service confirms, and keeps the waiting mails until then', async () => {
    const moved = await addCode(
      system.site,
      `add_filter( 'option_home', fn () => 'https://moved.example/lists', 99 );`,
    );
    assert.equal(await isCopy(system.site), '1');
    await original.load(`do_action( 'largesse_find_mails' );`);
    assert.deepEqual(office.collect(), []);
    assert.equal(await original.load(WAITING), '1');
    assert.match(await system.site.complaints(), /this site is a copy/);
    assert.match(await press(system.site, 'largesse_site_moved'), /This site works again/);
    assert.equal(await isCopy(system.site), '0');
    await moved[Symbol.asyncDispose]();
    await press(system.site, 'largesse_site_moved');
    assert.equal(await isCopy(system.site), '0');
  });
});
