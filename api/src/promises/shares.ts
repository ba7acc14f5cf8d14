import { MAX_SHARES, SHARE_GRACE_DAYS, type Share, type SharesQuery } from '@largesse/contract';
import { isOnOneList, isThrough, listsOfItem, otherListsIn } from '../appearances/store.ts';
import type { Row, Statements, Value } from '../database/database.ts';
import type { ChangesIn, EventType } from '../database/events.ts';
import { type Erasure, erasePerson, lowerCaseAddress } from '../database/people.ts';
import { counted, recordsOf, valuesOf } from '../database/sql.ts';
import { amountLeft, IS_OPEN_SHARE, isFreeForWhole, isPromised, SMALLEST } from '../items/promised.ts';
import { timeAfter } from '../times.ts';
import { isUnopened } from './opening.ts';
import { promiseChanges } from './promise-events.ts';
import { isStillSecret, type Secrecy } from './surprise.ts';
import type { PromisedWish } from './wish.ts';

/** One day in milliseconds. */
export const DAY_MS = 86_400_000;

/** A share of a wish, as stored. `is_secret` stays true after the reveal. */
export interface StoredShare extends Omit<Share, 'is_giver_shown'>, Secrecy, PromisedWish {
  revealed_at: string | null;
  /** List through which a guest shares an item of another registry; otherwise null (rules: Appearances). */
  list_id: number | null;
  /** True if this list was deleted. */
  is_orphan: boolean;
}

/** Fields that a request sets in a share. */
export type ShareFields = Omit<
  StoredShare,
  'name' | 'item_price' | 'item_currency' | 'item_url' | 'is_orphan' | 'revealed_at' | 'created_at' | 'updated_at'
>;

const NAMES = [
  'id',
  'registry_id',
  'item_id',
  'name',
  'amount',
  'is_secret',
  'giver_user_id',
  'giver_name',
  'giver_email',
  'ends_at',
  'note',
  'revealed_at',
  'created_at',
  'updated_at',
  'list_id',
  'level',
  'waits_for',
  'is_orphan',
  'item_price',
  'item_currency',
  'item_url',
] as const;
const COLUMNS = NAMES.join(', ');
const shareOf = recordsOf<StoredShare>(NAMES);

const GIVER = ['giver_user_id', 'giver_name', 'giver_email', 'ends_at', 'note'] as const;

/**
 * All shares of an item cover its price.
 * @param registryId parameter: the statement then reads only this registry
 */
const isCovered = (registryId = 'shares.registry_id', isOpen = false): string => `EXISTS (
    SELECT 1 FROM items WHERE items.registry_id = ${registryId} AND items.id = shares.item_id AND ${isPromised({ registryId, isOpen })})`;

/** A share has not ended. The service treats an ended share as deleted. @param now parameter with the time */
const counts = (now: string, registryId?: string, isOpen = false): string =>
  `(shares.ends_at IS NULL OR shares.ends_at > ${now} OR ${isCovered(registryId, isOpen)})`;

/** Readers of a registry who see secret shares. */
const SEES_SECRETS: ReadonlySet<string> = new Set(['keeper', 'guest']);

/** Condition for the shares of items of other registries that appear on a list. @param listId parameter */
const appears = (listId: string): string => `(shares.registry_id, shares.item_id) IN (
    SELECT home_id, item_id FROM appearances AS a WHERE a.registry_id = ${listId} AND a.home_id <> ${listId})`;

/** Part of an item's price that guests can promise. @param id parameter with the id of a share that is ignored */
const leftWithout = (registryId: string, id: string, now: string): string =>
  amountLeft({ registryId }, now, `shares.id <> ${id}`);

/**
 * The rest of an item's price is enough for a share, and no other share of the item has ended. Ended shares must be
 * deleted first; otherwise, they would count again as soon as all shares cover the price.
 * @param first number of the first of five parameters (see `roomFor`)
 */
const hasRoom = (first: number): string => {
  const at = (index: number): string => `$${first + index}`;
  const [id, now, registryId] = [at(1), at(2), at(3)];
  return `${at(0)} <= ${leftWithout(registryId, id, now)} + ${SMALLEST} AND items.registry_id = ${registryId} AND items.id = ${at(4)}
  AND NOT EXISTS (
    SELECT 1 FROM shares AS ended WHERE ended.registry_id = ${registryId} AND ended.item_id = items.id
    AND ended.id <> ${id} AND ended.ends_at <= ${now})`;
};
const roomFor = ({ amount, id, registry_id, item_id }: ShareFields, now: string): Value[] => [
  amount,
  id,
  now,
  registry_id,
  item_id,
];

/** Inserts the registry id of the item, so that the statement reads and writes the rows of one registry. */
const MAKE = `
  INSERT INTO shares (${COLUMNS})
  SELECT $1, items.registry_id, items.id, items.name, $2, $3, $4, $5, $6, $7, $8, NULL, $9, $10, $11, $12, $13, 0,
    items.price, items.currency, items.url FROM items
  WHERE (
    SELECT count(*) FROM (SELECT 1 FROM shares AS others WHERE others.registry_id = $17 LIMIT ${MAX_SHARES}) AS counted
  ) < ${MAX_SHARES} AND ${hasRoom(14)}
  ON CONFLICT DO NOTHING`;
const CHANGE = `
  UPDATE shares SET amount = $1, giver_user_id = $2, giver_name = $3, giver_email = $4, ends_at = $5, note = $6, updated_at = $7
  WHERE registry_id = $8 AND id = $9 AND updated_at = $10`;
const CHANGE_TO_MORE = `${CHANGE} AND EXISTS (SELECT 1 FROM items WHERE ${hasRoom(11)})`;

/**
 * Stores the amounts that guests promise for wishes (rules: Shares of a wish). All methods throw DatabaseUnavailable.
 */
export class ShareStore {
  readonly #database: Pick<Statements, 'read' | 'first' | 'write' | 'joinsRegistries'>;

  constructor(database: Pick<Statements, 'read' | 'first' | 'write' | 'joinsRegistries'>) {
    this.#database = database;
  }

  /** True if items may be on several lists. */
  get #mayAppear(): boolean {
    return this.#database.joinsRegistries;
  }

  /** Returns a share that has not ended. @param registryId a list with the item @param id in lower case */
  async find(registryId: number, id: string): Promise<StoredShare | null> {
    const sql = !this.#mayAppear
      ? `SELECT ${COLUMNS} FROM shares WHERE registry_id = $1 AND id = $2 AND ${counts('$3', '$1')}`
      : `SELECT ${COLUMNS} FROM shares WHERE (registry_id = $1 OR ${appears('$1')}) AND id = $2 AND ${counts('$3')}`;
    return shareOrNull(await this.#database.first(sql, [registryId, id, timeAfter()]));
  }

  /** Returns the registry of an item that a list shows; the list itself if the item does not appear there. */
  async homeOf(listId: number, itemId: number): Promise<number> {
    if (!this.#mayAppear) return listId;
    const sql = 'SELECT home_id FROM appearances WHERE registry_id = $1 AND item_id = $2 LIMIT 1';
    return (await this.#database.first<[homeId: number]>(sql, [listId, itemId]))?.[0] ?? listId;
  }

  /** The query names one registry, whose ended shares are omitted, or one giver. Oldest shares first. */
  async list(query: SharesQuery): Promise<StoredShare[]> {
    const [condition, values] = conditionOf(query);
    // For recipients, no share depends on secret ones.
    const isOwnView = query.view !== undefined && !SEES_SECRETS.has(query.reader ?? '');
    const others = [appears('$1'), `shares.list_id = $1 AND shares.registry_id <> $1 AND NOT ${appears('$1')}`].map(
      (where) => `UNION ALL SELECT ${COLUMNS} FROM shares WHERE ${where} AND ${counts('$2', undefined, isOwnView)}`,
    );
    const sql = `SELECT ${COLUMNS} FROM shares WHERE ${condition}
      ${query.registry_id !== undefined && this.#mayAppear ? others.join(' ') : ''}
      ORDER BY created_at, id LIMIT ${counted(`$${values.length + 1}`)} OFFSET ${counted(`$${values.length + 2}`)}`;
    return (await this.#database.read(sql, [...values, query.limit, query.skip])).map(shareOf);
  }

  async isFull(registryId: number): Promise<boolean> {
    const sql = `SELECT 1 FROM shares WHERE registry_id = $1 LIMIT 1 OFFSET ${counted('$2')}`;
    return (await this.#database.first(sql, [registryId, MAX_SHARES - 1])) !== undefined;
  }

  /**
   * Returns the price of an active item, and the part that guests can still promise, which is negative if the price has
   * fallen.
   * @param id id of a share whose amount is ignored, in lower case
   */
  async roomOf(registryId: number, itemId: number, id: string): Promise<{ left: number; price: number | null } | null> {
    const sql = `SELECT ${leftWithout('$3', '$1', '$2')}, items.price FROM items
      WHERE items.registry_id = $3 AND items.id = $4 AND items.is_active = 1`;
    const values = [id, timeAfter(), registryId, itemId];
    const row = await this.#database.first<[left: number, price: number | null]>(sql, values);
    return row === undefined ? null : { left: row[0], price: row[1] };
  }

  /**
   * Creates a share; null if its id is taken, its registry is full, too little of the price is left, or a share has
   * ended.
   */
  async make(fields: ShareFields): Promise<StoredShare | null> {
    const now = timeAfter();
    const made = valuesOf(fields, ['id', 'amount', 'is_secret', ...GIVER]);
    const values = [...made, now, now, ...valuesOf(fields, ['list_id', 'level', 'waits_for']), ...roomFor(fields, now)];
    return shareOrNull((await this.#write(MAKE, values, fields.registry_id, 'share.created'))[0]);
  }

  /**
   * Changes a share; null if it has changed since it was read, too little of the price is left, or a share has ended.
   */
  async change(before: StoredShare, fields: ShareFields): Promise<StoredShare | null> {
    if (fields.amount < before.amount) await this.#extendOthers(before);
    const { registry_id: registryId, id, updated_at: version } = before;
    const now = timeAfter(version);
    const values = [...valuesOf(fields, ['amount', ...GIVER]), now, registryId, id, version];
    const rows =
      fields.amount > before.amount
        ? await this.#write(CHANGE_TO_MORE, [...values, ...roomFor(fields, now)], registryId, 'share.updated')
        : await this.#write(CHANGE, values, registryId, 'share.updated', fields.amount !== before.amount);
    return shareOrNull(rows[0]);
  }

  /** Returns false if the share has changed since it was read. */
  async remove(share: StoredShare): Promise<boolean> {
    await this.#extendOthers(share);
    const { registry_id: registryId, id, updated_at: version } = share;
    const sql = 'DELETE FROM shares WHERE registry_id = $1 AND id = $2 AND updated_at = $3';
    return (await this.#write(sql, [registryId, id, version], registryId, 'share.deleted')).length > 0;
  }

  /**
   * Extends all other shares of an item, if all shares together cover its price. Otherwise, shares whose time is over
   * would end when a guest takes back a share. The end of an open share never depends on a secret one.
   */
  async #extendOthers(share: StoredShare): Promise<void> {
    const { registry_id: registryId, id, item_id: itemId } = share;
    const sql = `UPDATE shares SET ends_at = $1, updated_at = $2
      WHERE registry_id = $3 AND item_id = $4 AND id <> $5 AND ends_at < $6 AND CASE WHEN ${IS_OPEN_SHARE}
      THEN $7 = 1 AND ${isCovered('$3', true)} ELSE ${isCovered('$3')} END`;
    const end = new Date(Date.now() + SHARE_GRACE_DAYS * DAY_MS).toISOString();
    const isOpen = Number(!isStillSecret(share));
    await this.#write(sql, [end, timeAfter(), registryId, itemId, id, end, isOpen], registryId, 'share.updated', false);
  }

  /** Returns whether there were any. */
  async removeEnded(registryId: number): Promise<boolean> {
    const sql = `DELETE FROM shares WHERE registry_id = $1 AND NOT ${counts('$2', '$1')}`;
    return (await this.#write(sql, [registryId, timeAfter()], registryId, 'share.deleted')).length > 0;
  }

  async removeAllOf(registryId: number): Promise<void> {
    await this.#write('DELETE FROM shares WHERE registry_id = $1', [registryId], registryId, 'share.deleted');
  }

  /** Returns whether guests have promised at least half of an item's price. */
  async isShared(registryId: number, itemId: number): Promise<boolean> {
    const sql = `SELECT 1 FROM items WHERE registry_id = $1 AND id = $2 AND NOT ${isFreeForWhole('$1', '$3')}`;
    return (await this.#database.first(sql, [registryId, itemId, timeAfter()])) !== undefined;
  }

  /** Ignores shares of items that are on several lists. */
  async hasUnrevealed(registryId: number): Promise<boolean> {
    const isOnOne = this.#mayAppear ? `AND ${isOnOneList('shares')}` : '';
    const sql = `SELECT 1 FROM shares WHERE registry_id = $1 AND ${isUnopened('shares')} ${isOnOne} LIMIT 1`;
    return (await this.#database.first(sql, [registryId])) !== undefined;
  }

  /** The shares stay. Returns the number of shares that lost data. */
  async erase(whose: Erasure, onlyAddresses: boolean): Promise<number> {
    const columns = onlyAddresses ? ['giver_email'] : ['giver_user_id', 'giver_name', 'giver_email', 'note'];
    const isOfRegistry = this.#mayAppear ? isThrough : undefined;
    return (await erasePerson(this.#database, { table: 'shares', person: 'giver', columns, isOfRegistry }, whose))
      .length;
  }

  get #onLists(): string {
    return this.#mayAppear ? listsOfItem('shares') : 'NULL';
  }

  #write(sql: string, values: Value[], registryId: number, type: EventType, isNumber = true): Promise<Row[]> {
    const changesOf = promiseChanges<StoredShare>({ type, isNumber, own: () => ({}) });
    const changes: ChangesIn<Row> = (rows) =>
      changesOf(rows.map((row) => ({ promise: shareOf(row), appearsOn: otherListsIn(row) })));
    const whole = `${sql} RETURNING ${COLUMNS}, ${this.#onLists}`;
    return this.#database.write(whole, values, { lockId: registryId, changes });
  }
}

function conditionOf(query: SharesQuery): [condition: string, values: Value[]] {
  const { registry_id: registryId, giver_email: email, giver_user_id: userId = null, view } = query;
  if (email !== undefined) return ['giver_email IS NOT NULL AND giver_email = $1', [lowerCaseAddress(email)]];
  if (registryId === undefined) return ['giver_user_id = $1', [userId]];
  const isOwnView = view !== undefined && !SEES_SECRETS.has(query.reader ?? '');
  return [`registry_id = $1 AND ${counts('$2', '$1', isOwnView)}`, [registryId, timeAfter()]];
}

/** Returns whether all changeable fields of two shares are equal. */
export const isSameShare = (one: ShareFields, other: ShareFields): boolean =>
  one.amount === other.amount && GIVER.every((name) => one[name] === other[name]);

const shareOrNull = (row: Row | undefined): StoredShare | null => (row ? shareOf(row) : null);
