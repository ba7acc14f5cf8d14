// Needs a service and site: the service knows the lists of a wish, and the site their people.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { give } from '../pages/gifts.ts';
import { ask as send } from '../wordpress/guest.ts';
import { create } from '../wordpress/requests.ts';
import { addItem } from './connected.ts';
import { openProxiedSite } from './proxied-site.ts';

const OWN_LIST = /your own list/;

// rules: Who sees what
describe('recipients of a wish', () => {
  const proxied = openForSuite(() => openProxiedSite('6.5'));
  const run = (php: string, input?: unknown) => proxied.system.site.wordpress.run(php, input);

  /** A list whose keeper is a co-owner of a hidden list with one of its two wishes. */
  async function setUp() {
    const { system: t } = proxied;
    const hidden = await create(t.site, 'owner', {
      title: 'Hidden',
      status: 'publish',
      meta: { registry_owners: '["stranger"]', registry_surprise: 'hidden' },
    });
    const list = await create(t.site, 'owner', {
      title: 'Open',
      status: 'publish',
      meta: { registry_keepers: '["stranger"]', registry_surprise: 'hidden' },
    });
    const [shared, own] = [await addItem(t, list, 'Kettle'), await addItem(t, list, 'Lamp')];
    const added = await t.request('owner', 'PUT', `/registries/${hidden}/appearances/${shared}`);
    assert.equal(added.status, 204, added.text);
    const path = new URL(await run('echo get_permalink( $input );', list)).pathname;
    return { hidden, list, path, shared, own };
  }

  /** Asserts that the keeper learns the gifts of one wish alone, on pages, in the list of gifts and in the API. */
  async function assertSeen({ list, path, shared, own }: Awaited<ReturnType<typeof setUp>>, state: string) {
    const { system: t } = proxied;
    const asKeeper = async (page: string) => (await send(t.site, page, { who: 'stranger' })).text;
    assert.match(await asKeeper(`${path}?give=${shared}`), OWN_LIST, state);
    assert.doesNotMatch(await asKeeper(`${path}?give=${own}`), OWN_LIST, state);
    const gifts = await asKeeper(`/my-registries/?registry=${list}&gifts=list`);
    assert.match(gifts, /Bilbo/, state);
    assert.doesNotMatch(gifts, /Frodo/, state);
    const { body: all } = await t.request<{ item_id: number }[]>('stranger', 'GET', `/registries/${list}/purchases`);
    assert.deepEqual([...new Set(all.map(({ item_id }) => item_id))], [own], state);
  }

  it('are the same in each state of its other list', async () => {
    const made = await setUp();
    await give(proxied.system, made.list, { item_id: made.shared, giver_name: 'Frodo' });
    await give(proxied.system, made.list, { item_id: made.own, giver_name: 'Bilbo' });
    const set = (status: string) =>
      run('wp_update_post( array( "ID" => $input[0], "post_status" => $input[1] ) );', [made.hidden, status]);
    const states: Readonly<Record<string, () => Promise<unknown>>> = {
      published: () => set('publish'),
      private: () => set('private'),
      draft: () => set('draft'),
      pending: () => set('pending'),
      'in the trash': () => run('wp_trash_post( $input );', made.hidden),
      restored: () => run('wp_untrash_post( $input );', made.hidden),
      'with a password': () =>
        run(
          'wp_update_post( array( "ID" => $input, "post_status" => "publish", "post_password" => "secret" ) );',
          made.hidden,
        ),
      'of another author': () =>
        run('wp_update_post( array( "ID" => $input[0], "post_author" => $input[1] ) );', [
          made.hidden,
          proxied.system.site.users.admin.id,
        ]),
      deleted: () => run('wp_delete_post( $input, true );', made.hidden),
    };
    for (const [state, bringTo] of Object.entries(states)) {
      await bringTo();
      await assertSeen(made, state);
    }
  });

  it('take the same number of requests with any number of lists of the author, and of deleted lists', async () => {
    const { system: t } = proxied;
    const made = await setUp();
    const gift = await give(t, made.list, { item_id: made.own, giver_name: 'Bilbo' });
    await give(t, made.list, { item_id: made.shared, giver_name: 'Frodo' });
    const author = t.site.users.owner.id;
    const stranger = t.site.users.stranger.id;
    const counts = new Map<number, number[]>();
    let existing = 0;
    for (const count of [1, 150, 1000]) {
      await run(ADD_LISTS, { from: existing, to: count, author, stranger });
      existing = count;
      await assertSeen(made, `${count} lists`);
      const calls = async (page: string, who?: 'stranger' | 'owner') =>
        (await proxied.callsDuring(() => send(t.site, page, who ? { who } : {}))).length;
      counts.set(count, [
        await calls(made.path),
        await calls(`${made.path}?giving=1`, 'stranger'),
        await calls(`${made.path}?give=${made.own}`, 'stranger'),
        await calls(`/my-registries/?registry=${made.list}&gifts=list`, 'stranger'),
        await calls(gift.url.replace(t.site.url, '')),
        (await proxied.callsDuring(() => run(ADDRESSES, [made.list, made.shared]))).length,
      ]);
    }
    assert.deepEqual(counts.get(150), counts.get(1));
    assert.deepEqual(counts.get(1000), counts.get(1));
    const addresses: string[] = JSON.parse(await run(ADDRESSES, [made.list, made.shared]));
    assert.ok(addresses.includes(t.site.users.stranger.email), 'of the hidden list');
    const ofOwn: string[] = JSON.parse(await run(ADDRESSES, [made.list, made.own]));
    assert.ok(!ofOwn.includes(t.site.users.stranger.email), 'of the list alone');
    // The newest of the author's lists no longer hides the oldest.
    assert.equal(
      await run('echo count( Largesse\\Registries\\Registry\\Appearances::of( get_post( $input ) ) );', made.list),
      '1',
    );
  });

  it('are everybody while the service does not answer, in each state of the list', async () => {
    const { system: t } = proxied;
    const made = await setUp();
    const { email } = t.site.users.stranger;
    await t.request('admin', 'PUT', `/items/${made.shared}`, { body: { quantity_needed: 2 } });
    // Somebody else has typed the address of a recipient.
    for (const giver_email of [email, 'granny@people.example'])
      await give(t, made.hidden, { item_id: made.shared, giver_name: 'Frodo', giver_email });
    const states: Readonly<Record<string, string>> = {
      published: '',
      private: `wp_update_post( array( 'ID' => $input, 'post_status' => 'private' ) );`,
      draft: `wp_update_post( array( 'ID' => $input, 'post_status' => 'draft' ) );`,
      'in the trash': 'wp_trash_post( $input );',
      deleted: 'wp_delete_post( $input, true );',
    };
    const asked = async (address: string) =>
      JSON.parse(await run(ASK_EVERYBODY, [{ registry_id: made.hidden, item_id: made.shared }, address]));
    const isDown = { exported: 'error', mailboxes: 'unknown', myGifts: [], reminded: 0 };
    for (const [state, php] of Object.entries(states)) {
      if (php !== '') await run(php, made.hidden);
      const recipient = { exported: [], mailboxes: 'contain', myGifts: [], reminded: 0 };
      assert.deepEqual(await asked(email), recipient, state);
      const { exported, mailboxes, myGifts } = await asked('granny@people.example');
      assert.deepEqual([exported, mailboxes, myGifts], [['Kettle'], 'others', ['Kettle']], state);
      proxied.interference = { before: ({ path }) => !path.startsWith('/items/places') };
      for (const address of [email, 'granny@people.example'])
        assert.deepEqual(await asked(address), isDown, `${state}: ${address}`);
      proxied.interference = {};
    }
  });
});

const ADDRESSES = `
  echo wp_json_encode( Largesse\\Registries\\Registry\\Recipients::addresses( $input[1], $input[0] ) );`;

/** Asks all classes that show a promise to the reader of a mailbox. */
const ASK_EVERYBODY = `
  use Largesse\\People\\Mail\\RecipientMailboxes;
  use Largesse\\Promises\\Giving\\{Giver, GiverPromises, GiftPrivacy};
  use Largesse\\Registries\\Links\\SecretParameters;
  use Largesse\\Services;
  list( $promise, $email ) = $input;
  $mailboxes = RecipientMailboxes::of_promise( $promise );
  $exported  = Services::get( GiftPrivacy::class )->export( $email );
  $values    = static fn ( array $entry ): string => array_column( $entry['data'], 'value', 'name' )['Gift'];
  parse_str( (string) wp_parse_url( Largesse\\Promises\\Giving\\GiverLink::create( $email ), PHP_URL_QUERY ), $_GET );
  $promises  = Services::get( GiverPromises::class )->of( Giver::of( Largesse\\Foundation\\Http\\Submission::from_request() ) );
  $user      = get_user_by( 'email', $email );
  $reminded  = $user ? Services::get( Largesse\\Together\\MyGifts\\GiverReminders::class )->add( array(), $user, wp_date( 'Y-m-d' ), array( 'promised' ) ) : array();
  echo wp_json_encode( array(
    'exported'  => is_wp_error( $exported ) ? 'error' : array_map( $values, $exported['data'] ),
    'mailboxes' => match ( true ) {
      ! $mailboxes->are_known()      => 'unknown',
      $mailboxes->contain( $email ) => 'contain',
      default                        => 'others',
    },
    'myGifts'   => is_wp_error( $promises ) ? 'error' : array_column( $promises, 'name' ),
    'reminded'  => count( $reminded ),
  ) );`;

/** Adds lists of an author, and records of as many deleted lists. */
const ADD_LISTS = `
  use Largesse\\Foundation\\Records\\Record;
  use Largesse\\Foundation\\Records\\Records;
  use Largesse\\Registries\\Registry\\FormerRecipients;
  global $wpdb;
  for ( $n = $input['from']; $n < $input['to']; $n++ ) {
    $wpdb->insert( $wpdb->posts, array(
      'post_type'    => 'registry',
      'post_author'  => $input['author'],
      'post_status'  => 'publish',
      'post_title'   => "Sibling {$n}",
      'post_name'    => "sibling-{$n}",
      'post_date'    => '2030-01-01 00:00:00',
      'post_date_gmt' => '2030-01-01 00:00:00',
      'post_content' => '', 'post_excerpt' => '', 'to_ping' => '', 'pinged' => '', 'post_content_filtered' => '',
    ) );
    $none = new Record( FormerRecipients::KIND, ( 1000000 + $n ) . "/{$input['stranger']}" );
    Records::replace( $none, $none->with( data: array( 'list' => 1000000 + $n ), user: $input['stranger'] ) );
  }
  wp_cache_flush();`;
