import {
  type NamedRole,
  type Purchase,
  type RegistryMetaUpdate,
  revealDay,
  type Share,
  type SurpriseLevel,
} from '@largesse/contract';
import type { ReceivedItems } from '../appearances/received.ts';
import type { ListState } from '../appearances/store.ts';
import { dayIn, startOfDayIn, type Today } from '../times.ts';

/** Settings of a registry that decide who may see gifts (rules: Surprise). */
export interface Surprise {
  /** Null if not set, which means `counts`. */
  surprise: SurpriseLevel | null;
  /** Day of the reveal that the owner chose, `YYYY-MM-DD`. */
  revealDate: string | null;
  /** Day of the event, `YYYY-MM-DD`; may be no day, because other plugins can store any text. */
  eventDate: string | null;
}

/** Fields of a registry on the host that contain these settings. The compiler notices a setting without a field. */
const KEYS = {
  surprise: 'registry_surprise',
  revealDate: 'registry_reveal_date',
  eventDate: 'registry_event_date',
} as const satisfies Record<keyof Surprise, keyof RegistryMetaUpdate>;

export const SURPRISE_KEYS = Object.values(KEYS);

/** State of a registry at one moment: its surprise level, and whether its reveal day has come. */
export interface SurpriseNow {
  surprise: SurpriseLevel | null;
  hasRevealDayCome: boolean;
}

const HOUR_MS = 3_600_000;

/** Maximum offset of a time zone from UTC (hours). */
const FURTHEST_H = 14;

/**
 * Returns whether the reveal day has come. It begins at midnight in the site's time zone; if the zone is unknown, when
 * it has begun everywhere.
 * @param timeZone called only if the result depends on the zone
 */
export async function hasRevealDayCome(
  registry: Surprise,
  now: number,
  timeZone: () => Promise<string | null>,
): Promise<boolean> {
  const day = revealDay(registry.revealDate, registry.eventDate);
  const hasBegunAt = (offset: number): boolean => dayAt(now + offset * HOUR_MS) >= day;
  const [isEverywhere, isSomewhere] = [hasBegunAt(-FURTHEST_H), hasBegunAt(FURTHEST_H)];
  if (isEverywhere === isSomewhere) return isEverywhere;
  const zone = await timeZone();
  return zone === null ? isEverywhere : dayIn(zone, now) >= day;
}

const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns what the service needs to know of a list whose items are on other lists, too (rules: Appearances). */
export function listStateOf(registry: Surprise & { id: number }): ListState {
  const { id: registryId, surprise, revealDate, eventDate } = registry;
  return {
    registryId,
    level: surprise ?? 'counts',
    revealDay: revealDay(revealDate, eventDate),
  };
}

/** Returns the time at which a day has begun (ISO 8601, UTC): everywhere, if the time zone of the site is unknown. */
export const startOf = (day: string, zone: string | null): string =>
  zone === null
    ? new Date(Date.parse(`${day}T00:00:00.000Z`) + FURTHEST_H * HOUR_MS).toISOString()
    : startOfDayIn(zone, day);

/** Returns the current day. If the time zone of the site is unknown, uses the zone in which a day begins last. */
export const todayIn = (zone: string | null, now = Date.now()): string =>
  zone === null ? dayAt(now - FURTHEST_H * HOUR_MS) : dayIn(zone, now);

/** Returns `todayIn` of a site. */
export const todayOf =
  (site: { timeZone(): Promise<string | null> }): Today =>
  async () =>
    todayIn(await site.timeZone());

/** A list of an item at one moment. */
export interface ListLevel {
  registryId: number;
  /** What the owners of the list may see of a new promise; null if the list is not known. */
  level: SurpriseLevel | null;
}

/** Returns the level of a list on a day: from the day of its reveal on, it shows everything. */
export const levelOn = ({ registryId, level, revealDay }: ListState, today: string): ListLevel => ({
  registryId,
  level: today >= revealDay ? 'names' : level,
});

/** The same for a list that has just been read. */
export const levelNow = (registryId: number, { surprise, hasRevealDayCome }: SurpriseNow): ListLevel => ({
  registryId,
  level: hasRevealDayCome ? 'names' : (surprise ?? 'counts'),
});

/** What owners may see of a promise, and the lists whose reveal it waits for. */
export interface Secrecy {
  /** Null if it depends on the list, because the list was not known. */
  level: SurpriseLevel | null;
  /**
   * Ids of these lists, each with `h` if the list hides the promise, `c` if it hides the name, or `u` if the list is
   * not known: `,7h,12c,`; empty if there are none. Null for promises of earlier versions.
   */
  waits_for: string | null;
}

/** Returns `secrecyOf`, and whether the promise is secret. */
export function secrecyIn(lists: readonly ListLevel[]): Secrecy & { is_secret: boolean } {
  const secrecy = secrecyOf(lists);
  return { ...secrecy, is_secret: secrecy.level === 'hidden' };
}

const LETTERS = { hidden: 'h', counts: 'c' } as const;

const STRICTNESS: readonly SurpriseLevel[] = ['names', 'counts', 'hidden'];

/** Returns the secrecy of a guest's new promise: the strictest level of all lists of the item (rules: Appearances). */
export function secrecyOf(lists: readonly ListLevel[]): Secrecy {
  const strictness = Math.max(...lists.map(({ level }) => STRICTNESS.indexOf(level ?? 'names')));
  const strictest = STRICTNESS[strictness] ?? 'hidden';
  const isUnknown = lists.some(({ level }) => level === null);
  const waits = lists.flatMap(({ registryId, level }) => (level === 'names' ? [] : [{ registryId, level }]));
  const names = waits.map(({ registryId, level }) => `${registryId}${level === null ? 'u' : LETTERS[level]},`);
  return {
    level: isUnknown && strictest === 'names' ? null : strictest,
    waits_for: names.length > 0 ? `,${names.join('')}` : '',
  };
}

/** Returns whether a gift is hidden from recipients now: it was made as a secret, and has not been revealed yet. */
export const isStillSecret = (gift: { is_secret: boolean; revealed_at: string | null }): boolean =>
  gift.is_secret && gift.revealed_at === null;

/** Returns whether the owner sees givers and their messages of promises without a level. */
const showsNames = ({ surprise, hasRevealDayCome }: SurpriseNow, revealedAt: string | null): boolean =>
  revealedAt !== null || surprise === 'names' || hasRevealDayCome;

/**
 * Role of a reader on a list: admins see everything; keepers everything except addresses; recipients are owners who are
 * not keepers. All others are guests. Only the author knows all lists of an item, because they have created them.
 */
export type ReaderRole = NamedRole | 'admin';

/** Returns whether a reader is an owner who is not a keeper. */
export const isRecipientRole = (role: ReaderRole): boolean => role === 'author' || role === 'co-owner';

/** A reader in a place: the list through which they meet a promise (architecture: Who sees what). */
export interface Reader {
  listId: number;
  role: ReaderRole;
  /** True for the author, who may also be a keeper: only they know the deleted lists of an item. */
  isAuthor: boolean;
  /** True for owners and admins, who may change the list. */
  isEditor: boolean;
  /** The caller; null for a reader whom the site names, because the site finds a visitor's own gifts itself. */
  userId: number | null;
  /**
   * Decides whether owners see the givers of promises without a level: of earlier versions, of recipients ("we have
   * it"), or made without a known level. The state of the list; for a reader whom the site names, made up from the
   * site's answer to this question (`view`).
   */
  now: SurpriseNow;
  /** For a guest, only shares depend on it: of gifts, a guest sees only their own. */
  received: ReceivedItems;
  /** Items that the reader gives in part, if the request names the reader's shares. */
  shared?: ReadonlySet<number>;
}

/** What a promise stores for `seenBy`. */
interface SeenPromise {
  item_id: number;
  registry_id: number;
  list_id: number | null;
  is_orphan: boolean;
  /** As stored: stays true after the reveal. Views answer whether the promise is still secret (`isStillSecret`). */
  is_secret: boolean;
  revealed_at: string | null;
  level: SurpriseLevel | null;
  giver_user_id: number | null;
  is_owner?: boolean;
  /** Only of a share. */
  amount?: number;
}

/** What a reader sees of a promise, and may do with it. */
export interface Seen {
  /** The promise itself: its state, number of pieces or amount, its times, and whether the giver was thanked. */
  state: boolean;
  /** Account and name of the giver, and the message. */
  name: boolean;
  /** Note of a share for the other givers of the wish. */
  note: boolean;
  /** E-mail address of the giver. */
  address: boolean;
  /** The reader may record thanks. */
  thanks: boolean;
  /** The reader may remove the promise, so that others can give the item. */
  release: boolean;
}

/** Returns whether a list shows numbers now: its readers then learn how much is promised through other lists. */
export const showsNumbers = ({ surprise, hasRevealDayCome }: SurpriseNow): boolean =>
  hasRevealDayCome || surprise !== 'hidden';

/** Returns the list through which a promise was made. */
export const listOf = ({ list_id, registry_id }: Pick<SeenPromise, 'list_id' | 'registry_id'>): number =>
  list_id ?? registry_id;

/**
 * Decides what a reader of a list sees of a promise for one of its items, and may do with it (rules: Who sees what).
 * Lists of promises for a registry's reader, thanks and releases ask this function. All other answers about promises
 * are for the giver and admins, who get `wholeView` after `isTheirs` or a check of the role admin. Numbers of an item
 * are not decided here: `items/listed.ts` adds up promises with `isThroughList` and `openPieces`.
 */
export function seenBy(promise: SeenPromise, reader: Reader): Seen {
  const { role, isAuthor, isEditor, received } = reader;
  const isOpen = !isStillSecret(promise);
  if (role === 'admin') return { state: true, name: true, note: true, address: true, thanks: true, release: true };
  const isGiver = promise.giver_user_id !== null && promise.giver_user_id === reader.userId;
  const isOfList = listOf(promise) === reader.listId;
  const isOfPlace = isOfList || (promise.is_orphan && isAuthor);
  // Guests see who shares a wish with them, but no gifts.
  const isShare = 'amount' in promise;
  // A keeper of this list was none of the deleted one.
  const seesAsKeeper =
    isOfList && (role === 'keeper' || (role === 'guest' && isShare)) && !received.has(promise.item_id);
  const isReachable = isOfPlace && (seesAsKeeper || (isOpen && (role !== 'guest' || isShare)));
  return {
    state: isReachable || isGiver,
    name: isGiver || (isReachable && (seesAsKeeper || showsGiver(promise, reader.now))),
    note: isGiver || (isReachable && seesAsKeeper && reader.shared?.has(promise.item_id) === true),
    address: isGiver,
    thanks: isReachable && isEditor,
    release: isReachable && (isEditor || (role === 'keeper' && promise.is_owner !== true)),
  };
}

/** Returns whether recipients see the giver of an open promise. */
const showsGiver = ({ level, revealed_at }: SeenPromise, now: SurpriseNow): boolean =>
  level === null ? showsNames(now, revealed_at) : level === 'names';

/** The part of a promise that a reader must see to read a field. The compiler notices a field that is missing here. */
const NEEDED: Readonly<Record<keyof Purchase | keyof Share, 'state' | 'name' | 'note' | 'address'>> = {
  id: 'state',
  item_id: 'state',
  registry_id: 'state',
  quantity: 'state',
  amount: 'state',
  state: 'state',
  is_secret: 'state',
  is_owner: 'state',
  giver_user_id: 'name',
  giver_name: 'name',
  giver_email: 'address',
  message: 'name',
  note: 'note',
  is_giver_shown: 'state',
  thanked_at: 'state',
  ends_at: 'state',
  name: 'state',
  item_name: 'state',
  item_price: 'state',
  item_currency: 'state',
  item_url: 'state',
  external_id: 'address',
  created_at: 'state',
  updated_at: 'state',
};

/** The fields that a reader who sees the promise itself may still not read. */
const HIDEABLE = Object.entries(NEEDED).filter(([, needed]) => needed !== 'state');

/** Returns a promise as a reader sees it; null if the reader does not see the promise itself. */
export function viewOf<P extends SeenPromise>(promise: P, reader: Reader): (P & { is_giver_shown: boolean }) | null {
  const seen = seenBy(promise, reader);
  if (!seen.state) return null;
  const hidden = HIDEABLE.filter(([name, needed]) => name in promise && !seen[needed]);
  return {
    ...promise,
    registry_id: reader.listId,
    is_secret: isStillSecret(promise),
    is_giver_shown: seen.name,
    // As if the field had no value: then, answers omit `external_id`, and the others are null (rules: Success).
    ...Object.fromEntries(hidden.map(([name]) => [name, name === 'external_id' ? undefined : null])),
  };
}
