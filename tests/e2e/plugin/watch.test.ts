import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { openGuestSite, type Shown, type Wish } from '../pages/guest-site.ts';
import { type Caller, page } from '../wordpress/requests.ts';
import { give } from './gifts.ts';
import { askDirectly as ask } from './rest-namespace.ts';
import { openShopService } from './shop-service.ts';

const WEEK = 7 * 86_400;

interface Answer {
  state: 'there' | 'gone' | 'sold_out' | 'unknown';
  price?: number;
  currency?: string;
}

// rules: The watch
describe('the watch', () => {
  const t = openForSuite(() => openGuestSite());
  const site = () => t.system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);

  /** State of a proxy in front of the service. The proxy itself answers requests about shops. */
  const shops = {
    asked: [] as string[],
    underWay: 0,
    most: 0,
    /** Status of the proxy's answers. 200 means that previews are on. */
    status: 200,
    /** Address whose checks get no proper answer. */
    failing: '',
    answers: {} as Record<string, Answer>,
  };
  const front = openForSuite(() =>
    openShopService(t.system.url, async (route, url) => {
      assert.equal(route, '/previews/check');
      shops.asked.push(url.replace('https://', ''));
      shops.most = Math.max(shops.most, ++shops.underWay);
      const answer = { price: null, currency: null, ...(shops.answers[url] ?? { state: 'there' }) };
      await new Promise(setImmediate);
      shops.underWay--;
      const status = url === shops.failing ? 503 : shops.status;
      return { status, body: status === 200 ? JSON.stringify(answer) : '{"detail":"busy"}' };
    }),
  );

  before(() => run(`update_option( 'registry_api_base_url', $input );`, front.url));

  /** Runs the cron event of the watch. Returns the addresses that the watch has requested. */
  async function cron(): Promise<string[]> {
    shops.asked = [];
    await run(`do_action( 'largesse_watch' );`);
    return shops.asked;
  }
  /** Simulates that a number of seconds pass: moves all stored times of the watch into the past. */
  const pass = (seconds: number) =>
    run(
      `foreach ( Largesse\\Records\\Records::all( 'shop_watch' ) as $record ) {
         $data = array_map( fn ( $one ) => array( 'due' => $one['due'] - $input ) + $one, $record->data );
         Largesse\\Records\\Records::replace( $record, $record->with( data: $data, time: max( 1, $record->time - $input ) ) );
       }
       delete_transient( 'largesse_watch_paused' );`,
      seconds,
    );
  const look = async (id: number, who: Caller = 'owner') => (await ask(site(), who, 'GET', `/${id}`)).body.registry;
  const hints = async (id: number, who: Caller = 'owner') => (await look(id, who)).items.map((item) => item.shop_hint);
  const watch = (id: number, isWatched = true) => ask(site(), 'owner', isWatched ? 'POST' : 'DELETE', `/${id}/watch`);
  /** Stops the watch of all other registries. Creates a registry, and starts the watch of this registry. */
  async function watched(wishes: Wish[], meta: Record<string, unknown> = {}): Promise<Shown> {
    await run(
      `foreach ( Largesse\\Records\\Records::all( 'shop_watch' ) as $record ) Largesse\\Records\\Records::replace( $record, null );
       delete_transient( 'largesse_watch_paused' );`,
    );
    const shown = await t.registry({ title: 'Watched', meta }, wishes);
    assert.equal((await look(shown.id)).shop_watch, 'off');
    assert.deepEqual(await cron(), [], 'it is off until an owner wants it');
    assert.equal((await watch(shown.id)).body.registry.shop_watch, 'on');
    return shown;
  }

  it('visits each shop once a run with a pause, each wish once a week, and skips wishes without a shop', async () => {
    const shown = await watched(
      [
        { name: 'A', url: 'https://pots.example/a' },
        { name: 'B', url: 'https://WWW.Pots.example/b' },
        { name: 'C', url: 'https://pans.example/c', quantity_needed: 1 },
      ],
      { registry_surprise: 'hidden' },
    );
    const added = await ask(site(), 'owner', 'POST', `/${shown.id}/items`, { name: 'A song', url: '' });
    assert.equal(added.status, 201);
    // A gift does not change which wishes the watch checks.
    await give(t.system, shown.items[2]!, { secret: true });
    shops.most = 0;
    shops.asked = [];
    await Promise.all([run(`do_action( 'largesse_watch' );`), run(`do_action( 'largesse_watch' );`)]);
    assert.deepEqual(shops.asked, ['pots.example/a', 'pans.example/c']);
    assert.equal(shops.most, 1);
    assert.ok(Number(await run(`echo (int) wp_next_scheduled( 'largesse_watch', array( 'next' ) );`)) > 0);
    assert.deepEqual(await cron(), []);
    // A new address is due at once.
    const { id, version } = (await look(shown.id)).items[2]!;
    await ask(site(), 'owner', 'PATCH', `/${shown.id}/items/${id}`, { version, url: 'https://pans.example/new' });
    await pass(66);
    assert.deepEqual(await cron(), ['WWW.Pots.example/b', 'pans.example/new']);
    await pass(WEEK - 200);
    assert.deepEqual(await cron(), []);
    await pass(200);
    assert.deepEqual(await cron(), ['pots.example/a', 'pans.example/new']);
  });

  it('informs owners only, with the day', async () => {
    // The day in this time zone differs from the day in UTC.
    await run(`update_option( 'timezone_string', gmdate( 'G' ) < 10 ? 'Pacific/Niue' : 'Pacific/Kiritimati' );`);
    shops.answers = {
      'https://a.example/gone': { state: 'gone' },
      'https://b.example/out': { state: 'sold_out', price: 99, currency: 'EUR' },
      'https://c.example/dear': { state: 'there', price: 49, currency: 'EUR' },
      'https://d.example/cheap': { state: 'there', price: 29, currency: 'EUR' },
    };
    const wishes = Object.keys(shops.answers).map((url) => ({
      name: url.slice(8),
      url,
      price: 39,
      quantity_needed: 2,
    }));
    const shown = await watched(wishes, { registry_invitees: '["invitee"]', registry_keepers: '["stranger"]' });
    assert.equal((await cron()).length, 4);
    const day = await run(`echo wp_date( get_option( 'date_format' ) );`);
    const seen = [
      `The shop no longer sells it (noticed on ${day}).`,
      `Sold out at the shop (noticed on ${day}).`,
      `More expensive at the shop: €49.00 instead of €39.00 (noticed on ${day}).`,
    ];
    assert.deepEqual(await hints(shown.id), [...seen, '']);
    for (const who of ['invitee', 'stranger', 'admin'] as const)
      assert.deepEqual([...new Set(await hints(shown.id, who))], [''], who);
    assert.equal((await look(shown.id, 'invitee')).shop_watch, '');
    for (const who of ['nobody', 'invitee', 'owner'] as const)
      assert.doesNotMatch((await page(site(), who, shown.path)).html, /at the shop|no longer sells it/);
    await run(`update_post_meta( $input, 'registry_owners', '["invitee"]' );`, shown.id);
    assert.deepEqual((await hints(shown.id, 'invitee')).slice(0, 3), seen);
    // The site does not change any wish by itself.
    const { items } = await look(shown.id);
    assert.deepEqual([...new Set(items.map((item) => item.price))], ['39']);
    const { id, version } = items[0]!;
    await ask(site(), 'owner', 'PATCH', `/${shown.id}/items/${id}`, { version, url: 'https://a.example/other' });
    assert.deepEqual((await hints(shown.id)).slice(0, 3), ['', ...seen.slice(1)]);
    const had = { purchase: crypto.randomUUID(), quantity: 2 };
    await ask(site(), 'owner', 'POST', `/${shown.id}/items/${items[1]!.id}/have`, had);
    assert.deepEqual((await hints(shown.id))[1], '', 'the owner has both wished pieces');
    await run(`update_option( 'timezone_string', '' );`);
  });

  it('hides a dismissed hint, and forgets removed wishes (ShopFinding.test.php tests news)', async () => {
    const url = 'https://pots.example/dear';
    const shown = await watched([
      { name: 'Pot', url, price: 39 },
      { name: 'Pan', url: 'https://pans.example/out' },
    ]);
    const [pot, pan] = shown.items;
    const dear = (price: number): Answer => ({ state: 'there', price, currency: 'EUR' });
    shops.answers = { [url]: dear(49), 'https://pans.example/out': { state: 'sold_out' } };
    await cron();
    const before = await hints(shown.id);
    const dismissed = await ask(site(), 'owner', 'DELETE', `/${shown.id}/items/${pot}/shop-hint`);
    assert.deepEqual(
      dismissed.body.registry.items.map((item) => [item.id, item.shop_hint]),
      [[pot, '']],
    );
    assert.equal((await ask(site(), 'owner', 'DELETE', `/${shown.id}/items/999999/shop-hint`)).status, 404);
    assert.deepEqual(await hints(shown.id), ['', before[1]]);
    // A removed wish loses its hints.
    await ask(site(), 'owner', 'DELETE', `/${shown.id}/items/${pan}`);
    await pass(5 * WEEK);
    await cron();
    const kept = await run(
      `echo implode( ',', array_keys( Largesse\\Watching\\ShopHints::all( $input ) ) );`,
      shown.id,
    );
    assert.equal(kept, String(pot));
  });

  it('pauses while the service does not answer or previews are off, and skips lists that are over or hidden', async () => {
    const wishes = [1, 2, 3].map((n) => ({ name: `${n}`, url: `https://shop${n}.example/` }));
    await watched(wishes);
    const pauses = async () => {
      assert.deepEqual(await cron(), []);
      const pause = await run(`echo get_option( '_transient_timeout_largesse_watch_paused' ) - time();`);
      assert.ok(Number(pause) > 3500 && Number(pause) <= 3600, pause);
      await pass(66);
    };
    const serviceAt = (address: string) => run(`update_option( 'registry_api_base_url', $input );`, address);
    await serviceAt(CLOSED_ADDRESS);
    await cron();
    await serviceAt(front.url);
    await pauses();
    for (const status of [503, 404]) {
      shops.status = status;
      assert.equal((await cron()).length, 1);
      shops.status = 200;
      await pauses();
    }
    assert.equal((await cron()).length, 3);
    // The watch skips past registries.
    const past = await watched(wishes);
    await ask(site(), 'owner', 'POST', `/${past.id}/past`);
    assert.deepEqual(await cron(), []);
    // The watch also skips drafts and registries in the trash, but checks private ones.
    const withStatus = async (status: string) => {
      const { id } = await watched(wishes);
      await run(`wp_update_post( array( 'ID' => $input[0], 'post_status' => $input[1] ) );`, [id, status]);
    };
    for (const status of ['trash', 'draft']) {
      await withStatus(status);
      assert.deepEqual(await cron(), [], status);
    }
    await withStatus('private');
    assert.equal((await cron()).length, 3);
    // An address that the service refuses does not stop the checks of other wishes.
    await watched(wishes);
    shops.status = 422;
    assert.equal((await cron()).length, 3);
    shops.status = 200;
  });

  it('checks other registries first after a check without an answer', async () => {
    await watched([{ name: 'Slow', url: 'https://slow.example/' }]);
    const other = await t.registry({ title: 'Other' }, [{ name: 'Pot', url: 'https://pot.example/' }]);
    assert.equal((await watch(other.id)).status, 200);
    shops.failing = 'https://slow.example/';
    assert.deepEqual(await cron(), ['slow.example/']);
    await pass(3601);
    assert.deepEqual(await cron(), ['pot.example/', 'slow.example/']);
    shops.failing = '';
  });

  it('deletes its findings when owner or operator switch it off, or the registry is deleted', async () => {
    const left = async () => run(`echo count( Largesse\\Watching\\ShopHints::all( $input ) );`, shown.id);
    shops.answers = { 'https://a.example/gone': { state: 'gone' } };
    let shown = await watched([{ name: 'Pot', url: 'https://a.example/gone' }]);
    await cron();
    assert.equal(await left(), '1');
    assert.equal((await watch(shown.id, false)).body.registry.shop_watch, 'off');
    assert.deepEqual([await left(), await hints(shown.id)], ['0', ['']]);
    shown = await watched([{ name: 'Pot', url: 'https://a.example/gone' }]);
    await cron();
    await run(`wp_delete_post( $input, true );`, shown.id);
    assert.equal(await left(), '0');
  });
});
