// Needs a whole site: the queue of mails, the states of a list, accounts and links decide together what a reader gets.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { addItem } from '../plugin/connected.ts';
import { openMailingSite } from '../plugin/mailing-site.ts';
import { addCode } from '../wordpress/add-code.ts';
import { create, type Draft } from '../wordpress/requests.ts';

const GUEST = 'ida@people.example';
/** Words of the list as it is now: its title, its address, and the names and prices of its wishes. */
const OF_LIST = /quokka|narwhal|\b777\b/i;
/** The wish of the first gift as it was promised. */
const PROMISED = 'Vase';

/** Kinds of mail that no giver, guest or follower of a list gets, and why. */
const TO_OTHERS: Record<string, string> = {
  account: 'confirms the address of an account',
  circle: 'names a circle, not a list',
  deleted: 'is no mail, and queues `gone`',
  draw_cancelled: 'names a circle, not a list',
  draw_left: 'names a circle, not a list',
  drawn: 'goes to members of a circle: draws.test.ts',
  edited: 'is no mail, and queues `changed_wish`',
  my_gifts: 'contains only a link, whose page mailed-links.test.ts opens',
  person_question: 'goes to a person of a circle',
  proposal: 'the owner names the list to somebody who may not open it yet',
  question: 'goes to owners',
  removed: 'is no mail, and queues `gone`',
  revealed: 'goes to owners',
};

/** Kinds of mail that a closed list does not stop, because they are about what the person has promised. */
const STAY = new Set(['given', 'gone', 'share-ended']);

interface State {
  status: 'publish' | 'private' | 'draft' | 'trash' | 'deleted';
  password: string;
  hasEnded: boolean;
}

interface Entrance {
  draft: Draft;
  /** How PHP computes the way into the list. */
  way: string;
  isMember?: true;
  isOpen(state: State): boolean;
}

const isListed = ({ status, password, hasEnded }: State) =>
  !hasEnded && (status === 'private' || (status === 'publish' && password !== ''));
const isPublic = ({ status, password }: State) => status === 'publish' && password === '';

const ENTRANCES: Record<string, Entrance> = {
  'a stranger on a public list': { draft: { status: 'publish' }, way: `''`, isOpen: () => false },
  'a guest with the sharing link': {
    draft: { status: 'private' },
    way: 'WayIn::LINK . LinkVisitor::with_key( $registry, FamilyLink::key( $registry ) )->fingerprint()',
    isOpen: isListed,
  },
  'a guest with a personal link': {
    draft: { status: 'private', meta: { registry_invitees: JSON.stringify([GUEST]) } },
    way: `WayIn::of_mailbox( $registry, '${GUEST}' )`,
    isOpen: isListed,
  },
  'a guest who knows the password': {
    draft: { status: 'publish', password: 'sesame' },
    way: 'WayIn::of_password( $registry )',
    isOpen: ({ status, password }) => status === 'publish' && password === 'sesame',
  },
  'an invited member': {
    draft: { status: 'private', meta: { registry_invitees: '["invitee"]' } },
    way: 'WayIn::of_member( $user )',
    isMember: true,
    isOpen: isListed,
  },
};

const VISIBLE = [
  ['publish', ''],
  ['publish', 'sesame'],
  ['publish', 'other'],
  ['private', ''],
] as const;
/** Links, invitations and lists end last, because they do not come back. */
const STATES: State[] = [
  ...[...VISIBLE, ['draft', ''] as const, ['trash', ''] as const].map(([status, password]) => ({
    status,
    password,
    hasEnded: false,
  })),
  ...VISIBLE.map(([status, password]) => ({ status, password, hasEnded: true })),
  { status: 'deleted', password: '', hasEnded: true },
];

const WISHES = [PROMISED, 'Lamp', 'Cup', 'Pot', 'Bike', 'Boat', 'Book', 'Ball'];

const USES = `
  use Largesse\\Services;
  use Largesse\\Foundation\\Records\\Records;
  use Largesse\\Promises\\Giving\\{AffectedGivers, Purchases};
  use Largesse\\Registries\\Registry\\{PromiseWays, Store, WayIn};
  use Largesse\\Together\\Digest\\{DigestMails, Reminders};
  use Largesse\\Together\\Following\\{Follower, Followers, FollowMailSender};
  use Largesse\\Together\\Invitations\\{FamilyLink, Invitations, LinkVisitor};
  use Largesse\\Together\\Shares\\{ShareMailSender, StoredShares, UnconfirmedShare};
  use Largesse\\People\\Mail\\Queue;
  use Largesse\\QueuedMail;`;

/** Promises gifts and parts of all kinds as the person would have, and prints their ids by the name of the wish. */
const promiseAll = (way: string) => `${USES}
  list( $id, $wishes, $email, $user ) = $input;
  $registry = get_post( $id );
  FamilyLink::replace( $registry );
  $way    = ${way};
  $giver  = array( 'giver_email' => $email, 'giver_user_id' => $user ?: null );
  $made   = array();
  foreach ( array( 'Vase', 'Lamp', 'Cup', 'Pot' ) as $name ) {
    $made[ $name ] = wp_generate_uuid4();
    $fields        = array( 'item_id' => $wishes[ $name ], 'quantity' => 1, 'giver_name' => null, 'message' => null ) + $giver;
    $given         = Services::get( Purchases::class )->give( $registry, $made[ $name ], $fields, way: $way );
    if ( ! is_array( $given ) ) { throw new Exception( wp_json_encode( $given ) ); }
  }
  $put = static function ( string $name, string $share, float $amount, array $giver ) use ( $registry, $wishes ): void {
    $ends  = isset( $giver['giver_user_id'] ) ? null : gmdate( 'Y-m-d\\TH:i:s\\Z', time() + DAY_IN_SECONDS );
    $added = Services::get( StoredShares::class )->put( $registry, $share, array( 'item_id' => $wishes[ $name ], 'amount' => $amount, 'giver_name' => 'Ida', 'ends_at' => $ends, 'note' => null ) + $giver, array( 'is_new' => true ) );
    if ( is_wp_error( $added ) ) { throw new Exception( wp_json_encode( $added ) ); }
  };
  foreach ( array( 'Bike', 'Boat', 'Book' ) as $name ) {
    $made[ $name ] = wp_generate_uuid4();
    $put( $name, $made[ $name ], 90, $user ? array( 'giver_user_id' => $user, 'giver_email' => null ) : $giver );
    PromiseWays::store( $made[ $name ], $way );
    $made[ "other $name" ] = wp_generate_uuid4();
    $put( $name, $made[ "other $name" ], 'Bike' === $name ? 310 : 50, array( 'giver_user_id' => null, 'giver_email' => 'fay@people.example' ) );
  }
  echo wp_json_encode( array( 'way' => $way, 'made' => $made ) );`;

/** Does everything that queues mails to the person, and stores the queue, which each state of the list then sends. */
const QUEUE_ALL = `${USES}
  list( $id, $wishes, $email, $user, $way, $made ) = $input;
  $registry = get_post( $id );
  $store    = Services::get( Store::class );
  $givers   = Services::get( AffectedGivers::class );
  delete_transient( AffectedGivers::KNOWN . $made['Lamp'] );
  $givers->queue_change( $id, $wishes['Lamp'] );
  wp_set_current_user( (int) $registry->post_author );
  $store->items->remove( $id, $wishes['Cup'] );
  wp_set_current_user( 0 );
  $givers->queue_removal( $id, $wishes['Cup'], 'Narwhal cup' );
  Services::get( Purchases::class )->release( $registry, $made['Pot'], 'Narwhal pot' );
  foreach ( array( 'mail', 'first_mail' ) as $kind ) {
    foreach ( Records::all( $kind ) as $record ) {
      if ( in_array( $record->data['kind'], array( 'removed', 'edited' ), true ) ) {
        $givers->send( new QueuedMail( $record ) );
        Records::replace( $record, null );
      }
    }
  }
  $mails  = Services::get( ShareMailSender::class );
  $shares = Services::get( StoredShares::class );
  $share  = static fn ( string $name ): array => $shares->find( $id, $made[ $name ] );
  $mails->queue_complete( $registry, $wishes['Bike'], $made['other Bike'] );
  $mails->queue_taken_back( $share( 'other Boat' ) );
  $shares->end( $id, $share( 'other Boat' ) );
  $mails->queue_reminder( $registry, $made['Boat'], gmdate( 'c', time() + DAY_IN_SECONDS ) );
  $mails->queue_end( $share( 'Book' ), ShareMailSender::RELEASED );
  $shares->end( $id, $share( 'Book' ) );
  $follower = new Follower( bin2hex( random_bytes( 8 ) ), $id, $user, $user ? '' : $email, $way, 'en_US', time() );
  if ( $user ) {
    Reminders::choose( $user, array( 'promised' ) );
    Services::get( Queue::class )->put( DigestMails::DIGEST, (string) $user, array( 'user' => $user ) );
  } else {
    $mails->queue_question( $registry, wp_generate_uuid4(), new UnconfirmedShare( $wishes['Ball'], 90.0, 'Ida', $email, 'en_US', time() + DAY_IN_SECONDS, $way ) );
    Services::get( FollowMailSender::class )->queue_question( $registry, $follower );
  }
  $started = Followers::start( $follower );
  Followers::update( $started, known: array() );
  Services::get( FollowMailSender::class )->queue_news( $started );
  Services::get( Invitations::class )->queue( $registry, get_userdata( (int) $registry->post_author ), Largesse\\Registries\\Registry\\Roles::entries_of( $registry ), '' );
  global $wpdb;
  update_option( 'test_queue', $wpdb->get_results( "SELECT * FROM {$wpdb->prefix}largesse_records WHERE kind IN ( 'mail', 'first_mail', 'follower', 'reminders' )", ARRAY_A ), false );`;

const RESTORE_QUEUE = `
  global $wpdb;
  $wpdb->query( "DELETE FROM {$wpdb->prefix}largesse_records WHERE kind IN ( 'mail', 'first_mail', 'follower', 'reminders' )" );
  foreach ( get_option( 'test_queue' ) as $row ) { $wpdb->insert( "{$wpdb->prefix}largesse_records", $row ); }`;

/** Sends all mails that wait in the queue. A mailbox gets only one mail in each run. */
const SEND_ALL = `
  global $wpdb;
  for ( $run = 0; $run < 12; $run++ ) {
    $wpdb->query( $wpdb->prepare( "UPDATE {$wpdb->prefix}largesse_records SET time = %d WHERE kind IN ( 'mail', 'first_mail' )", time() ) );
    $wpdb->query( "DELETE FROM {$wpdb->prefix}largesse_records WHERE kind = 'limit'" );
    do_action( 'largesse_send_mails' );
  }`;

/** Prints all personal data of an address, of all features. */
const EXPORT_ALL = `
  $all = array();
  foreach ( Largesse\\PersonalData::of_modules() as $name => $data ) {
    $page = 0;
    do {
      $found = $data->export( $input, ++$page );
      if ( is_wp_error( $found ) ) { throw new Exception( $name . wp_json_encode( $found ) ); }
      array_push( $all, ...$found['data'] );
    } while ( ! $found['done'] );
  }
  echo wp_json_encode( $all, JSON_UNESCAPED_UNICODE );`;

const BRING_TO = `
  list( $id, $status, $password, $has_ended ) = $input;
  if ( 'trash' === $status ) { wp_trash_post( $id ); return; }
  if ( 'deleted' === $status ) { wp_delete_post( $id, true ); return; }
  if ( 'trash' === get_post( $id )->post_status ) { wp_untrash_post( $id ); }
  wp_update_post( array( 'ID' => $id, 'post_status' => $status, 'post_password' => $password ) );
  if ( $has_ended ) {
    update_post_meta( $id, 'registry_invitees', '[]' );
    Largesse\\Together\\Invitations\\FamilyLink::revoke( get_post( $id ) );
  }`;

// rules: Links in mails
describe('people who may not open a list read no word of it', () => {
  const system = openForSuite(() => openMailingSite());
  const run = (php: string, input?: unknown) => system.site.wordpress.run(php, input);
  before(async () => {
    await addCode(
      system.site,
      `add_filter( 'largesse_mail', static fn ( $mail, $kind ) => array( 'subject' => "[$kind] " . $mail['subject'] ) + $mail, 10, 2 );`,
    );
    await run(`
      foreach ( array( 'address', 'registry' ) as $of ) update_option( "largesse_gifts_per_{$of}", 1000 );
      foreach ( array( 'give', 'promise' ) as $of ) delete_transient( $of );`);
  });

  const sent = async () => {
    await run(SEND_ALL);
    return await system.office.collect();
  };
  /** Kinds of mails that a test has read, from lists that were open, and that were closed. */
  const read = { open: new Set<string>(), closed: new Set<string>() };

  const setUp = async ({ draft, way, isMember }: Entrance) => {
    const day = await run(`echo wp_date( 'Y-m-d', time() + 2 * DAY_IN_SECONDS );`);
    const meta = { registry_event_date: day, ...(draft.meta ?? {}) };
    const id = await create(system.site, 'owner', { title: 'Our list', ...draft, meta });
    const wishes: Record<string, number> = {};
    for (const name of WISHES)
      wishes[name] = await addItem(system, id, name, { price: /^B/.test(name) ? 400 : 20, currency: 'EUR' });
    const { invitee } = system.site.users;
    const person = isMember ? [invitee.email, invitee.id] : [GUEST, 0];
    const promised = JSON.parse(await run(promiseAll(way), [id, wishes, ...person]));
    for (const [name, item] of Object.entries(wishes)) {
      const body = { name: `Narwhal ${name.toLowerCase()}`, ...(/^B/.test(name) ? {} : { price: 777 }) };
      await system.request('admin', 'PUT', `/items/${item}`, { body });
    }
    await run(`wp_update_post( array( 'ID' => $input, 'post_title' => 'Quokka list', 'post_name' => 'quokka' ) );`, id);
    await sent();
    await run(
      `use Largesse\\Services;
       use Largesse\\Promises\\Giving\\{GiftMailSender, Purchases};
       list( $id, $purchase, $way ) = $input;
       $mails = Services::get( GiftMailSender::class );
       $mails->queue_gift_mail( Services::get( Purchases::class )->get( $purchase ), get_post( $id ), way: $way );`,
      [id, promised.made[PROMISED], promised.way],
    );
    await run(QUEUE_ALL, [id, wishes, ...person, promised.way, promised.made]);
    return { id, address: person[0] };
  };

  for (const [who, entrance] of Object.entries(ENTRANCES))
    it(`in any mail to ${who}, nor in their personal data, in each state of the list`, async () => {
      const { id, address } = await setUp(entrance);
      for (const state of STATES) {
        await run(RESTORE_QUEUE);
        await run(BRING_TO, [id, state.status, state.password, state.hasEnded]);
        const isOpen = isPublic(state) || entrance.isOpen(state);
        const kinds = new Map<string, string[]>();
        for (const { recipients, subject, text, html, links } of await sent()) {
          if (!recipients.includes(String(address))) continue;
          const [, kind = assert.fail(subject)] = /^\[([\w-]+)\]/.exec(subject) ?? [];
          const all = [subject, text, html, ...links].join('\n');
          kinds.set(kind, [...(kinds.get(kind) ?? []), all]);
          const what = `${kind} ${JSON.stringify(state)}: ${subject}\n${text}`;
          if (!isOpen) assert.doesNotMatch(all, OF_LIST, what);
          else if (kind !== 'follow') assert.match(all, OF_LIST, what);
          if (kind === 'given') assert.match(all, isOpen ? OF_LIST : new RegExp(PROMISED), what);
          read[isOpen ? 'open' : 'closed'].add(kind);
        }
        const exported = await run(EXPORT_ALL, address);
        const data = `the personal data in ${JSON.stringify(state)}: ${exported}`;
        if (isOpen) assert.match(exported, OF_LIST, data);
        else assert.doesNotMatch(exported, OF_LIST, data);
        if (state.status !== 'deleted') assert.match(exported, isOpen ? /Narwhal vase/ : new RegExp(PROMISED), data);
        const isThere = state.status !== 'trash';
        const stay = state.status === 'deleted' ? ['gone'] : [...STAY];
        if (isThere)
          for (const kind of stay)
            assert.ok(kinds.has(kind), `${kind} in ${JSON.stringify(state)}: ${[...kinds.keys()]}`);
      }
    });

  it('and each declared kind of mail was read, or goes to others', async () => {
    const declared: string[] = JSON.parse(
      await run(
        `$kinds = array();
         foreach ( Largesse\\Plugin::MODULES as $module ) {
           foreach ( $module::mails() as $class => $mails ) { array_push( $kinds, ...array_keys( $mails ) ); }
         }
         echo wp_json_encode( $kinds );`,
      ),
    );
    assert.deepEqual([...read.open, ...Object.keys(TO_OTHERS)].sort(), declared.sort());
    for (const kind of STAY) assert.ok(read.closed.has(kind), kind);
  });
});
