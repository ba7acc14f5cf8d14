import assert from 'node:assert/strict';
import { dayFromNow } from '../../../contract/testing/clock.ts';
import { type Account, createAccounts } from '../../../tools/wordpress/accounts.ts';
import type { SiteWithApi } from '../api/site-with-api.ts';
import { addItem } from '../plugin/connected.ts';
import { type ListChange, NAMES, type Name, type PairPlan, PlannedPromise } from './pair-plans.ts';

/** Password of all lists with a password. */
export const PASSWORD = 'open sesame';

/** Days of the reveal from today. */
const DAY = { none: null, later: 30, over: -1 };

/** Days of all events from today. */
const EVENT_DAY = 30;

/** Texts that belong to one promise. They have only letters, because pages print letters unchanged. */
export interface Markers {
  wish: string;
  name: string;
  message: string;
  note: string;
  address: string;
}

/** A promise that somebody has made. */
export interface MadePromise extends PlannedPromise {
  readonly id: string;
  readonly item: number;
  readonly markers: Markers;
  /** Amount of a part, in the site's currency; null for a whole gift. */
  readonly amount: number | null;
  /** Address of the giver's page, with its key. */
  readonly url: string;
  readonly key: string;
}

/** A list on the site. */
export interface MadeList {
  name: Name;
  id: number;
  title: string;
  /** Text of the delivery address. */
  street: string;
  path: string;
  /** Link that opens the list without an account. */
  link: string;
  isPublic: boolean;
  hasPassword: boolean;
  isDeleted: boolean;
  /** True for a draft, and in the trash: then, no guest may open it. */
  isHidden: boolean;
}

/** Two lists on the site with their promises, after all changes. */
export interface MadePair {
  plan: PairPlan;
  author: Account;
  lists: Record<Name, MadeList>;
  promises: MadePromise[];
}

/** People with the same relation to the lists of all pairs. */
export const PEOPLE = [
  'partnerA',
  'partnerB',
  'keeperA',
  'keeperB',
  'guestA',
  'guestB',
  'onlyA',
  'onlyB',
  'giver',
  'member',
] as const;
type Person = (typeof PEOPLE)[number];

/** The accounts of a test. */
export interface People {
  of(person: Person): Account;
  /** An author for each pair. */
  authors: Account[];
}

/** Creates accounts of these people, and of an author for each pair. */
export async function addPeople({ site }: SiteWithApi, pairs: number): Promise<People> {
  const names = [...PEOPLE, ...Array.from({ length: pairs }, (_, n) => `author${n}`)];
  const accounts = await createAccounts(
    site.wordpress,
    names.map((name) => ({
      username: name.toLowerCase(),
      email: `${name.toLowerCase()}@people.example`,
      role: 'subscriber',
    })),
  );
  return {
    of: (person) => accounts[PEOPLE.indexOf(person)] ?? assert.fail(person),
    authors: accounts.slice(PEOPLE.length),
  };
}

/**
 * Creates the lists, the wishes and the promises of a plan, and then changes the lists.
 * @param nth number of the pair
 */
export async function makePair(system: SiteWithApi, plan: PairPlan, author: Account, nth: number): Promise<MadePair> {
  const { site } = system;
  const run = async <T>(php: string, input: unknown): Promise<T> => JSON.parse(await site.wordpress.run(php, input));
  const made: { id: number; path: string; link: string }[] = await run(
    MAKE_LISTS,
    NAMES.map((name) => {
      const { level, day, isPublic, hasPassword, isForChild } = plan.lists[name];
      const date = DAY[day];
      const other = name === 'A' ? 'b' : 'a';
      const own = name.toLowerCase();
      return {
        author: author.id,
        title: titleOf(nth, name),
        status: isPublic || hasPassword ? 'publish' : 'private',
        password: hasPassword ? PASSWORD : '',
        address: streetOf(nth, name),
        meta: {
          registry_surprise: level,
          ...(date !== null && { registry_reveal_date: dayFromNow(date), registry_event_date: dayFromNow(EVENT_DAY) }),
          registry_owners: JSON.stringify([`partner${own}`, `only${own}`]),
          registry_keepers: JSON.stringify([
            `keeper${own}`,
            `partner${other}`,
            ...(isForChild ? [author.username] : []),
          ]),
          registry_invitees: JSON.stringify([`guest${own}`, 'giver']),
        },
      };
    }),
  );
  const listOf = (name: Name): MadeList => ({
    ...(made[NAMES.indexOf(name)] ?? assert.fail(name)),
    name,
    title: titleOf(nth, name),
    street: streetOf(nth, name),
    isPublic: plan.lists[name].isPublic,
    hasPassword: plan.lists[name].hasPassword,
    isDeleted: false,
    isHidden: false,
  });
  const lists = { A: listOf('A'), B: listOf('B') };
  const begun = await Promise.all(
    plan.promises.map(async (one, n) => {
      const code = letters(nth * plan.promises.length + n);
      const markers: Markers = {
        wish: `vizwish${code}q`,
        name: `vizname${code}q`,
        message: `vizmess${code}q`,
        note: `viznote${code}q`,
        address: `vizmail${code}q@people.example`,
      };
      const amount = one.kind === 'share' ? 100 + nth * plan.promises.length + n + 0.37 : null;
      const item =
        one.kind === 'suggestion' ? null : await addItem(system, lists[one.home].id, markers.wish, { price: 900 });
      return { one, markers, amount, item };
    }),
  );
  const shared = begun.map(({ one, markers, amount, item }) => ({
    kind: one.kind,
    item,
    home: lists[one.home].id,
    other: one.isShared ? lists[one.home === 'A' ? 'B' : 'A'].id : null,
    through: lists[one.through].id,
    amount,
    ...markers,
  }));
  const promised: { id: string; item: number; url: string; key: string }[] = await run(MAKE_PROMISES, shared);
  const promises = begun.map(({ one, markers, amount }, n): MadePromise => {
    const of = promised[n] ?? assert.fail(`promise ${n}`);
    return Object.assign(new PlannedPromise(one, plan.lists), { ...of, markers, amount });
  });
  const pair = { plan, author, lists, promises };
  await changeWishes(system, pair, true);
  for (const change of plan.changes) await changeList(system, pair, change);
  await changeWishes(system, pair, false);
  return pair;
}

/** Removes wishes from one of their lists, or moves them to it. */
async function changeWishes(system: SiteWithApi, { lists, promises }: MadePair, isEarly: boolean): Promise<void> {
  for (const promise of promises) {
    if (promise.plan.isEarly !== isEarly) continue;
    const change = promise.changeWish();
    if (change === null) continue;
    const path = `/registries/${lists[promise.plan.home === 'A' ? 'B' : 'A'].id}/appearances/${promise.item}`;
    const answer = await (change === 'leave'
      ? system.request('admin', 'DELETE', path)
      : system.request('admin', 'PUT', `${path}?move=true`));
    assert.equal(answer.status, 204, answer.text);
  }
}

async function changeList(system: SiteWithApi, { lists, promises, author }: MadePair, change: ListChange) {
  const list = lists[change.list];
  // Owners delete hidden lists, too, but change nothing else of them.
  if (list.isDeleted || (change.kind !== 'delete' && list.isHidden !== (change.kind === 'restore'))) return;
  const { run } = system.site.wordpress;
  switch (change.kind) {
    case 'level':
      await run(STORE_META, [author.id, list.id, 'registry_surprise', change.level]);
      break;
    case 'day comes':
      await run(STORE_META, [author.id, list.id, 'registry_reveal_date', dayFromNow(0)]);
      break;
    case 'reveal': {
      const answer = await system.request('admin', 'POST', `/registries/${list.id}/purchases/reveal`);
      assert.equal(answer.status, 200, answer.text);
      break;
    }
    case 'delete':
      await run('wp_set_current_user( $input[0] ); wp_delete_post( $input[1], true );', [author.id, list.id]);
      list.isDeleted = true;
      list.isHidden = false;
      break;
    case 'hide':
      await run(SET_STATUS, [author.id, list.id, change.status]);
      list.isHidden = true;
      break;
    case 'restore':
      await run(SET_STATUS, [author.id, list.id, list.isPublic || list.hasPassword ? 'publish' : 'private']);
      list.isHidden = false;
  }
  // The service reads the new level and day, and reveals the gifts if the day has come.
  if (!list.isDeleted && !list.isHidden) await system.request('admin', 'GET', `/registries/${list.id}/items`);
  for (const promise of promises) promise.note(change);
}

const titleOf = (nth: number, name: Name): string => `Vizlist${letters(nth)}${name.toLowerCase()}q`;
const streetOf = (nth: number, name: Name): string => `vizstreet${letters(nth)}${name.toLowerCase()}q`;

/** Returns three letters for a number below 17,576. */
export const letters = (n: number): string =>
  [n / 676, (n / 26) % 26, n % 26].map((one) => String.fromCodePoint(97 + Math.floor(one))).join('');

const MAKE_LISTS = `
  use Largesse\\Together\\Invitations\\FamilyLink;
  $made = array();
  foreach ( $input as $list ) {
    wp_set_current_user( $list['author'] );
    $id = wp_insert_post( wp_slash( array(
      'post_type'     => 'registry',
      'post_author'   => $list['author'],
      'post_title'    => $list['title'],
      'post_status'   => $list['status'],
      'post_password' => $list['password'],
      'post_content'  => 'Welcome.',
      'meta_input'    => $list['meta'],
    ) ), true );
    if ( is_wp_error( $id ) ) { throw new RuntimeException( $id->get_error_message() ); }
    $registry = get_post( $id );
    update_post_meta( $id, '_largesse_suggestions', '1' );
    Largesse\\Together\\DeliveryAddress\\StoredAddress::save( $registry, array( $list['address'] ), 0 );
    FamilyLink::replace( $registry, FamilyLink::url( $registry ) );
    $made[] = array(
      'id'   => $id,
      'path' => substr( get_permalink( $id ), strlen( home_url() ) ),
      'link' => FamilyLink::url( $registry ),
    );
  }
  echo wp_json_encode( $made );`;

const MAKE_PROMISES = `
  use Largesse\\Promises\\Giving as G;
  use Largesse\\Services;
  use Largesse\\Together\\Presents as P;
  use Largesse\\Together\\Shares as S;
  $ok    = static function ( $done ) {
    if ( is_wp_error( $done ) || false === $done ) { throw new RuntimeException( is_wp_error( $done ) ? $done->get_error_message() : 'refused' ); }
    return $done;
  };
  $items = Services::get( Largesse\\Registries\\Registry\\Store::class )->items;
  $giver = get_user_by( 'login', 'giver' )->ID;
  $made  = array();
  foreach ( $input as $one ) {
    $list   = get_post( $one['through'] );
    $author = (int) $list->post_author;
    $id     = wp_generate_uuid4();
    wp_set_current_user( $author );
    if ( 'suggestion' === $one['kind'] ) {
      $fields = array( 'name' => $one['wish'], 'url' => 'https://shop.example/thing', 'price' => 900.0 );
      $wish   = new P\\Suggestion( $id, $fields, $one['name'], level: G\\Surprise::of( $list )->level_now() );
      $ok( P\\StoredSuggestions::change( $list->ID, static fn ( $now ) => $now->with( $wish ) ) );
      $ok( Services::get( P\\SuggestedPromises::class )->put( $list->ID, $wish, $one['address'] ) );
      $ok( Services::get( P\\Answers::class )->accept( $list, P\\StoredSuggestions::handle( $wish ), $fields ) );
      $one['item'] = P\\StoredSuggestions::of( $list->ID )->find( $id )->item;
    }
    if ( null !== $one['other'] ) {
      $ok( $items->show_on( $one['other'], $one['item'] ) );
    }
    wp_set_current_user( 'member' === $one['kind'] ? $giver : 0 );
    $person = array( 'item_id' => $one['item'], 'giver_name' => $one['name'] );
    $guest  = $person + array( 'giver_email' => $one['address'] );
    if ( 'suggestion' === $one['kind'] ) {
      Services::get( P\\Answers::class )->run( $list->ID );
    } elseif ( 'share' === $one['kind'] ) {
      $ends = array( 'ends_at' => gmdate( 'c', time() + 90 * DAY_IN_SECONDS ) );
      $ok( Services::get( S\\StoredShares::class )->put( $list, $id, $guest + $ends + array( 'amount' => $one['amount'], 'note' => $one['note'] ), array() ) );
    } else {
      $fields = 'member' === $one['kind'] ? $person + array( 'giver_user_id' => $giver ) : $guest;
      $ok( Services::get( G\\Purchases::class )->give( $list, $id, $fields + array( 'message' => $one['message'] ) ) );
    }
    $url    = 'share' === $one['kind'] ? S\\ShareLink::url( $list->ID, $id ) : G\\GiftLink::url( Largesse\\Registries\\Registry\\OpenedList::of_visitor( $list ), $id );
    $made[] = array(
      'id'   => $id,
      'item' => $one['item'],
      'url'  => $url,
      'key'  => preg_match( '/[0-9a-f]{32}$/', $url, $key ) ? $key[0] : '',
    );
  }
  echo wp_json_encode( $made );`;

const SET_STATUS = `
  wp_set_current_user( $input[0] );
  if ( 'trash' === $input[2] ) {
    wp_trash_post( $input[1] );
  } else {
    wp_untrash_post( $input[1] );
    wp_update_post( array( 'ID' => $input[1], 'post_status' => $input[2] ) );
  }`;

const STORE_META = `
  wp_set_current_user( $input[0] );
  update_post_meta( $input[1], $input[2], $input[3] );`;
