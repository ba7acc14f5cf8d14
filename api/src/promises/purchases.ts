import { MAX_PURCHASES, type Purchase } from '@largesse/contract';
import { AppearanceStore, listsOfItem } from '../appearances/store.ts';
import type { Row, Statements, Target, Value } from '../database/database.ts';
import { type ChangesIn, changeOfItem, type EventType, onEachList } from '../database/events.ts';
import { lowerCaseAddress } from '../database/people.ts';
import { counted, placeholders, valuesOf, withEarlier } from '../database/sql.ts';
import { sameColumns } from '../database/statements.ts';
import { isFreeForWhole } from '../items/promised.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';
import { timeAfter } from '../times.ts';
import { promiseChanges } from './promise-events.ts';
import { ShareStore } from './shares.ts';
import type { Secrecy } from './surprise.ts';
import type { PromisedWish } from './wish.ts';

/** A purchase, as stored. `is_secret` stays true after the reveal. */
export interface StoredPurchase extends Omit<Purchase, 'is_giver_shown'>, Secrecy, PromisedWish {
  revealed_at: string | null;
  /** List through which a guest gives; null if it is the item's own registry (rules: Appearances). */
  list_id: number | null;
  /** True if this list was deleted. */
  is_orphan: boolean;
  item_name: string | null;
}

/** Fields that the giver can set and change. */
export const GIFT = ['quantity', 'state', 'giver_user_id', 'giver_name', 'giver_email', 'message'] as const;
export type Gift = Pick<StoredPurchase, (typeof GIFT)[number]>;

/** Fields that only the store sets. */
const SET_BY_STORE = [
  ...['thanked_at', 'created_at', 'updated_at', 'is_orphan'],
  ...['item_name', 'item_price', 'item_currency', 'item_url'],
] as const;

/** A new purchase. */
export type NewPurchase = Omit<StoredPurchase, (typeof SET_BY_STORE)[number] | 'list_id'> & {
  list_id?: number | null;
};

export interface PurchaseSelection {
  registry_id?: number | undefined;
  giver_email?: string | undefined;
  giver_user_id?: number | undefined;
  buyer?: Buyer | undefined;
  external_id?: string | undefined;
}

/** A buyer, who gives as a visitor with an address, or as a user. */
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
const COLUMNS = NAMES.join(', ');
const purchaseOf = sameColumns<StoredPurchase>(NAMES, ['external_id']).of;

/** Columns of a new purchase that come from the item. */
const OF_ITEM = {
  registry_id: 'registry_id',
  item_name: 'name',
  item_price: 'price',
  item_currency: 'currency',
  item_url: 'url',
};

const isOfItem = (name: string): name is keyof typeof OF_ITEM => name in OF_ITEM;

/** Other columns of a new purchase, without the external id, which few have. */
const GIVEN = NAMES.filter((name) => !isOfItem(name) && name !== 'external_id');

/**
 * Creates a purchase if the item is active, and item and registry have room. For an owner, secret purchases and shares
 * take no room (rules: Shares of a wish): a refusal would reveal them. Triggers update the counters (see the
 * migration). The registry id is that of the item, so that the statement reads and writes the rows of one registry.
 */
const MAKE = `
  INSERT INTO purchases (${GIVEN.join(', ')}, ${Object.keys(OF_ITEM).join(', ')}, external_id)
  SELECT ${placeholders(GIVEN.length)}, ${Object.values(OF_ITEM)
    .map((column) => `items.${column}`)
    .join(', ')}, CAST($29 AS TEXT)
  FROM items
  WHERE items.registry_id = $19 AND items.id = $20 AND items.is_active = 1
  AND items.quantity_purchased + items.quantity_secret * $21 + $22 <= items.quantity_needed
  AND ${withEarlier(`(
    SELECT count(*) FROM (
      SELECT 1 FROM purchases AS others WHERE others.registry_id = $23 AND others.is_owner = $24 LIMIT ${MAX_PURCHASES}
    ) AS counted
  )`)} < ${MAX_PURCHASES}
  AND NOT EXISTS (SELECT 1 FROM purchases AS others WHERE others.registry_id = $25 AND others.id = $26)
  AND ($27 = 1 OR ${isFreeForWhole('$19', '$28')})`;

/** Also requires that no purchase of the registry has this external id; needs the lock of the registry. */
const MAKE_NAMED = `${MAKE}
  AND NOT EXISTS (SELECT 1 FROM purchases AS same WHERE same.registry_id = $19 AND same.external_id = CAST($29 AS TEXT))`;

/** The personal data of a purchase, in the order of the conditions of CHANGE_AS_READ. */
export const PERSON = ['giver_user_id', 'giver_name', 'giver_email', 'message'] as const;

/**
 * Compares the personal data, too: an erasure does not raise `updated_at`, and the change could restore erased data.
 */
const CHANGE_AS_READ = `
  UPDATE purchases SET quantity = $1, state = $2, giver_user_id = $3, giver_name = $4, giver_email = $5, message = $6,
    thanked_at = $7, updated_at = $8
  WHERE registry_id = $9 AND id = $10 AND updated_at = $11 AND giver_user_id IS NOT DISTINCT FROM $12
  AND giver_name IS NOT DISTINCT FROM $13 AND giver_email IS NOT DISTINCT FROM $14 AND message IS NOT DISTINCT FROM $15`;

/** Also requires room for the additional quantity. */
const CHANGE_TO_MORE = `${CHANGE_AS_READ} AND EXISTS (
    SELECT 1 FROM items WHERE registry_id = purchases.registry_id AND id = purchases.item_id
    AND quantity_purchased + quantity_secret * (1 - purchases.is_owner) + $16 <= quantity_needed)`;

const ON_LISTS = listsOfItem('purchases');

/**
 * Lowers a counter, but never below the sum of the purchases. If another request deletes a purchase at the same time,
 * the statement compares with the old, higher sum, and may change nothing. So the counter may stay too high, but never
 * becomes too low.
 */
const UNCOUNT = `
  UPDATE items SET quantity_purchased = quantity_purchased - $1 WHERE id = $2 AND quantity_purchased - $3 >= (
    SELECT coalesce(sum(quantity), 0) FROM purchases
    WHERE item_id = items.id AND registry_id = items.registry_id AND (is_secret = 0 OR revealed_at IS NOT NULL))
  RETURNING id, registry_id, appears_on`;

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

  async find(id: string): Promise<StoredPurchase | null> {
    return purchaseOrNull(await this.#database.first(`SELECT ${COLUMNS} FROM purchases WHERE id = $1`, [id]));
  }

  /** Returns purchases, sorted by creation time. */
  async list(
    selection: PurchaseSelection,
    { skip, limit }: { skip: number; limit: number },
  ): Promise<StoredPurchase[]> {
    const { conditions, values } = conditionsOf(selection);
    const own = `SELECT ${COLUMNS} FROM purchases WHERE ${['1 = 1', ...conditions].join(' AND ')}`;
    // The registry is the first condition and parameter. Its owners also see promises through it for items that have left.
    const appearing = 'SELECT home_id, item_id FROM appearances AS a WHERE a.registry_id = $1 AND a.home_id <> $1';
    const others = [
      `UNION ALL SELECT ${COLUMNS} FROM purchases WHERE (registry_id, item_id) IN (${appearing})`,
      `UNION ALL SELECT ${COLUMNS} FROM purchases WHERE list_id = $1 AND registry_id <> $1 AND (registry_id, item_id) NOT IN (${appearing})`,
    ];
    const isOnList = selection.registry_id !== undefined && this.appearances.areSupported;
    const sql = `${own} ${isOnList ? others.map((other) => [other, ...conditions.slice(1)].join(' AND ')).join(' ') : ''}
      ORDER BY created_at, id LIMIT ${counted(`$${values.length + 1}`)} OFFSET ${counted(`$${values.length + 2}`)}`;
    const rows = await this.#database.read(sql, [...values, limit, skip]);
    return rows.map(purchaseOf);
  }

  /**
   * Returns all purchases on a list, sorted by creation time. There may be more than MAX_PURCHASES: the limit applies
   * separately to owners and to guests, and gifts of appearing items come from other registries.
   */
  allOf(registryId: number, others: Omit<PurchaseSelection, 'registry_id'> = {}): Promise<StoredPurchase[]> {
    return this.list({ ...others, registry_id: registryId }, { skip: 0, limit: 20 * MAX_PURCHASES });
  }

  #returning(sql: string): string {
    return `${sql} RETURNING ${COLUMNS}${this.appearances.areSupported ? `, ${ON_LISTS}` : ', NULL'}`;
  }

  /**
   * Creates a purchase; null if the item is inactive or shared, if item or registry has no room, or if the id is taken.
   */
  async make(purchase: NewPurchase): Promise<StoredPurchase | null> {
    const { id, item_id: itemId, registry_id: registryId, quantity } = purchase;
    const now = timeAfter();
    const made = { list_id: null, ...purchase, thanked_at: null, created_at: now, updated_at: now, is_orphan: false };
    const isOwner = Number(purchase.is_owner);
    const room = [registryId, itemId, 1 - isOwner, quantity, registryId, isOwner];
    const conditions = [...room, registryId, id, isOwner, now, purchase.external_id ?? null];
    const isNamed = purchase.external_id !== undefined;
    const sql = this.#returning(isNamed ? MAKE_NAMED : MAKE);
    // In a statement with other gifts, a gift would not see their external ids.
    const target = isNamed ? undefined : targetOf(purchase);
    const options = { lockId: registryId, changes: CREATED, target };
    const rows = await this.#database.write(sql, [...valuesOf(made, GIVEN), ...conditions], options);
    this.#count('made', rows.length);
    return purchaseOrNull(rows[0]);
  }

  /** Returns whether guests have promised so much of an item that no other guest can give the whole item. */
  isShared(registryId: number, itemId: number): Promise<boolean> {
    return new ShareStore(this.#database).isShared(registryId, itemId);
  }

  async hasExternalId(registryId: number, externalId: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM purchases WHERE registry_id = $1 AND external_id = $2 LIMIT 1';
    return (await this.#database.first(sql, [registryId, externalId])) !== undefined;
  }

  /** Purchases by owners and by others are counted separately. */
  async isFull(registryId: number, isOwner: boolean): Promise<boolean> {
    const sql = `SELECT 1 FROM purchases WHERE registry_id = $1 AND is_owner = $2 LIMIT 1 OFFSET ${counted('$3')}`;
    return (await this.#database.first(sql, [registryId, Number(isOwner), MAX_PURCHASES - 1])) !== undefined;
  }

  /** Changes a purchase; null if it has changed since it was read, or if too few pieces are left. */
  async change(
    before: StoredPurchase,
    gift: Gift,
    isThanked = before.thanked_at !== null,
  ): Promise<StoredPurchase | null> {
    const more = gift.quantity - before.quantity;
    const now = timeAfter(before.updated_at);
    const values = [...valuesOf(gift, GIFT), isThanked ? (before.thanked_at ?? now) : null, now];
    const target = valuesOf(before, ['registry_id', 'id', 'updated_at', ...PERSON]);
    const rows = await this.#database.write(
      this.#returning(more > 0 ? CHANGE_TO_MORE : CHANGE_AS_READ),
      [...values, ...target, ...(more > 0 ? [more] : [])],
      {
        lockId: before.registry_id,
        changes: more === 0 ? UPDATED_WITH_SAME_QUANTITY : UPDATED,
        target: targetOf(before),
      },
    );
    this.#count('changed', rows.length);
    return purchaseOrNull(rows[0]);
  }

  /** Deletes a purchase, but not a later one with the same id. Returns true if it existed. */
  async giveBack(purchase: StoredPurchase): Promise<boolean> {
    const { id, created_at: createdAt, registry_id: registryId } = purchase;
    const sql = this.#returning(`DELETE FROM purchases WHERE registry_id = $1 AND id = $2 AND created_at = $3`);
    const options = { lockId: registryId, changes: DELETED, target: targetOf(purchase) };
    const rows = await this.#database.write(sql, [registryId, id, createdAt], options);
    this.#count('given_back', rows.length);
    return rows.length > 0;
  }

  async removeAllOf(registryId: number): Promise<void> {
    const sql = this.#returning('DELETE FROM purchases WHERE registry_id = $1');
    await this.#database.write(sql, [registryId], { lockId: registryId, changes: DELETED });
  }

  /**
   * Returns the creation times of unrevealed purchases of earlier versions that are not secret. The registry's settings
   * decide whether the owner sees their givers.
   */
  async timesOfNameless(registryId: number): Promise<string[]> {
    const sql =
      'SELECT created_at FROM purchases WHERE registry_id = $1 AND revealed_at IS NULL AND is_secret = 0 AND level IS NULL';
    return (await this.#database.read<[createdAt: string]>(sql, [registryId])).map(([createdAt]) => createdAt);
  }

  /**
   * Subtracts pieces that belong to no purchase from the number of bought pieces; false, without a change, if there are
   * too few.
   */
  async uncount(itemId: number, quantity: number): Promise<boolean> {
    return (await this.#database.write(UNCOUNT, [quantity, itemId, quantity], { changes: UNCOUNTED })).length > 0;
  }
}

/** Returns the target of a write that changes a purchase, and thus the counter of its item. */
const targetOf = ({ id, item_id: itemId }: Pick<StoredPurchase, 'id' | 'item_id'>): Target => ({
  key: id,
  column: 0,
  itemId,
});

const changesOf = (type: EventType, isNumber = true): ChangesIn<Row> =>
  promiseChanges({
    type,
    isNumber,
    promiseOf: purchaseOf,
    own: ({ id, giver_user_id: giverUserId }) => ({ purchaseId: id, giverUserId }),
  });
const CREATED = changesOf('purchase.created');
const UPDATED = changesOf('purchase.updated');
const UPDATED_WITH_SAME_QUANTITY = changesOf('purchase.updated', false);
const DELETED = changesOf('purchase.deleted');

const UNCOUNTED: ChangesIn<[itemId: number, registryId: number, appearsOn: string | null]> = (rows) =>
  rows.flatMap(([itemId, registryId, appearsOn]) =>
    onEachList(changeOfItem('item.updated', registryId, itemId), appearsOn),
  );

/** Returns the SQL conditions of a selection, and the values for the conditions in the same order. */
export function conditionsOf(selection: PurchaseSelection): { conditions: string[]; values: Value[] } {
  const {
    registry_id: registryId,
    giver_email: email,
    giver_user_id: userId,
    buyer,
    external_id: externalId,
  } = selection;
  const conditions: string[] = [];
  const values: Value[] = [];
  const add = (expression: string, value: Value): void => {
    values.push(value);
    conditions.push(expression.replace('$', `$${values.length}`));
  };
  if (registryId !== undefined) add('registry_id = $', registryId);
  // SQLite uses a partial index only if the statement repeats the condition of the index.
  if (email !== undefined) add('giver_email IS NOT NULL AND giver_email = $', lowerCaseAddress(email));
  if (userId !== undefined) add('giver_user_id = $', userId);
  if (externalId !== undefined) add('external_id IS NOT NULL AND external_id = $', externalId);
  if (buyer !== undefined) {
    const [address, user] = [lowerCaseAddress(buyer.email), buyer.userId].map((value) => `$${values.push(value)}`);
    conditions.push(`((giver_email IS NOT NULL AND giver_email = ${address}) OR giver_user_id = ${user})`);
  }
  return { conditions, values };
}

const purchaseOrNull = (row: Row | undefined): StoredPurchase | null => (row ? purchaseOf(row) : null);
