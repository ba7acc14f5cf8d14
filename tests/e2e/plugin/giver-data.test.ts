// Needs a service and site: WordPress's privacy tools collect and erase data in both.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import type { Purchase } from '../../../contract/purchases.ts';
import { dayFromNow, realNow } from '../../../contract/testing/clock.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import { create, dispatch } from '../wordpress/requests.ts';
import { addItem, connect, openConnected, type StoredItem } from './connected.ts';
import { runCron } from './cron.ts';
import { give, storedGift } from './gifts.ts';
import { eraseData, exportData } from './personal-data.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Fields of a gift after the erasure of the giver's data. */
const NOBODY = { giver_user_id: null, giver_name: null, giver_email: null, message: null };

// privacy-tools.test.ts tests WordPress's own tools, also on the newest version.
describe('the data of givers on WordPress 6.5', () => {
  const system = openForSuite(() => openConnected('6.5'));
  let wedding: number;
  let pot: number;
  before(async () => {
    wedding = await create(system.site, 'owner', { title: 'Ann &amp; Bob', status: 'publish' });
    pot = await addItem(system, wedding, 'Pot <1>', { quantity_needed: 500 });
  });

  describe('in an export', () => {
    it('contains gifts made with the address or the account, each once', async () => {
      const { id } = system.site.users.stranger;
      const byAddress = await give(system, pot, { giver_email: 'Stranger@People.example', giver_name: 'Zoë <b>' });
      const byUser = await give(system, pot, {
        giver_user_id: id,
        quantity: 2,
        state: 'bought',
        message: 'For\n<you>',
      });
      const byBoth = await give(system, pot, { giver_user_id: id, giver_email: 'stranger@people.example' });
      await give(system, pot, { giver_email: 'somebody@people.example', giver_name: 'Somebody else' });
      const gifts = await exported('stranger@people.example');
      assert.deepEqual(
        gifts.map((gift) => gift.item_id).sort(),
        [byAddress, byUser, byBoth].map((gift) => `gift-${gift}`).sort(),
      );
      const user = gifts.find((gift) => gift.item_id === `gift-${byUser}`);
      assert.deepEqual(
        { ...user, Created: '' },
        {
          item_id: `gift-${byUser}`,
          Registry: 'Ann &amp; Bob',
          Gift: 'Pot &lt;1&gt;',
          'How many': '2',
          Status: 'Bought',
          Message: 'For<br />\n&lt;you&gt;',
          Created: '',
        },
      );
      const address = gifts.find((gift) => gift.item_id === `gift-${byAddress}`);
      assert.deepEqual([address?.Name, address?.['E-mail address']], ['Zoë &lt;b&gt;', 'stranger@people.example']);
    });

    it('comes in parts', async () => {
      const registry = await create(system.site, 'owner', { title: 'Many', status: 'publish' });
      const item = await addItem(system, registry, 'Cup', { quantity_needed: 2000 });
      const row = () =>
        `('${randomUUID()}', ${item}, ${registry}, 1, 'reserved', 0, 0, 'many@people.example', '2026-05-01', '2026-05-01')`;
      const columns =
        'id, item_id, registry_id, quantity, state, is_secret, is_owner, giver_email, created_at, updated_at';
      const rows = Array.from({ length: 1001 }, row);
      execute(`INSERT INTO purchases (${columns}) VALUES ${rows.join(', ')}`);
      const gifts = await exported('many@people.example');
      assert.equal(new Set(gifts.map((gift) => gift.item_id)).size, 1001);
      assert.equal(gifts.length, 1001);
    });

    it('hides the title of registries that are not shared, and includes gifts whose wish was removed', async () => {
      const registry = await create(system.site, 'owner', { title: 'Not yet', status: 'publish' });
      const item = await addItem(system, registry, 'Lamp');
      await give(system, item, { giver_email: 'early@people.example' });
      await dispatch(system.site, 'owner', 'POST', `/registries/${registry}`, { status: 'draft' });
      await system.request('admin', 'DELETE', `/items/${item}`);
      const [gift] = await exported('early@people.example');
      assert.deepEqual([gift?.Registry, gift?.Gift], ['A registry that this person cannot open', 'Lamp']);
    });

    it('shows owners the same as their page about gifts for themselves, even with their own address', async () => {
      const registry = await create(system.site, 'owner', { title: 'Surprise', meta: { registry_surprise: 'hidden' } });
      const item = await addItem(system, registry, 'Bike', { quantity_needed: 2 });
      await give(system, item, { secret: true, giver_email: 'owner@people.example', giver_name: 'Bob' });
      assert.deepEqual(await exported('owner@people.example'), []);
      await give(system, item, { giver_email: 'owner@people.example', giver_name: 'Bob', message: 'From Bob' });
      const gifts = await exported('owner@people.example');
      assert.equal(gifts.length, 1);
      assert.doesNotMatch(JSON.stringify(gifts), /\bBob\b/);
      await system.request('admin', 'POST', '/purchases/reveal', { body: { registry_id: registry } });
      assert.deepEqual(valuesOf(await exported('owner@people.example'), 'Name'), ['Bob', 'Bob']);
      const basket = await addItem(system, registry, 'Basket');
      await give(system, basket, { owner: true, giver_user_id: system.site.users.owner.id });
      const own = (await exported('owner@people.example')).find((gift) => gift.Gift === 'Basket');
      assert.equal(own?.Status, 'The owner has it');
    });

    it('shows owners without an account no secret gifts for them', async () => {
      const registry = await create(system.site, 'owner', {
        meta: { registry_surprise: 'hidden', registry_owners: '["Anna@people.example"]' },
      });
      const item = await addItem(system, registry, 'Bike', { quantity_needed: 2 });
      // The second address leads to the same mailbox.
      for (const giver_email of ['anna@people.example', 'anna+gifts@people.example']) {
        await give(system, item, { secret: true, giver_email, giver_name: 'Bob' });
        assert.deepEqual(await exported(giver_email), []);
      }
    });

    it('looks incomplete if the service does not answer', async () => {
      await connect(system, CLOSED_ADDRESS);
      await assert.rejects(exported('stranger@people.example'), /The gifts could not be read/);
      await connect(system, system.url);
    });
  });

  describe('in an erasure', () => {
    it('uses address and account, and keeps the gifts’ numbers', async () => {
      const { id } = system.site.users.invitee;
      const counted = await purchased(pot);
      const gifts = [
        await give(system, pot, { giver_email: 'INVITEE@people.example', giver_name: 'Ida', message: 'Hello' }),
        await give(system, pot, { giver_user_id: id, giver_name: 'Ida', quantity: 2 }),
      ];
      const other = await give(system, pot, { giver_email: 'other@people.example', giver_name: 'Otto' });
      const { messages, ...erasure } = await eraseData(system.site, 'invitee@people.example', 'largesse-gifts');
      assert.deepEqual(erasure, { items_removed: true, items_retained: false });
      assert.match(messages.join(), /^Gifts stay on their lists without name, address and message/);
      for (const gift of gifts) assert.deepEqual(person(await storedGift(system, gift)), NOBODY);
      assert.equal((await storedGift(system, other)).giver_name, 'Otto');
      assert.equal(await purchased(pot), counted + 4);
      assert.deepEqual(await exported('invitee@people.example'), []);
      const again = await eraseData(system.site, 'invitee@people.example', 'largesse-gifts');
      assert.deepEqual(again, { items_removed: false, items_retained: false, messages: [] });
    });
  });

  describe('is erased by the cron', () => {
    it('after an account was deleted, as soon as the service answers', async () => {
      const user = Number(
        await system.site.wordpress.run(`echo wp_create_user( 'leaving', 'x', 'leaving@people.example' );`),
      );
      const gift = await give(system, pot, { giver_user_id: user, giver_name: 'Lea', message: 'Bye' });
      const kept = await give(system, pot, { giver_user_id: system.site.users.owner.id, giver_name: 'Ann' });
      const counted = await purchased(pot);
      await system.site.wordpress.run(
        `require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user( $input );`,
        user,
      );
      await connect(system, CLOSED_ADDRESS);
      await runCron(system.site);
      await connect(system, system.url);
      assert.equal((await storedGift(system, gift)).giver_name, 'Lea');
      await runCron(system.site);
      assert.equal((await storedGift(system, gift)).giver_name, 'Lea', 'it waits for an hour');
      await makeDue('largesse_erase_givers');
      await runCron(system.site);
      assert.deepEqual(person(await storedGift(system, gift)), NOBODY);
      // In a network, the plugin also schedules this action if an account only leaves one of its sites.
      const { id: owner } = system.site.users.owner;
      await system.site.wordpress.run(`do_action( 'largesse_erase_givers', 'giver_user_id', $input );`, owner);
      assert.equal((await storedGift(system, kept)).giver_name, 'Ann');
      assert.equal(await purchased(pot), counted);
      assert.equal(await scheduled('largesse_erase_givers'), 0);
    });

    it('after a registry was deleted, but not while it exists or is in the trash', async () => {
      const registry = await create(system.site, 'owner', { title: 'Going' });
      const gift = await give(system, await addItem(system, registry, 'Vase'), { giver_name: 'Vera' });
      // The event claims that the registry was deleted, but the registry is still in the trash.
      const said = `wp_trash_post( $input ); do_action( 'deleted_post', $input, clone get_post( $input ) );`;
      await system.site.wordpress.run(said, registry);
      await makeDue('largesse_erase_givers');
      await runCron(system.site);
      assert.equal((await storedGift(system, gift)).giver_name, 'Vera');
      const status = async () => (await system.request('admin', 'GET', `/purchases/${gift}`)).status;
      await connect(system, CLOSED_ADDRESS);
      await system.site.wordpress.run(`wp_delete_post( $input, true );`, registry);
      await connect(system, system.url);
      assert.equal(await status(), 200, 'the service did not answer');
      assert.match(await system.site.complaints(), /are still active/);
      await makeDue('largesse_erase_givers');
      await runCron(system.site);
      assert.equal(await status(), 404);
    });

    it('addresses 60 days after the event, everything after 13 months', async () => {
      const of = async (event: number | null, given: number, meta: object = {}) => {
        const registry = await create(system.site, 'owner', {
          title: 'Kept',
          status: 'private',
          meta: { ...(event === null ? {} : { registry_event_date: day(event) }), ...meta },
        });
        const gift = await give(system, await addItem(system, registry, 'Cup'), {
          giver_name: 'Greta',
          giver_email: 'greta@people.example',
          message: 'Hi',
        });
        age(gift, given);
        return gift;
      };
      const gifts: [what: string, gift: string][] = [
        ['all', await of(-59, 100)],
        ['name', await of(-60, 100)],
        ['nothing', await of(-430, 440)],
        ['name', await of(null, 62)],
        ['all', await of(-500, 500, { registry_surprise: 'hidden', registry_reveal_date: day(5) })],
      ];
      await makeDue('largesse_erase_old');
      await runCron(system.site);
      for (const [index, [what, gift]] of gifts.entries()) {
        const { giver_name, giver_email, message } = await storedGift(system, gift);
        const expected = {
          all: ['Greta', 'greta@people.example', 'Hi'],
          name: ['Greta', null, 'Hi'],
          nothing: [null, null, null],
        }[what];
        assert.deepEqual([giver_name, giver_email, message], expected, `gift ${index}`);
      }
      await system.site.wordpress.run(
        `update_option( 'largesse_addresses_kept_days', '50' ); update_option( 'largesse_names_kept_months', '1' );`,
      );
      await yesterday();
      await runCron(system.site);
      assert.deepEqual(person(await storedGift(system, gifts[0]?.[1] ?? '')), NOBODY, 'the settings hold');
    });

    it('some registries at a time, and continues after a failure', async () => {
      await yesterday();
      await system.site.wordpress.run(`
        for ( $i = 1; $i <= 250; $i++ ) {
          $GLOBALS['wpdb']->insert( $GLOBALS['wpdb']->posts, array( 'post_type' => 'registry', 'post_status' => 'private', 'post_author' => 99, 'post_title' => 'Bulk', 'post_name' => "bulk-$i" ) );
        }`);
      await runCron(system.site);
      const seen = await progress();
      assert.ok(seen > 0);
      const failed = await system.site.wordpress.run(
        `$failed = 0;
         add_filter( 'pre_http_request', static function () use ( &$failed ) {
           $failed++;
           return array( 'response' => array( 'code' => 500, 'message' => '' ), 'body' => '{}', 'headers' => array(), 'cookies' => array() );
         } );
         Largesse\\Services::get( 'Largesse\\Operation\\Privacy\\Retention' )->run();
         echo $failed;`,
      );
      assert.equal(failed, '2', 'a run ends after two failures');
      const later = await progress();
      assert.ok(later > seen, 'a registry whose data cannot be erased does not stop the others for ever');
      await connect(system, CLOSED_ADDRESS);
      await makeDue('largesse_erase_old');
      await runCron(system.site);
      // No service at the new address has said whether this site is a copy, so nothing is erased (rules: A copied
      // site).
      assert.equal(await progress(), later, 'without the service, a run ends at once and continues later');
      await connect(system, system.url);
      // One run is usually enough. On a very busy machine, the run reaches its time limit, so more runs are needed.
      for (let run = 0; run < 20 && (await progress()) > 0; run++) {
        await makeDue('largesse_erase_old');
        await runCron(system.site);
      }
      assert.equal(await progress(), 0);
    });
  });

  const exported = async (email: string) =>
    (await exportData(system.site, email, 'largesse-gifts')).map(
      ({ item_id, data }): Record<string, string> => ({
        item_id,
        ...Object.fromEntries(data.map(({ name, value }) => [name, value])),
      }),
    );

  async function purchased(item: number): Promise<number> {
    const { body } = await system.request<(StoredItem & { quantity_purchased: number })[]>(
      'admin',
      'GET',
      `/items?ids=${item}`,
    );
    return body[0]?.quantity_purchased ?? -1;
  }

  /** Makes a cron event due now. */
  async function makeDue(hook: string): Promise<void> {
    await system.site.wordpress.run(
      `$crons = _get_cron_array();
      foreach ( $crons as $time => $hooks ) {
        if ( isset( $hooks[ $input ] ) && $time > time() ) {
          $crons[ time() - 1 ][ $input ] = ( $crons[ time() - 1 ][ $input ] ?? array() ) + $hooks[ $input ];
          unset( $crons[ $time ][ $input ] );
        }
      }
      ksort( $crons );
      _set_cron_array( array_filter( $crons ) );`,
      hook,
    );
  }

  const scheduled = async (hook: string) =>
    Number(
      await system.site.wordpress.run(
        `echo count( array_filter( _get_cron_array(), fn ( $hooks ) => isset( $hooks[ $input ] ) ) );`,
        hook,
      ),
    );

  /**
   * Stores the progress of a day before and makes the event due, so that the next run starts like the first run of a
   * day.
   */
  async function yesterday(): Promise<void> {
    await system.site.wordpress.run(
      `update_option( 'largesse_retention', array( 'day' => '2020-02-02', 'seen' => 0 ), false );`,
    );
    await makeDue('largesse_erase_old');
  }

  const progress = async () =>
    Number(await system.site.wordpress.run(`echo get_option( 'largesse_retention' )['seen'];`));

  const day = (days: number) => dayFromNow(days);

  /** Changes the creation date of a gift, so that the gift is `days` days old. */
  function age(id: string, days: number): void {
    const at = new Date(realNow() - days * DAY_MS).toISOString();
    execute('UPDATE purchases SET created_at = ? WHERE id = ?', at, id);
  }

  /** Executes a statement in the service’s database. */
  function execute(sql: string, ...values: string[]): void {
    using database = new DatabaseSync(system.environment.DATABASE_URL?.replace('sqlite:', '') ?? '');
    database.prepare(sql).run(...values);
  }

  const person = ({ giver_user_id, giver_name, giver_email, message }: Purchase) => ({
    giver_user_id,
    giver_name,
    giver_email,
    message,
  });
});
