import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Event } from '../../../contract/events.ts';
import { addressOf, CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/wait.ts';
import { type SiteWithApi, warmUp, withApi } from '../api/site-with-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import { openPostOffice } from '../wordpress/post-office.ts';
import { create, page } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { addItem, connect, connected } from './connected.ts';
import { openOddService } from './connection-settings.ts';
import { give } from './gifts.ts';
import { deliver } from './mailing-site.ts';

/*
 * Tests how the site follows the service's log of events (rules: Mail; architecture: The site follows the log).
 * WordPress's cron is off in tests. It runs only when a test calls it.
 */

/**
 * PHP code of another plugin that records the events it receives. At events of the type in the option `test_fails_at`,
 * the plugin throws an error. At events of the type in `test_ends_at`, the plugin ends the process. These options and
 * the recorded events are not autoloaded. Otherwise, each change would make WordPress load again
 * (tools/wordpress/warm-run.php).
 */
const OTHER_PLUGIN = `
add_action( 'largesse_event', function ( $event ) {
	global $wpdb;
	$wpdb->insert( $wpdb->options, array( 'option_name' => 'test_event_' . wp_generate_uuid4(), 'option_value' => wp_json_encode( $event ), 'autoload' => 'no' ) );
	usleep( (int) get_option( 'test_slow_us' ) );
	if ( get_option( 'test_fails_at' ) === $event['type'] ) throw new Error( 'a fault of another plugin' );
	if ( get_option( 'test_ends_at' ) === $event['type'] ) exit;
} );
add_action( 'largesse_event_item_created', fn ( $event ) => update_option( 'test_created', $event['item_id'], false ) );`;

/** Opens a site and a service. Tests can read the mails of the site, and can replace the service. */
async function openFollowingSite() {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await temporaryFolder());
  const site = opened.use(await openSite({ version: '6.5' }));
  const office = opened.use(await openPostOffice(site));
  await addCode(site, OTHER_PLUGIN);
  /** Starts a service with a database in the folder, and connects the site to this service. */
  const start = async (env: Record<string, string> = {}, database = 'items') =>
    connected(
      await withApi(
        // Closing the service must not close the site.
        { ...site, [Symbol.asyncDispose]: async () => {} },
        { DATABASE_URL: `sqlite:${join(folder.path, database)}.db`, ...env },
      ),
    );
  let system: SiteWithApi = await start();
  await warmUp(system);
  opened.defer(() => system.close());
  const all = opened.move();
  return {
    site,
    office,
    system: () => system,
    /** Stops the service, and starts a new service. @param database name of another database in the folder */
    replace: async (env: Record<string, string> = {}, database?: string) => {
      await system.close();
      system = await start(env, database);
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

// rules: The site follows the log
describe('a site that follows the log of events', () => {
  const t = openForSuite(openFollowingSite);
  let visitors = 0;
  const someone = () => `guest${++visitors}@people.example`;
  const run = (php: string, input?: unknown) => t.site.wordpress.run(php, input);

  /** Runs the site's cron. Returns the recipients of the mails that the cron sends. */
  const recipients = async () => (await deliver(t)).flatMap((mail) => mail.recipients).sort();

  /** Runs the cron twice, because the second run sends mails that the first run has queued. */
  const all = async () => [...(await recipients()), ...(await recipients())].sort();

  /** Runs the cron in several processes at the same time. */
  const cron = (processes = 1) =>
    Promise.all(Array.from({ length: processes }, () => run(`do_action( 'largesse_send_mails' );`)));

  /** Returns the events that the other plugin received, in their order. Then deletes the records. */
  const gotten = async (): Promise<Event[]> =>
    JSON.parse(
      await run(`global $wpdb;
        $rows = $wpdb->get_col( "SELECT option_value FROM $wpdb->options WHERE option_name LIKE 'test_event_%' ORDER BY option_id" );
        $wpdb->query( "DELETE FROM $wpdb->options WHERE option_name LIKE 'test_event_%'" );
        echo '[' . implode( ',', $rows ) . ']';`),
    );

  /** Creates a public registry with wishes. */
  async function registry(names: string[], meta: Record<string, unknown> = {}) {
    const id = await create(t.site, 'owner', { title: 'Anna & Ben', status: 'publish', meta });
    const items: number[] = [];
    for (const name of names) items.push(await addItem(t.system(), id, name, { quantity_needed: 9 }));
    const address = await run('echo get_permalink( $input );', id);
    return { id, items, path: address.replace(t.site.url, '') };
  }

  /** Returns the HTML of a registry's page for a visitor. */
  const html = async (path: string) => (await page(t.site, 'nobody', path)).html;

  const admin = (method: string, path: string, body?: object) =>
    t.system().request('admin', method, path, body ? { body } : {});

  before(() => cron());

  it('shows changes made through the API on pages at once', async () => {
    const { id, items, path } = await registry(['Pot']);
    assert.match(await html(path), /Pot/);
    await admin('PUT', `/items/${items[0]}`, { name: 'Big pan' });
    assert.match(await html(path), /Big pan/);
    const cup = await addItem(t.system(), id, 'Cup');
    assert.match(await html(path), /Cup/);
    await admin('DELETE', `/items/${cup}`);
    assert.doesNotMatch(await html(path), /Cup/);
    await admin('PUT', `/items/${cup}`, { is_active: true });
    assert.match(await html(path), /Cup/);
    const gift = await give(t.system(), cup);
    const taken = await html(path);
    await admin('DELETE', `/purchases/${gift}`);
    assert.notEqual(await html(path), taken);
    // The quantities that givers see include secret gifts.
    const hidden = await registry(['Vase'], { registry_surprise: 'hidden', registry_event_date: '2999-01-01' });
    const left = () =>
      run(
        `echo array_column( Largesse\\Services::get( Largesse\\Registry\\Store::class )->items->for_guests( $input ), 'quantity_remaining' )[0];`,
        hidden.id,
      );
    await cron();
    assert.equal(await left(), '9');
    await give(t.system(), hidden.items[0] ?? 0, { quantity: 4, secret: true });
    assert.equal(await left(), '5');
    await cron();
    assert.equal(await left(), '5');
    await give(t.system(), hidden.items[0] ?? 0, { quantity: 4, secret: true });
    await cron();
    assert.equal(await left(), '1');
  });

  it('uses no marks in memory that are older than the last event another request has read', async () => {
    const { id, items } = await registry(['Pot']);
    const read = `array_column( Largesse\\Services::get( Largesse\\Registry\\Store::class )->items->for_public( $input ), 'name' )[0]`;
    assert.equal(await run(`echo ${read};`, id), 'Pot');
    await admin('PUT', `/items/${items[0]}`, { name: 'Pan' });
    // Simulates another request that advances the position in the log within the same second.
    const other = `get_post_meta( $input );
      $known = wp_cache_get( $input, 'post_meta' );
      $_SERVER['REQUEST_TIME_FLOAT'] = microtime( true );
      Largesse\\Services::get( Largesse\\EventLog\\PageFollower::class )->follow_in_cron();
      wp_cache_set( $input, $known, 'post_meta' );`;
    assert.equal(await run(`${other} echo ${read};`, id), 'Pan');
  });

  it('purges pages that were changed through the API from other caches', async () => {
    const { id, items } = await registry(['Pot']);
    await cron();
    await using _ = await addCode(
      t.site,
      `foreach ( array( 'largesse_page_changed', 'largesse_all_pages_changed' ) as $name )
        add_action( $name, fn ( $id ) => update_option( 'test_purged', get_option( 'test_purged', '' ) . ' ' . ( $id ?: 'all' ), false ) );`,
    );
    await admin('PUT', `/items/${items[0]}`, { name: 'Pan' });
    await cron();
    await cron();
    assert.equal(await run(`echo get_option( 'test_purged' ); delete_option( 'test_purged' );`), ` ${id}`);
    await run(`update_option( 'largesse_event_log_pages', array( 'cursor' => 'of another service' ), false );`);
    await cron();
    assert.equal(await run(`echo get_option( 'test_purged' ); delete_option( 'test_purged' );`), ' all');
    // An answer with the maximum number of events may lack the events of some registries.
    const body = Array(1000).fill({ type: 'item.created', at: new Date().toISOString(), registry_id: 1, item_id: 1 });
    const { url } = t.system();
    await using odd = await openOddService(() => ({ status: 200, body, headers: { 'next-cursor': 'odd' } }));
    await connect(t.system(), odd.url);
    const seen = await run(
      `$pages = Largesse\\Services::get( Largesse\\EventLog\\PageFollower::class );
       echo wp_json_encode( $pages->check_cached_items( true, $input, true ) );
       $pages->follow_in_cron();
       echo get_option( 'test_purged' );`,
      id,
    );
    await connect(t.system(), url);
    await run(`delete_option( 'largesse_event_log_pages' );`);
    assert.equal(seen, 'false all');
  });

  it('mails the giver of a wish that was deleted through the API once', async () => {
    const { items } = await registry(['Pot', 'Pan', 'Cup']);
    const [pot = 0, pan = 0, cup = 0] = items;
    const [ofPot, ofPan, ofCup] = [someone(), someone(), someone()];
    await give(t.system(), pot, { giver_email: ofPot });
    await give(t.system(), pan, { giver_email: ofPan });
    await give(t.system(), cup, { giver_email: ofCup });
    await cron();
    const before = await position();
    await admin('DELETE', `/items/${pot}`);
    await admin('PUT', `/items/${pan}`, { is_active: false });
    await admin('DELETE', `/items/${cup}`);
    await admin('PUT', `/items/${cup}`, { is_active: true });
    await cron(2);
    assert.deepEqual(await deliver(t, 'kept'), [], 'the owner has time to restore them');
    assert.deepEqual(await recipients(), [ofPot, ofPan].sort());
    // Restores the old position, as if the process had ended before it stored the new position.
    await run(`update_option( 'largesse_event_log', $input, false );`, before);
    assert.deepEqual(await all(), []);
    // The pot is restored and removed again. So the giver of the pot gets another mail.
    await admin('POST', '/items', { registry_id: 1, name: 'Other', url: 'https://shop.example/other' });
    await admin('PUT', `/items/${pot}`, { is_active: true });
    await cron();
    await admin('DELETE', `/items/${pot}`);
    assert.deepEqual(await all(), [ofPot], 'removed again after it was restored');
  });

  it('mails nobody twice about removals on the site', async () => {
    const { id, items } = await registry(['Pot', 'Pan']);
    const [pot = 0, pan = 0] = items;
    const [ofPot, ofPan] = [someone(), someone()];
    await give(t.system(), pot, { giver_email: ofPot });
    await give(t.system(), pan, { giver_email: ofPan });
    await cron();
    const before = await position();
    await run(`Largesse\\Services::get( Largesse\\Registry\\Store::class )->items->remove( ...$input );`, [id, pot]);
    const [mail, ...others] = [...(await deliver(t)), ...(await deliver(t))];
    assert.deepEqual(others, []);
    assert.deepEqual(mail?.recipients, [ofPot]);
    assert.match(mail?.text ?? '', /^\* Pot$/m);
    await run(`update_option( 'largesse_event_log', $input, false );`, before);
    assert.deepEqual(await all(), []);
    // If a client uses a route below `/registries`, the service also changes the list on this site.
    assert.equal((await t.system().request('owner', 'DELETE', `/registries/${id}/items/${pan}`)).status, 204);
    assert.deepEqual(await all(), [ofPan]);
    await run(`Largesse\\Services::get( Largesse\\Registry\\Store::class )->order->reconcile( $input );`, id);
    assert.deepEqual(await all(), []);
  });

  it('mails the giver of a gift that was removed through the API once', async () => {
    const { id, items } = await registry(['Pot']);
    const [ada, bob] = [someone(), someone()];
    const gift = await give(t.system(), items[0] ?? 0, { giver_email: ada });
    await give(t.system(), items[0] ?? 0, { giver_email: bob });
    await cron();
    const before = await position();
    const path = `/registries/${id}/purchases/${gift}`;
    assert.equal((await t.system().request('owner', 'DELETE', path)).status, 204);
    assert.deepEqual(await all(), [ada]);
    await run(`update_option( 'largesse_event_log', $input, false );`, before);
    assert.deepEqual(await all(), []);
  });

  it('mails the givers of a registry that was deleted through the API once', async () => {
    const { id, items } = await registry(['Pot', 'Pan']);
    const [ada, bob] = [someone(), someone()];
    await give(t.system(), items[0] ?? 0, { giver_email: ada, quantity: 2 });
    await give(t.system(), items[1] ?? 0, { giver_user_id: t.site.users.stranger.id });
    const erased = await give(t.system(), items[1] ?? 0, { giver_email: bob });
    assert.ok(erased);
    await cron();
    const before = await position();
    assert.equal((await t.system().request('owner', 'DELETE', `/registries/${id}`)).status, 204);
    await run(`( new Largesse\\Mail\\Queue() )->erase( $input );`, bob);
    const mails = [...(await deliver(t)), ...(await deliver(t))];
    const stranger = t.site.users.stranger.email;
    assert.deepEqual(mails.flatMap((mail) => mail.recipients).sort(), [ada, stranger].sort());
    const mail = mails.find((one) => one.recipients.includes(ada));
    assert.equal(mail?.subject, 'The list “Anna & Ben” is no longer there');
    assert.match(mail?.text ?? '', /^\* 2 × Pot$/m);
    await run(`update_option( 'largesse_event_log', $input, false );`, before);
    assert.deepEqual(await all(), []);
  });

  it('runs the actions once for each event, in order, even if several processes read at once', async () => {
    await cron();
    await gotten();
    const start = (await admin('GET', '/events?after=now')).headers['next-cursor'];
    const { items } = await registry(['Pot', 'Pan']);
    const gift = await give(t.system(), items[0] ?? 0, { secret: true });
    await admin('DELETE', `/purchases/${gift}`);
    await admin('DELETE', `/items/${items[1]}`);
    const before = await position();
    // An exception of another plugin does not stop the actions of the events that follow.
    await run(
      `update_option( 'test_slow_us', 200000, false ); update_option( 'test_fails_at', 'purchase.created', false );`,
    );
    await cron(3);
    await cron(2);
    await run(`delete_option( 'test_slow_us' ); delete_option( 'test_fails_at' );`);
    assert.match(await t.site.complaints(), /a callback of largesse_event failed: a fault of another plugin/);
    const { body } = await t.system().request<Event[]>('admin', 'GET', `/events?after=${start}`);
    assert.equal(body.length, 5);
    assert.deepEqual(await gotten(), body);
    assert.equal(await run(`echo get_option( 'test_created' );`), String(items[1]));
    const after = await position();
    /** Runs the cron with another position. Returns the events that the other plugin receives. */
    const gottenFrom = async (values: object) => {
      await run(`update_option( 'largesse_event_log', $input, false );`, JSON.stringify(values));
      await cron();
      return gotten();
    };
    const old = JSON.parse(before);
    const later = Math.ceil(Date.now() / 1000) + 3600;
    const found = [
      await gottenFrom({ ...old, crashes: 2, singles: 1 }),
      await gottenFrom({ ...old, crashes: 3, singles: 1 }),
      await gottenFrom({ ...old, since: later }),
      await gottenFrom({ ...old, cursor: 'of another service', read_at: later }),
    ];
    // The site also skips events from before it began to follow the log.
    const begun = await run(
      `$name = Largesse\\EventLog\\LogFollower::BEGINNING;
       $old  = get_option( $name );
       update_option( $name, $input );
       Largesse\\Services::get( Largesse\\EventLog\\LogFollower::class )->begin();
       echo get_option( $name );
       delete_option( 'largesse_event_log' );
       do_action( 'largesse_send_mails' );
       update_option( $name, $old );`,
      later,
    );
    assert.equal(begun, String(later));
    assert.deepEqual(await gotten(), []);
    await run(`update_option( 'largesse_event_log', $input, false );`, after);
    // The site skips an event after the process has ended three times. It skips events from before the plugin was
    // active, and events that the site has handled before the cursor became unusable.
    assert.deepEqual(found, [body, body.slice(1), [], []]);
  });

  it('continues after callbacks of other plugins that fail or end the process', async () => {
    await cron();
    await gotten();
    const { items } = await registry(['Pot']);
    const giver = someone();
    const gift = await give(t.system(), items[0] ?? 0, { giver_email: giver });
    await admin('PATCH', `/purchases/${gift}`, { message: 'For you' });
    await admin('DELETE', `/items/${items[0]}`);
    await run(
      `update_option( 'test_fails_at', 'purchase.created', false ); update_option( 'test_ends_at', 'purchase.updated', false );`,
    );
    // The process ends without releasing its lock. Another process continues when the lock expires, so the test deletes
    // the lock.
    const unlock = `global $wpdb; $wpdb->query( "DELETE FROM $wpdb->options WHERE option_name = '_transient_largesse_lock_event_log'" );`;
    for (let attempt = 0; attempt < 5; attempt++) {
      await run(unlock);
      await cron();
    }
    const types = (await gotten()).map(({ type }) => type);
    assert.deepEqual([...new Set(types)], ['item.created', 'purchase.created', 'purchase.updated', 'item.deleted']);
    assert.equal(types.filter((type) => type === 'item.deleted').length, 1);
    // The process ended four times at this event: once in a batch of events, then three times at the event alone.
    assert.equal(types.filter((type) => type === 'purchase.updated').length, 4);
    assert.match(await t.site.complaints(), /a callback of largesse_event failed: a fault of another plugin/);
    await run(`delete_option( 'test_fails_at' ); delete_option( 'test_ends_at' );`);
    assert.deepEqual(await all(), [giver]);
  });

  it('continues after the service was restarted or did not answer', async () => {
    const { items, path } = await registry(['Pot']);
    await cron();
    await gotten();
    assert.match(await html(path), /Pot/);
    const { url } = t.system();
    await connect(t.system(), CLOSED_ADDRESS);
    await admin('PUT', `/items/${items[0]}`, { name: 'Pan' });
    assert.match(await html(path), /Pot/, 'from the cache');
    await cron();
    assert.match(await health(), /cannot read the service’s log of events: The registry service did not answer\./);
    await connect(t.system(), url);
    await t.replace();
    await run(`delete_option( 'largesse_event_log_pages' );`);
    assert.match(await html(path), /Pan/);
    await cron();
    assert.deepEqual(
      (await gotten()).map(({ type }) => type),
      ['item.updated'],
    );
    assert.match(await health(), /last read the service’s log of events \d+ \w+ ago/);
  });

  it('asks a silent service only once for several pages', async () => {
    const { items, path } = await registry(['Pot']);
    await cron();
    await run(`update_option( 'registry_api_cache_seconds', '60' );`);
    assert.match(await html(path), /Pot/);
    const asked: IncomingMessage[] = [];
    const silent = createServer((request) => asked.push(request)).listen(0, '127.0.0.1');
    await until('it listens', () => silent.listening);
    const { url } = t.system();
    await connect(t.system(), addressOf(silent));
    await run(`update_option( 'registry_api_cache_seconds', '60' );`);
    try {
      for (let view = 0; view < 3; view++) assert.match(await html(path), /Pot/);
      assert.equal(asked.length, 1, asked.map((one) => one.url).join());
      assert.match(asked[0]?.url ?? '', /^\/events\?view=owner&after=/);
      const forGivers = await run(
        `$pages = Largesse\\Services::get( Largesse\\EventLog\\PageFollower::class );
         echo wp_json_encode( $pages->check_cached_items( true, $input, true ) );
         delete_option( 'largesse_event_log_pages' );
         foreach ( array( 1, 2 ) as $view ) echo wp_json_encode( $pages->check_cached_items( true, $input, true ) );`,
        (await registry([])).id,
      );
      assert.deepEqual([forGivers, asked.length], ['truetruetrue', 2]);
    } finally {
      silent.closeAllConnections();
      silent.close();
      await connect(t.system(), url);
      await run(`delete_option( 'registry_api_cache_seconds' ); delete_option( 'largesse_event_log_pages' );`);
    }
    await admin('PUT', `/items/${items[0]}`, { name: 'Pan' });
    assert.match(await html(path), /Pan/);
  });

  it('reports a service whose events are incomplete', async () => {
    const event = { type: 'item.deleted', at: new Date().toISOString(), registry_id: (await registry([])).id };
    const { url } = t.system();
    for (const item of [{}, { item_id: null }, { item_id: '7' }]) {
      const body = [{ ...event, ...item }];
      await using odd = await openOddService(() => ({ status: 200, body, headers: { 'next-cursor': 'odd' } }));
      await connect(t.system(), odd.url);
      await cron();
      assert.match(await health(), /Something other than the registry service answered\./);
    }
    await connect(t.system(), url);
  });

  it('reports that the cron has not read the log for more than an hour', async () => {
    await cron();
    const readAgo = (seconds: number) =>
      run(
        `$position = array( 'read_at' => time() - $input ) + json_decode( get_option( 'largesse_event_log' ), true );
         update_option( 'largesse_event_log', wp_json_encode( $position ) );`,
        seconds,
      );
    const unread = await run(
      `$old = get_option( 'largesse_event_log' );
       delete_option( 'largesse_event_log' );
       $found = Largesse\\Services::get( Largesse\\EventLog\\EventLogCheck::class )->checks()['event_log']();
       update_option( 'largesse_event_log', $old, false );
       echo $found->status, ' ', $found->description;`,
    );
    assert.match(unread, /^good .* reads it for the first time\.$/);
    await readAgo(3500);
    assert.match(await health(), /^This site learns about changes made through the API\. .* 58 mins ago\.$/);
    await readAgo(7205);
    assert.match(await health(), /^This site learns late about changes .* ran 2 hours ago\./);
    await cron();
    assert.match(await health(), /^This site learns about changes made through the API\./);
  });

  it('tells apart an unusable cursor, a service without a log, an incomplete event, and a failure', async () => {
    const told = await run(
      `foreach ( array( 404, 410, 422, 500, 501, 503 ) as $status ) {
         $error = Largesse\\Service\\ApiError::of( 'No', $status );
         $found[ $status ] = array( Largesse\\EventLog\\EventFeed::is_unusable_cursor( $error ), Largesse\\EventLog\\EventFeed::is_without_log( $error ) );
       }
       $event = array( 'type' => 'purchase.created', 'at' => '2030-01-02T03:04:05Z', 'registry_id' => 7 );
       add_filter( 'pre_http_request', static function () use ( &$sent, &$cursor ) {
         return array( 'response' => array( 'code' => 200 ), 'headers' => array( 'next-cursor' => $cursor ), 'body' => wp_json_encode( array( $sent ) ) );
       } );
       foreach ( array( array(), array( 'registry_id' => '7' ), array( 'type' => 7 ), array( 'at' => null ) ) as $odd ) {
         foreach ( array( 'next', '' ) as $cursor ) {
           $sent = $odd + $event;
           $found['read'][] = is_wp_error( Largesse\\Services::get( Largesse\\EventLog\\EventFeed::class )->read( array(), 5 ) );
         }
       }
       echo wp_json_encode( $found );`,
    );
    assert.deepEqual(JSON.parse(told), {
      // Only the first event is complete, and only its first answer has a cursor.
      read: [false, true, true, true, true, true, true, true],
      404: [false, false],
      410: [true, false],
      422: [true, false],
      500: [false, false],
      501: [false, true],
      503: [false, false],
    });
  });

  it('loses nothing if its cursor is too old', async () => {
    const seconds = 3;
    await t.replace({ EVENTS_DAYS: String(seconds / 86_400) }, 'short');
    await cron();
    const { id, items, path } = await registry(['Pot', 'Pan']);
    const [ofPot, ofPan] = [someone(), someone()];
    await give(t.system(), items[0] ?? 0, { giver_email: ofPot });
    await give(t.system(), items[1] ?? 0, { giver_email: ofPan });
    assert.match(await html(path), /Pot/);
    await cron();
    const old = JSON.parse(await position()).cursor;
    await until('the cursor is too old', async () => (await admin('GET', `/events?after=${old}`)).status === 410);
    await admin('DELETE', `/items/${items[0]}`);
    const forGivers = await run(
      `echo wp_json_encode( Largesse\\Services::get( Largesse\\EventLog\\PageFollower::class )->check_cached_items( true, $input, true ) );`,
      id,
    );
    assert.equal(forGivers, 'false', 'givers see no cached items');
    assert.doesNotMatch(await html(path), /Pot/);
    await cron();
    assert.notEqual(JSON.parse(await position()).cursor, old);
    assert.deepEqual(await recipients(), [ofPot]);
  });

  it('works without a log, too', async () => {
    await t.replace({ EVENTS_DAYS: '0' }, 'off');
    const { id, items, path } = await registry(['Pot', 'Pan']);
    const [ofPot, ofPan] = [someone(), someone()];
    await give(t.system(), items[0] ?? 0, { giver_email: ofPot });
    await give(t.system(), items[1] ?? 0, { giver_email: ofPan });
    assert.match(await html(path), /Pot/);
    await run(`Largesse\\Services::get( Largesse\\Registry\\Store::class )->items->remove( ...$input );`, [
      id,
      items[0],
    ]);
    assert.doesNotMatch(await html(path), /Pot/);
    assert.equal((await t.system().request('owner', 'DELETE', `/registries/${id}/items/${items[1]}`)).status, 204);
    assert.deepEqual(await all(), [ofPot, ofPan].sort());
    assert.deepEqual(await all(), []);
    assert.match(await health(), /The service keeps no log of events/);
  });

  /** Returns the position in the event log that the cron has stored. */
  function position(): Promise<string> {
    return run(`echo get_option( 'largesse_event_log' );`);
  }

  /** Returns label and description of the test in Site Health. */
  async function health(): Promise<string> {
    return run(
      `$found = Largesse\\Services::get( Largesse\\EventLog\\EventLogCheck::class )->checks()['event_log'](); echo "$found->label. $found->description";`,
    );
  }
});
