// Needs a service and site: the address depends on each gift's state and on queued mails.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { type Given, give } from '../pages/gifts.ts';
import { keyIn, linksOn } from '../pages/links.ts';
import { decoded, formIn, Guest, type Seen, ask as send } from '../wordpress/guest.ts';
import { type Caller, create, type Draft } from '../wordpress/requests.ts';
import { addItem } from './connected.ts';
import { deliver, openMailingSite } from './mailing-site.ts';

/** An address with a text for which the tests look, with HTML, a shortcode, and a line in another direction. */
const CODE = '[audio src="https://a.example/a.mp3"] %s \\1 &amp;';
const LINES = ['Ada & <b>Lin</b>', 'Canary Lane 12/3', 'רחוב 5', CODE];
const TYPED = `${LINES[0]}\r\n\r\n  ${LINES[1]} \n\u{202E}${LINES[2]}\n${CODE}`;
const CANARY = 'Canary Lane';
const EMAIL = 'gil@people.example';

// rules: Delivery address
describe('delivery address', () => {
  const system = openForSuite(() => openMailingSite());
  const site = () => system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
  const NEW_SALTS = `add_filter( 'salt', static fn ( $salt ) => strrev( $salt ) );`;

  /** Creates a list of the owner, with wishes. */
  async function list(draft: Draft = {}, wishes: object[] = [{}]) {
    const id = await create(site(), 'owner', { title: 'Our list', status: 'publish', ...draft });
    const items: number[] = [];
    for (const [n, fields] of wishes.entries()) items.push(await addItem(system, id, `Wish ${n}`, fields));
    const address = await run(
      `wp_set_current_user( get_post( $input )->post_author ); echo get_permalink( $input );`,
      id,
    );
    return { id, items, path: address.replace(site().url, '') };
  }
  const pathOf = (id: number) => `/my-registries/?registry=${id}&address=edit`;
  const open = (id: number, who: Caller = 'owner') => send(site(), pathOf(id), { who });
  const formOf = ({ html }: Seen) => {
    const form = html.split('<form').find((one) => one.includes('largesse-address-save'));
    return form === undefined ? undefined : formIn(`<form${form}`)?.fields;
  };
  /** Returns the first form that contains a text. */
  const formWith = (html: string, text: string) =>
    formIn(`<form${html.split('<form').find((one) => one.includes(text))}`) ?? assert.fail(`no form with ${text}`);
  /** Sends the form of a page with another text. */
  async function submit(from: Seen, id: number, text: string, who: Caller = 'owner') {
    const fields = formOf(from) ?? assert.fail(from.text);
    return send(site(), pathOf(id), { who, form: { ...fields, 'largesse-address': text } });
  }
  async function save(id: number, text = TYPED, who: Caller = 'owner') {
    const saved = await submit(await open(id, who), id, text, who);
    assert.equal(saved.status, 303, saved.text);
    assert.match(saved.location ?? '', /address=saved/);
  }
  const typedIn = (page: Seen) => formOf(page)?.['largesse-address'];
  const shows = async (url: string, who: Caller = 'nobody') => (await send(site(), url, { who })).html.includes(CANARY);
  const day = (days: number) => run(`echo wp_date( 'Y-m-d', time() + $input * DAY_IN_SECONDS );`, days);
  const setDay = (id: number, ymd: string) =>
    run(`update_post_meta( $input[0], 'registry_event_date', $input[1] );`, [id, ymd]);
  const isStored = async (id: number | string) =>
    (await run(
      `echo (int) Largesse\\Foundation\\Records\\Records::read_again( 'delivery_address', $input )->is_stored();`,
      id,
    )) === '1';
  const gift = ({ id, items }: { id: number; items: number[] }, fields: object = {}) =>
    give(system, id, { item_id: items[0], ...fields });
  /** Returns everything that a code prints; every database table without it. */
  const tables = () =>
    run(`global $wpdb;
      foreach ( $wpdb->get_col( 'SHOW TABLES' ) as $table ) echo wp_json_encode( $wpdb->get_results( "SELECT * FROM {$table}" ) );`);

  before(() => run(`update_option( 'largesse_gifts_per_address', 1000 );`));

  it('is edited by owners, and comes back after mistakes, conflicts and lost answers', async () => {
    const { id } = await list({ meta: { registry_owners: '["stranger"]', registry_keepers: '["invitee"]' } });
    const first = await open(id);
    assert.match(first.headers.get('cache-control') ?? '', /no-store.*private/);
    await save(id);
    // The browser has lost the answer, and sends the same form again.
    assert.equal((await submit(first, id, TYPED)).status, 303);
    const second = await open(id, 'stranger');
    assert.equal(typedIn(second), LINES.join('\n'));
    const late = await submit(first, id, 'Lane 7');
    assert.equal(late.status, 409);
    assert.match(late.text, /changed on another page.*Saved at the moment.*Ada & <b>Lin<\/b> Canary Lane/);
    assert.equal(typedIn(late), 'Lane 7');
    assert.equal((await submit(late, id, 'Lane 7')).status, 303, 'the owner replaces the other change');
    assert.equal((await submit(second, id, 'Lane 8', 'stranger')).status, 409);
    const wrong = await submit(await open(id), id, 'ö'.repeat(401));
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /shorten this to 400 characters/);
    assert.equal(typedIn(wrong), 'ö'.repeat(401));
    const expired = { 'largesse-address-save': '1', _wpnonce: 'old', 'largesse-address': 'Lane 9' };
    const old = await send(site(), pathOf(id), { who: 'owner', form: expired });
    assert.equal(old.status, 403);
    assert.equal(typedIn(old), 'Lane 9');
    for (const who of ['invitee', 'admin', 'mailInvitee', 'nobody'] as const) {
      assert.equal(formOf(await open(id, who)), undefined, who);
      const form = { ...formOf(await open(id)), 'largesse-address': 'Lane 9' };
      assert.doesNotMatch((await send(site(), pathOf(id), { who, form })).text, /Lane/, who);
      assert.doesNotMatch((await send(site(), `/my-registries/?registry=${id}`, { who })).html, /address=edit/, who);
    }
    assert.match((await send(site(), `/my-registries/?registry=${id}`, { who: 'stranger' })).html, /address=edit/);
    assert.equal(typedIn(await open(id)), 'Lane 7');
    assert.equal((await submit(await open(id), id, ' ')).status, 303);
    assert.equal(await isStored(id), false);
    assert.equal((await submit(await open(id), id, '')).status, 303, 'nothing to delete');
  });

  it('appears on the page of a gift and in its mail, and nowhere else', async () => {
    const meta = { registry_surprise: 'hidden', registry_event_date: await day(9) };
    const shown = await list({ slug: 'canary', meta });
    await save(shown.id);
    const { url } = await gift(shown, { giver_email: EMAIL });
    const page = await send(site(), url);
    assert.match(page.headers.get('cache-control') ?? '', /no-store, private/);
    assert.match(page.text, /Delivery address Ada & <b>Lin<\/b> Canary Lane 12\/3/);
    assert.equal(page.html.split('<bdi>רחוב 5</bdi>').length, 2, 'each line has its own direction');
    assert.ok(page.text.includes(CODE), page.text);
    assert.ok(await shows(url, 'admin'));
    assert.equal((await send(site(), url, { who: 'owner' })).status, 403);
    const waiting = await tables();
    assert.doesNotMatch(waiting, /Canary/);
    const [mail, ...others] = await deliver(system);
    assert.deepEqual([mail?.recipients, others], [[EMAIL], []]);
    assert.match(mail?.text ?? '', /this is the address:\n\n> Ada & <b>Lin<\/b>\n> Canary Lane 12\/3\n> רחוב 5\n/u);
    assert.doesNotMatch(mail?.source ?? '', /=0A/, 'line breaks of mails');
    assert.match(mail?.html ?? '', /Ada &amp; &lt;b&gt;Lin&lt;\/b&gt;<br>Canary Lane/u);
    // family-matrix.test.ts tests the other pages and routes.
    for (const path of ['?calendar=1', '?present=1']) assert.equal(await shows(shown.path + path), false, path);
    for (const path of ['/?s=Canary', '/wp-admin/options.php']) assert.equal(await shows(path, 'admin'), false, path);
    const file = await run(`require_once ABSPATH . 'wp-admin/includes/export.php'; export_wp();`);
    assert.match(file, /canary/);
    assert.doesNotMatch(file + (await tables()), /Canary Lane/);
  });

  it('disappears from a gift that no longer counts, and from mails that wait', async () => {
    const shown = await list({}, [{ quantity_needed: 9 }, {}]);
    await save(shown.id);
    const { id, items } = shown;
    const gifts: Given[] = [];
    for (const item_id of [items[0], items[0], items[1]]) gifts.push(await give(system, id, { item_id }));
    const seen = () => Promise.all(gifts.map(({ url }) => shows(url)));
    assert.deepEqual(await seen(), [true, true, true]);
    const [back] = gifts;
    const form = { 'gift-of': back?.id ?? '', key: back?.key ?? '', act: 'back' };
    assert.equal((await send(site(), back?.url ?? '', { form })).status, 303);
    await system.request('admin', 'DELETE', `/items/${items[1]}`);
    assert.deepEqual(await seen(), [false, true, false]);
    const foreign = new URL(gifts[1]?.url ?? '');
    foreign.searchParams.set('gift-of', gifts[2]?.id ?? '');
    assert.equal(await shows(foreign.href), false, 'the key of another gift');
    for (const [status, isShown] of [
      ['draft', false],
      ['trash', false],
      ['publish', true],
    ] as const) {
      await run(`wp_update_post( array( 'ID' => $input[0], 'post_status' => $input[1] ) );`, [id, status]);
      assert.deepEqual(await seen(), [false, isShown, false], status);
    }
    await give(system, id, { item_id: items[0], giver_email: 'kim@people.example' });
    system.office.refusals = 1;
    assert.deepEqual(await deliver(system), []);
    assert.equal((await submit(await open(id), id, '')).status, 303);
    const [mail] = await deliver(system);
    assert.match(mail?.text ?? '', /Wish 0/);
    assert.doesNotMatch(mail?.text ?? '', /address:|Canary/);
    await save(id);
    await run(`Largesse\\Features::store( array( 'delivery-address' => false ) );`);
    assert.deepEqual(await seen(), [false, false, false], 'the feature is off');
    await run(`Largesse\\Features::store( array( 'delivery-address' => true ) );`);
    assert.deepEqual(await seen(), [false, true, false]);
  });

  it('disappears for givers who may no longer open the list, and from mails that they ask for', async () => {
    const shown = await list({ status: 'private' });
    await save(shown.id);
    const guest = new Guest(site());
    const link = new URL(await linksOn(site()).family(shown.id));
    assert.equal((await guest.open(link.pathname, { open: keyIn(link.href) })).status, 303);
    const form = formIn((await guest.open(`${shown.path}?give=${shown.items[0]}`)).html) ?? assert.fail('no form');
    const given = await guest.open(form.address, { ...form.fields, giver_email: 'lou@people.example' });
    const gift = given.location ?? assert.fail(given.text);
    const [mail] = await deliver(system);
    const elsewhere = new Guest(site());
    const seen = async () =>
      [(await guest.open(gift)).html, (await elsewhere.open(gift)).html].map((html) => html.includes(CANARY));
    assert.match(mail?.text ?? '', /Canary Lane/);
    assert.deepEqual(await seen(), [true, true]);
    await linksOn(site()).revoke(shown.id);
    assert.deepEqual(await seen(), [false, false]);
    const { searchParams } = new URL(gift);
    const asked = { 'gift-of': searchParams.get('gift-of') ?? '', key: searchParams.get('key') ?? '', act: 'send' };
    assert.equal((await guest.open(shown.path, { ...asked, link_to: 'lou2@people.example' })).status, 303);
    const [late] = await deliver(system);
    assert.match(late?.text ?? '', /Wish 0/);
    assert.doesNotMatch(late?.text ?? '', /Canary/);
  });

  /** A list, how a guest opens it, and how it is closed to the guest. */
  type Entrance = [Draft, (guest: Guest, id: number) => Promise<unknown>, (id: number) => Promise<unknown>];
  const byPassword: Entrance = [
    { password: 'sesame' },
    async (guest: Guest) => guest.open('/wp-login.php?action=postpass', { post_password: 'sesame' }),
    (id: number) => run(`wp_update_post( array( 'ID' => $input, 'post_password' => 'other' ) );`, id),
  ];
  const byLink: Entrance = [
    { status: 'private' },
    async (guest: Guest, id: number) => {
      const link = new URL(await linksOn(site()).family(id));
      await guest.open(link.pathname, { open: keyIn(link.href) });
    },
    (id: number) => linksOn(site()).revoke(id),
  ];

  for (const [way, draft, enter, close] of [
    ['the password changes', ...byPassword],
    ['the link is revoked', ...byLink],
    [
      'the member is no longer invited',
      { status: 'private', meta: { registry_invitees: '["invitee"]' } },
      (guest: Guest) => guest.signIn('invitee'),
      (id: number) => run(`update_post_meta( $input, 'registry_invitees', '[]' );`, id),
    ],
    [
      'the member is no longer invited to a list with a password',
      { password: 'sesame', meta: { registry_invitees: '["invitee"]' } },
      (guest: Guest) => guest.signIn('invitee'),
      (id: number) => run(`update_post_meta( $input, 'registry_invitees', '[]' );`, id),
    ],
    ['the list is in the trash', {}, async () => undefined, (id: number) => run('wp_trash_post( $input );', id)],
    [
      'the list becomes private',
      {},
      async () => undefined,
      (id: number) => run(`wp_update_post( array( 'ID' => $input, 'post_status' => 'private' ) );`, id),
    ],
  ] satisfies [string, ...Entrance][])
    it(`disappears from the giver’s page, and from a mail that waits, when ${way}`, async () => {
      const shown = await list(draft);
      await save(shown.id);
      const guest = new Guest(site());
      await enter(guest, shown.id);
      const page = await guest.open(`${shown.path}?give=${shown.items[0]}`);
      const form = formIn(page.html, 'class="largesse-give__form"') ?? assert.fail(page.text);
      const given = await guest.open(form.address, { ...form.fields, giver_email: 'lou@people.example' });
      const gift = given.location ?? assert.fail(given.text);
      assert.match((await guest.open(gift)).html, /Canary Lane/);
      assert.doesNotMatch(await tables(), /Canary/);
      await close(shown.id);
      const closed = await guest.open(gift);
      assert.match(closed.text, /You are giving this/);
      assert.doesNotMatch(closed.html, /Canary/);
      // A list in the trash has no mails.
      const [mail, ...others] = await deliver(system);
      assert.deepEqual([mail?.text.includes('Wish 0'), others], [/trash/.test(way) ? undefined : true, []]);
      assert.doesNotMatch(mail?.text ?? '', /Canary/);
    });

  for (const [way, draft, enter, close] of [
    ['the private link', ...byLink],
    ['the password', ...byPassword],
  ] satisfies [string, ...Entrance][])
    it(`is in the mail about a suggested wish for a guest with ${way}, unless the list is closed since`, async () => {
      const shown = await list(draft);
      await save(shown.id);
      await run(`update_post_meta( $input, '_largesse_no_ideas', '1' );`, shown.id);
      await run(`update_post_meta( $input, '_largesse_suggestions', '1' );`, shown.id);
      const guest = new Guest(site());
      await enter(guest, shown.id);
      const suggest = async (name: string) => {
        const { html } = await guest.open(`${shown.path}?present=1`);
        const form = formWith(html, 'email_for_gift');
        const typed = { 'largesse-name': name, gives: '1', email_for_gift: EMAIL };
        const sent = await guest.open(shown.path, { ...form.fields, ...typed, present: 'send' });
        assert.equal(sent.status, 303, sent.text);
      };
      const accept = async (name: string) => {
        const path = `/my-registries/?registry=${shown.id}`;
        const { html } = await send(site(), path, { who: 'owner' });
        const form = formWith(html, `>${name}</h3>`);
        const answer = { ...form.fields, 'largesse-suggestion': 'accept' };
        assert.equal((await send(site(), path, { who: 'owner', form: answer })).status, 303);
        // WordPress’s cron stores the gift, and has no cookies of the guest.
        await run(`do_action( 'largesse_suggestions' );`);
      };
      await suggest('Lamp');
      await accept('Lamp');
      const [mail, ...others] = await deliver(system);
      assert.deepEqual([mail?.recipients, others], [[EMAIL], []]);
      assert.match(mail?.text ?? '', /Lamp.*this is the address:\n\n> Ada & <b>Lin<\/b>\n> Canary Lane 12\/3/s);
      await suggest('Pan');
      await close(shown.id);
      await accept('Pan');
      const [late] = await deliver(system);
      assert.match(late?.text ?? '', /Pan/);
      assert.doesNotMatch(late?.text ?? '', /Canary/);
    });

  it('appears to guests with a share that counts', async () => {
    const { id, items, path } = await list({ status: 'publish' }, [{ price: 400 }]);
    await save(id);
    const guest = new Guest(site());
    const promise = async (who: Guest, typed: Record<string, string>) => {
      const { html } = await who.open(`${path}?give=${items[0]}`);
      return who.open(path, {
        ...formWith(html, 'share_amount').fields,
        shares: 'promise',
        share_amount: '100',
        ...typed,
      });
    };
    const asked = await promise(guest, { share_email: EMAIL });
    const [question] = await deliver(system);
    const link = question?.links.find((one) => one.includes('my-share=')) ?? '';
    const unconfirmed = await guest.open(link);
    const shares = await guest.open(`${path}?shares=1`);
    for (const { html } of [asked, unconfirmed, shares]) assert.doesNotMatch(html + question?.text, /Canary/);
    const press = async (act: string) => guest.open('/', { ...formIn((await guest.open(link)).html)?.fields, act });
    const counts = await press('confirm');
    assert.match(counts.text, /counts now.*Delivery address.*Canary Lane/);
    assert.match(counts.headers.get('cache-control') ?? '', /no-store, private/);
    const member = new Guest(site());
    await member.signIn('invitee');
    assert.doesNotMatch((await member.open(`${path}?shares=1`)).html, /Canary/, 'without a share');
    assert.equal((await promise(member, {})).status, 303);
    const seen = async () => [
      (await guest.open(link)).html.includes(CANARY),
      (await guest.open(`${path}?shares=1`)).html.includes(CANARY),
      (await member.open(`${path}?shares=1`)).html.includes(CANARY),
    ];
    assert.deepEqual(await seen(), [true, true, true]);
    await system.request('admin', 'DELETE', `/items/${items[0]}`);
    assert.deepEqual(await seen(), [false, false, false], 'the wish was removed');
    await system.request('admin', 'PUT', `/items/${items[0]}`, { body: { is_active: true } });
    assert.match((await press('back')).text, /no longer counts/);
    assert.deepEqual(await seen(), [false, false, true]);
  });

  it('is erased 60 days after the day, and a year after saving without a day', async () => {
    const { id, items } = await list();
    const { url } = await gift({ id, items });
    const purge = () =>
      run(`Largesse\\Services::get( Largesse\\Operation\\Privacy\\PrivacyTools::class )->delete_expired();`);
    const year = await run(
      `echo date_i18n( get_option( 'date_format' ), strtotime( '+365 days', strtotime( wp_date( 'Y-m-d' ) ) ) );`,
    );
    assert.ok((await open(id)).text.includes(year));
    // AddressRules.test.php tests the days.
    await save(id);
    await setDay(id, await day(-60));
    assert.equal(await shows(url), false);
    await purge();
    assert.equal(await isStored(id), false);
    const late = await submit(await open(id), id, TYPED);
    assert.equal(late.status, 422);
    assert.match(late.text, /more than 60 days ago.*change the day first/);
    // More addresses than one query reads. Their registry no longer exists.
    await run(
      `global $wpdb;
      $wpdb->query( 'START TRANSACTION' );
      foreach ( range( 1, 101 ) as $n ) Largesse\\Foundation\\Records\\Records::change( 'delivery_address', "gone {$n}", fn ( $now ) => $now->with( registry: 999999, time: time() ) );
      $wpdb->query( 'COMMIT' );`,
    );
    await setDay(id, '');
    await save(id);
    await run(
      `Largesse\\Foundation\\Records\\Records::change( 'delivery_address', $input, fn ( $now ) => $now->with( time: time() - 366 * DAY_IN_SECONDS ) );`,
      id,
    );
    assert.equal(await shows(url), false);
    await purge();
    assert.deepEqual([await isStored('gone 101'), await isStored(id)], [false, false]);
  });

  it('cannot be read with new salts, for another author, or on another list; then owners enter it again', async () => {
    const shown = await list();
    const { id } = shown;
    const other = await list();
    await save(id);
    const { url } = await gift(shown);
    const state = `wp_set_current_user( get_post( $input )->post_author ); echo wp_json_encode( Largesse\\Together\\DeliveryAddress\\StoredAddress::of( get_post( $input ) )->lines() );`;
    assert.equal(await run(NEW_SALTS + state, id), 'null');
    await run(
      `Largesse\\Foundation\\Records\\Records::change( 'delivery_address', $input[1], fn ( $now ) => $now->with( data: Largesse\\Foundation\\Records\\Records::read( 'delivery_address', $input[0] )->data, time: time() ) );`,
      [id, other.id],
    );
    assert.equal(await run(state, other.id), 'null');
    await run(
      `update_post_meta( $input[0], 'registry_owners', '["owner"]' );
       wp_update_post( array( 'ID' => $input[0], 'post_author' => $input[1] ) );`,
      [id, site().users.stranger.id],
    );
    const lost = await open(id);
    assert.match(lost.text, /can no longer be read/);
    assert.equal(typedIn(lost), '');
    assert.match(
      (await send(site(), `/my-registries/?registry=${id}`, { who: 'owner' })).html,
      /can no longer be read/,
    );
    assert.equal(await shows(url), false);
    await save(id, 'Canary Lane 2');
    assert.ok(await shows(url));
    assert.equal((await submit(await open(id), id, '')).status, 303);
    assert.equal(await isStored(id), false);
  });

  it('is exported to its owner, and erased with the person, the account and the list', async () => {
    const { id } = await list({ meta: { registry_owners: '["stranger"]' } });
    const other = await list();
    const tool = async (method: string, email: string) =>
      JSON.parse(
        await run(
          `echo wp_json_encode( Largesse\\Services::get( Largesse\\Together\\DeliveryAddress\\AddressPrivacy::class )->${method}( $input ) );`,
          email,
        ),
      );
    const [owner, stranger] = ['owner@people.example', 'stranger@people.example'];
    await tool('erase', owner);
    await save(id, TYPED, 'stranger');
    await save(other.id, 'Lane 2');
    const told = async (email: string) => decoded(JSON.stringify((await tool('export', email)).data));
    assert.match(await told(owner), /Our list.*Canary Lane.*Lane 2/);
    assert.match(await told(stranger), /Our list.*Ada & <b>Lin<\/b><br \/>\\nCanary Lane/);
    assert.doesNotMatch(await told(stranger), /Lane 2/);
    assert.equal(await told('nobody@people.example'), '[]');
    assert.equal((await tool('erase', stranger)).items_removed, true);
    assert.deepEqual([await isStored(id), await isStored(other.id)], [false, true]);
    assert.equal((await tool('erase', stranger)).items_removed, false);
    await save(id);
    await run(
      `Largesse\\Services::get( Largesse\\Operation\\Privacy\\PrivacyTools::class )->forget_user( $input );`,
      site().users.owner.id,
    );
    assert.deepEqual([await isStored(id), await isStored(other.id)], [false, false]);
    await save(id);
    await run(`wp_delete_post( $input, true );`, id);
    assert.equal(await isStored(id), false);
  });
});
