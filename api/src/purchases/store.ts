import { MAX_PURCHASES, type PurchaseState } from '@largesse/contract';
import type { Database, Statements, Target, Value } from '../database/database.ts';
import type { Change, ChangesIn, EventType } from '../database/events.ts';
import { ASKED, counted } from '../database/sql.ts';
import type { TimeLeft } from '../deadline.ts';
import { IdeaStore, isFreeForWhole } from '../ideas/store.ts';
import { placeholders } from '../items/rows.ts';
import { timeAfter } from '../times.ts';
import { lowerCaseAddress } from './address.ts';

/** A purchase, as stored. */
export interface StoredPurchase {
  /** A UUID in lower case. */
  id: string;
  itemId: number;
  registryId: number;
  quantity: number;
  state: PurchaseState;
  /** True if the purchase was made as a secret. The purchase stays secret until `revealedAt`. */
  isSecret: boolean;
  isOwner: boolean;
  giverUserId: number | null;
  giverName: string | null;
  giverEmail: string | null;
  message: string | null;
  thankedAt: string | null;
  revealedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Fields that the giver can set and change. */
export type Gift = Pick<StoredPurchase, 'quantity' | 'state' | 'giverUserId' | 'giverName' | 'giverEmail' | 'message'>;

/** A new purchase. */
export type NewPurchase = Omit<StoredPurchase, 'thankedAt' | 'createdAt' | 'updatedAt'>;

/** Filters for a list of purchases. */
export interface PurchaseSelection {
  registryId?: number | undefined;
  giverEmail?: string | undefined;
  giverUserId?: number | undefined;
  /** True to select only purchases that the owner of the registry may see. */
  isOwnView?: boolean;
}

/** Selects the personal data to erase: by address, by user, or by registry. */
export type Erasure = { giverEmail: string } | { giverUserId: number } | ErasureOfRegistry;

/** Selects all purchases of a registry, or only purchases that were made before the time `before` (ISO 8601, UTC). */
interface ErasureOfRegistry {
  registryId: number;
  before?: string | undefined;
}

/** Events of purchases. */
export const PURCHASE_EVENTS = ['made', 'changed', 'given_back', 'revealed'] as const;
export type PurchaseEvent = (typeof PURCHASE_EVENTS)[number];

/** Counts purchase events for operators. Called with the type of the events, and their number. */
export type CountEvents = (event: PurchaseEvent, count: number) => void;

/** Values of a row, in the order of COLUMNS. */
type PurchaseRow = [
  id: string,
  itemId: number,
  registryId: number,
  quantity: number,
  state: PurchaseState,
  isSecret: number,
  isOwner: number,
  giverUserId: number | null,
  giverName: string | null,
  giverEmail: string | null,
  message: string | null,
  thankedAt: string | null,
  revealedAt: string | null,
  createdAt: string,
  updatedAt: string,
];

/** Row of a purchase that was just revealed. */
type RevealedRow = [isSecret: number, createdAt: string];

/**
 * Value of `namesSince` if the owner could always see the givers of purchases that are not secret. The empty text sorts
 * before every time.
 */
export const ALWAYS = '';

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
];
const COLUMNS = NAMES.join(', ');

/** Columns of a new purchase, except `registry_id`. */
const GIVEN = NAMES.filter((name) => name !== 'registry_id');

/**
 * Creates a purchase if the item is active, and both the item and its registry have room. If an owner makes the
 * purchase, secret purchases and shares (rules: Shares of a wish) take no room. Otherwise, a refusal would reveal
 * secret purchases and shares to the owner. Triggers update the counters (see the migration).
 *
 * The statement inserts the registry id of the item. If the inserted id were a parameter, Citus would not run the
 * statement on one server, and the coordinator would copy the rows.
 */
const MAKE = `
  INSERT INTO purchases (${GIVEN.join(', ')}, registry_id)
  SELECT ${placeholders(GIVEN.length)}, items.registry_id FROM ${ASKED.before} items
  WHERE items.registry_id = $15 AND items.id = $16 AND items.is_active = 1
  AND items.quantity_purchased + items.quantity_secret * $17 + $18 <= items.quantity_needed
  AND (
    SELECT count(*) FROM (
      SELECT 1 FROM purchases AS others WHERE others.registry_id = $19 AND others.is_owner = $20 LIMIT ${MAX_PURCHASES}
    ) AS counted
  ) ${ASKED.earlier} < ${MAX_PURCHASES}
  AND NOT EXISTS (SELECT 1 FROM purchases AS others WHERE others.registry_id = $21 AND others.id = $22)
  AND ($23 = 1 OR ${isFreeForWhole('$15', '$24')})
  RETURNING ${COLUMNS}`;

/**
 * Changes a purchase that has not changed since it was read. The statement also compares the personal data, because an
 * erasure of personal data does not raise `updated_at`. Without this comparison, the change could restore erased data.
 */
const CHANGE_AS_READ = `
  UPDATE purchases SET quantity = $1, state = $2, giver_user_id = $3, giver_name = $4, giver_email = $5, message = $6,
    thanked_at = $7, updated_at = $8
  ${ASKED.from} WHERE registry_id = $9 AND id = $10 AND updated_at = $11 AND giver_user_id IS NOT DISTINCT FROM $12
  AND giver_name IS NOT DISTINCT FROM $13 AND giver_email IS NOT DISTINCT FROM $14 AND message IS NOT DISTINCT FROM $15`;
const CHANGE = `${CHANGE_AS_READ} RETURNING ${COLUMNS}`;

/** Changes a purchase like `CHANGE_AS_READ` if the item has room for the additional quantity. */
const CHANGE_TO_MORE = `${CHANGE_AS_READ} AND EXISTS (
    SELECT 1 FROM items WHERE registry_id = purchases.registry_id AND id = purchases.item_id
    AND quantity_purchased + quantity_secret * (1 - purchases.is_owner) + $16 <= quantity_needed)
  RETURNING ${COLUMNS}`;

const REVEAL = `
  UPDATE purchases SET revealed_at = $1 WHERE registry_id = $2 AND revealed_at IS NULL RETURNING is_secret, created_at`;

/**
 * Lowers a counter, but never below the sum of the purchases. If another request deletes a purchase at the same time,
 * the statement compares the new counter with the old, higher sum. It may then change nothing, so the counter stays too
 * high. The counter never becomes too low.
 */
const UNCOUNT = `
  UPDATE items SET quantity_purchased = quantity_purchased - $1 WHERE id = $2 AND quantity_purchased - $3 >= (
    SELECT coalesce(sum(quantity), 0) FROM purchases
    WHERE item_id = items.id AND registry_id = items.registry_id AND (is_secret = 0 OR revealed_at IS NOT NULL))
  RETURNING id, registry_id`;

/**
 * Stores purchases. Each change is one statement, which also updates the counters of the item. All methods throw
 * DatabaseUnavailable if the database is unavailable.
 */
export class PurchaseStore {
  readonly #database: Statements & Partial<Pick<Database, 'within'>>;
  readonly #count: CountEvents;
  readonly #ideas: IdeaStore;

  constructor(database: Statements & Partial<Pick<Database, 'within'>>, count: CountEvents = () => {}) {
    this.#database = database;
    this.#count = count;
    this.#ideas = new IdeaStore(database);
  }

  /** Returns a store of the same purchases with a request's time limit. */
  within(time: TimeLeft): PurchaseStore {
    return new PurchaseStore(this.#database.within?.(time) ?? this.#database, this.#count);
  }

  /** Returns a purchase, or null. */
  async find(id: string): Promise<StoredPurchase | null> {
    return purchaseOrNull(
      await this.#database.first<PurchaseRow>(`SELECT ${COLUMNS} FROM purchases WHERE id = $1`, [id]),
    );
  }

  /** Returns purchases, sorted by creation time. */
  async list(
    selection: PurchaseSelection,
    { skip, limit }: { skip: number; limit: number },
  ): Promise<StoredPurchase[]> {
    const { conditions, values } = conditionsOf(selection);
    const sql = `SELECT ${COLUMNS} FROM purchases WHERE ${['1 = 1', ...conditions].join(' AND ')}
      ORDER BY created_at, id LIMIT ${counted(`$${values.length + 1}`)} OFFSET ${counted(`$${values.length + 2}`)}`;
    const rows = await this.#database.read<PurchaseRow>(sql, [...values, limit, skip]);
    return rows.map(purchaseOf);
  }

  /**
   * Returns all purchases of a registry, sorted by creation time. There can be twice MAX_PURCHASES, because this limit
   * applies separately to owners and to guests.
   */
  allOf(registryId: number): Promise<StoredPurchase[]> {
    return this.list({ registryId }, { skip: 0, limit: 2 * MAX_PURCHASES });
  }

  /**
   * Creates a purchase.
   * @returns null if the item is inactive or guests share it, if the item or the registry has no room, or if the id is
   * taken
   */
  async make(purchase: NewPurchase): Promise<StoredPurchase | null> {
    const { id, itemId, registryId, quantity } = purchase;
    const now = timeAfter();
    const values = givenOf({ ...purchase, thankedAt: null, createdAt: now, updatedAt: now });
    const isOwner = Number(purchase.isOwner);
    const room = [registryId, itemId, 1 - isOwner, quantity, registryId, isOwner];
    const conditions = [...room, registryId, id, isOwner, now];
    const rows = await this.#database.write<PurchaseRow>(
      MAKE,
      [...values, ...conditions],
      registryId,
      CREATED,
      targetOf(purchase),
    );
    this.#count('made', rows.length);
    return purchaseOrNull(rows[0]);
  }

  /** Returns whether guests have promised so much of an item that no other guest can give the whole item. */
  isShared(registryId: number, itemId: number): Promise<boolean> {
    return this.#ideas.isShared(registryId, itemId);
  }

  /**
   * Returns whether a registry has the maximum number of purchases. Purchases by owners and purchases by others are
   * counted separately.
   */
  async isFull(registryId: number, isOwner: boolean): Promise<boolean> {
    const sql = `SELECT 1 FROM purchases WHERE registry_id = $1 AND is_owner = $2 LIMIT 1 OFFSET ${counted('$3')}`;
    return (await this.#database.first(sql, [registryId, Number(isOwner), MAX_PURCHASES - 1])) !== undefined;
  }

  /**
   * Changes the fields of a purchase that its giver can set, and records whether the giver was thanked.
   * @returns null if the purchase has changed since it was read, or if too few pieces are left
   */
  async change(
    before: StoredPurchase,
    gift: Gift,
    isThanked = before.thankedAt !== null,
  ): Promise<StoredPurchase | null> {
    const more = gift.quantity - before.quantity;
    const { quantity, state, giverUserId, giverName, giverEmail, message } = gift;
    const now = timeAfter(before.updatedAt);
    const thankedAt = isThanked ? (before.thankedAt ?? now) : null;
    const values = [quantity, state, giverUserId, giverName, giverEmail, message, thankedAt, now];
    const person = [before.giverUserId, before.giverName, before.giverEmail, before.message];
    const target = [before.registryId, before.id, before.updatedAt, ...person];
    const rows = await (more > 0
      ? this.#database.write<PurchaseRow>(
          CHANGE_TO_MORE,
          [...values, ...target, more],
          before.registryId,
          UPDATED,
          targetOf(before),
        )
      : this.#database.write<PurchaseRow>(
          CHANGE,
          [...values, ...target],
          before.registryId,
          UPDATED,
          targetOf(before),
        ));
    this.#count('changed', rows.length);
    return purchaseOrNull(rows[0]);
  }

  /**
   * Deletes a purchase, but not a later purchase with the same id.
   * @returns true if the purchase existed
   */
  async giveBack(purchase: StoredPurchase): Promise<boolean> {
    const { id, createdAt, registryId } = purchase;
    const sql = `DELETE FROM purchases ${ASKED.using} WHERE registry_id = $1 AND id = $2 AND created_at = $3 RETURNING ${COLUMNS}`;
    const values = [registryId, id, createdAt];
    const target = targetOf(purchase);
    const rows = await this.#database.write<PurchaseRow>(sql, values, registryId, DELETED, target);
    this.#count('given_back', rows.length);
    return rows.length > 0;
  }

  /** Deletes all purchases and all ideas of a deleted registry. */
  async removeAllOf(registryId: number): Promise<void> {
    const sql = `DELETE FROM purchases WHERE registry_id = $1 RETURNING ${COLUMNS}`;
    await this.#database.write<PurchaseRow>(sql, [registryId], registryId, DELETED);
    await this.#ideas.removeAllOf(registryId);
  }

  /** Returns whether a registry has unrevealed purchases or ideas. */
  async hasUnrevealed(registryId: number): Promise<boolean> {
    const sql = 'SELECT id FROM purchases WHERE registry_id = $1 AND revealed_at IS NULL LIMIT 1';
    if ((await this.#database.first(sql, [registryId])) !== undefined) return true;
    return this.#ideas.hasUnrevealed(registryId);
  }

  /**
   * Returns the creation times of unrevealed purchases that are not secret. The owner sees these purchases. Whether the
   * owner also sees their givers depends on the settings of the registry.
   */
  async timesOfNameless(registryId: number): Promise<string[]> {
    const sql = 'SELECT created_at FROM purchases WHERE registry_id = $1 AND revealed_at IS NULL AND is_secret = 0';
    return (await this.#database.read<[createdAt: string]>(sql, [registryId])).map(([createdAt]) => createdAt);
  }

  /**
   * Reveals all purchases and ideas for a registry. From then on, the owner's counters include the purchases that were
   * secret. Records no event if the owner could already see all purchases and their givers.
   * @param namesSince time (ISO 8601, UTC) since which the owner sees the givers of new purchases, except secret
   * purchases; null if the owner saw no givers
   * @returns the number of revealed purchases and ideas
   */
  async reveal(registryId: number, namesSince: string | null = null): Promise<number> {
    const isNews = ([isSecret, createdAt]: RevealedRow): boolean =>
      isSecret === 1 || namesSince === null || createdAt < namesSince;
    const revealed: ChangesIn<RevealedRow> = (rows) => (rows.some(isNews) ? [revealOf(registryId)] : []);
    const rows = await this.#database.write(REVEAL, [timeAfter(), registryId], registryId, revealed);
    this.#count('revealed', rows.length);
    return rows.length + (await this.#ideas.reveal(registryId));
  }

  /**
   * Subtracts `quantity` from the number of bought pieces of an item. Only pieces that belong to no purchase are
   * subtracted.
   * @returns false, without a change, if fewer than `quantity` pieces belong to no purchase
   */
  async uncount(itemId: number, quantity: number): Promise<boolean> {
    return (await this.#database.write(UNCOUNT, [quantity, itemId, quantity], undefined, UNCOUNTED)).length > 0;
  }

  /**
   * Erases givers and their messages. The quantities stay.
   * @returns the number of purchases and ideas from which data was erased
   */
  async erase(whose: Erasure, onlyAddresses: boolean): Promise<number> {
    if (!onlyAddresses) await this.#eraseFromEvents(whose);
    const ofIdeas = 'giverEmail' in whose ? { giverEmail: lowerCaseAddress(whose.giverEmail) } : whose;
    const ideas = await this.#ideas.erase(ofIdeas, onlyAddresses);
    const data = onlyAddresses ? ['giver_email'] : ['giver_user_id', 'giver_name', 'giver_email', 'message'];
    const { conditions, values } = conditionsOf(whose);
    if ('before' in whose && whose.before !== undefined) {
      values.push(whose.before);
      conditions.push(`created_at < $${values.length}`);
    }
    const sql = `UPDATE purchases SET ${data.map((column) => `${column} = NULL`).join(', ')}
      WHERE ${conditions.join(' AND ')} AND (${data.map((column) => `${column} IS NOT NULL`).join(' OR ')}) RETURNING id`;
    const lockId = 'registryId' in whose ? whose.registryId : undefined;
    return ideas + (await this.#database.write(sql, values, lockId)).length;
  }

  /** Erases givers from the log of changes. The log contains the user ids of givers, but no addresses. */
  async #eraseFromEvents(whose: Erasure): Promise<void> {
    const clear = 'UPDATE events SET giver_user_id = NULL WHERE giver_user_id IS NOT NULL AND';
    if ('giverUserId' in whose) {
      await this.#database.write(`${clear} giver_user_id = $1`, [whose.giverUserId]);
      return;
    }
    if ('registryId' in whose && whose.before === undefined) {
      await this.#database.write(`${clear} registry_id = $1`, [whose.registryId]);
      return;
    }
    const { conditions, values } = conditionsOf(whose);
    if ('before' in whose && whose.before !== undefined) {
      values.push(whose.before);
      conditions.push(`created_at < $${values.length}`);
    }
    const sql = `SELECT registry_id, id FROM purchases WHERE giver_user_id IS NOT NULL AND ${conditions.join(' AND ')}`;
    for (const row of await this.#database.read<[registryId: number, id: string]>(sql, values))
      await this.#database.write(`${clear} registry_id = $1 AND purchase_id = $2`, row);
  }
}

/** Returns the target of a write that changes a purchase, and thus the counter of its item. */
const targetOf = ({ id, itemId }: Pick<StoredPurchase, 'id' | 'itemId'>): Target => ({ key: id, column: 0, itemId });

const changesOf =
  (type: EventType): ChangesIn<PurchaseRow> =>
  (rows) =>
    rows.map(purchaseOf).map((purchase) => ({
      type,
      registryId: purchase.registryId,
      itemId: purchase.itemId,
      purchaseId: purchase.id,
      isSecret: purchase.isSecret && purchase.revealedAt === null,
      giverUserId: purchase.giverUserId,
    }));
const CREATED = changesOf('purchase.created');
const UPDATED = changesOf('purchase.updated');
const DELETED = changesOf('purchase.deleted');

const OF_NO_PURCHASE = { purchaseId: null, isSecret: false, giverUserId: null };

const revealOf = (registryId: number): Change => ({
  type: 'purchases.revealed',
  registryId,
  itemId: null,
  ...OF_NO_PURCHASE,
});

const UNCOUNTED: ChangesIn<[itemId: number, registryId: number]> = (rows) =>
  rows.map(([itemId, registryId]) => ({ type: 'item.updated', registryId, itemId, ...OF_NO_PURCHASE }));

/** Returns the SQL conditions of a selection, and the values for the conditions in the same order. */
function conditionsOf(selection: PurchaseSelection): { conditions: string[]; values: Value[] } {
  const { registryId, giverEmail, giverUserId, isOwnView = false } = selection;
  const conditions: string[] = [];
  const values: Value[] = [];
  const add = (expression: string, value: Value): void => {
    values.push(value);
    conditions.push(expression.replace('$', `$${values.length}`));
  };
  if (registryId !== undefined) add('registry_id = $', registryId);
  // SQLite uses a partial index only if the statement repeats the condition of the index.
  if (giverEmail !== undefined) add('giver_email IS NOT NULL AND giver_email = $', lowerCaseAddress(giverEmail));
  if (giverUserId !== undefined) add('giver_user_id = $', giverUserId);
  if (isOwnView) conditions.push('(is_secret = 0 OR revealed_at IS NOT NULL)');
  return { conditions, values };
}

const givenOf = (purchase: StoredPurchase): Value[] => [
  purchase.id,
  purchase.itemId,
  purchase.quantity,
  purchase.state,
  Number(purchase.isSecret),
  Number(purchase.isOwner),
  purchase.giverUserId,
  purchase.giverName,
  purchase.giverEmail,
  purchase.message,
  purchase.thankedAt,
  purchase.revealedAt,
  purchase.createdAt,
  purchase.updatedAt,
];

const purchaseOrNull = (row: PurchaseRow | undefined): StoredPurchase | null => (row ? purchaseOf(row) : null);

const purchaseOf = (row: PurchaseRow): StoredPurchase => ({
  id: row[0],
  itemId: row[1],
  registryId: row[2],
  quantity: row[3],
  state: row[4],
  isSecret: row[5] === 1,
  isOwner: row[6] === 1,
  giverUserId: row[7],
  giverName: row[8],
  giverEmail: row[9],
  message: row[10],
  thankedAt: row[11],
  revealedAt: row[12],
  createdAt: row[13],
  updatedAt: row[14],
});
