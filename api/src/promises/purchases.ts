import {
  isPersonalGiftField,
  MAX_PURCHASES,
  type PersonalGiftField,
  type Purchase,
  TYPED_GIFT_FIELDS,
} from '@largesse/contract';
import { AppearanceStore, listsOfItem } from '../appearances/store.ts';
import type { OpenedId } from '../auth/opened.ts';
import type { Statements, Target } from '../database/database.ts';
import { type ChangesIn, changeOfItem, type EventType, onEachList } from '../database/events.ts';
import { addressOrNull } from '../database/people.ts';
import { withEarlier } from '../database/sql.ts';
import {
  allOf,
  columns,
  countedOf,
  list,
  onlyAnywhere,
  parameters,
  query,
  type Sql,
  sameColumns,
  sql,
  unionOf,
  variants,
} from '../database/statements.ts';
import { isFreeForWhole } from '../items/promised.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';
import { timeAfter } from '../times.ts';
import { type ChangedPromise, promiseChanges } from './promise-events.ts';
import { ShareStore } from './shares.ts';
import type { Secrecy } from './surprise.ts';
import type { PromisedWish } from './wish.ts';

/**
 * A purchase, as stored. `is_secret` stays true after the reveal; views answer whether the purchase is still secret
 * (`isStillSecret`). `registry_id` is the registry of the item; in answers, it is the reader's list.
 */
export interface StoredPurchase extends Omit<Purchase, 'is_giver_shown'>, Secrecy, PromisedWish {
  revealed_at: string | null;
  /** List through which a guest gives; null if it is the item's own registry (rules: Appearances). */
  list_id: number | null;
  /** True if this list was deleted. */
  is_orphan: boolean;
  item_name: string | null;
}

/** Fields that a later request can change: the fields that the giver types, the state, and the account. */
export const GIFT = [...TYPED_GIFT_FIELDS, 'state', 'giver_user_id'] as const;
type GiftField = (typeof GIFT)[number];
export type Gift = Pick<StoredPurchase, GiftField>;

/** Those fields with data about the giver, which an erasure may remove at the same time. */
const PERSON = GIFT.filter((name): name is Extract<GiftField, PersonalGiftField> => isPersonalGiftField(name));

/** The wish as it was promised. */
const OF_WISH = ['item_name', 'item_price', 'item_currency', 'item_url'] as const;

/** Fields that only the store sets. */
const SET_BY_STORE = ['thanked_at', 'created_at', 'updated_at', 'is_orphan', ...OF_WISH] as const;

/** A new purchase. */
export type NewPurchase = Omit<StoredPurchase, (typeof SET_BY_STORE)[number] | 'list_id'> & {
  list_id?: number | null;
  /** The wish as it was promised, if that was before it was on the list. Otherwise, the item as it is now. */
  wish?: GivenWish | undefined;
};

export type GivenWish = Pick<StoredPurchase, (typeof OF_WISH)[number]>;

export interface PurchaseSelection {
  registry_id?: number | undefined;
  giver_email?: string | undefined;
  giver_user_id?: number | undefined;
  buyer?: Buyer | undefined;
  external_id?: string | undefined;
}

/** A buyer, who gives with an address and without an account, or as a user. */
export interface Buyer {
  email: string;
  /** User whose account has this address; null for none. */
  userId: number | null;
}

/** Events of purchases. */
export const PURCHASE_EVENTS = ['made', 'changed', 'given_back', 'revealed'] as const;
export type PurchaseEvent = (typeof PURCHASE_EVENTS)[number];

/** Counts purchase events for operators. */
export type CountEvents = (event: PurchaseEvent, count: number) => void;

const NAMES = [
  'id',
  'item_id',
  'registry_id',
  'quantity',
  'state',
  'is_secret',
  'is_owner',
  'giver_user_id',
  'giver_name',
  'giver_email',
  'message',
  'thanked_at',
  'revealed_at',
  'created_at',
  'updated_at',
  'list_id',
  'level',
  'waits_for',
  'is_orphan',
  'item_name',
  'item_price',
  'item_currency',
  'item_url',
  'external_id',
] as const;
// With `Pick`, the compiler notices a field that NAMES lacks.
const PURCHASE = sameColumns<Pick<StoredPurchase, (typeof NAMES)[number]>>(NAMES, ['external_id']);
const CREATED_AT = columns<{ createdAt: string }>({ createdAt: 'created_at' });

/** Returns the name of the parameter with the value that a field had when it was read. */
const known = <Name extends string>(name: Name) => `known_${name}` as const;

const $ = parameters(
  ...NAMES,
  ...PERSON.map(known),
  ...(['isGuest', 'pieces', 'version', 'buyerEmail', 'buyerUserId', 'limit', 'skip', 'others'] as const),
);

/** Columns of a new purchase that need SQL of their own. */
const DERIVED = ['registry_id', ...OF_WISH, 'external_id'] as const;
const isDerived = (name: string): name is (typeof DERIVED)[number] => DERIVED.some((one) => one === name);

/** Other columns of a new purchase. */
const GIVEN = NAMES.filter((name) => !isDerived(name));

/** SQL for the wish of a new purchase: the item as it is now. */
const ITEM_NOW = sql`items.name, items.price, items.currency, items.url`;

/** The same, unless the wish was promised before it was on the list. */
const AS_PROMISED = sql`
    coalesce(CAST(${$.item_name} AS TEXT), items.name),
    CASE WHEN CAST(${$.item_name} AS TEXT) IS NULL THEN items.price
      ELSE CAST(${$.item_price} AS double precision) END,
    CASE WHEN CAST(${$.item_name} AS TEXT) IS NULL THEN items.currency ELSE CAST(${$.item_currency} AS TEXT) END,
    CASE WHEN CAST(${$.item_name} AS TEXT) IS NULL THEN items.url ELSE CAST(${$.item_url} AS TEXT) END`;

/**
 * Creates a purchase if the item is active, and item and registry have room. For an owner, secret purchases and shares
 * take no room (rules: Shares of a wish): a refusal would reveal them. Triggers update the counters (see the
 * migration). The registry id is that of the item, so that the statement reads and writes the rows of one registry.
 * `pieces` equals `quantity`. PostgreSQL needs both, because the counters of items have a larger type.
 */
const makeWith = <W extends string>(wish: Sql<W>) => sql`
  INSERT INTO purchases (${GIVEN.join(', ')}, ${DERIVED.join(', ')})
  SELECT ${list(GIVEN.map((name) => $[name]))}, items.registry_id, ${wish}, CAST(${$.external_id} AS TEXT)
  FROM items
  WHERE items.registry_id = ${$.registry_id} AND items.id = ${$.item_id} AND items.is_active = 1
  AND items.quantity_purchased + items.quantity_secret * ${$.isGuest} + ${$.pieces} <= items.quantity_needed
  AND ${withEarlier(`(
    SELECT count(*) FROM (
      SELECT 1 FROM purchases AS others WHERE others.registry_id = ${$.registry_id} AND others.is_owner = ${$.is_owner}
      LIMIT ${MAX_PURCHASES}
    ) AS counted
  )`)} < ${MAX_PURCHASES}
  AND NOT EXISTS (
    SELECT 1 FROM purchases AS others WHERE others.registry_id = ${$.registry_id} AND others.id = ${$.id})
  AND (${$.isGuest} = 0 OR ${isFreeForWhole<'registry_id' | 'created_at'>($.registry_id, $.created_at)})`;

/** Creates most purchases. */
const MAKE = makeWith(ITEM_NOW);

/**
 * SQL condition: no other purchase of the item has the external id, which names a line of an order (rules: External
 * ids). A statement with it needs the lock of the registry.
 */
const IS_FREE_ID = sql`NOT EXISTS (
    SELECT 1 FROM purchases AS same
    WHERE same.registry_id = ${$.registry_id} AND same.external_id = CAST(${$.external_id} AS TEXT)
    AND same.item_id = ${$.item_id} AND same.id <> ${$.id})`;

/** Creates a purchase with an external id, or for a wish that was promised before. */
const MAKE_NAMED = sql`${makeWith(AS_PROMISED)} AND ${IS_FREE_ID}`;

/**
 * Compares the personal data, too: an erasure does not raise `updated_at`, and the change could restore erased data.
 */
const changeWith = <W extends string>(further: Sql<W>) => sql`
  UPDATE purchases SET ${list(GIFT.map((name) => sql`${name} = ${$[name]}`))}, ${further}
    thanked_at = ${$.thanked_at}, updated_at = ${$.updated_at}
  WHERE registry_id = ${$.registry_id} AND id = ${$.id} AND updated_at = ${$.version}
  AND ${allOf(PERSON.map((name) => sql`${name} IS NOT DISTINCT FROM ${$[known(name)]}`))}`;

const CHANGE_AS_READ = changeWith(sql``);

/** Requires room for an additional quantity. */
const HAS_ROOM = sql`EXISTS (
    SELECT 1 FROM items WHERE registry_id = purchases.registry_id AND id = purchases.item_id
    AND quantity_purchased + quantity_secret * (1 - purchases.is_owner) + ${$.pieces} <= quantity_needed)`;

/** Also requires room for the additional quantity. */
const CHANGE_TO_MORE = sql`${CHANGE_AS_READ} AND ${HAS_ROOM}`;

/** Also sets the external id. `pieces` may be 0 or less. */
const CHANGE_NAMED = sql`
  ${changeWith(sql`external_id = CAST(${$.external_id} AS TEXT),`)} AND ${IS_FREE_ID} AND (${$.pieces} <= 0 OR ${HAS_ROOM})`;

const DELETE = sql`DELETE FROM purchases WHERE registry_id = ${$.registry_id}`;

const CHANGED = columns<ChangedPromise<StoredPurchase>>({ promise: PURCHASE, lists: listsOfItem('purchases') });

/** The statements that change purchases. */
const WRITES = {
  make: query(CHANGED)`${MAKE} RETURNING ${CHANGED}`,
  makeNamed: query(CHANGED)`${MAKE_NAMED} RETURNING ${CHANGED}`,
  changeAsRead: query(CHANGED)`${CHANGE_AS_READ} RETURNING ${CHANGED}`,
  changeToMore: query(CHANGED)`${CHANGE_TO_MORE} RETURNING ${CHANGED}`,
  changeNamed: query(CHANGED)`${CHANGE_NAMED} RETURNING ${CHANGED}`,
  giveBack: query(CHANGED)`
      ${DELETE} AND id = ${$.id} AND created_at = ${$.created_at} RETURNING ${CHANGED}`,
  removeAllOf: query(CHANGED)`${DELETE} RETURNING ${CHANGED}`,
};

const FIND = query(PURCHASE)`SELECT ${PURCHASE} FROM purchases WHERE id = ${$.id}`;

/**
 * SQL conditions of a selection. SQLite uses a partial index only if the statement repeats the condition of the index.
 */
const CONDITIONS = {
  registry_id: sql`registry_id = ${$.registry_id}`,
  giver_email: sql`giver_email IS NOT NULL AND giver_email = ${$.giver_email}`,
  giver_user_id: sql`giver_user_id = ${$.giver_user_id}`,
  external_id: sql`external_id IS NOT NULL AND external_id = ${$.external_id}`,
  buyer: sql`((giver_email IS NOT NULL AND giver_email = ${$.buyerEmail}) OR giver_user_id = ${$.buyerUserId})`,
};
type Condition = keyof typeof CONDITIONS;
const CONDITION_NAMES: readonly Condition[] = ['registry_id', 'giver_email', 'giver_user_id', 'external_id', 'buyer'];

/** SQL: items of other registries that appear on a list, with their registries. */
const APPEARING = sql`SELECT home_id, item_id FROM appearances AS a
  WHERE a.registry_id = ${$.registry_id} AND a.home_id <> ${$.registry_id}`;

/**
 * Purchases on a list are those of its registry, those of items that appear there, and those through the list for items
 * that have left it.
 */
const LIST = variants(({ selected }: { selected: readonly Condition[] }) => {
  const further = selected.filter((name) => name !== 'registry_id').map((name) => CONDITIONS[name]);
  const own = allOf(selected.map((name) => CONDITIONS[name]));
  const appearing = allOf([sql`(registry_id, item_id) IN (${APPEARING})`, ...further]);
  const left = allOf([
    sql`list_id = ${$.registry_id} AND registry_id <> ${$.registry_id}`,
    sql`(registry_id, item_id) NOT IN (${APPEARING})`,
    ...further,
  ]);
  const others = selected.includes('registry_id') ? [onlyAnywhere(appearing), onlyAnywhere(left)] : [];
  const all = [own, ...others].map((condition) => sql`SELECT ${PURCHASE} FROM purchases WHERE ${condition}`);
  return query(PURCHASE)`
    ${unionOf(all)}
    ORDER BY created_at, id LIMIT ${countedOf($.limit)} OFFSET ${countedOf($.skip)}`;
});

const WITH_EXTERNAL_ID = query()`
  SELECT 1 FROM purchases WHERE registry_id = ${$.registry_id} AND external_id = ${$.external_id}
  AND item_id = ${$.item_id} AND id <> ${$.id} LIMIT 1`;
const AFTER_OTHERS = query()`
  SELECT 1 FROM purchases WHERE registry_id = ${$.registry_id} AND is_owner = ${$.is_owner}
  LIMIT 1 OFFSET ${countedOf($.others)}`;
const NAMELESS = query(CREATED_AT)`
  SELECT ${CREATED_AT} FROM purchases
  WHERE registry_id = ${$.registry_id} AND revealed_at IS NULL AND is_secret = 0 AND level IS NULL`;

/** An item whose counter was lowered. */
interface Uncounted {
  id: number;
  registryId: number;
  appearsOn: string | null;
}
const UNCOUNTED = columns<Uncounted>({ id: 'id', registryId: 'registry_id', appearsOn: 'appears_on' });

/**
 * Lowers a counter, but never below the sum of the purchases. If another request deletes a purchase at the same time,
 * the statement compares with the old, higher sum, and may change nothing. So the counter may stay too high, but never
 * becomes too low.
 */
const UNCOUNT = query(UNCOUNTED)`
  UPDATE items SET quantity_purchased = quantity_purchased - ${$.quantity}
  WHERE id = ${$.item_id} AND quantity_purchased - ${$.quantity} >= (
    SELECT coalesce(sum(quantity), 0) FROM purchases
    WHERE item_id = items.id AND registry_id = items.registry_id AND (is_secret = 0 OR revealed_at IS NOT NULL))
  RETURNING ${UNCOUNTED}`;

/**
 * Stores purchases. Each change is one statement, which also updates the counters of the item. All methods throw
 * DatabaseUnavailable.
 */
export class PurchaseStore {
  readonly #database: Statements;
  readonly #count: CountEvents;
  /** The lists of items that are on several lists. */
  readonly appearances: AppearanceStore;

  constructor(database: Statements, count: CountEvents = () => {}) {
    this.#database = database;
    this.#count = count;
    this.appearances = new AppearanceStore(database);
  }

  within(time: TimeLeft): PurchaseStore {
    return new PurchaseStore(this.#database.within?.(time) ?? this.#database, this.#count);
  }

  find(id: string): Promise<StoredPurchase | null> {
    return FIND.first(this.#database, { id });
  }

  /** Returns purchases, sorted by creation time. */
  async list(
    selection: PurchaseSelection,
    { skip, limit }: { skip: number; limit: number },
  ): Promise<StoredPurchase[]> {
    const { registry_id, giver_email, giver_user_id, external_id, buyer } = selection;
    const selected = CONDITION_NAMES.filter((name) => selection[name] !== undefined);
    return LIST({ selected }).read(this.#database, {
      registry_id: registry_id ?? null,
      giver_email: addressOrNull(giver_email),
      giver_user_id: giver_user_id ?? null,
      external_id: external_id ?? null,
      buyerEmail: addressOrNull(buyer?.email),
      buyerUserId: buyer?.userId ?? null,
      limit,
      skip,
    });
  }

  /**
   * Returns all purchases on a list, sorted by creation time. There may be more than MAX_PURCHASES: the limit applies
   * separately to owners and to guests, and gifts of appearing items come from other registries.
   */
  allOf(registryId: OpenedId, others: Omit<PurchaseSelection, 'registry_id'> = {}): Promise<StoredPurchase[]> {
    return this.list({ ...others, registry_id: registryId }, { skip: 0, limit: 20 * MAX_PURCHASES });
  }

  /**
   * Creates a purchase; null if the item is inactive or shared, if item or registry has no room, or if the id is taken.
   */
  async make(purchase: NewPurchase): Promise<StoredPurchase | null> {
    const now = timeAfter();
    const { wish, ...given } = purchase;
    const made = { list_id: null, ...given, thanked_at: null, created_at: now, updated_at: now, is_orphan: false };
    const isNamed = purchase.external_id !== undefined || wish !== undefined;
    const values = {
      ...made,
      ...(wish ?? { item_name: null, item_price: null, item_currency: null, item_url: null }),
      external_id: purchase.external_id ?? null,
      isGuest: !purchase.is_owner,
      pieces: purchase.quantity,
    };
    const changed = await (isNamed ? WRITES.makeNamed : WRITES.make).write(this.#database, values, {
      lockId: purchase.registry_id,
      changes: CREATED,
      // In a statement with other gifts, a gift would not see their external ids.
      target: isNamed ? undefined : targetOf(purchase),
    });
    this.#count('made', changed.length);
    return changed[0]?.promise ?? null;
  }

  /** Returns whether guests have promised so much of an item that no other guest can give the whole item. */
  isGivenInParts(registryId: number, itemId: number): Promise<boolean> {
    return new ShareStore(this.#database).isGivenInParts(registryId, itemId);
  }

  /** Returns whether another purchase of the same item has the external id. */
  async isExternalIdTaken(
    { id, registry_id, item_id }: Pick<StoredPurchase, 'id' | 'registry_id' | 'item_id'>,
    externalId: string,
  ): Promise<boolean> {
    const given = { id, registry_id, item_id, external_id: externalId };
    return (await WITH_EXTERNAL_ID.first(this.#database, given)) !== null;
  }

  /** Purchases by owners and by others are counted separately. */
  async isFull(registryId: number, isOwner: boolean): Promise<boolean> {
    const given = { registry_id: registryId, is_owner: isOwner, others: MAX_PURCHASES - 1 };
    return (await AFTER_OTHERS.first(this.#database, given)) !== null;
  }

  /**
   * Changes a purchase; null if it has changed since it was read, if too few pieces are left, or if the new external id
   * is taken.
   * @param externalId new external id, null for none; undefined to keep it
   */
  async change(
    before: StoredPurchase,
    gift: Gift,
    isThanked = before.thanked_at !== null,
    externalId?: string | null,
  ): Promise<StoredPurchase | null> {
    const { registry_id, id, updated_at: version } = before;
    const more = gift.quantity - before.quantity;
    const now = timeAfter(version);
    const values = {
      ...gift,
      thanked_at: isThanked ? (before.thanked_at ?? now) : null,
      updated_at: now,
      pieces: more,
      registry_id,
      id,
      version,
      known_giver_user_id: before.giver_user_id,
      known_giver_name: before.giver_name,
      known_giver_email: before.giver_email,
      known_message: before.message,
    };
    const changes = more === 0 ? UPDATED_WITH_SAME_QUANTITY : UPDATED;
    const named = { ...values, external_id: externalId ?? null, item_id: before.item_id };
    const changed =
      externalId === undefined
        ? await (more > 0 ? WRITES.changeToMore : WRITES.changeAsRead).write(this.#database, values, {
            lockId: registry_id,
            changes,
            target: targetOf(before),
          })
        : // In a statement with other gifts, a gift would not see their external ids.
          await WRITES.changeNamed.write(this.#database, named, { lockId: registry_id, changes, target: undefined });
    this.#count('changed', changed.length);
    return changed[0]?.promise ?? null;
  }

  /** Deletes a purchase, but not a later one with the same id. Returns true if it existed. */
  async giveBack(purchase: StoredPurchase): Promise<boolean> {
    const { id, created_at, registry_id } = purchase;
    const options = { lockId: registry_id, changes: DELETED, target: targetOf(purchase) };
    const deleted = await WRITES.giveBack.write(this.#database, { registry_id, id, created_at }, options);
    this.#count('given_back', deleted.length);
    return deleted.length > 0;
  }

  async removeAllOf(registryId: number): Promise<void> {
    const options = { lockId: registryId, changes: DELETED };
    await WRITES.removeAllOf.write(this.#database, { registry_id: registryId }, options);
  }

  /**
   * Returns the creation times of unrevealed purchases of earlier versions that are not secret. The registry's settings
   * decide whether the owner sees their givers.
   */
  async timesOfNameless(registryId: number): Promise<string[]> {
    const found = await NAMELESS.read(this.#database, { registry_id: registryId });
    return found.map(({ createdAt }) => createdAt);
  }

  /**
   * Subtracts pieces that belong to no purchase from the number of bought pieces; false, without a change, if there are
   * too few.
   */
  async uncount(itemId: number, quantity: number): Promise<boolean> {
    const options = { changes: uncounted };
    return (await UNCOUNT.write(this.#database, { item_id: itemId, quantity }, options)).length > 0;
  }
}

/** Index of the id in the rows of a changed purchase. */
const ID_PLACE = PURCHASE.placeOf('id');

/** Returns the target of a write that changes a purchase, and thus the counter of its item. */
const targetOf = ({ id, item_id: itemId }: Pick<StoredPurchase, 'id' | 'item_id'>): Target => ({
  key: id,
  column: ID_PLACE,
  itemId,
});

const changesOf = (type: EventType, isNumber = true): ChangesIn<ChangedPromise<StoredPurchase>> =>
  promiseChanges({
    type,
    isNumber,
    own: ({ id, giver_user_id: giverUserId }) => ({ purchaseId: id, giverUserId }),
  });
const CREATED = changesOf('purchase.created');
const UPDATED = changesOf('purchase.updated');
const UPDATED_WITH_SAME_QUANTITY = changesOf('purchase.updated', false);
const DELETED = changesOf('purchase.deleted');

const uncounted: ChangesIn<Uncounted> = (items) =>
  items.flatMap(({ id, registryId, appearsOn }) => onEachList(changeOfItem('item.updated', registryId, id), appearsOn));
