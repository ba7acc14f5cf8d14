import assert from 'node:assert/strict';
import type { ReaderRow } from '../../../api/conformance/who-sees-what.ts';
import type { Account } from '../../../tools/wordpress/accounts.ts';
import { ask } from '../wordpress/guest.ts';
import type { Site } from '../wordpress/site.ts';
import { otherOf } from './pair-plans.ts';
import { type MadeList, type MadePair, type MadePromise, PASSWORD, PEOPLE, type People } from './pairs.ts';

/** A reader of a list, and their row of the table (rules: Who sees what). */
export interface ListReader {
  /** Relation to the list, as in the table. */
  name: string;
  row: ReaderRow;
  /** Null without an account. */
  account: Account | null;
  /** Header `Cookie`. */
  cookie: string;
  mayOpen: boolean;
  /** True for a guest of this list who is a recipient of the other list. */
  isReceiving: boolean;
  /** True for people who may see the list of gifts. */
  isManager: boolean;
  /** True if this person may open the other list, too. */
  knowsOther: boolean;
}

/** Returns all readers of a list that exists. */
export type ReadersOf = (pair: MadePair, list: MadeList) => Promise<ListReader[]>;

/** Signs in all people, and returns a function that finds the readers of a list. */
export async function signIn(site: Site, people: People): Promise<ReadersOf> {
  const accounts = [...PEOPLE.map(people.of), ...people.authors, site.users.admin];
  const cookies: Record<string, string> = JSON.parse(
    await site.wordpress.run(
      SIGN_IN,
      accounts.map(({ id }) => id),
    ),
  );
  const knowsPassword = (
    await ask(site, '/wp-login.php?action=postpass', { form: { post_password: PASSWORD } })
  ).cookies
    .map(pairOf)
    .find((cookie) => cookie.startsWith('wp-postpass'));
  return async ({ author, lists }, list) => {
    const other = otherOf(list.name);
    const isOtherOpen = lists[other].isPublic && !lists[other].isHidden;
    const member = (name: string, row: ReaderRow, account: Account, more: Partial<ListReader> = {}): ListReader => ({
      ...{ name, row, account, mayOpen: true, isReceiving: false, knowsOther: isOtherOpen },
      cookie: cookies[account.id] ?? assert.fail(account.username),
      isManager: !['guest', 'giver'].includes(row),
      ...more,
    });
    const visitor = (name: string, mayOpen: boolean, cookie = ''): ListReader => ({
      ...{ name, row: 'guest', account: null, mayOpen, isReceiving: false, isManager: false, cookie },
      knowsOther: isOtherOpen,
    });
    const both = { knowsOther: true };
    const { origin, pathname, searchParams } = new URL(list.link);
    const opened = await ask(site, origin + pathname, { form: { open: searchParams.get('open') ?? '' } });
    const isOpen = list.isPublic && !list.isDeleted && !list.isHidden;
    const invited = { mayOpen: !list.isHidden };
    return [
      member('author', 'author', author, both),
      member('co-owner', 'co-owner', people.of(`partner${list.name}`), both),
      member('keeper', 'keeper', people.of(`keeper${list.name}`)),
      member('receiving keeper', 'receiving keeper', people.of(`partner${other}`), both),
      member('administrator', 'administrator', site.users.admin, both),
      member('invitee', 'guest', people.of(`guest${list.name}`), invited),
      member('giver', 'giver', people.of('giver'), { ...both, ...invited }),
      member('co-owner of the other list only', 'guest', people.of(`only${other}`), {
        ...{ mayOpen: isOpen, isReceiving: true, knowsOther: true },
      }),
      member('member', 'guest', people.of('member'), { mayOpen: isOpen }),
      visitor('guest with a link', !list.isHidden, opened.cookies.map(pairOf).join('; ')),
      ...(list.hasPassword ? [visitor('guest with the password', !list.isHidden, knowsPassword)] : []),
      visitor('signed out', isOpen),
    ];
  };
}

/** Returns name and value of a header `Set-Cookie`. */
const pairOf = (cookie: string): string => cookie.split(';')[0] ?? '';

const SIGN_IN = `
  $cookies = array();
  foreach ( $input as $id ) {
    $end   = time() + 2 * DAY_IN_SECONDS;
    $token = WP_Session_Tokens::get_instance( $id )->create( $end );
    $both  = array();
    foreach ( array( 'auth' => AUTH_COOKIE, 'logged_in' => LOGGED_IN_COOKIE ) as $scheme => $name ) {
      $both[] = $name . '=' . rawurlencode( wp_generate_auth_cookie( $id, $end, $scheme, $token ) );
    }
    $cookies[ $id ] = implode( '; ', $both );
  }
  echo wp_json_encode( (object) $cookies );`;

/** Parts of a promise that an answer to a reader of a list may contain, as the table says. */
export interface Allowed {
  state: boolean;
  name: boolean;
  /** The links and the texts of its giver. */
  own: boolean;
  /** Whether numbers include the promise: numbers for everybody, for this reader, and of open promises. */
  numbers: Readonly<Record<'public' | 'reader' | 'api', boolean>>;
  /** Whether numbers in data include the promise: the data of My registries, and the data for themes. */
  data: Readonly<Record<'all numbers' | 'public numbers', boolean>>;
}

const NO_NUMBERS = { public: false, reader: false, api: false };
const NOTHING: Allowed = {
  ...{ state: false, name: false, own: false },
  ...{ numbers: NO_NUMBERS, data: { 'all numbers': false, 'public numbers': false } },
};

/** Returns the parts of a promise that an answer to a reader of a list may contain. */
export function allowedOf(promise: MadePromise, reader: ListReader, list: MadeList, pair: MadePair): Allowed {
  const isGiver = reader.row === 'giver' && promise.plan.kind === 'member';
  const isOfList = promise.plan.through === list.name;
  // The log still names it to people who have seen it.
  const wasSeen =
    isOfList && (isGiver || !['author', 'co-owner', 'guest', 'giver'].includes(reader.row) || promise.model.isOpen());
  if (promise.isGone) return { ...NOTHING, state: wasSeen && reader.mayOpen };
  if (!reader.mayOpen || list.isDeleted) return { ...NOTHING, own: isGiver, state: isGiver, name: isGiver };
  const { model } = promise;
  const place = promise.listOf(list.name);
  const row = reader.row === 'giver' && !isGiver ? 'guest' : reader.row;
  const isReceived = model.isReceiving(place);
  const isPart = promise.plan.kind === 'share';
  const seen = isPart ? model.seenPart(row, place) : model.seen(row, place);
  const other = otherOf(list.name);
  const [isForChild, isOtherForChild] = [pair.plan.lists[list.name].isForChild, pair.plan.lists[other].isForChild];
  const receives =
    ((reader.row === 'receiving keeper' || reader.isReceiving) && isReceived) ||
    (row === 'author' && isReceived && !isOtherForChild);
  const isRecipient = row === 'co-owner' || (row === 'author' && !isForChild) || receives;
  // A recipient of the other list sees the parts of this list only as its owners do.
  const isHiddenPart = isPart && reader.isReceiving && isReceived && seen.state !== 'never';
  const isOpen = model.isOpen();
  const state = model.isTrue(isHiddenPart ? 'open' : seen.state);
  const isShown = isOpen && model.showsNumbers(place);
  const ofOwners = model.seen(row === 'author' ? 'author' : 'co-owner', place).state !== 'never';
  const isPublic = isShown || (isOpen && ofOwners);
  const isOwner = row === 'co-owner' || (row === 'author' && !isForChild);
  // The page for givers shows its owners what everybody sees, and recipients of the other list what owners see.
  const ofReader = !isRecipient || (receives && !isOwner ? isPublic : isShown);
  // Visitors whose page no cache stores see the same on the public page, except recipients.
  const isPersonal = (reader.account !== null || !(list.isPublic || list.hasPassword)) && model.showsNumbers(place);
  return {
    ...{ state, name: model.isTrue(isHiddenPart ? 'named' : seen.name), own: isGiver },
    numbers: {
      public: isPersonal && !isOwner ? ofReader : isShown,
      reader: ofReader,
      api: !isRecipient || isOpen,
    },
    data: {
      // My registries shows true numbers only to owners who are keepers, too, as of a child's list.
      'all numbers': isPublic || (row === 'author' && isForChild && !receives),
      'public numbers': isPublic,
    },
  };
}
