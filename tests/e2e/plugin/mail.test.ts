// Needs a whole site: PHPMailer, cron and languages build and send the messages.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe } from 'node:test';
import { dayFromNow, realNow } from '../../../contract/testing/clock.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import { addCode } from '../wordpress/add-code.ts';
import { create, type Draft, dispatch, page } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { inZone } from '../wordpress/zone.ts';
import { connect } from './connected.ts';
import { OWN_GIFT } from './gifts.ts';
import { openMailingSite, deliver as send } from './mailing-site.ts';

/** Returns the day that is `offset` days after today, in the format that registries use. */
const day = (offset: number) => dayFromNow(offset);

/** Fields of a guest's gift. */
interface Gift {
  item_id: number;
  quantity?: number;
  giver_email?: string;
  giver_user_id?: number;
  giver_name?: string;
  message?: string;
}

for (const version of versions) {
  describe(`mails on WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const system = openForSuite(() => openMailingSite(version));
    let visitors = 0;

    const run = (php: string, input?: unknown) => system.site.wordpress.run(php, input);

    /** Returns a new address, which has received no mail yet. */
    const someone = () => `guest${++visitors}@people.example`;

    /** Creates a registry of the owner, and adds one wish for each name. */
    async function registry(names: string[], draft: Draft = {}): Promise<{ id: number; items: number[] }> {
      const id = await create(system.site, 'owner', { title: 'Anna & Ben', status: 'publish', ...draft });
      const items = await run(
        `$wishes = array_map( fn ( $name ) => array( 'name' => $name, 'url' => 'https://shop.example/thing', 'quantity_needed' => 9 ), $input['names'] );
        $store = Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class );
        echo wp_json_encode( array_column( $store->items->add_all( $input['id'], $wishes ), 'id' ) );`,
        { id, names },
      );
      return { id, items: JSON.parse(items) };
    }

    /**
     * Creates gifts in the same way as the site's pages; returns the ids of the purchases.
     * @param locale language of the page
     */
    async function give(registryId: number, gifts: Gift[], locale = ''): Promise<string[]> {
      const ids = gifts.map(() => randomUUID());
      const given = await run(
        `if ( $input['locale'] ) add_filter( 'locale', fn () => $input['locale'] );
        foreach ( $input['gifts'] as $index => $gift ) {
          $purchase = Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class )->give( get_post( $input['registry'] ), $input['ids'][ $index ], $gift );
          echo is_array( $purchase ) ? 'given ' : wp_json_encode( $purchase );
        }`,
        { registry: registryId, ids, gifts, locale },
      );
      assert.equal(given, 'given '.repeat(gifts.length));
      return ids;
    }

    const removeWish = (id: number, item: number | undefined) =>
      run('Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->items->remove( ...$input );', [
        id,
        item,
      ]);
    const deleteList = (id: number) => run('wp_delete_post( $input, true );', id);
    const reveal = (id: number) =>
      run('Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class )->reveal( $input );', id);
    /** Changes the day of the reveal of a registry. */
    const postpone = (id: number, days: number) =>
      dispatch(system.site, 'owner', 'PATCH', `/wp-json/wp/v2/registries/${id}`, {
        meta: { registry_reveal_date: day(days) },
      });
    /** Returns a gift of each wish from the same person. */
    const eachOf = (items: number[], giver_email: string) => items.map((item_id) => ({ item_id, giver_email }));
    /** Returns a gift of a wish from each person. */
    const byEach = (people: string[], item_id = 0) => people.map((giver_email) => ({ item_id, giver_email }));

    /** Sends mails like WordPress's cron, and returns the received mails. */
    const deliver = (pauses?: 'over' | 'limited' | 'kept') => send(system, pauses);

    /** Sends the waiting mails, and returns their recipients. */
    const recipients = async (): Promise<string[]> => (await deliver()).flatMap((mail) => mail.recipients).sort();

    /** Returns the kind of each waiting mail. */
    const waiting = async (): Promise<string[]> =>
      JSON.parse(
        await run(
          `global $wpdb;
          echo wp_json_encode( array_map( fn ( $json ) => json_decode( $json, true )['kind'], $wpdb->get_col( "SELECT json FROM {$wpdb->prefix}largesse_records WHERE kind IN ( 'mail', 'first_mail' ) ORDER BY id" ) ) );`,
        ),
      );

    /** Returns the minutes until each queued mail is due. */
    const minutesLeft = async (): Promise<number[]> =>
      JSON.parse(
        await run(
          `global $wpdb;
          echo wp_json_encode( array_map( fn ( $time ) => (int) round( ( $time - time() ) / 60 ), $wpdb->get_col( "SELECT time FROM {$wpdb->prefix}largesse_records WHERE kind IN ( 'mail', 'first_mail' ) ORDER BY id" ) ) );`,
        ),
      );

    it('have an event of the cron only while a mail with priority waits', async () => {
      const minutes = await run(
        `$queue = Largesse\\Services::get( Largesse\\People\\Mail\\Queue::class );
        $note  = function () use ( &$minutes ) {
          $next      = wp_next_scheduled( 'largesse_send_mails' );
          $minutes[] = false === $next ? null : (int) round( ( $next - time() ) / 60 );
        };
        do_action( 'largesse_send_mails' );
        $note();
        $queue->put( 'given', 'later', array(), 20 * MINUTE_IN_SECONDS );
        $note();
        $queue->put( 'invited', 'later', array(), 2 * MINUTE_IN_SECONDS, true );
        do_action( 'largesse_find_mails' );
        $note();
        $minutes[] = wp_get_schedule( 'largesse_send_mails' );
        $queue->cancel( 'invited', 'later', true );
        $queue->cancel( 'given', 'later' );
        do_action( 'largesse_send_mails' );
        $note();
        $minutes[] = wp_get_schedule( 'largesse_find_mails' );
        echo wp_json_encode( $minutes );`,
      );
      assert.deepEqual(JSON.parse(minutes), [null, null, 2, 'largesse_minute', null, 'largesse_five_minutes']);
    });

    everywhere('confirm a gift to its giver, with a link to change it', async () => {
      const to = someone();
      const { id, items } = await registry(['Pot & <lid> 🎁'], {
        meta: { registry_event_date: '2099-06-12', registry_surprise: 'hidden' },
      });
      const [pot = 0] = items;
      const words = { giver_name: 'Aunt Ada', message: 'Much love!' };
      const events = () => run('echo wp_json_encode( _get_cron_array() );');
      const before = await events();
      const [gift] = await give(id, [{ item_id: pot, quantity: 2, giver_email: to, ...words }]);
      assert.deepEqual(system.office.collect(), [], 'nothing is sent while the giver waits');
      assert.equal(await events(), before, 'Site Health would list a late cron event');
      // Visitors of the site trigger the site's cron with such a request.
      assert.equal((await page(system.site, 'nobody', '/wp-cron.php')).status, 200);
      const [mail, ...others] = system.office.collect();
      assert.ok(mail);
      assert.deepEqual(others, []);
      assert.deepEqual(mail.recipients, [to]);
      assert.equal(mail.subject, 'Your gift for “Anna & Ben”');
      assert.equal(mail.headers['auto-submitted'], 'auto-generated');
      assert.equal(mail.headers['x-auto-response-suppress'], 'All');
      assert.match(mail.headers.from ?? '', /^Largesse </);
      assert.match(mail.headers['content-type'] ?? '', /^multipart\/alternative;/);
      assert.match(mail.text, /^Your gift: 2 × Pot & <lid> 🎁$/m);
      assert.match(mail.text, /^For: Anna & Ben$/m);
      assert.match(mail.text, /^When: June 12, 2099$/m);
      assert.match(mail.text, /the family cannot see the gifts before June 13, 2099/);
      assert.match(mail.html, /2 × Pot &amp; &lt;lid&gt; 🎁/);
      assert.match(mail.html, /<html lang="en-US" dir="ltr">/);
      assert.doesNotMatch(mail.html, /<(img|script|link)\b/);
      assert.doesNotMatch(mail.text + mail.html, /Ada|Much love/, 'the address may be a stranger’s');
      assert.ok(mail.links.some((link) => link.includes(`gift-of=${gift}&key=`)));
      const elsewhere = someone();
      await run(
        `Largesse\\Services::get( Largesse\\Promises\\Giving\\GiftMailSender::class )->queue_link_mail( array( 'id' => $input[0] ), get_post( $input[1] ), $input[2] );`,
        [gift, id, elsewhere],
      );
      assert.deepEqual(await recipients(), [elsewhere], 'asked for the link');
      assert.deepEqual(await waiting(), []);
      const erased = await run(
        `Largesse\\Services::get( Largesse\\Promises\\Giving\\GiftMailSender::class )->queue_link_mail( array( 'id' => $input[0] ), get_post( $input[1] ), $input[2] );
        echo Largesse\\Services::get( Largesse\\People\\Mail\\Queue::class )->erase( strtoupper( $input[2] ) );`,
        [gift, id, elsewhere],
      );
      assert.equal(erased, '1', 'the address is stored only for this mail');
      assert.deepEqual(await recipients(), []);
    });

    everywhere('use the language of the guest’s page, or the one that a member chose', async () => {
      const { id, items } = await registry(['Topf'], { meta: { registry_event_date: '2099-06-12' } });
      const [item_id = 0] = items;
      const member = { giver_email: someone(), giver_user_id: system.site.users.stranger.id };
      const [guest, english] = [someone(), someone()];
      await run(`update_user_meta( $input, 'locale', 'de_DE' );`, member.giver_user_id);
      await give(id, [{ item_id, giver_email: guest }], 'de_DE');
      await give(id, [
        { item_id, ...member },
        { item_id, giver_email: english },
        { item_id, giver_email: system.site.users.invitee.email },
      ]);
      const mails = await deliver();
      await run(`delete_user_meta( $input, 'locale' );`, member.giver_user_id);
      const mailTo = (to: string) => mails.find((mail) => mail.recipients[0] === to);
      assert.equal(mails.length, 4);
      for (const to of [guest, member.giver_email]) {
        const { subject, text, html } = mailTo(to) ?? assert.fail(to);
        assert.equal(subject, 'Dein Geschenk für „Anna & Ben“');
        assert.match(html, /<html lang="de-DE"/);
        assert.doesNotMatch(text + html, /Your gift|Hello|Replies/);
      }
      assert.equal(mailTo(english)?.subject, 'Your gift for “Anna & Ben”');
      assert.match(mailTo(english)?.text ?? '', /^Hello!\n/);
      assert.match(mailTo(system.site.users.invitee.email)?.text ?? '', /^Hello invitee!\n/, 'an account');
    });

    it('are combined for all gifts since the last one, and are rare enough', async () => {
      const to = someone();
      const { id, items } = await registry(['Pot', 'Pan']);
      const gifts = await give(id, eachOf(items, to));
      const [both, ...none] = await deliver();
      assert.deepEqual(none, []);
      assert.equal(both?.subject, 'Your gifts for “Anna & Ben”');
      assert.match(both?.text ?? '', /^\* Pot\n {2}http.*\n\* Pan\n {2}http/m);
      assert.doesNotMatch(both?.text ?? '', /surprise/, 'the owner sees the number of gifts');
      for (const gift of gifts) assert.ok(both?.links.some((link) => link.includes(gift)));
      await give(id, eachOf(items, to.toUpperCase()));
      assert.deepEqual(await deliver('limited'), []);
      assert.deepEqual(await waiting(), ['given', 'given']);
      // Waiting for the limit was not an attempt, so the mail still has all five attempts.
      system.office.refusals = 4;
      for (let attempt = 1; attempt <= 4; attempt++) assert.deepEqual(await deliver(), []);
      assert.deepEqual(await recipients(), [to]);
    });

    it('are not sent about gifts that were given back, erased, or sent again with the same form', async () => {
      const { id, items } = await registry(['Pot']);
      const [item_id = 0] = items;
      const [erased, again] = [someone(), someone()];
      const [back, , twice] = await give(id, [
        { item_id, giver_email: someone() },
        { item_id, giver_email: erased },
        { item_id, giver_email: again },
      ]);
      await run(
        `$gifts = Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class );
        $own = ${OWN_GIFT};
        $gifts->give_back( $own( $gifts->get( $input['back'] ) ) );
        $gifts->erase( array( 'giver_email' => $input['erased'] ) );`,
        { back, erased },
      );
      assert.deepEqual(await recipients(), [again]);
      await run(
        `Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class )->give( get_post( $input[0] ), $input[1], array( 'item_id' => $input[2], 'giver_email' => $input[3] ) );`,
        [id, twice, item_id, again],
      );
      assert.deepEqual(await waiting(), []);
    });

    it('inform a giver about a removed wish, unless it is restored', async () => {
      const { id, items } = await registry(['Pot', 'Pan', 'Cup', 'Jug'], { meta: { registry_surprise: 'hidden' } });
      const [pot = 0, pan = 0, cup = 0, jug = 0] = items;
      const [guest, other] = [someone(), someone()];
      await give(id, [{ item_id: pot, quantity: 2, giver_email: guest }], 'de_DE');
      await give(id, [
        { item_id: pan, giver_user_id: system.site.users.mailInvitee.id },
        { item_id: cup, giver_email: other },
        { item_id: jug, giver_email: other },
      ]);
      const confirmed = (await deliver()).find((mail) => mail.recipients[0] === other);
      assert.match(confirmed?.text ?? '', /the family cannot see the gifts yet/);
      await run(
        `$store = Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class );
        foreach ( $input['removed'] as $item ) $store->items->remove( $input['id'], $item );
        $store->items->restore( $input['id'], $input['removed'][2], null );`,
        { id, removed: [pot, pan, cup] },
      );
      assert.deepEqual(await deliver('kept'), [], 'the owner has time to reconsider');
      assert.deepEqual([...new Set(await minutesLeft())], [20]);
      const mails = await deliver();
      const german = mails.find((mail) => mail.recipients[0] === guest);
      assert.equal(german?.subject, 'Dein Geschenk für „Anna & Ben“ steht nicht mehr auf der Liste');
      assert.match(german?.text ?? '', /^\* 2 × Pot$/m);
      assert.match(german?.text ?? '', /Frag also vorsichtig/);
      // The member entered no address, so the site uses the address of the account.
      const english = mails.find((mail) => mail.recipients[0] === 'mailinvitee@people.example');
      assert.equal(english?.subject, 'Your gift for “Anna & Ben” is no longer on the list');
      assert.match(english?.text ?? '', /^\* Pan$/m);
      assert.match(english?.html ?? '', /<li[^>]*>Pan<\/li>/);
      assert.equal(mails.length, 2);
      assert.deepEqual(await waiting(), []);
    });

    it('say that a gift is secret only while it is', async () => {
      const { id, items } = await registry(['Pot', 'Pan', 'Cup'], { meta: { registry_surprise: 'hidden' } });
      const [pot = 0, pan = 0, cup = 0] = items;
      const [early, both] = [someone(), someone()];
      await give(id, [
        { item_id: pot, giver_email: early },
        { item_id: pan, giver_email: both },
      ]);
      await reveal(id);
      await give(id, [{ item_id: cup, giver_email: both }]);
      const told = async () =>
        (await deliver()).map(({ recipients: [to], text }) => [to, text.replaceAll(/\s+/g, ' ')]);
      const given = Object.fromEntries(await told());
      assert.doesNotMatch(given[early], /surprise/);
      assert.match(given[both], /the family cannot see the gifts yet/);
      for (const item of items) await removeWish(id, item);
      const removed = Object.fromEntries(await told());
      assert.doesNotMatch(removed[early], /surprise/);
      assert.match(removed[both], /They do not know about all of these gifts, so ask carefully/);
    });

    it('ignore wishes that were removed after the day, or thanked for', async () => {
      // ExpectedGift.test.php tests the rule; this test, each way in which a gift loses its wish.
      const past = await registry(['Pot'], { meta: { registry_event_date: day(-1) } });
      const today = await registry(['Pot'], { meta: { registry_event_date: day(0) } });
      const thanked = await registry(['Pot'], { meta: { registry_surprise: 'names' } });
      const guest = someone();
      for (const { id, items } of [past, today, thanked]) {
        const giver_email = id === today.id ? guest : someone();
        const [gift] = await give(id, [{ item_id: items[0] ?? 0, giver_email }]);
        const path = `/registries/${id}/purchases/${gift}`;
        if (id === thanked.id) await system.request('owner', 'PATCH', path, { body: { thanked: true } });
      }
      assert.equal((await deliver()).length, 3);
      for (const { id, items } of [past, today]) await removeWish(id, items[0]);
      assert.deepEqual(await recipients(), [guest], 'the day is not over');
      for (const { id } of [today, thanked]) await deleteList(id);
      assert.deepEqual(await recipients(), [guest], 'the same holds for deleted lists');
      assert.deepEqual(await waiting(), []);
      await run(
        `$thanked = array( 'id' => 'a', 'giver_email' => 'a@people.example', 'is_owner' => false, 'thanked_at' => '2026-01-01' );
        Largesse\\Services::get( Largesse\\Promises\\Giving\\GiftMailSender::class )->queue_release_mail( $thanked, new WP_Post( (object) array( 'post_title' => 'Pots' ) ), 'Pot', '' );`,
      );
      assert.deepEqual(await waiting(), [], 'the same holds for released gifts');
    });

    it('inform givers about a list deleted through the API, except givers whose data was erased', async () => {
      const { id, items } = await registry(['Pot', 'Pan'], { meta: { registry_owners: '["invitee"]' } });
      const [item_id = 0] = items;
      const [german, erased] = [someone(), someone()];
      await give(id, eachOf(items, german), 'de_DE');
      await give(id, [
        { item_id, giver_user_id: system.site.users.mailInvitee.id },
        { item_id, giver_email: erased },
        // The recipients of the gifts get no mail.
        { item_id, giver_email: 'owner+list@people.example' },
        { item_id, giver_email: 'Invitee@people.example' },
      ]);
      await deliver();
      assert.equal((await system.request('owner', 'DELETE', `/registries/${id}`)).status, 204);
      assert.deepEqual(await waiting(), ['deleted']);
      const told = await run(
        `echo wp_json_encode( call_user_func( apply_filters( 'wp_privacy_personal_data_erasers', array() )['largesse-gifts']['callback'], $input, 1 )['items_removed'] );`,
        erased.toUpperCase(),
      );
      assert.equal(told, 'true');
      const mails = (await deliver()).sort((one, other) => other.subject.localeCompare(one.subject));
      assert.deepEqual(valuesOf(mails, 'recipients'), [[german], ['mailinvitee@people.example']]);
      const [mail] = mails;
      assert.equal(mail?.subject, 'Ein Geschenk von dir zählt nicht mehr');
      assert.match(mail?.text ?? '', /^\* Pot\n\* Pan$/m);
      assert.deepEqual(mail?.links, [`${system.site.url}/`], 'only the site’s address');
    });

    it('wait while the service does not answer', async () => {
      const { id, items } = await registry(['Pot']);
      const gone = await registry(['Pot']);
      const people = [someone(), someone()].sort();
      await give(gone.id, [{ item_id: gone.items[0] ?? 0, giver_email: people[0] ?? '' }]);
      await deliver();
      await give(id, [{ item_id: items[0] ?? 0, giver_email: people[1] ?? '' }]);
      await connect(system, CLOSED_ADDRESS);
      await deleteList(gone.id);
      assert.match(await system.site.complaints(), /still active/);
      assert.deepEqual(await deliver(), []);
      await connect(system, system.url);
      assert.deepEqual(await recipients(), people);
    });

    it('are sent once if the answer to a gift was lost, and not at all if the gift was not stored', async () => {
      const { id, items } = await registry(['Pot']);
      const [made, lost] = [someone(), someone()];
      const unanswered = (reaches: boolean, to: string) =>
        run(
          `$end = static fn ( $answer, $request ) => 'PUT' === $request['method'] ? new WP_Error( 'http_request_failed', 'cut off' ) : $answer;
          add_filter( $input['reaches'] ? 'http_response' : 'pre_http_request', $end, 10, 2 );
          $given = Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class )->give( get_post( $input['registry'] ), wp_generate_uuid4(), array( 'item_id' => $input['item'], 'giver_email' => $input['to'] ) );
          echo is_wp_error( $given ) ? 'unanswered' : 'answered';`,
          { registry: id, item: items[0], reaches, to },
        );
      assert.equal(await unanswered(false, lost), 'unanswered');
      assert.equal(await unanswered(true, made), 'unanswered');
      assert.deepEqual(await recipients(), [made]);
      assert.deepEqual(await waiting(), []);
    });

    everywhere('inform a giver that a keeper released the gift, without any owner’s address', async () => {
      const [ada, aunt, granny, shared] = [someone(), someone(), someone(), 'Invitee+list@people.example'];
      const meta = {
        registry_surprise: 'hidden',
        registry_owners: JSON.stringify(['invitee', aunt, granny]),
        registry_keepers: JSON.stringify(['stranger', granny.toUpperCase()]),
      };
      const { id, items } = await registry(['Pot'], { meta });
      const typed = [ada, shared, 'owner@people.example', aunt, granny];
      const gifts = await give(id, byEach(typed, items[0]), 'de_DE');
      // This co-owner without an account is a keeper, who knows all gifts.
      assert.deepEqual(await recipients(), [ada, granny].sort());
      const freed = await run(
        `$purchases = Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class );
        echo wp_json_encode( array_map( fn ( $gift ) => $purchases->release( get_post( $input['id'] ), $gift, 'Pot' ), $input['gifts'] ) );`,
        { id, gifts: [...gifts, gifts[0]] },
      );
      assert.deepEqual(JSON.parse(freed), [true, true, true, true, true, null], 'the last gift was deleted before');
      const mails = await deliver();
      assert.deepEqual(mails.flatMap((mail) => mail.recipients).sort(), [ada, granny].sort());
      for (const mail of mails) {
        assert.equal(mail.subject, 'Dein Geschenk für „Anna & Ben“ können wieder andere wählen');
        assert.match(mail.text, /^\* Pot$/m);
      }
    });

    everywhere('inform a giver that an owner or a keeper removed the gift through the API', async () => {
      const [ada, bob, shared] = [someone(), someone(), 'Invitee+list@people.example'];
      const meta = { registry_owners: '["invitee"]', registry_keepers: '["stranger"]' };
      const { id, items } = await registry(['Pot'], { meta });
      const gift = { item_id: items[0] ?? 0 };
      const [adas = '', bobs = '', sharing = ''] = await give(id, [
        { ...gift, quantity: 2, giver_email: ada, giver_name: 'Ada' },
        // This member entered another address than that of their account.
        { ...gift, giver_email: bob, giver_user_id: system.site.users.mailInvitee.id },
        { ...gift, giver_email: shared },
      ]);
      assert.deepEqual(await recipients(), [ada, bob].sort());
      for (const [purchase, who] of Object.entries({
        [adas]: 'owner',
        [sharing]: 'owner',
        [bobs]: 'stranger',
      } as const))
        assert.equal((await system.request(who, 'DELETE', `/registries/${id}/purchases/${purchase}`)).status, 204);
      const mails = await deliver();
      assert.deepEqual(mails.flatMap((mail) => mail.recipients).sort(), [ada, bob].sort());
      const mail = mails.find((each) => each.recipients.includes(ada));
      assert.equal(mail?.subject, 'Others can choose your gift for “Anna & Ben” again');
      assert.match(mail?.text ?? '', /2 × Pot/);
      assert.deepEqual(await waiting(), []);
    });

    everywhere('tell givers nothing if the service announces a removal and the gift stays', async () => {
      const [ada, member] = [someone(), system.site.users.invitee.id];
      const { id, items } = await registry(['Pot']);
      const gift = { item_id: items[0] ?? 0 };
      const [adas = '', members = ''] = await give(id, [
        { ...gift, giver_email: ada },
        { ...gift, giver_user_id: member },
      ]);
      assert.deepEqual(await recipients(), [ada]);
      const announce = (who: 'owner' | 'stranger' | 'nobody', purchase: string, registryId = id) =>
        dispatch<{ noted?: boolean }>(
          system.site,
          who,
          'POST',
          `/wp-json/largesse/v1/registries/${registryId}/releases`,
          {
            purchase,
          },
        );
      for (const purchase of [adas, members, randomUUID()]) {
        const { status, body } = await announce('owner', purchase);
        assert.deepEqual([status, body], [200, { noted: true }]);
      }
      assert.deepEqual(await waiting(), ['gone', 'gone']);
      assert.deepEqual(await minutesLeft(), [1, 1], 'so that the service can delete the gift first');
      assert.deepEqual(await recipients(), []);
      assert.deepEqual(await waiting(), []);
      const other = await registry([], {});
      assert.equal((await announce('owner', adas, other.id)).status, 200);
      assert.deepEqual(await waiting(), []);
      await connect(system, CLOSED_ADDRESS);
      try {
        assert.deepEqual((await announce('owner', adas)).body, { noted: false });
      } finally {
        await connect(system, system.url);
      }
    });

    everywhere('inform every owner once about the reveal', async () => {
      const meta = {
        registry_surprise: 'hidden',
        registry_reveal_date: day(2),
        registry_owners: '["invitee","gone","stranger@people.example","mailInvitee"]',
      };
      const { id, items } = await registry(['Pot'], { meta });
      await give(id, [{ item_id: items[0] ?? 0 }]);
      await dispatch(system.site, 'invitee', 'PATCH', `/wp-json/wp/v2/registries/${id}`, {
        meta: { registry_reveal_date: day(0) },
      });
      await reveal(id);
      // The mails to all four owners fail. Before the next attempt, one of them leaves.
      system.office.refusals = 4;
      assert.deepEqual([await recipients(), system.office.refusals], [[], 0]);
      await dispatch(system.site, 'mailInvitee', 'PATCH', `/wp-json/wp/v2/registries/${id}`, {
        meta: { registry_owners: '["invitee","gone","stranger@people.example"]' },
      });
      const people = ['invitee@people.example', 'owner@people.example', 'stranger@people.example'];
      assert.deepEqual(await recipients(), people);
      await reveal(id);
      assert.deepEqual(await recipients(), []);
    });

    everywhere('inform the owner on the day of the reveal, and not before', async () => {
      const meta = { registry_surprise: 'hidden', registry_reveal_date: day(2) };
      const { id, items } = await registry(['Pot', 'Pan'], { meta });
      const [item_id = 0] = items;
      // The first two guests enter the owner's address in different spellings.
      const typed = ['owner@people.example', 'OWNER+x@people.example', someone()];
      await give(id, byEach(typed, item_id));
      await run(
        `Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->items->remove( ...$input );
        do_action( 'largesse_gift_revealed', $input[0], 1 );
        wp_update_user( array( 'ID' => get_post( $input[0] )->post_author, 'locale' => 'de_DE' ) );`,
        [id, item_id],
      );
      assert.deepEqual(await recipients(), [typed[2]]);
      assert.deepEqual(await waiting(), []);
      await postpone(id, -7);
      const reveal = `Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class )->reveal( $input );`;
      await run(`do_action( 'largesse_reveals' ); ${reveal}`, id);
      // Ignores mails about registries of other tests, because the event also reveals these registries.
      const [mail, ...others] = (await deliver()).filter(({ links }) =>
        links.some((link) => new RegExp(`[?&](registry|post)=${id}&`).test(link)),
      );
      await run(`${reveal} wp_update_user( array( 'ID' => get_post( $input )->post_author, 'locale' => '' ) );`, id);
      assert.deepEqual(others, []);
      assert.deepEqual(mail?.recipients, ['owner@people.example']);
      assert.equal(mail?.subject, 'Die Überraschung ist gelüftet: 3 Geschenke für „Anna & Ben“');
      assert.match(mail?.text ?? '', /^Deine Gäste haben 3 Geschenke/m);
      assert.ok(mail?.links.some((link) => /gifts=list$/.test(link)));
      assert.deepEqual(await waiting(), [], 'once');
    });

    it('tell the owner nothing if the day was postponed, or there are no gifts', async () => {
      const putOff = await registry(['Pot'], { meta: { registry_surprise: 'hidden', registry_reveal_date: day(0) } });
      const nobody = await registry(['Pot'], { meta: { registry_reveal_date: day(0) } });
      // SurpriseRules.test.php tests when a reveal is news.
      const names = await registry(['Pot'], { meta: { registry_surprise: 'names', registry_reveal_date: day(0) } });
      await give(putOff.id, [{ item_id: putOff.items[0] ?? 0 }]);
      await run(
        `Largesse\\Services::get( Largesse\\Promises\\Giving\\OwnedPieces::class )->record( get_post( $input[0] ), wp_generate_uuid4(), array( 'item_id' => $input[1], 'quantity' => 1 ) );`,
        [nobody.id, nobody.items[0]],
      );
      await run(
        `foreach ( $input as $id ) Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class )->reveal( $id );`,
        [putOff.id, nobody.id, names.id],
      );
      assert.deepEqual(await waiting(), ['revealed', 'revealed']);
      await postpone(putOff.id, 5);
      assert.deepEqual(await deliver(), []);
      assert.deepEqual(await waiting(), []);
    });

    it('about a reveal wait until eight in the morning, in the time zone of the site', async () => {
      // Sets a time zone in which it is now early in the morning, but not in UTC.
      const now = new Date(realNow()).getUTCHours();
      const local = now === 2 ? 3 : 2;
      const hours = local - now;
      const offset = hours < -11 ? hours + 24 : hours;
      await inZone(run, offset, async () => {
        const today = await run(`echo wp_date( 'Y-m-d' );`);
        const { id, items } = await registry(['Pot'], {
          meta: { registry_surprise: 'hidden', registry_reveal_date: today },
        });
        await give(id, [{ item_id: items[0] ?? 0 }]);
        await reveal(id);
        const [minutes = 0, ...others] = await minutesLeft();
        const mailed = [...(await recipients()), ...(await recipients())];
        assert.deepEqual(mailed, ['owner@people.example']);
        assert.deepEqual(others, []);
        assert.ok(minutes >= (7 - local) * 60 - 1 && minutes <= (8 - local) * 60, String(minutes));
      });
    });

    it('are retried after a failure until they are given up', async () => {
      const { id, items } = await registry(['Pot']);
      const [item_id = 0] = items;
      const [late, never] = [someone(), someone()];
      await give(id, [{ item_id, giver_email: late }]);
      system.office.refusals = 1;
      assert.deepEqual(await deliver(), []);
      assert.deepEqual(await deliver('kept'), [], 'not at once');
      assert.deepEqual(await recipients(), [late]);
      await give(id, [{ item_id, giver_email: never }]);
      // MailRetry.test.php tests the pauses. Here, three attempts have failed before.
      await run(
        `foreach ( Largesse\\Foundation\\Records\\Records::all( 'mail' ) as $mail ) Largesse\\Foundation\\Records\\Records::replace( $mail, $mail->with( data: array( 'tries' => 3 ) + $mail->data ) );`,
      );
      system.office.refusals = 2;
      assert.deepEqual(await deliver(), []);
      assert.deepEqual(await minutesLeft(), [480]);
      assert.deepEqual(await deliver(), []);
      assert.equal(system.office.refusals, 0);
      assert.deepEqual(await waiting(), []);
      const log = await system.site.complaints();
      assert.match(log, /Largesse: a mail was given up after 5 tries/);
      assert.doesNotMatch(log, /@/);
    });

    it('are dropped when they have waited for three days', async () => {
      const { id, items } = await registry(['Pot']);
      const people = [someone(), someone()];
      await give(id, byEach(people, items[0]));
      // Sends the two mails as if the first had waited for almost three days, and the second for longer.
      await run(
        `use Largesse\\People\\Mail as M;
         $queue = new M\\Queue();
         foreach ( $queue->claim_due() as $index => $mail ) {
           $made = time() - 3 * DAY_IN_SECONDS + ( 0 === $index ? 60 : -60 );
           $sent = Largesse\\Services::get( Largesse\\Promises\\Giving\\GiftMailSender::class )->send_all( array( new Largesse\\QueuedMail( $mail->record->with( data: array( 'made' => $made ) + $mail->record->data ) ) ), time() + 60 );
           foreach ( $sent as $result ) $queue->finish( ...$result );
         }`,
      );
      assert.deepEqual(
        system.office.collect().flatMap((mail) => mail.recipients),
        people.slice(0, 1),
      );
      assert.deepEqual(await waiting(), []);
    });

    it('are sent once, even if two runs of the cron overlap', async () => {
      const { id, items } = await registry(['Pot']);
      const [item_id = 0] = items;
      const people = [someone(), someone(), someone()].sort();
      await give(id, byEach(people, item_id));
      let second: Promise<string> | undefined;
      system.office.onMail = async () => {
        // The mail server delays the first run until the second run has ended.
        second ??= run(`do_action( 'largesse_send_mails' );`);
        await second;
      };
      const sent = await recipients();
      system.office.onMail = async () => {};
      assert.ok(second);
      assert.deepEqual(sent, people);
    });

    it('that fail are a secret from recipients whose gifts are a surprise, even if they run the site', async () => {
      const { id: list, items } = await registry(['Pot'], { meta: { registry_surprise: 'hidden' } });
      await give(list, [{ item_id: items[0] ?? 0 }]);
      const reasons = await run(
        `Largesse\\Foundation\\Records\\Records::change( 'mail_failures', 'last', fn ( $now ) => $now->with( data: array( 'gifts' => 'refused' ) ) );
        $reasons = array( Largesse\\People\\Mail\\MailHealth::reason() );
        wp_set_current_user( $input['admin'] );
        $reasons[] = Largesse\\People\\Mail\\MailHealth::reason();
        foreach ( array( array( 'admin', '[]', 'counts' ), array( 'admin', '[]', 'hidden' ), array( 'stranger', '["admin"]', 'hidden' ) ) as list( $author, $owners, $level ) ) {
          $id = wp_insert_post( array( 'post_type' => 'registry', 'post_title' => 'Mine', 'post_author' => $input[ $author ], 'post_status' => 'draft', 'meta_input' => array( 'registry_owners' => $owners, 'registry_surprise' => $level ) ) );
          $reasons[] = Largesse\\People\\Mail\\MailHealth::reason();
          wp_delete_post( $id, true );
        }
        // The list shows new gifts, but an earlier one is still secret.
        wp_update_post( array( 'ID' => $input['list'], 'post_author' => $input['admin'] ) );
        update_post_meta( $input['list'], 'registry_surprise', 'counts' );
        $reasons[] = Largesse\\People\\Mail\\MailHealth::reason();
        Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class )->reveal( $input['list'] );
        $reasons[] = Largesse\\People\\Mail\\MailHealth::reason();
        Largesse\\Foundation\\Records\\Records::change( 'mail_failures', 'last', fn () => null );
        echo wp_json_encode( $reasons );`,
        { admin: system.site.users.admin.id, stranger: system.site.users.stranger.id, list },
      );
      assert.deepEqual(JSON.parse(reasons), [null, 'refused', 'refused', null, null, null, 'refused']);
    });

    it('never link to members’ texts, and have one recipient and correct headers', async () => {
      const to = someone();
      const { id, items } = await registry(['Pills\r\nBcc: victim@people.example', 'Spa'], {
        title: `Win at https://casino.example/now, mail win@casino.example ${'x'.repeat(90)}`,
        slug: 'win',
      });
      await run(`update_option( 'blogname', $input );`, 'A, "B" <c@d.example>\r\nBcc: victim@people.example');
      await give(id, [{ item_id: items[0] ?? 0, giver_email: to }]);
      const [mail] = await deliver();
      await run(`update_option( 'blogname', 'Largesse' );`);
      const [gift] = await give(id, [{ item_id: items[1] ?? 0, giver_email: someone() }]);
      await deliver();
      await run(
        `Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class )->release( get_post( $input[0] ), $input[1], 'casino.example' );`,
        [id, gift],
      );
      const released = await deliver();
      await run('wp_delete_post( $input, true );', id);
      const later = [...released, ...(await deliver())];
      assert.deepEqual([released.length, later.length], [1, 2], 'a released gift, and a deleted list');
      assert.match(released[0]?.subject ?? '', /Win at/);
      for (const { subject, text, html } of later)
        assert.doesNotMatch(subject + text + html, /casino\.example|https:\/\/casino/);
      assert.deepEqual(mail?.recipients, [to]);
      assert.equal(mail?.headers.bcc, undefined);
      assert.ok(
        mail?.links.every((link) => link.startsWith(`${system.site.url}/`)),
        mail?.links.join('\n'),
      );
      assert.doesNotMatch(`${mail?.subject}${mail?.text}${mail?.html}`, /casino\.example|win@casino|https:\/\/casino/);
      assert.ok((mail?.subject.length ?? 0) < 130);
    });

    it('can be changed or blocked by other plugins', async () => {
      const { id, items } = await registry(['Pot']);
      const [item_id = 0] = items;
      await using _ = await addCode(
        system.site,
        `add_filter( 'largesse_mail', fn ( $mail, $kind ) => str_contains( $mail['html'], 'Kept' ) ? array() : array( 'subject' => "[$kind] " . $mail['subject'] ) + $mail, 10, 2 );`,
      );
      const kept = await registry(['Kept']);
      await give(id, [{ item_id, giver_email: someone() }]);
      await give(kept.id, [{ item_id: kept.items[0] ?? 0, giver_email: someone() }]);
      assert.deepEqual(valuesOf(await deliver(), 'subject'), ['[given] Your gift for “Anna & Ben”']);
      assert.deepEqual(await waiting(), []);
    });
  });
}
