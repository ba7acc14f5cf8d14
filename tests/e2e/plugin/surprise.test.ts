// Needs a service and site: the day ends the surprise in both.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Event, isDay } from '@largesse/contract';
import { realNow } from '../../../contract/testing/clock.ts';
import { ruleCases } from '../../../contract/testing/rule-cases.ts';
import type { Registry as RegistryView } from '../../../plugin/assets/registry.ts';
import { openForSuite } from '../../support/suite.ts';
import { create, dispatch, page } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { inZone } from '../wordpress/zone.ts';
import { activeItems, addItem } from './connected.ts';
import { give } from './gifts.ts';
import { openProxiedSite } from './proxied-site.ts';
import { askDirectly as ask } from './rest-namespace.ts';

/** Fields in answers about the reveal or the copy of a registry. */
interface Late {
  registry: RegistryView;
  revealed: number;
  copy: { id: number; title: string; manage_url: string; copied: number; missing: string[] };
  data: { fields?: Record<string, string>; is_unchanged?: boolean };
}

/** Runs the cron again at once, including registries whose last attempt was less than a minute ago. */
const AGAIN = `global $wpdb; $wpdb->query( "UPDATE $wpdb->postmeta SET meta_value = '1' WHERE meta_key = '_largesse_reveal' AND meta_value <> 'done'" ); wp_cache_flush(); do_action( 'largesse_reveals' );`;

/** Moves a day by the days between two others; returns an empty or invalid day unchanged. */
function moved(day: string, from: string, to: string): string {
  if (!isDay(day)) return day;
  const time = (one: string) => Date.parse(`${one}T00:00:00Z`);
  return new Date(time(day) - time(from) + time(to)).toISOString().slice(0, 10);
}

const HIDDEN = { registry_surprise: 'hidden', registry_event_date: '2037-06-12' };

describe('the surprise, and the time after the day', () => {
  const t = openForSuite(() => openProxiedSite('6.5'));

  const run = (code: string, input: unknown = null) => t.system.site.wordpress.run(code, input);
  const look = async (id: number) => (await ask(t.system.site, 'owner', 'GET', `/${id}`)).body.registry;
  const late = (who: TestUser, method: string, id: number, path: string, body?: object) =>
    dispatch<Late>(t.system.site, who, method, `/wp-json/largesse/v1/registries/${id}/${path}`, body);
  const boughtOf = async (id: number) => (await look(id)).items.map((item) => item.quantity_purchased);

  /** Creates a secret gift in the same way as the pages do. */
  const giveSecretly = (item: number) =>
    give(t.system, item, { secret: true, giver_name: 'Granny', message: 'Enjoy!', giver_email: 'g@family.example' });
  /** Creates a registry with one wish, and a secret gift for this wish. */
  const hidden = async (meta: object = {}) => {
    const id = await create(t.system.site, 'owner', { status: 'publish', meta: { ...HIDDEN, ...meta } });
    const item = await addItem(t.system, id, 'Kettle', { quantity_needed: 3 });
    await giveSecretly(item);
    return { id, item, path: new URL((await look(id)).permalink).pathname };
  };
  /** Stores a meta field of a registry without checks, for example a date in the past. */
  const setMeta = (id: number, key: string, value: string) =>
    run('update_post_meta( $input[0], $input[1], $input[2] );', [id, key, value]);
  const revealsDuring = async (work: () => Promise<unknown>) =>
    (await t.callsDuring(work)).filter((call) => call === 'POST /purchases/reveal').length;

  it('stays when the level changes, and ends manually for existing gifts', async () => {
    const { id, item, path } = await hidden();
    const { version } = await look(id);
    await ask(t.system.site, 'owner', 'PATCH', `/${id}`, { version, surprise: 'names' });
    assert.match(
      (await page(t.system.site, 'nobody', path)).html,
      /3 of 3 still wanted/,
      'the public page counts no secret gift',
    );
    await setMeta(id, 'registry_surprise', 'hidden');
    assert.deepEqual(await boughtOf(id), [0]);
    const { status, body } = await late('owner', 'POST', id, 'reveal');
    assert.deepEqual([status, body.revealed, body.registry.items[0]?.quantity_purchased], [200, 1, 1]);
    assert.equal((await late('owner', 'POST', id, 'reveal')).body.revealed, 0);
    await giveSecretly(item);
    assert.deepEqual(await boughtOf(id), [1]);
  });

  it('ends with a single call to the service, before pages, files and answers show the registry', async () => {
    for (const show of [
      (_id: number, path: string) => page(t.system.site, 'nobody', path),
      (id: number) => page(t.system.site, 'owner', `/my-registries/?registry=${id}`),
      (id: number) => look(id),
      (id: number) => late('owner', 'GET', id, 'export'),
      (id: number) => page(t.system.site, 'owner', `/my-registries/?registry=${id}&gifts=csv`),
      (id: number) =>
        run(`wp_set_current_user( get_post( $input )->post_author ); largesse_get_registry( $input );`, id),
    ]) {
      const { id, item, path } = await hidden();
      assert.equal(await revealsDuring(() => show(id, path)), 0);
      await setMeta(id, 'registry_event_date', '2024-06-12');
      assert.equal(await revealsDuring(() => show(id, path)), 1);
      const [stored] = await activeItems(t.system, id);
      assert.partialDeepStrictEqual(stored, { id: item, quantity_purchased: 1 });
      assert.equal(await revealsDuring(() => show(id, path)), 0);
    }
  });

  it('ends permanently only after a second check, and restarts with another day', async () => {
    const { id, item } = await hidden({ registry_reveal_date: '2024-01-01' });
    assert.deepEqual(await boughtOf(id), [1]);
    // Simulates a gift that a guest was submitting during the reveal.
    await giveSecretly(item);
    assert.deepEqual(await boughtOf(id), [1]);
    await setMeta(id, '_largesse_reveal', '1');
    assert.deepEqual(await boughtOf(id), [2]);
    await giveSecretly(item);
    assert.equal(await revealsDuring(() => look(id)), 0);
    for (const day of ['2037-01-01', '2024-02-02']) await setMeta(id, 'registry_reveal_date', day);
    assert.deepEqual(await boughtOf(id), [3]);
    for (const [key, value] of [
      ['registry_event_date', '2024-03-03'],
      ['registry_surprise', 'counts'],
      ['registry_reveal_date', '2024-03-04'],
    ] as const) {
      await setMeta(id, '_largesse_reveal', 'done');
      await setMeta(id, key, value);
      assert.equal(await run(`echo get_post_meta( $input, '_largesse_reveal', true );`, id), '', key);
    }
  });

  it('is recorded as an event only if the owner learns something new', async () => {
    for (const [meta, expected] of [
      [{ registry_surprise: 'names' }, 0],
      [{ registry_surprise: 'counts' }, 1],
      [{ registry_surprise: 'counts', registry_reveal_date: '2024-01-01' }, 0],
    ] as const) {
      const id = await create(t.system.site, 'owner', { status: 'publish', meta: { ...HIDDEN, ...meta } });
      await give(t.system, await addItem(t.system, id, 'Kettle'), { giver_name: 'Granny' });
      await run(`Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class )->reveal( $input );`, id);
      const { body } = await t.system.request('admin', 'GET', `/events?registry_id=${id}`);
      const events = (body as Event[]).filter(({ type }) => type === 'purchases.revealed');
      assert.equal(events.length, expected, JSON.stringify(meta));
    }
  });

  it('does not make a page wait for a failing service, nor the next page', async () => {
    const { id, item, path } = await hidden({ registry_reveal_date: '2024-01-01' });
    // Adds another gift, because `hidden()` has revealed the first gift by reading the registry.
    await giveSecretly(item);
    await run(`delete_post_meta( $input, '_largesse_reveal' );`, id);
    t.interference = { before: ({ path: called }) => called !== '/purchases/reveal' };
    const { html } = await page(t.system.site, 'nobody', path);
    assert.match(html, /Kettle/);
    assert.equal(await revealsDuring(() => page(t.system.site, 'nobody', path)), 0);
    t.interference = {};
    await setMeta(id, '_largesse_reveal', '1');
    assert.deepEqual(await boughtOf(id), [2]);
  });

  it("uses the site's own midnight", async () => {
    const [come, later] = [await hidden(), await hidden()];
    try {
      await run(`update_option( 'gmt_offset', 14 );`);
      const today = await run(`echo gmdate( 'Y-m-d', time() + 14 * HOUR_IN_SECONDS );`);
      await setMeta(come.id, 'registry_reveal_date', today);
      assert.equal(await revealsDuring(() => page(t.system.site, 'nobody', come.path)), 1);
      await run(`update_option( 'gmt_offset', -12 );`);
      const tomorrow = await run(`echo gmdate( 'Y-m-d', time() + 12 * HOUR_IN_SECONDS );`);
      await setMeta(later.id, 'registry_reveal_date', tomorrow);
      assert.equal(await revealsDuring(() => page(t.system.site, 'nobody', later.path)), 0);
    } finally {
      await run(`update_option( 'gmt_offset', 0 );`);
      // Moves the reveal to a later day. Otherwise, later tests would reveal these registries, too.
      for (const { id } of [come, later]) await setMeta(id, 'registry_reveal_date', '2037-01-01');
    }
  });

  it('does not end if a change postpones its day', async () => {
    // This day has begun in the easternmost time zone, but not in the westernmost.
    const reveal_date = new Date(realNow() + 14 * 3_600_000).toISOString().slice(0, 10);
    const { id, version } = await inZone(run, -12, async () => {
      const { id } = await hidden({ registry_reveal_date: reveal_date });
      return { id, version: (await look(id)).version };
    });
    const answer = await inZone(run, 14, () =>
      ask(t.system.site, 'owner', 'PATCH', `/${id}`, { version, reveal_date: '2037-07-01' }),
    );
    assert.equal(answer.status, 200);
    const { body } = await t.system.request('admin', 'GET', `/purchases?registry_id=${id}&view=owner`);
    assert.deepEqual(body, []);
  });

  it('ends in the site’s cron, for any number of registries', async () => {
    // One query of the cron reads 50 registries. These 60 precede the others, and their day has not come.
    await run(`
      global $wpdb;
      $wpdb->query( "INSERT INTO $wpdb->posts ( post_type, post_status, post_author, post_title, post_name ) VALUES " . implode( ',', array_map( fn ( $n ) => "( 'registry', 'private', 99, 'Bulk', 'bulk-$n' )", range( 1, 60 ) ) ) );
      foreach ( array( 'registry_event_date' => '2024-06-12', 'registry_reveal_date' => '2037-01-01' ) as $key => $day )
        $wpdb->query( "INSERT INTO $wpdb->postmeta ( post_id, meta_key, meta_value ) SELECT ID, '$key', '$day' FROM $wpdb->posts WHERE post_title = 'Bulk'" );`);
    const [due, other, binned] = [await hidden(), await hidden(), await hidden()];
    for (const { id } of [due, other, binned]) await setMeta(id, 'registry_event_date', '2024-06-12');
    await run(`wp_trash_post( $input );`, binned.id);
    await setMeta(other.id, 'registry_reveal_date', '2037-01-01');
    assert.equal(await run(`echo wp_get_schedule( 'largesse_reveals' );`), 'hourly');
    assert.ok((await revealsDuring(() => run(`do_action( 'largesse_reveals' );`))) >= 1);
    assert.partialDeepStrictEqual(await activeItems(t.system, due.id), [{ quantity_purchased: 1 }]);
    for (const { id } of [other, binned])
      assert.partialDeepStrictEqual(await activeItems(t.system, id), [{ quantity_purchased: 0 }]);
    // The next run of the event reveals the gifts a second time. Further runs do not reveal them again.
    assert.ok((await revealsDuring(() => run(AGAIN))) >= 1);
    assert.equal(await revealsDuring(() => run(AGAIN)), 0);
  });

  it('ends in the cron in each case in which the day has come', async () => {
    const today = await run(`echo wp_date( 'Y-m-d' );`);
    const cases = ruleCases.surprises.filter(({ level }) => level === 'hidden');
    const dates = cases.map((one) => [one.event, one.chosen].map((day) => moved(day, one.today, today)));
    const revealed: boolean[] = JSON.parse(
      await run(
        `$keys = array( 'registry_event_date', 'registry_reveal_date' );
        foreach ( $input as $dates ) {
          $id = wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'private', 'post_title' => 'Case' ) );
          update_post_meta( $id, 'registry_surprise', 'hidden' );
          foreach ( array_combine( $keys, $dates ) as $key => $day ) update_post_meta( $id, $key, $day );
          $ids[] = $id;
        }
        do_action( 'largesse_reveals' );
        echo wp_json_encode( array_map( fn ( $id ) => '' !== get_post_meta( $id, '_largesse_reveal', true ), $ids ) );
        foreach ( $ids as $id ) update_post_meta( $id, '_largesse_reveal', 'done' );`,
        dates,
      ),
    );
    for (const [at, one] of cases.entries())
      assert.equal(revealed[at], one.newGift === 'names', `${JSON.stringify(one)}, on this site ${dates[at]}`);
  });

  it('postpones the rest of the cron if the service keeps failing', async () => {
    for (let n = 0; n < 5; n++) await setMeta((await hidden()).id, 'registry_reveal_date', '2024-01-01');
    t.interference = { before: ({ path }) => path !== '/purchases/reveal' };
    assert.equal(await revealsDuring(() => run(`do_action( 'largesse_reveals' );`)), 3);
    let calls = 0;
    t.interference = { before: ({ path }) => path !== '/purchases/reveal' || ++calls % 3 === 0 };
    assert.ok((await revealsDuring(() => run(AGAIN))) >= 5, 'two failures in a row');
    t.interference = {};
  });

  it('is over for guests after both days: they see thanks, and the list stays', async () => {
    const { id, item, path } = await hidden();
    const says = async () => (await page(t.system.site, 'nobody', path)).html.includes('The day is over.');
    assert.equal(await says(), false);
    await setMeta(id, 'registry_event_date', '2024-06-12');
    assert.equal(await says(), true);
    assert.match((await page(t.system.site, 'nobody', path)).html, /Kettle/);
    const form = await page(t.system.site, 'nobody', `${path}?give=${item}`);
    assert.match(form.html, /<form/, 'late guests can still give');
    assert.partialDeepStrictEqual(await look(id), { is_over: true, is_revealed: true });
    await setMeta(id, 'registry_reveal_date', '2037-01-01');
    assert.equal(await says(), false);
  });

  it('moves a past registry out of the way in the overview, until it is restored', async () => {
    const { id, path } = await hidden();
    const isAside = async () => {
      const { html } = await page(t.system.site, 'owner', '/my-registries/');
      const aside = /<details class="largesse-mine__past".*?<\/details>/s.exec(html)?.[0] ?? '';
      assert.equal(html.split(`registry=${id}"`).length, 2, 'it appears in one of two places');
      return aside.includes(`registry=${id}"`);
    };
    assert.equal(await isAside(), false);
    await t.system.site.wordpress.run(`update_post_meta( $input, 'registry_event_date', '2020-06-12' );`, id);
    const { version } = await look(id);
    assert.equal((await late('owner', 'POST', id, 'past')).body.registry.is_past, true);
    assert.equal(await isAside(), true);
    assert.equal((await page(t.system.site, 'nobody', path)).status, 200);
    assert.equal((await look(id)).version, version);
    assert.equal((await late('owner', 'POST', id, 'past', { is_past: false })).body.registry.is_past, false);
    assert.equal(await isAside(), false);
  });

  it('copies the open wishes with the numbers that the owner sees, and creates a private registry of their own', async () => {
    const full = {
      description: 'Blue',
      retailer: 'Kiste',
      image_url: 'https://shop.example/k.jpg',
      price: 12.5,
      affiliate_url: 'https://shop.example/a',
      affiliate_status: 'active',
    };
    const { id, item } = await hidden({ registry_event_type: 'Birthday' });
    await addItem(t.system, id, 'Plates', { quantity_needed: 6, quantity_purchased: 4, ...full });
    await addItem(t.system, id, 'Pot', { quantity_needed: 1, quantity_purchased: 1 });
    await setMeta(id, 'registry_item_ids', JSON.stringify([item + 1, item + 2, item]));
    // An administrator makes the copy. The copy belongs to the owner of the original registry, not to the
    // administrator.
    const { status, body } = await late('admin', 'POST', id, 'copy', { title: 'Next & year', is_public: true });
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal(body.registry.id, id);
    assert.partialDeepStrictEqual(body.copy, { title: 'Next & year', copied: 2 });
    assert.deepEqual(body.copy.missing, []);
    const made = await look(body.copy.id);
    assert.partialDeepStrictEqual(made, { title: 'Next & year', surprise: 'hidden', is_public: false });
    assert.deepEqual(
      made.items.map((each) => [each.name, each.quantity_needed, each.quantity_purchased]),
      [
        ['Plates', 2, 0],
        ['Kettle', 3, 0],
      ],
    );
    assert.partialDeepStrictEqual(await activeItems(t.system, body.copy.id), [full, {}]);
  });
});
