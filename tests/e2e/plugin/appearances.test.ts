// Needs a service and site: both store a wish's lists.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { MAX_APPEARANCES } from '@largesse/contract';
import { openForSuite } from '../../support/suite.ts';
import { give } from '../pages/gifts.ts';
import { formIn, Guest, ask as send } from '../wordpress/guest.ts';
import { type Caller, create, type Draft } from '../wordpress/requests.ts';
import { activeItems, addItem, connect } from './connected.ts';
import { deliver, openMailingSite } from './mailing-site.ts';
import { eraseData, exportData } from './personal-data.ts';
import { drawn } from './picture-files.ts';
import { askDirectly } from './rest-namespace.ts';

const DAY = '2037-06-12';
/** Texts of the second list that guests of the first must never see. */
const CANARY = 'Canaries';

// rules: Appearances
describe('wishes on several lists', () => {
  const t = openForSuite(() => openMailingSite());
  const site = () => t.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
  const pathOf = (id: number, page: string | number) => `/my-registries/?registry=${id}&appearances=${page}`;
  const read = (id: number, who: Caller, page: string | number) => send(site(), pathOf(id, page), { who });

  async function list(draft: Draft) {
    const id = await create(site(), 'owner', { status: 'publish', ...draft });
    return { id, path: new URL(await run('echo get_permalink( $input );', id)).pathname };
  }
  /** Ticks exactly these boxes on a page, and saves. */
  async function choose(id: number, page: string | number, chosen: readonly number[], who: Caller = 'owner') {
    const { html, text } = await read(id, who, page);
    const { fields } = formIn(html, 'class="largesse-mine__form"') ?? assert.fail(text);
    // WordPress encodes brackets in the content of a page.
    const sent = Object.entries(fields).map(([name, value]): [string, string] => [
      name.replace('&#91;&#93;', '[0]'),
      value,
    ]);
    const others = sent.filter(([name]) => !name.includes('chosen'));
    const boxes = chosen.map((value, n): [string, string] => [`largesse-chosen[${n}]`, String(value)]);
    return send(site(), pathOf(id, page), { who, form: Object.fromEntries([...others, ...boxes]) });
  }
  const idsOn = async (id: number) => (await activeItems(t, id)).map((item) => item.id);
  const view = async (id: number, who: 'owner' | 'stranger' = 'owner') =>
    (await askDirectly(site(), who, 'GET', `/${id}`)).body.registry;

  before(() => run(`update_option( 'largesse_gifts_per_address', 1000 );`));

  /** An open list, and a hidden list of the same owner with a co-owner; a wish of the first is on both. */
  async function both(fields: object = {}) {
    const home = await list({ title: 'Birthday', slug: 'birthday', meta: { registry_keepers: '["stranger"]' } });
    const other = await list({
      title: CANARY,
      meta: { registry_owners: '["stranger"]', registry_surprise: 'hidden', registry_event_date: DAY },
    });
    const item = await addItem(t, home.id, 'Kettle', fields);
    const saved = await choose(home.id, item, [other.id]);
    assert.equal(saved.status, 303, saved.text);
    return { home, other, item };
  }

  /** Returns the pages and answers about a wish for a keeper of its list. */
  const shownToStranger = async (home: { id: number; path: string }, item: number) => [
    (await send(site(), `${home.path}?giving=1`, { who: 'stranger' })).text,
    (await send(site(), `${home.path}?give=${item}`, { who: 'stranger' })).text,
    (await send(site(), `${home.path}?shares=1`, { who: 'stranger' })).text,
    (await send(site(), `/my-registries/?registry=${home.id}&gifts=list`, { who: 'stranger' })).text,
    JSON.stringify((await askDirectly(site(), 'stranger', 'GET', `/${home.id}/giving`)).body),
    JSON.stringify((await view(home.id, 'stranger')).items),
  ];

  it('are chosen by owners of both lists, repeatedly, and refused with a reason', async () => {
    const { home, other, item } = await both();
    const own = await addItem(t, home.id, 'Lamp');
    assert.deepEqual([await idsOn(other.id), await idsOn(home.id)], [[item], [item, own]]);
    assert.equal((await choose(home.id, item, [other.id])).status, 303, 'again');
    assert.deepEqual(
      [(await view(home.id)).items, (await view(other.id)).items].map((all) => all.map((one) => one.other_lists)),
      [[`Also on ${CANARY}`, ''], ['Also on Birthday']],
    );
    const added = await choose(other.id, 'add', [own, item]);
    assert.equal(added.status, 303, added.text);
    assert.deepEqual(await idsOn(other.id), [item, own]);
    assert.equal((await choose(home.id, own, [])).status, 303);
    assert.deepEqual(await idsOn(other.id), [item]);
    // The co-owner of one list can neither add nor remove wishes of the other.
    assert.doesNotMatch((await read(other.id, 'stranger', 'add')).text, /Birthday|Lamp/);
    assert.equal((await read(home.id, 'stranger', item)).html.includes(CANARY), false);
    assert.equal((await view(other.id, 'stranger')).items[0]?.other_lists, '');
    const path = `/${other.id}/items/${item}`;
    assert.equal((await askDirectly(site(), 'stranger', 'DELETE', path)).status, 403);
    const removed = await askDirectly(site(), 'owner', 'DELETE', path);
    assert.equal(removed.status, 200);
    assert.deepEqual([await idsOn(other.id), await idsOn(home.id)], [[], [item, own]]);
    const back = await askDirectly(site(), 'owner', 'POST', `${path}/restore`, removed.body.undo);
    assert.deepEqual([back.status, await idsOn(other.id)], [200, [item]]);
    await connect(t, 'http://127.0.0.1:1');
    const failed = await choose(home.id, item, []);
    assert.equal(failed.status, 503);
    assert.match(failed.text, /did not answer/);
    await connect(t, t.url);
  });

  it('exchange one of ten other lists for another at once', async () => {
    const { id } = await list({ title: 'Full' });
    const others: number[] = [];
    for (let n = 0; n <= MAX_APPEARANCES; n++) others.push((await list({ title: `Other ${n}` })).id);
    const item = await addItem(t, id, 'Kettle');
    const [oldest = 0, ...newer] = others;
    const newest = newer.at(-1) ?? 0;
    assert.equal((await choose(id, item, others.slice(0, -1))).status, 303);
    const exchanged = await choose(id, item, newer);
    assert.equal(exchanged.status, 303, exchanged.text);
    assert.deepEqual([await idsOn(newest), await idsOn(oldest)], [[item], []]);
    const back = await choose(id, item, others.slice(0, -1));
    assert.equal(back.status, 303, back.text);
    assert.deepEqual([await idsOn(newest), await idsOn(oldest)], [[], [item]]);
  });

  it('stay secret for recipients of one list, and for guests of each', async () => {
    const { home, other, item } = await both({ quantity_needed: 2 });
    const url = (id: number) => `${id === home.id ? home.path : other.path}?giving=1`;
    const shown = async (who: Caller) => [
      (await send(site(), url(home.id), { who })).text,
      (await send(site(), `${home.path}?give=${item}`, { who })).text,
      (await send(site(), `/my-registries/?registry=${home.id}&gifts=list`, { who })).text,
      JSON.stringify((await view(home.id, 'stranger')).items),
    ];
    const before = await shown('stranger');
    assert.match(before[1] ?? '', /This is your own list/);
    const gift = await give(t, home.id, { item_id: item, giver_email: 'gil@people.example', giver_name: 'Gil' });
    const second = await give(t, other.id, { item_id: item, giver_email: 'ann@people.example' });
    assert.deepEqual(await shown('stranger'), before, 'a recipient of the other list learns nothing');
    assert.match((await send(site(), url(home.id), { who: 'nobody' })).text, /Taken/);
    const ofGuest = await Promise.all([home.path, url(home.id), gift.url].map((path) => send(site(), path)));
    const ofOther = await Promise.all([other.path, url(other.id), second.url].map((path) => send(site(), path)));
    for (const { html } of ofGuest) assert.doesNotMatch(html, new RegExp(`${CANARY}|${DAY}|=${other.id}\\b`, 'i'));
    for (const { html } of ofOther) assert.doesNotMatch(html, /birthday/i);
    await deliver(t);
    // The home list is removed: each guest gets a mail about the list through which the gift was made.
    assert.equal((await askDirectly(site(), 'owner', 'DELETE', `/${home.id}/items/${item}`)).status, 200);
    const mails = await deliver(t);
    const told = mails.map(({ recipients, subject, text }) => [String(recipients), `${subject} ${text}`] as const);
    assert.equal(told.length, 2, JSON.stringify(told));
    for (const [to, text] of told)
      assert.equal(text.includes(CANARY) && !text.includes('Birthday'), /ann/.test(to), text);
  });

  it('follow the level of each list at once, and survive their own list', async () => {
    const { home, other, item } = await both({ quantity_needed: 3 });
    const isSecret = async () => {
      const { id } = await give(t, home.id, { item_id: item });
      const { body } = await t.request<{ data: { is_secret: boolean } }>('admin', 'GET', `/purchases/${id}`);
      return body.data.is_secret;
    };
    assert.equal(await isSecret(), true);
    const { version } = await view(other.id);
    await askDirectly(site(), 'owner', 'PATCH', `/${other.id}`, { version, surprise: 'names' });
    assert.equal(await isSecret(), false);
    await run('wp_delete_post( $input, true );', home.id);
    assert.deepEqual(await idsOn(other.id), [item]);
    assert.equal((await view(other.id)).items[0]?.quantity_purchased, 1);
  });

  /** Makes a part of a gift through a list, as the site does for a guest. */
  const share = (registry: number, item_id: number, amount: number, giver_name: string, giver_email?: string) =>
    run(
      `$made = Largesse\\Services::get( Largesse\\Together\\Shares\\StoredShares::class )->put( get_post( $input['registry'] ), wp_generate_uuid4(), $input['share'], array() );
       if ( is_wp_error( $made ) ) { throw new RuntimeException( $made->get_error_message() ); }`,
      {
        registry,
        share: {
          item_id,
          amount,
          giver_name,
          ...(giver_email ? { giver_email, ends_at: '2027-06-01T00:00:00Z' } : { giver_user_id: 1 }),
        },
      },
    );

  // rules: Who sees what
  it('show the readers of a list only the number of gifts through another list', async () => {
    const [home, other] = [
      await list({ title: 'Zebra', status: 'private', meta: { registry_surprise: 'names' } }),
      await list({ title: 'Baby', meta: { registry_surprise: 'names', registry_owners: '["stranger"]' } }),
    ];
    const item = await addItem(t, home.id, 'Kettle', { quantity_needed: 3 });
    assert.equal((await choose(home.id, item, [other.id])).status, 303);
    const big = await addItem(t, home.id, 'Bicycle', { price: 900 });
    assert.equal((await choose(home.id, big, [other.id])).status, 303);
    const gift = await give(t, home.id, { item_id: item, giver_name: 'Gilbert', message: 'With love' });
    await give(t, other.id, { item_id: item, giver_name: 'Ann' });
    await share(home.id, big, 200, 'Samwise');
    await share(other.id, big, 100, 'Eve');
    const gifts = `/my-registries/?registry=${other.id}&gifts=`;
    const exported = await askDirectly(site(), 'stranger', 'GET', `/${other.id}/export`);
    const seen = [
      (await send(site(), `${gifts}list`, { who: 'stranger' })).html,
      (await send(site(), `${gifts}csv`, { who: 'stranger' })).html,
      JSON.stringify(exported.body),
      (await send(site(), `${other.path}?shares=1`)).html,
    ];
    for (const html of seen) {
      assert.doesNotMatch(html.match(/Gilbert|With love|Samwise|: [^<>]*200\b|Zebra/)?.[0] ?? '', /./);
      assert.ok(!html.includes(gift.id));
    }
    const { text } = await send(site(), `${gifts}list`, { who: 'stranger' });
    assert.match(text, /Kettle Given: 1 Ann/);
    assert.match(seen[1] ?? '', /"Kettle","1",""/);
    assert.match(seen[3] ?? '', /Eve/);
    // The owners of the list through which it was given see everything.
    assert.match(
      (await send(site(), `/my-registries/?registry=${home.id}&gifts=list`, { who: 'owner' })).html,
      /Gilbert/,
    );
    // The co-owner of the other list neither removes the wish nor counts down pieces of its owners.
    assert.equal((await askDirectly(site(), 'stranger', 'DELETE', `/${other.id}/items/${item}`)).status, 403);
    const hidden = await run(
      `wp_set_current_user( get_user_by( 'login', 'stranger' )->ID );
       $done = Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->items->hide_on( $input['list'], $input['item'] );
       echo is_wp_error( $done ) ? $done->get_error_data()['status'] : 'hidden';`,
      { list: other.id, item },
    );
    assert.equal(hidden, '403');
  });

  // rules: Who sees what
  it('stay secret for recipients of a list that a wish has left, until its reveal', async () => {
    const { home, other, item } = await both({ quantity_needed: 2, price: 90 });
    const whole = await addItem(t, home.id, 'Bicycle', { price: 900 });
    assert.equal((await choose(home.id, whole, [other.id])).status, 303);
    const leave = async () => {
      for (const id of [item, whole]) assert.equal((await choose(home.id, id, [])).status, 303);
      assert.deepEqual(await idsOn(other.id), []);
    };
    const shown = () => shownToStranger(home, item);
    const before = await shown();
    const gift = await give(t, home.id, { item_id: item, quantity: 2, giver_email: site().users.stranger.email });
    await share(home.id, whole, 200, 'Samwise');
    await leave();
    assert.deepEqual(await shown(), before, 'a former recipient learns nothing');
    const mailed = (await deliver(t)).flatMap(({ recipients }) => recipients);
    assert.ok(!mailed.includes(site().users.stranger.email), 'the giver has the address of a former recipient');
    assert.match((await send(site(), `${home.path}?giving=1`)).text, /Taken/);
    assert.doesNotMatch(
      (await send(site(), gift.url.replace(site().url, ''), { who: 'stranger' })).text,
      /You are giving/,
    );
    // Other lists, and the list itself after its reveal, hide nothing.
    assert.match(
      (await send(site(), `${home.path}?give=${item}`, { who: 'invitee' })).text,
      /Somebody already gives this/,
    );
    assert.equal((await t.request('owner', 'POST', `/registries/${other.id}/purchases/reveal`)).status, 200);
    assert.doesNotMatch((await send(site(), `${home.path}?give=${item}`, { who: 'stranger' })).text, /your own list/);
  });

  // rules: Who sees what
  it('stay secret for recipients of a deleted list, until its former day', async () => {
    const { stranger } = site().users;
    const remembered = () =>
      run(
        `echo wp_json_encode( Largesse\\Registries\\Registry\\FormerRecipients::lists_of( get_userdata( $input ) ) );`,
        stranger.id,
      );
    const forget = () => run('do_action( "largesse_erase_old" );');
    for (const deleted of ['on the site', 'through the API'] as const) {
      const { home, other, item } = await both({ quantity_needed: 2, price: 90 });
      const before = await shownToStranger(home, item);
      const gift = await give(t, home.id, { item_id: item, quantity: 2, giver_email: stranger.email });
      if (deleted === 'on the site') await run('wp_delete_post( $input, true );', other.id);
      else assert.equal((await t.request('owner', 'DELETE', `/registries/${other.id}`)).status, 204);
      await forget();
      assert.deepEqual(
        await shownToStranger(home, item),
        before,
        `deleted ${deleted}: a former recipient learns nothing`,
      );
      const { body: gifts } = await t.request<object[]>('stranger', 'GET', `/registries/${home.id}/purchases`);
      assert.deepEqual(gifts, [], `deleted ${deleted}: through the API`);
      const mailed = (await deliver(t)).flatMap(({ recipients }) => recipients);
      assert.ok(!mailed.includes(stranger.email), 'the giver has the address of a former recipient');
      assert.doesNotMatch(
        (await send(site(), gift.url.replace(site().url, ''), { who: 'stranger' })).text,
        /You are giving/,
      );
    }
    // A list hides nothing if no other list has its wishes. Then the site forgets its recipients.
    const alone = await list({
      title: 'Zebra',
      meta: { registry_owners: '["stranger"]', registry_surprise: 'hidden' },
    });
    await addItem(t, alone.id, 'Lamp');
    const known: number[] = JSON.parse(await remembered());
    await run('wp_delete_post( $input, true );', alone.id);
    assert.deepEqual(JSON.parse(await remembered()), [...known, alone.id]);
    await forget();
    assert.deepEqual(JSON.parse(await remembered()), known);
    const exported = await exportData(site(), stranger.email, 'largesse-former-lists');
    assert.deepEqual(
      exported.flatMap(({ data }) => data.map(({ value }) => Number(value))),
      known,
    );
    await eraseData(site(), stranger.email, 'largesse-former-lists');
    assert.deepEqual(JSON.parse(await remembered()), []);
  });

  // rules: Who sees what
  it('stay secret for a recipient of a deleted list who gets an account later', async () => {
    const { id } = await list({ title: 'Zebra', meta: { registry_owners: '["later@example.org"]' } });
    const received = await run(
      `wp_delete_post( $input, true );
       $user = wp_insert_user( array( 'user_login' => 'later', 'user_pass' => 'x', 'user_email' => 'Later@example.org' ) );
       $other = wp_insert_user( array( 'user_login' => 'other-later', 'user_pass' => 'x', 'user_email' => 'other-later@example.org' ) );
       echo wp_json_encode( array_map( static fn ( $id ) => Largesse\\Registries\\Registry\\FormerRecipients::lists_of( get_userdata( $id ) ), array( $user, $other ) ) );`,
      id,
    );
    assert.deepEqual(JSON.parse(received), [[id], []]);
  });

  // rules: Who sees what
  it('stay on a list that cannot be deleted, because the site cannot remember its recipients', async () => {
    const { id } = await list({ title: 'Zebra', meta: { registry_owners: '["stranger"]' } });
    const deleted = await run(
      `$break = fn ( $sql ) => preg_match( '/INSERT.*former_recipient/s', $sql ) ? 'INSERT INTO missing VALUES (1)' : $sql;
       add_filter( 'query', $break );
       $GLOBALS['wpdb']->suppress_errors();
       $first = (bool) wp_delete_post( $input, true );
       $still = get_post_type( $input );
       remove_filter( 'query', $break );
       echo wp_json_encode( array( $first, $still, (bool) wp_delete_post( $input, true ), get_post_type( $input ) ) );`,
      id,
    );
    assert.deepEqual(JSON.parse(deleted), [false, 'registry', true, false]);
    assert.match(await site().complaints(), /the registry \d+ was not deleted/);
  });

  // rules: Who sees what
  it('stay on the lists of an account that cannot be deleted for the same reason', async () => {
    const outcome = await run(
      `require_once ABSPATH . 'wp-admin/includes/user.php';
       $user  = wp_insert_user( array( 'user_login' => 'full', 'user_pass' => 'x', 'user_email' => 'full@example.org' ) );
       $list  = array( 'post_type' => 'registry', 'post_title' => 'Zebra', 'post_author' => $user );
       $lists = array_map( static fn ( $status ) => wp_insert_post( array( 'post_status' => $status ) + $list ), array( 'publish', 'private', 'trash' ) );
       update_post_meta( $lists[1], 'registry_owners', '["stranger"]' );
       $there = static fn () => array( (bool) get_userdata( $user ), count( array_filter( $lists, 'get_post' ) ) );
       $break = fn ( $sql ) => preg_match( '/INSERT.*former_recipient/s', $sql ) ? 'INSERT INTO missing VALUES (1)' : $sql;
       add_filter( 'query', $break );
       $GLOBALS['wpdb']->suppress_errors();
       add_filter( 'wp_die_handler', fn () => function ( $message ) { throw new Exception( $message ); } );
       $said = '';
       try { wp_delete_user( $user ); } catch ( Exception $died ) { $said = $died->getMessage(); }
       $kept = $there();
       remove_filter( 'query', $break );
       wp_delete_user( $user );
       echo wp_json_encode( array( $said, $kept, $there() ) );`,
    );
    const [said, kept, left] = JSON.parse(outcome);
    assert.match(said, /^The account was not deleted/);
    assert.deepEqual(
      [kept, left],
      [
        [true, 3],
        [false, 0],
      ],
    );
    assert.match(await site().complaints(), /the registry \d+ was not deleted/);
  });

  // rules: Who sees what
  it('show readers of a list that hides numbers no earlier gifts through another list', async () => {
    const home = await list({ title: 'Zebra', meta: { registry_surprise: 'names' } });
    const other = await list({
      title: 'Baby that hides numbers',
      meta: { registry_owners: '["stranger"]', registry_surprise: 'hidden', registry_event_date: DAY },
    });
    const add = (name: string, fields: object) => addItem(t, home.id, name, fields);
    const given = await add('Kettle', { quantity_needed: 3 });
    const shared = await add('Bicycle', { price: 900 });
    await give(t, home.id, { item_id: given, giver_name: 'Ann' });
    await share(home.id, shared, 200, 'Samwise');
    const all = [given, await add('Lamp', { quantity_needed: 3 }), shared, await add('Boat', { price: 900 })];
    for (const item of all) assert.equal((await choose(home.id, item, [other.id])).status, 303);
    assert.equal((await view(home.id)).items[0]?.quantity_purchased, 1);
    const shown = async (who: 'owner' | 'stranger' | 'invitee') => {
      const { body } = await askDirectly(site(), who, 'GET', `/${other.id}`);
      const numbers = body.registry.items.map(({ id: _id, name: _n, version: _v, gift_url: _u, ...rest }) => rest);
      return numbers.map((one) => JSON.stringify(one));
    };
    for (const who of ['stranger', 'owner', 'invitee'] as const) {
      const [kettle, lamp, bicycle, boat] = await shown(who);
      assert.deepEqual([kettle, bicycle], [lamp, boat], who);
    }
    const flat: { items: { quantity_purchased: number; amount_promised?: number }[] } = JSON.parse(
      await run(`echo wp_json_encode( largesse_get_registry( $input ) );`, other.id),
    );
    assert.deepEqual(
      flat.items.map((item) => [item.quantity_purchased, item.amount_promised ?? 0]),
      all.map(() => [0, 0]),
    );
    const exported = `/my-registries/?registry=${other.id}&export=`;
    const file: { wishes: { quantity_purchased: number }[] } = JSON.parse(
      (await send(site(), `${exported}json`, { who: 'stranger' })).html,
    );
    assert.deepEqual(
      file.wishes.map((wish) => wish.quantity_purchased),
      [0, 0, 0, 0],
    );
    const exportedTexts = await run(
      `$privacy = Largesse\\Services::get( Largesse\\Pages\\Owners\\RegistryPrivacy::class );
       $page     = 0;
       $texts    = array();
       do {
         $part = $privacy->export( $input, ++$page );
         foreach ( $part['data'] as $entry ) {
           $values = array_column( $entry['data'], 'value', 'name' );
           if ( 'Baby that hides numbers' === ( $values['Registry'] ?? '' ) ) {
             $texts[] = $values['Given'];
           }
         }
       } while ( ! $part['done'] );
       echo wp_json_encode( $texts );`,
      site().users.owner.email,
    );
    const texts: string[] = JSON.parse(exportedTexts);
    assert.deepEqual([texts[0], texts[2]], [texts[1], texts[3]]);
    assert.match(texts[0] ?? '', /surprise/);
    // A gift through the list itself counts from the reveal on.
    assert.equal((await t.request('owner', 'POST', `/registries/${other.id}/purchases/reveal`)).status, 200);
    const { version } = await view(other.id);
    await askDirectly(site(), 'owner', 'PATCH', `/${other.id}`, { version, surprise: 'counts' });
    assert.equal((await view(other.id)).items[0]?.quantity_purchased, 1);
  });

  // rules: Who sees what
  it('cause mails about parts that name only the list of the giver', async () => {
    // The mailbox of an invited guest may open the private list.
    const invited = { registry_invitees: '["guest500@people.example"]' };
    const home = await list({ title: 'Zebra', status: 'private', meta: invited });
    const other = await list({ title: 'Baby' });
    const item = await addItem(t, home.id, 'Bicycle', { price: 900 });
    assert.equal((await choose(home.id, item, [other.id])).status, 303);
    await deliver(t);
    const mails = async (registry: number, amount: number) => {
      await run(
        `$mails  = Largesse\\Services::get( Largesse\\Together\\Shares\\ShareMailSender::class );
         $shares = Largesse\\Services::get( Largesse\\Together\\Shares\\StoredShares::class );
         $id     = wp_generate_uuid4();
         $list   = get_post( $input['registry'] );
         $mails->queue_complete( $list, $input['item'], $id );
         $shares->put( $list, $id, array( 'item_id' => $input['item'], 'amount' => $input['amount'], 'giver_email' => "guest{$input['amount']}@people.example", 'ends_at' => gmdate( 'c', time() + WEEK_IN_SECONDS ) ), array() );`,
        { registry, item, amount },
      );
      return await deliver(t);
    };
    assert.deepEqual(await mails(other.id, 400), []);
    const complete = await mails(home.id, 500);
    assert.equal(complete.length, 2);
    const told = (all: typeof complete) =>
      all
        .map(({ recipients, subject, text }) => [String(recipients), `${subject} ${text}`] as const)
        .map(([to, text]) => [to, /Zebra|zebra/.test(text), /Baby|baby/.test(text)])
        .sort();
    assert.deepEqual(told(complete), [
      ['guest400@people.example', false, true],
      ['guest500@people.example', true, false],
    ]);
    // A guest of the private list takes their part back.
    await run(
      `$mails  = Largesse\\Services::get( Largesse\\Together\\Shares\\ShareMailSender::class );
       $shares = Largesse\\Services::get( Largesse\\Together\\Shares\\StoredShares::class );
       $list   = get_post( $input );
       foreach ( $shares->all( $list ) as $share ) {
         if ( 500.0 === (float) $share['amount'] ) {
           $mails->queue_taken_back( $share );
           $shares->end( $list->ID, $share );
         }
       }`,
      home.id,
    );
    assert.deepEqual(told(await deliver(t)), [['guest400@people.example', false, true]]);
  });

  // rules: Pictures
  it('have pictures whose addresses name no list', async () => {
    const [home, other] = [await list({ title: 'Zebra', status: 'private' }), await list({ title: 'Baby' })];
    const upload = async (id: number) => {
      const form = new FormData();
      form.set(
        'picture',
        new Blob([new Uint8Array(await drawn(site(), 'png', 20, 20))], { type: 'image/png' }),
        'a.png',
      );
      const answer = await fetch(`${site().url}/wp-json/largesse/v1/registries/${id}/pictures`, {
        method: 'POST',
        headers: { authorization: site().users.owner.authorization },
        body: form,
      });
      assert.equal(answer.status, 201);
      const { url }: { url: string } = JSON.parse(await answer.text());
      return url;
    };
    const [url, second, ofOther] = [await upload(home.id), await upload(home.id), await upload(other.id)];
    const folderOf = (address: string) => new URL('.', address).href;
    // Two pictures of a list look no more related than pictures of two lists.
    assert.deepEqual(new Set([url, second, ofOther].map(folderOf)).size, 1);
    const item = await addItem(t, home.id, 'Kettle', { image_url: url });
    assert.equal((await choose(home.id, item, [other.id])).status, 303);
    const { html } = await send(site(), other.path);
    assert.ok(html.includes(new URL(url).pathname), 'the page of the other list shows the picture');
    const seen = [html, JSON.stringify((await t.request('stranger', 'GET', `/registries/${other.id}/items`)).body)];
    for (const text of seen) assert.doesNotMatch(text, new RegExp(`largesse\\W+${home.id}\\b`));
  });

  // rules: Pictures
  it('get other addresses of pictures that an earlier version has stored under the id of a list', async () => {
    const home = await list({ title: 'Old pictures' });
    const name = `${home.id}/${'a'.repeat(32)}.png`;
    const old = await run(
      `$path = Largesse\\Registries\\Registry\\Cover::folder_path() . "/{$input}";
       wp_mkdir_p( dirname( $path ) );
       file_put_contents( $path, 'a picture' );
       echo Largesse\\Registries\\Pictures\\Folder::address( $path );`,
      name,
    );
    const item = await addItem(t, home.id, 'Kettle', { image_url: old });
    const address = async () =>
      (await t.request<{ data: { image_url: string } }>('admin', 'GET', `/items/${item}`)).body.data.image_url;
    assert.equal(await address(), old);
    await run(`do_action( 'largesse_unused_pictures' );`);
    const now = await address();
    assert.match(now, /\/largesse\/pictures\/[0-9a-f]{32}\.png$/);
    for (const one of [old, now]) assert.equal(await (await fetch(one)).text(), 'a picture', one);
    await run(`do_action( 'largesse_unused_pictures' );`);
    assert.equal(await address(), now, 'only once');
  });

  it('show strangers on a public list nothing of gifts that another list hides', async () => {
    const home = await list({
      title: 'Zebra',
      status: 'private',
      meta: { registry_surprise: 'hidden', registry_event_date: DAY },
    });
    const other = await list({ title: 'Baby', meta: { registry_event_date: '2020-01-01' } });
    const item = await addItem(t, home.id, 'Kettle');
    const big = await addItem(t, home.id, 'Bicycle', { price: 900 });
    for (const id of [item, big]) assert.equal((await choose(home.id, id, [other.id])).status, 303);
    const before = (await send(site(), other.path)).text;
    await give(t, other.id, { item_id: item, giver_name: 'Ann' });
    await share(home.id, big, 200, 'Samwise');
    const after = (await send(site(), other.path)).text;
    assert.equal(after, before);
    assert.doesNotMatch(after, /Taken|Already given|€200/);
  });

  it('stay on another list if their own list is deleted, with their gifts, and nobody gets a mail', async () => {
    const home = await list({ title: 'Zebra', meta: { registry_surprise: 'hidden', registry_event_date: DAY } });
    const other = await list({ title: 'Baby', meta: { registry_owners: '["stranger"]' } });
    const item = await addItem(t, home.id, 'Kettle', { quantity_needed: 3 });
    const alone = await addItem(t, home.id, 'Lamp');
    assert.equal((await choose(home.id, item, [other.id])).status, 303);
    const address = (n: number) => `guest${n}@people.example`;
    const first = await give(t, home.id, { item_id: item, giver_name: 'Gil', giver_email: address(1) });
    await give(t, other.id, { item_id: item, giver_name: 'Ann', giver_email: address(2) });
    await give(t, home.id, { item_id: alone, giver_name: 'Eve', giver_email: address(3) });
    await deliver(t);
    await run('wp_delete_post( $input, true );', home.id);
    assert.deepEqual(await idsOn(other.id), [item]);
    const told = (await deliver(t)).map(({ recipients }) => String(recipients));
    assert.deepEqual(told, [address(3)]);
    // The gift stays a surprise until the former day of the deleted list.
    assert.equal((await view(other.id)).items[0]?.quantity_purchased, 0);
    for (const who of ['owner', 'stranger'] as const)
      assert.doesNotMatch(
        (await send(site(), `/my-registries/?registry=${other.id}&gifts=list`, { who })).html,
        /Gil|Ann|Given:/,
      );
    const kept = await t.request<{ data: { is_secret: boolean } }>('admin', 'GET', `/purchases/${first.id}`);
    assert.equal(kept.body.data.is_secret, true);
    // The giver's page still names what they give, but not the other list.
    const page = (await send(site(), first.url)).text;
    assert.match(
      page,
      /Kettle.*This registry no longer exists, but your gift is still registered\..*It is a surprise/s,
    );
    assert.doesNotMatch(page, /Baby|no longer on the list/);
  });

  // rules: Who sees what
  it('show their gifts to a parent after their list was deleted, who can release them', async () => {
    const parent = { registry_keepers: '["owner"]' };
    const home = await list({ title: 'Zebra', meta: parent });
    const hidden = await list({ title: 'Hare', meta: { registry_surprise: 'hidden', registry_event_date: DAY } });
    const other = await list({ title: 'Baby', meta: { ...parent, registry_owners: '["stranger"]' } });
    const [item, secret] = [await addItem(t, home.id, 'Kettle'), await addItem(t, hidden.id, 'Lamp')];
    for (const [id, of] of [
      [item, home],
      [secret, hidden],
    ] as const)
      assert.equal((await choose(of.id, id, [other.id])).status, 303);
    await run(`update_post_meta( $input, 'registry_surprise', 'names' );`, other.id);
    await run(`update_post_meta( $input, 'registry_surprise', 'names' );`, home.id);
    const gift = await give(t, home.id, { item_id: item, giver_name: 'Gil', giver_email: 'gil@people.example' });
    await give(t, hidden.id, { item_id: secret, giver_name: 'Samwise' });
    await deliver(t);
    for (const { id } of [home, hidden]) await run('wp_delete_post( $input, true );', id);
    const page = `/my-registries/?registry=${other.id}&gifts=list`;
    const seen = async (who: Caller) => (await send(site(), page, { who })).html;
    assert.match(await seen('owner'), /Gil/);
    assert.doesNotMatch(await seen('owner'), /Samwise/, 'a surprise until the day of the deleted list');
    assert.doesNotMatch(await seen('stranger'), /Gil|Samwise/);
    const nonce = /name="_wpnonce" value="(\w+)"/.exec(await seen('owner'))?.[1] ?? '';
    const form = { _wpnonce: nonce, largesse_gifts: 'free', purchase: gift.id };
    const released = await send(site(), page, { who: 'owner', form });
    assert.match(released.location ?? '', /said=saved/);
    assert.equal((await t.request('admin', 'GET', `/purchases/${gift.id}`)).status, 404);
    assert.deepEqual(
      (await deliver(t)).map(({ recipients }) => String(recipients)),
      ['gil@people.example'],
    );
  });

  // rules: Who sees what
  it('stay secret for a recipient with the address or account of the giver, after their list was deleted', async () => {
    const { owner } = site().users;
    const home = await list({ title: 'Zebra', meta: { registry_surprise: 'hidden', registry_event_date: DAY } });
    const other = await list({ title: 'Baby' });
    const item = await addItem(t, home.id, 'Dromedary', { quantity_needed: 3 });
    const big = await addItem(t, home.id, 'Elephant', { price: 900 });
    for (const id of [item, big]) assert.equal((await choose(home.id, id, [other.id])).status, 303);
    const gift = await give(t, home.id, { item_id: item, giver_email: owner.email });
    await give(t, home.id, { item_id: item, giver_user_id: owner.id });
    await share(home.id, big, 200, 'Samwise', owner.email);
    const seen = async () => {
      const exports = ['Promises\\\\Giving\\\\GiftPrivacy', 'Together\\\\Shares\\\\SharePrivacy'].map((name) =>
        run(`echo wp_json_encode( Largesse\\Services::get( 'Largesse\\\\' . $input[0] )->export( $input[1] ) );`, [
          name.replaceAll('\\\\', '\\'),
          owner.email,
        ]),
      );
      const link = await run(`echo Largesse\\Promises\\Giving\\GiverLink::create( $input );`, owner.email);
      return [
        ...(await Promise.all(exports)),
        (await send(site(), link.replace(site().url, ''))).html,
        (await send(site(), '/?my-gifts=1', { who: 'owner' })).html,
        JSON.stringify((await askDirectly(site(), 'owner', 'GET', '/gifts')).body),
        (await send(site(), gift.url.replace(site().url, ''), { who: 'owner' })).html,
      ];
    };
    for (const html of await seen()) assert.doesNotMatch(html, /Dromedary|Elephant/);
    await run('wp_delete_post( $input, true );', home.id);
    assert.deepEqual(await idsOn(other.id), [item, big]);
    for (const html of await seen()) assert.doesNotMatch(html, /Dromedary|Elephant/);
  });

  it('cause one mail to a giver when they are removed from two lists at once', async () => {
    const [home, other] = [await list({ title: 'Zebra' }), await list({ title: 'Baby' })];
    const item = await addItem(t, home.id, 'Kettle', { quantity_needed: 3 });
    assert.equal((await choose(home.id, item, [other.id])).status, 303);
    await give(t, home.id, { item_id: item, giver_email: 'gil@people.example' });
    await give(t, other.id, { item_id: item, giver_email: 'ann@people.example' });
    await deliver(t);
    const path = `/items/${item}?registry_id=${home.id}`;
    assert.equal((await t.request('admin', 'DELETE', path)).status, 200);
    await run(`Largesse\\Services::get( Largesse\\Operation\\EventLog\\LogFollower::class )->follow();`);
    const all = [...(await deliver(t)), ...(await deliver(t))];
    await run(
      `Largesse\\Registries\\Registry\\Changes::fire_removed( $input['list'], array( $input['item'] => 'Kettle' ) );`,
      {
        list: other.id,
        item,
      },
    );
    all.push(...(await deliver(t)), ...(await deliver(t)));
    const told = all.map(({ recipients, text }) => [String(recipients), text.includes('Kettle')]).sort();
    assert.deepEqual(told, [
      ['ann@people.example', true],
      ['gil@people.example', true],
    ]);
  });

  // rules: Mail
  it('cause one mail to a giver if the owner turns the wish into another one', async () => {
    const [home, other] = [await list({ title: 'Zebra' }), await list({ title: 'Baby' })];
    const item = await addItem(t, home.id, 'Red kettle', { price: 50 });
    assert.equal((await choose(home.id, item, [other.id])).status, 303);
    const gift = await give(t, other.id, { item_id: item, giver_email: 'gil@people.example' });
    await deliver(t);
    const follow = () => run(`Largesse\\Services::get( Largesse\\Operation\\EventLog\\LogFollower::class )->follow();`);
    const mailsAfter = async (fields: object) => {
      const path = `/items/${item}`;
      assert.equal((await t.request('admin', 'PUT', path, { body: fields })).status, 200);
      await follow();
      return [...(await deliver(t)), ...(await deliver(t))].map(({ recipients, subject, text }) => [
        String(recipients),
        /has changed/.test(subject),
        /Red kettle, 50\S*00/.test(text),
        text.includes('Zebra'),
      ]);
    };
    const page = async () => (await send(site(), new URL(gift.url).pathname + new URL(gift.url).search)).text;
    assert.deepEqual(await mailsAfter({ name: 'red Kettle!', description: 'Any red', price: 54 }), []);
    assert.doesNotMatch(await page(), /has changed/);
    const told = ['gil@people.example', true, true, false];
    assert.deepEqual(await mailsAfter({ name: 'Blue bicycle', price: 900 }), [told]);
    assert.match(
      await page(),
      /Blue bicycle.*This wish has changed since you chose it\. It was: Red kettle · 50\.00 · /s,
    );
    assert.deepEqual(await mailsAfter({ description: 'With a bell' }), [], 'they know it');
  });

  // rules: Mail
  it('cause mails to givers of parts if the wish becomes another one, or is removed', async () => {
    const [home, other] = [await list({ title: 'Zebra' }), await list({ title: 'Baby' })];
    const item = await addItem(t, home.id, 'Red kettle', { price: 200 });
    assert.equal((await choose(home.id, item, [other.id])).status, 303);
    await share(other.id, item, 50, 'Gil', 'gil@people.example');
    await deliver(t);
    const mails = async () => {
      await run(`Largesse\\Services::get( Largesse\\Operation\\EventLog\\LogFollower::class )->follow();`);
      return [...(await deliver(t)), ...(await deliver(t))];
    };
    const fields = { name: 'Blue bicycle', price: 900, currency: 'CHF' };
    assert.equal((await t.request('admin', 'PUT', `/items/${item}`, { body: fields })).status, 200);
    const [mail, ...others] = await mails();
    assert.deepEqual(others, []);
    assert.deepEqual(mail?.recipients, ['gil@people.example']);
    assert.match(mail?.subject ?? '', /“Baby” has changed/);
    assert.match(mail?.text ?? '', /Red kettle, 200\S*00 \(Your part: 50\S*00\)/);
    assert.doesNotMatch(mail?.text ?? '', /Zebra|CHF/);
    const link = mail?.links.find((one) => one.includes('my-share=')) ?? assert.fail('no link to the part');
    const page = await send(site(), link);
    assert.match(
      page.text,
      /Blue bicycle: 50\.00 This wish has changed since you chose it\. It was: Red kettle · 200\.00 · /,
    );
    assert.equal((await t.request('admin', 'DELETE', `/items/${item}?registry_id=${home.id}`)).status, 200);
    const gone = (await mails()).map(({ recipients, subject, text }) => [
      String(recipients),
      subject,
      /Red kettle \(Your part: 50\S*00\)/.test(text),
    ]);
    assert.deepEqual(gone, [['gil@people.example', 'Your gift for “Baby” is no longer on the list', true]]);
  });

  for (const deletesHome of [true, false])
    it(`let the giver of a part take it back after the wish’s ${deletesHome ? 'own' : 'other'} list was deleted`, async () => {
      const [home, other] = [await list({ title: 'Zebra' }), await list({ title: 'Baby' })];
      const item = await addItem(t, home.id, 'Red kettle', { price: 200 });
      assert.equal((await choose(home.id, item, [other.id])).status, 303);
      const [deleted, left, known, hidden] = deletesHome
        ? [home.id, other.id, 'Zebra', 'Baby']
        : [other.id, home.id, 'Baby', 'Zebra'];
      await share(deleted, item, 50, 'Gil', 'gil@people.example');
      await share(left, item, 60, 'Ann', 'ann@people.example');
      const links = await run(
        `use Largesse\\Together\\Shares as S;
         $shares = Largesse\\Services::get( S\\StoredShares::class )->of_registry( $input[0], 5 );
         $id     = array_column( $shares, 'id', 'giver_name' )['Gil'];
         $form   = new S\\UnconfirmedShare( $input[1], 50.0, 'Gil', 'gil@people.example', 'en_US', time() + 60 );
         echo S\\ShareLink::url( $input[0], $id ), ' ', S\\ShareLink::url( $input[0], $id, $form->text() );`,
        [deleted, item],
      );
      // The second link is that of the mail in which the giver has confirmed the part.
      const [link = '', confirmed = ''] = links.split(' ');
      const guest = new Guest(site());
      for (const one of [link, confirmed]) assert.match((await guest.open(one)).text, /Red kettle: 50\.00/);
      for (const remove of ['wp_trash_post( $input );', 'wp_delete_post( $input, true );']) {
        await run(remove, deleted);
        for (const one of [link, confirmed]) {
          const { status, text } = await guest.open(one);
          assert.equal(status, 200, text);
          assert.match(
            text,
            /Red kettle: 50\.00 .*no longer exists, but your gift is still registered.*It counts until/,
          );
          assert.doesNotMatch(text, new RegExp(`${hidden}|${known}|Ann`), 'the giver may know no other list');
          const ofOwner = await send(site(), one, { who: 'owner' });
          assert.equal(ofOwner.status, 404);
          assert.doesNotMatch(ofOwner.text, /kettle|50\.00/);
          const wrong = await guest.open(one, { ...formIn((await guest.open(one)).html)?.fields, act: 'extend' });
          assert.equal(wrong.status, 403, wrong.text);
        }
      }
      await deliver(t);
      const page = await guest.open(confirmed);
      const { address, fields } = formIn(page.html) ?? assert.fail(page.text);
      const back = await guest.open(address, { ...fields, act: 'back' });
      assert.match(back.text, /You have taken back your part/);
      const again = await guest.open(link);
      assert.deepEqual([again.status, /has ended, was taken back/.test(again.text)], [404, true], again.text);
      assert.match((await guest.open(address, { ...fields, act: 'back' })).text, /You have taken back your part/);
      const parts = await t.request<{ giver_name: string }[]>('admin', 'GET', `/shares?registry_id=${left}`);
      assert.deepEqual(
        parts.body.map(({ giver_name }) => giver_name),
        ['Ann'],
      );
      const told = [...(await deliver(t)), ...(await deliver(t))];
      assert.deepEqual(
        told.map(({ recipients, text }) => [String(recipients), text.includes(hidden), text.includes(known)]),
        [['ann@people.example', true, false]],
      );
    });

  // rules: Surprise
  it('promise givers only what is true of each gift, and name no day of another list', async () => {
    const { home, other, item } = await both({ quantity_needed: 9 });
    const form = (await send(site(), `${home.path}?give=${item}`)).text;
    assert.match(form, /Your gift stays a surprise: for now, the owner of this list cannot see it\./);
    const gift = await give(t, home.id, { item_id: item, giver_email: 'gil@people.example' });
    const [mail] = await deliver(t);
    assert.match(mail?.text ?? '', /the family cannot see the gifts yet/);
    const page = async () => (await send(site(), gift.url)).text;
    assert.match(await page(), /It is a surprise: please do not tell them\./);
    // The owner of one list ends its surprise for new gifts. The gift stays secret.
    await run(`update_post_meta( $input, 'registry_surprise', 'names' );`, other.id);
    assert.match(await page(), /It is a surprise: please do not tell them\./);
    assert.equal((await t.request('owner', 'POST', `/registries/${other.id}/purchases/reveal`)).status, 200);
    assert.doesNotMatch(await page(), /surprise/);
  });

  it('delete the cookies of a guest if a recipient of another list with the wish uses the browser', async () => {
    const home = await list({ title: 'Birthday' });
    const other = await list({ title: CANARY, meta: { registry_owners: '["stranger"]' } });
    const [item, alone] = [await addItem(t, home.id, 'Kettle'), await addItem(t, home.id, 'Lamp')];
    assert.equal((await choose(home.id, item, [other.id])).status, 303);
    const guest = new Guest(site());
    const gifts = [await give(t, home.id, { item_id: item }), await give(t, home.id, { item_id: alone })];
    for (const { url } of gifts) await guest.open(url);
    const known = () => gifts.map(({ id }) => guest.cookies.has(`largesse_gift-${id}`));
    assert.deepEqual(known(), [true, true]);
    await guest.signIn('stranger');
    await guest.open(home.path);
    assert.deepEqual(known(), [false, true]);
  });

  it('are not counted in the mail about a reveal while another list hides their gifts', async () => {
    const { home, item } = await both({ quantity_needed: 9 });
    const open = await addItem(t, home.id, 'Lamp');
    await give(t, home.id, { item_id: item, giver_name: 'Gil' });
    await give(t, home.id, { item_id: open, giver_name: 'Ann' });
    await run(`update_post_meta( $input, 'registry_reveal_date', wp_date( 'Y-m-d' ) );`, home.id);
    await deliver(t);
    await run(`Largesse\\Services::get( Largesse\\Promises\\Giving\\Purchases::class )->reveal( $input );`, home.id);
    const told = (await deliver(t)).filter(({ text }) => /Now you can see/.test(text));
    assert.deepEqual(
      told.map(({ subject }) => subject),
      ['1 gift for “Birthday”: see who it is from'],
    );
  });

  // architecture: Who sees what
  it('contain no id that opens a private page, as a parameter or a cookie', async () => {
    const home = await list({ title: 'Zebra', meta: { registry_surprise: 'names', registry_keepers: '["stranger"]' } });
    const item = await addItem(t, home.id, 'Kettle', { quantity_needed: 3, price: 90 });
    const big = await addItem(t, home.id, 'Bicycle', { price: 900 });
    const canary = 'Dromedary';
    const gift = await give(t, home.id, { item_id: item, giver_name: canary, message: canary });
    await share(home.id, big, 200, canary);
    const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
    const read: string[] = [];
    for (const who of ['owner', 'stranger'] as const) {
      for (const path of ['purchases', 'items', ''])
        read.push((await t.request(who, 'GET', `/registries/${home.id}/${path}`)).text);
      read.push((await t.request(who, 'GET', `/events?registry_id=${home.id}`)).text);
      read.push(JSON.stringify((await askDirectly(site(), who, 'GET', `/${home.id}`)).body));
      read.push(JSON.stringify((await askDirectly(site(), who, 'GET', `/${home.id}/export`)).body));
      for (const page of ['list', 'csv'])
        read.push((await send(site(), `/my-registries/?registry=${home.id}&gifts=${page}`, { who })).html);
      read.push((await send(site(), `${home.path}?giving=1&shares=1`, { who })).html);
    }
    const ids = new Set(read.flatMap((text) => text.match(uuid) ?? []));
    assert.ok(ids.has(gift.id), 'owners can read the id of the gift');
    const own = new URL(gift.url);
    const parameters = [...own.searchParams.keys()].map((name) => `${name}=`);
    for (const id of ids) {
      const tries: [path: string, cookie: string][] = [
        [`${own.pathname}?${parameters.map((name) => name + id).join('&')}`, ''],
        [`${own.pathname}?my-gift=${id}&my-share=${id}&key=${id}`, ''],
        ...['guest_shares', 'guest_ideas', 'guest_suggestions', 'open'].map((name): [string, string] => [
          `${home.path}?giving=1&shares=1&present=1`,
          `largesse_${name}_${home.id}=${id}`,
        ]),
        [
          `${home.path}?give=${item}&giving=1`,
          `largesse_gift-${id}=${item}; largesse_has_gifts=1; largesse_browser=${id}`,
        ],
      ];
      for (const [path, cookie] of tries) {
        const { html, text } = await send(site(), path, { cookie });
        // Guests see who shares a wish, but nothing that only the giver sees.
        assert.doesNotMatch(html.replace(/Dromedary: [^<]*200[^<]*/g, ''), new RegExp(`${canary}|Take it back`), path);
        assert.doesNotMatch(text, /You are giving/, path);
      }
    }
  });
});
