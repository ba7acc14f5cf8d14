import {
  ITEM_DEFAULTS,
  type Item,
  type ItemRegistryCreate,
  type ItemUpdate,
  MAX_ACTIVE_ITEMS,
  MAX_IDS,
} from '@largesse/contract';
import type { Database, Statements } from '../database/database.ts';
import type { TimeLeft } from '../deadline.ts';
import { ChangeTimes } from './change-times.ts';
import { COLUMNS, columnValue, type ItemRow, itemOf, padded, placeholders, WRITABLE } from './rows.ts';
import type { ItemSource } from './slices.ts';

/** Which item may be changed. */
export interface ItemTarget {
  id: number;
  /** The registry that it belongs to. */
  registryId?: number;
  /** Its `updated_at`: an item with another one stays as it is. */
  version?: string | undefined;
}

/** How many of an item may still be given; never below 0. */
export interface Left {
  /** Secret purchases count: the true number. */
  toGuests: number;
  /** Without secret purchases, of which the owner must not learn. */
  toOwner: number;
}

/** Which active items a list holds, and from where to where. */
export interface ItemSelection {
  skip: number;
  limit: number;
  /** Only ids above this one. */
  after?: number;
  registryId?: number;
  /** Only these, in this order. */
  ids?: readonly number[];
}

/** Returns the condition that a registry has room for another active item. Its work is bounded, however large a registry
 * from before is. */
const hasRoom = (registryId: string): string => `NOT EXISTS (
  SELECT 1 FROM items AS others WHERE others.registry_id = ${registryId} AND others.is_active = 1
  ORDER BY others.id LIMIT 1 OFFSET ${MAX_ACTIVE_ITEMS - 1})`;

/** How many may be left out of a list where it is made; more are passed over beside the event loop. */
export const MAX_SKIP = 1000;

/** Some active items, by id; it has MAX_IDS places: see `padded`. */
export const LIST_OF_IDS = `SELECT ${COLUMNS} FROM items WHERE is_active = 1 AND id IN (${placeholders(MAX_IDS)})`;

/** What `leftOf` and `leftOfAll` read; the secret number is part of no model of an item. */
const LEFT = 'id, quantity_needed - quantity_purchased, quantity_secret';

/** What a new item has, but for its id, which most databases give it. */
const INSERTED = ['registry_id', ...WRITABLE, 'created_at', 'updated_at'];

function insertOf(columns: readonly string[]): string {
  return `
    INSERT INTO items (${columns.join(', ')}) VALUES (${placeholders(columns.length)})
    RETURNING ${COLUMNS}`;
}

function insertActiveOf(columns: readonly string[]): string {
  return `
    INSERT INTO items (${columns.join(', ')})
    SELECT ${placeholders(columns.length)} WHERE ${hasRoom(`$${columns.length + 1}`)}
    RETURNING ${COLUMNS}`;
}

/** The statements that do not depend on what is asked for. */
export const SQL = {
  find: `SELECT ${COLUMNS} FROM items WHERE id = $1 AND is_active = 1`,
  findEvenInactive: `SELECT ${COLUMNS} FROM items WHERE id = $1`,
  list: `SELECT ${COLUMNS} FROM items WHERE is_active = 1 AND id > $1 ORDER BY id LIMIT $2 OFFSET $3`,
  listOfRegistry: `SELECT ${COLUMNS} FROM items WHERE registry_id = $1 AND is_active = 1 AND id > $2 ORDER BY id LIMIT $3 OFFSET $4`,
  listOfRegistryIds: `${LIST_OF_IDS} AND registry_id = $${MAX_IDS + 1}`,
  idAfter: 'SELECT id FROM items WHERE is_active = 1 AND id > $1 ORDER BY id LIMIT 1 OFFSET $2',
  idOfRegistryAfter:
    'SELECT id FROM items WHERE registry_id = $1 AND is_active = 1 AND id > $2 ORDER BY id LIMIT 1 OFFSET $3',
  activeIdsOf: 'SELECT id FROM items WHERE registry_id = $1 AND is_active = 1 ORDER BY id',
  registryIds: 'SELECT DISTINCT registry_id FROM items ORDER BY registry_id',
  insert: insertOf(INSERTED),
  insertActive: insertActiveOf(INSERTED),
  insertWithId: insertOf([...INSERTED, 'id']),
  insertActiveWithId: insertActiveOf([...INSERTED, 'id']),
  left: `SELECT ${LEFT} FROM items WHERE id = $1`,
  leftOfAll: `SELECT ${LEFT} FROM items WHERE id IN (${placeholders(MAX_IDS)})`,
  deactivateAllOf: `
    UPDATE items SET is_active = 0, updated_at = $1
    WHERE registry_id = $2 AND is_active = 1 AND updated_at < $3 RETURNING id`,
  lastChangeOf:
    'SELECT updated_at FROM items WHERE registry_id = $1 AND is_active = 1 AND updated_at >= $2 ORDER BY updated_at DESC LIMIT 1',
};

/**
 * Reads and writes items: all SQL on them is here. Every method throws DatabaseUnavailable when the database cannot serve now.
 *
 * Each change of an item gives it a later `updated_at` than it had, however many come in one millisecond and whatever
 * the clocks of several processes say: no two versions of an item share one (rules: Changes on condition).
 */
export class ItemStore {
  readonly #database: Statements & Partial<Pick<Database, 'within'>>;
  readonly #times: ChangeTimes;

  constructor(database: Statements & Partial<Pick<Database, 'within'>>, times = new ChangeTimes()) {
    this.#database = database;
    this.#times = times;
  }

  /** Gives the same items for a request that has only so much time. */
  within(time: TimeLeft): ItemStore {
    return new ItemStore(this.#database.within?.(time) ?? this.#database, this.#times);
  }

  /** Returns an active item, or null. Every promise on its way costs as much as the read, so there is but one. */
  find(id: number): Promise<Item | null> {
    return this.#database.first<ItemRow>(SQL.find, [id]).then(itemOrNull);
  }

  /** Returns an item whether it is active or not, or null. */
  async findEvenInactive(id: number): Promise<Item | null> {
    return itemOrNull(await this.#database.first<ItemRow>(SQL.findEvenInactive, [id]));
  }

  /** Returns active items, by id, or in the order of `ids`. */
  async list({ skip, limit, after = 0, registryId, ids }: ItemSelection): Promise<Item[]> {
    if (ids) return (await this.#listOf(ids, after, registryId)).slice(skip, skip + limit);
    if (skip > MAX_SKIP) {
      const first = await this.#idAfter(after, skip, registryId);
      if (first === undefined) return [];
      const from = { skip: 0, limit, after: first - 1 };
      return this.list(registryId === undefined ? from : { ...from, registryId });
    }
    const rows =
      registryId === undefined
        ? await this.#database.read<ItemRow>(SQL.list, [after, limit, skip])
        : await this.#database.read<ItemRow>(SQL.listOfRegistry, [registryId, after, limit, skip]);
    return rows.map(itemOf);
  }

  /**
   * Returns what `list` gives, for whoever reads it slice by slice.
   * @param time how long its beginning may take; the rest comes as fast as its reader takes it
   */
  sourceOf(selection: ItemSelection, time?: TimeLeft): ItemSource {
    const beginning = time ? this.within(time) : this;
    if (!selection.ids)
      return (after, limit) =>
        after ? this.list({ ...selection, after: after.id, skip: 0, limit }) : beginning.list({ ...selection, limit });
    let rest: ItemSource | undefined;
    return async (after, limit) => {
      if (rest) return rest(after, limit);
      const items = await beginning.list(selection);
      rest = this.inOrder(items.map(({ id }) => id));
      return items.slice(0, limit);
    };
  }

  /**
   * Returns the active ones of these items, in this order, slice by slice; `time` as for `sourceOf`.
   * @param registryId leaves out those of other registries, and need not look for any there
   */
  inOrder(ids: readonly number[], time?: TimeLeft, registryId?: number): ItemSource {
    const beginning = time ? this.within(time) : this;
    const places = new Map(ids.map((id, place) => [id, place]));
    return async (after, count) => {
      const items: Item[] = [];
      let next = after ? (places.get(after.id) ?? ids.length) + 1 : 0;
      while (items.length < count && next < ids.length) {
        const wanted = ids.slice(next, next + Math.min(count - items.length, MAX_IDS));
        const chosen = { ids: wanted, skip: 0, limit: wanted.length, ...(registryId !== undefined && { registryId }) };
        items.push(...(await (after ? this : beginning).list(chosen)));
        next += wanted.length;
      }
      return items;
    };
  }

  /** Returns the ids of all active items of a registry, ascending. */
  async activeIdsOf(registryId: number): Promise<number[]> {
    const rows = await this.#database.read<[id: number]>(SQL.activeIdsOf, [registryId]);
    return rows.map(([id]) => id);
  }

  /** Returns how many of an item may still be given: none of an item that never was. */
  async leftOf(id: number): Promise<Left> {
    const row = await this.#database.first<LeftRow>(SQL.left, [id]);
    return row ? leftIn(row) : { toGuests: 0, toOwner: 0 };
  }

  /** Returns how many of each of these items may still be given; at most MAX_IDS of them. */
  async leftOfAll(ids: readonly number[]): Promise<Map<number, Left>> {
    const rows = await this.#database.read<LeftRow>(SQL.leftOfAll, padded(ids));
    return new Map(rows.map((row) => [row[0], leftIn(row)]));
  }

  /** Returns the ids of all registries that have, or had, items, ascending. */
  async registryIds(): Promise<number[]> {
    const rows = await this.#database.read<[registryId: number]>(SQL.registryIds, []);
    return rows.map(([registryId]) => registryId);
  }

  /** Adds an item. @returns it, or null where it is active and its registry has no room for it */
  async insert(registryId: number, fields: ItemRegistryCreate): Promise<Item | null> {
    const now = new Date().toISOString();
    const whole: ItemRegistryCreate = { ...ITEM_DEFAULTS, ...fields };
    const row = [registryId, ...WRITABLE.map((column) => columnValue(whole[column])), now, now];
    const id = await this.#database.nextItemId?.();
    if (id !== undefined) row.push(id);
    const [insert, insertActive] =
      id === undefined ? [SQL.insert, SQL.insertActive] : [SQL.insertWithId, SQL.insertActiveWithId];
    const rows = whole.is_active
      ? await this.#database.write<ItemRow>(insertActive, [...row, registryId], registryId)
      : await this.#database.write<ItemRow>(insert, row);
    return itemOrNull(rows[0]);
  }

  /** Sets the supplied fields of an active item. @returns the item as it is now, or null where there is no such one */
  async update(target: ItemTarget, change: ItemUpdate): Promise<Item | null> {
    if (WRITABLE.every((column) => change[column] === undefined)) return this.find(target.id);
    return this.#set(target, change, 'is_active = 1');
  }

  /**
   * Sets the supplied fields of an item, active or not, and makes it active.
   * @returns the item as it is now, or null where there is no such one, or its registry has no room for it
   */
  bringBack(target: ItemTarget & { registryId: number }, change: ItemUpdate): Promise<Item | null> {
    const reach = `(is_active = 1 OR ${hasRoom('items.registry_id')})`;
    return this.#set(target, { ...change, is_active: true }, reach, target.registryId);
  }

  /** Soft-deletes an active item. @returns the now inactive item, or null where there was no such one */
  deactivate(target: ItemTarget): Promise<Item | null> {
    return this.#set(target, { is_active: false }, 'is_active = 1');
  }

  /** Soft-deletes all items of a registry. @returns how many there were */
  async deactivateAllOf(registryId: number): Promise<number> {
    let count = 0;
    for (let time = new Date().toISOString(); ; ) {
      count += (await this.#database.write(SQL.deactivateAllOf, [time, registryId, time])).length;
      const last = await this.#database.first<[updatedAt: string]>(SQL.lastChangeOf, [registryId, time]);
      if (!last) return count;
      time = new Date(Date.parse(last[0]) + 1).toISOString();
    }
  }

  async #set(
    { id, registryId, version }: ItemTarget,
    change: ItemUpdate,
    reach: string,
    turn?: number,
  ): Promise<Item | null> {
    const columns = WRITABLE.filter((column) => change[column] !== undefined);
    const settings = [...columns, 'updated_at'].map((column, index) => `${column} = $${index + 1}`);
    const parameter = settings.length + 1;
    const sql = `UPDATE items SET ${settings.join(', ')}
      WHERE id = $${parameter} AND updated_at ${version === undefined ? '<' : '='} $${parameter + 1}
      ${registryId === undefined ? '' : `AND registry_id = $${parameter + 2}`} AND ${reach} RETURNING ${COLUMNS}`;
    const values = columns.map((column) => columnValue(change[column]));
    const registry = registryId === undefined ? [] : [registryId];
    for (let time = this.#times.next(id, version); ; ) {
      const rows = await this.#database.write<ItemRow>(sql, [...values, time, id, version ?? time, ...registry], turn);
      if (rows[0] || version !== undefined) return itemOrNull(rows[0]);
      // Changed by another process in this very millisecond, or by a clock that is ahead: it needs a later time.
      const found = await this.findEvenInactive(id);
      if (!found || found.updated_at < time) return null;
      time = this.#times.next(id, found.updated_at);
    }
  }

  /** Returns the first id of a list that begins far down. */
  async #idAfter(after: number, skip: number, registryId: number | undefined): Promise<number | undefined> {
    const rows =
      registryId === undefined
        ? await this.#database.scan<[id: number]>(SQL.idAfter, [after, skip])
        : await this.#database.scan<[id: number]>(SQL.idOfRegistryAfter, [registryId, after, skip]);
    return rows[0]?.[0];
  }

  async #listOf(ids: readonly number[], after: number, registryId: number | undefined): Promise<Item[]> {
    const rows =
      registryId === undefined
        ? await this.#database.read<ItemRow>(LIST_OF_IDS, padded(ids))
        : await this.#database.read<ItemRow>(SQL.listOfRegistryIds, [...padded(ids), registryId]);
    const found = new Map(rows.map((row) => [row[0], itemOf(row)]));
    return [...new Set(ids)]
      .filter((id) => id > after)
      .map((id) => found.get(id))
      .filter((item) => item !== undefined);
  }
}

type LeftRow = [id: number, left: number, secret: number];

const leftIn = ([, left, secret]: LeftRow): Left => ({
  toGuests: Math.max(0, left - secret),
  toOwner: Math.max(0, left),
});

const itemOrNull = (row: ItemRow | undefined): Item | null => (row ? itemOf(row) : null);
