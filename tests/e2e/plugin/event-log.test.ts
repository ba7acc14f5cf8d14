// Needs a service and site: the cron reads the service's log.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Event } from '../../../contract/events.ts';
import { realNow } from '../../../contract/testing/clock.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { valuesOf } from '../../support/values-of.ts';
import { until } from '../../support/wait.ts';
import { type SiteWithApi, warmUp, withApi } from '../api/site-with-api.ts';
import { addCode } from '../wordpress/add-code.ts';
import { openPostOffice } from '../wordpress/post-office.ts';
import { create, page } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { addItem, connect, connected } from './connected.ts';
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

  const admin = (method: string, path: string, body?: object) =>
    t.system().request('admin', method, path, body ? { body } : {});

  before(() => cron());

  it('reports the pages that were changed through the API, but no secret gift', async () => {
    const { id, items } = await registry(['Pot'], { registry_surprise: 'counts' });
    const hidden = await registry(['Vase'], { registry_surprise: 'hidden', registry_event_date: '2999-01-01' });
    await cron();
    await using _ = await addCode(
      t.site,
      `add_action( 'largesse_page_changed', fn ( $id ) => update_option( 'test_changed', get_option( 'test_changed', '' ) . " $id", false ) );`,
    );
    const changed = async () => {
      await cron();
      await cron();
      return run(`echo get_option( 'test_changed' ); delete_option( 'test_changed' );`);
    };
    await admin('PUT', `/items/${items[0]}`, { name: 'Pan' });
    assert.equal(await changed(), ` ${id}`);
    await give(t.system(), items[0] ?? 0);
    assert.equal(await changed(), ` ${id}`);
    await give(t.system(), hidden.items[0] ?? 0, { secret: true });
    assert.equal(await changed(), '');
  });

  it('reports each change of a registry on the site to the service, later if the service is away', async () => {
    const { id } = await registry([]);
    // Through this route, the service writes the site's list before it answers. A later write could undo a change
    // below: WordPress saves the whole post.
    const items: number[] = [];
    for (const name of ['Pot', 'Pan']) {
      const made = await admin('POST', `/registries/${id}/items`, { name, url: 'https://shop.example/' });
      items.push(JSON.parse(made.text).data.id);
    }
    /**
     * Runs the cron a minute after the changes, when they have ended. Returns the events that other plugins receive.
     */
    const events = async () => {
      await run(
        `global $wpdb; $wpdb->query( "UPDATE {$wpdb->prefix}largesse_records SET time = 1 WHERE kind = 'changed_registry'" );`,
      );
      await cron();
      return (await gotten()).filter((event) => event.registry_id === id).map(({ type }) => type);
    };
    await events();
    const changes = [
      `wp_update_post( array( 'ID' => $input, 'post_title' => 'Anna' ) );`,
      `wp_update_post( array( 'ID' => $input, 'post_status' => 'private' ) );`,
      `update_post_meta( $input, 'registry_event_date', '2999-01-01' );`,
      `delete_post_meta( $input, 'registry_event_date' );`,
      `Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->people->invite( $input, array( 'guest' ) );`,
      `update_post_meta( $input, 'registry_item_ids', '${JSON.stringify([...items].reverse())}' );`,
      `wp_trash_post( $input );`,
      `wp_untrash_post( $input );`,
    ];
    for (const change of changes) {
      await run(change, id);
      assert.deepEqual(await events(), ['registry.updated'], change);
    }
    await run(`update_post_meta( $input, 'another_key', '1' );`, id);
    assert.deepEqual(await events(), []);
    // A request that changed nothing that readers see.
    await run(`wp_update_post( array( 'ID' => $input ) );`, id);
    assert.deepEqual(await events(), []);
    const { url } = t.system();
    await connect(t.system(), CLOSED_ADDRESS);
    await run(`wp_update_post( array( 'ID' => $input, 'post_title' => 'Ben' ) );`, id);
    assert.deepEqual(await events(), []);
    await connect(t.system(), url);
    assert.deepEqual(await events(), ['registry.updated']);
    await run(`wp_delete_post( $input, true );`, id);
    assert.ok((await events()).includes('registry.deleted'));
  });

  it('mails the giver of a wish that was deleted through the API once', async () => {
    const { id, items } = await registry(['Pot', 'Pan', 'Cup']);
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
    await setPosition(before);
    assert.deepEqual(await all(), []);
    // The site has removed a wish, undone that, and removed the wish again before it reads the log.
    const name = await run(
      `$items = Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->items;
       $items->remove( ...$input );
       $items->restore( $input[0], $input[1], null );
       $items->remove( ...$input );
       do_action( 'largesse_send_mails' );
       echo Largesse\\Registries\\Registry\\Changes::removed_name( ...$input );`,
      [id, cup],
    );
    assert.equal(name, 'Cup');
    assert.deepEqual(await recipients(), [ofCup]);
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
      await setPosition(JSON.stringify(values));
      await cron();
      return gotten();
    };
    const old = JSON.parse(before);
    const later = Math.ceil(realNow() / 1000) + 3600;
    const found = [
      await gottenFrom({ ...old, crashes: 2, singles: 1 }),
      await gottenFrom({ ...old, crashes: 3, singles: 1 }),
      await gottenFrom({ ...old, since: later }),
      await gottenFrom({ ...old, cursor: 'of another service', read_at: later }),
    ];
    await setPosition(after);
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
    const unlock = `Largesse\\Foundation\\Records\\Records::change( 'lock', 'event_log', fn () => null );`;
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
    const { items } = await registry(['Pot']);
    await cron();
    await gotten();
    const { url } = t.system();
    await connect(t.system(), CLOSED_ADDRESS);
    await admin('PUT', `/items/${items[0]}`, { name: 'Pan' });
    await cron();
    assert.match(await health(), /cannot read the service’s log of events: The registry service did not answer\./);
    await connect(t.system(), url);
    await t.replace();
    await cron();
    assert.deepEqual(valuesOf(await gotten(), 'type'), ['item.updated']);
    assert.match(await health(), /last read the service’s log of events \d+ \w+ ago/);
  });

  it('reports that the cron has not read the log for more than an hour', async () => {
    await run(
      `Largesse\\Foundation\\Records\\Records::change( 'event_log', 'position', fn ( $now ) => $now->with( data: array( 'read_at' => time() - 7205 ) + $now->data ) );`,
    );
    assert.match(await health(), /^This site learns late about changes .* ran 2 hours ago\./);
    await cron();
    assert.match(await health(), /^This site learns about changes made through the API\./);
  });

  it('loses nothing if its cursor is too old', async () => {
    const seconds = 3;
    await t.replace({ EVENTS_DAYS: String(seconds / 86_400) }, 'short');
    await cron();
    const { items } = await registry(['Pot', 'Pan']);
    const [ofPot, ofPan] = [someone(), someone()];
    await give(t.system(), items[0] ?? 0, { giver_email: ofPot });
    await give(t.system(), items[1] ?? 0, { giver_email: ofPan });
    await cron();
    const old = JSON.parse(await position()).cursor;
    await until('the cursor is too old', async () => (await admin('GET', `/events?after=${old}`)).status === 410);
    await admin('DELETE', `/items/${items[0]}`);
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
    const remove = `Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->items->remove( ...$input );`;
    await run(remove, [id, items[0]]);
    assert.doesNotMatch((await page(t.site, 'nobody', path)).html, /\bPot\b/);
    assert.equal((await t.system().request('owner', 'DELETE', `/registries/${id}/items/${items[1]}`)).status, 204);
    assert.deepEqual(await all(), [ofPot, ofPan].sort());
    assert.deepEqual(await all(), []);
    assert.match(await health(), /The service keeps no log of events/);
  });

  /** Returns the position in the event log that the cron has stored. */
  function position(): Promise<string> {
    return run(`echo wp_json_encode( Largesse\\Foundation\\Records\\Records::read( 'event_log', 'position' )->data );`);
  }

  function setPosition(values: string): Promise<string> {
    return run(
      `Largesse\\Foundation\\Records\\Records::change( 'event_log', 'position', fn ( $now ) => $now->with( data: json_decode( $input, true ) ) );`,
      values,
    );
  }

  /** Returns label and description of the test in Site Health. */
  async function health(): Promise<string> {
    return run(
      `$found = Largesse\\Services::get( Largesse\\Operation\\EventLog\\LogFollower::class )->check(); echo "$found->label. $found->description";`,
    );
  }
});
