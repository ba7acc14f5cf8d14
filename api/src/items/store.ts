import {
  ITEM_DEFAULTS,
  type Item,
  type ItemRegistryCreate,
  type ItemUpdate,
  MAX_ACTIVE_ITEMS,
} from '@largesse/contract';
import type { Database, Statements, Value } from '../database/database.ts';
import { counted } from '../database/sql.ts';
import type { TimeLeft } from '../deadline.ts';
import { ChangeTimes } from './change-times.ts';
import { ListSql, type ListStatements, type ListView, type PartRow } from './listed.ts';
import type { ItemSource, ItemsPart } from './parts.ts';
import { COLUMNS, columnValue, type ItemRow, itemOf, LEFT, type Left, placeholders, WRITABLE } from './rows.ts';

/** Which item may be changed. */
export interface ItemTarget {
  id: number;
  /** The registry that it belongs to. */
  registryId?: number;
  /** Its `updated_at`: an item with another one stays as it is. */
  version?: string | undefined;
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

/**
 * Returns the insert of an active item for a sharded database. The registry comes from the row that `write` has locked. Citus runs
 * an `INSERT … SELECT` on one server only if it reads the registry from a table there; otherwise the coordinator copies the rows.
 */
function insertActiveOfShard([registry, ...columns]: readonly string[]): string {
  const count = columns.length;
  return `
    INSERT INTO items (${columns.join(', ')}, ${registry})
    SELECT ${placeholders(count)}, known.registry_id FROM registry_locks AS known
    WHERE known.registry_id = $${count + 1} AND known.kind = 0 AND ${hasRoom(`$${count + 2}`)}
    RETURNING ${COLUMNS}`;
}

/** The statements that do not depend on what is asked for. */
export const SQL = {
  find: `SELECT ${COLUMNS} FROM items WHERE id = $1 AND is_active = 1`,
  findEvenInactive: `SELECT ${COLUMNS} FROM items WHERE id = $1`,
  idAfter: `SELECT id FROM items WHERE is_active = 1 AND id > $1 ORDER BY id LIMIT 1 OFFSET ${counted('$2')}`,
  idOfRegistryAfter: `
    SELECT id FROM items WHERE registry_id = $1 AND is_active = 1 AND id > $2 ORDER BY id LIMIT 1 OFFSET ${counted('$3')}`,
  activeIdsOf: 'SELECT id FROM items WHERE registry_id = $1 AND is_active = 1 ORDER BY id',
  registryIds: 'SELECT DISTINCT registry_id FROM items ORDER BY registry_id',
  insert: insertOf(INSERTED),
  insertActive: insertActiveOf(INSERTED),
  insertWithId: insertOf([...INSERTED, 'id']),
  insertActiveWithId: insertActiveOfShard([...INSERTED, 'id']),
  toGive: `SELECT ${LEFT.toGuests}, ${LEFT.toOwner}, ${COLUMNS} FROM items WHERE id = $1`,
  toGiveOf: `SELECT ${LEFT.toGuests}, ${LEFT.toOwner}, ${COLUMNS} FROM items WHERE registry_id = $1 AND id = $2`,
  left: `SELECT ${LEFT.toGuests}, ${LEFT.toOwner} FROM items WHERE registry_id = $1 AND id = $2`,
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
  readonly #lists: ListSql;

  constructor(
    database: Statements & Partial<Pick<Database, 'within'>>,
    times = new ChangeTimes(),
    lists = new ListSql(database.json),
  ) {
    this.#database = database;
    this.#times = times;
    this.#lists = lists;
  }

  /** Gives the same items for a request that has only so much time. */
  within(time: TimeLeft): ItemStore {
    return new ItemStore(this.#database.within?.(time) ?? this.#database, this.#times, this.#lists);
  }

  /** Returns an active item, or null. Every promise on its way costs as much as the read, so there is but one. */
  find(id: number): Promise<Item | null> {
    return this.#database.first<ItemRow>(SQL.find, [id]).then(itemOrNull);
  }

  /** Returns an item whether it is active or not, or null. */
  async findEvenInactive(id: number): Promise<Item | null> {
    return itemOrNull(await this.#database.first<ItemRow>(SQL.findEvenInactive, [id]));
  }

  /** Returns active items as JSON, by id, or in the order of `ids`. */
  async list({ skip, limit, after = 0, registryId, ids }: ItemSelection, view: ListView): Promise<ItemsPart> {
    const sql = this.#lists.of(view);
    if (ids) {
      const wanted = ids.filter((id) => id > after);
      return { ...(await this.#part(...ofIds(sql, wanted, limit, skip, registryId))), next: null };
    }
    if (skip > MAX_SKIP) {
      const first = await this.#idAfter(after, skip, registryId);
      if (first === undefined) return NOTHING;
      const from = { skip: 0, limit, after: first - 1 };
      return this.list(registryId === undefined ? from : { ...from, registryId }, view);
    }
    const { count, json, last } =
      registryId === undefined
        ? await this.#part(sql.all, [after, limit, skip])
        : await this.#part(sql.ofRegistry, [registryId, after, limit, skip]);
    return { count, json, next: count < limit ? null : last };
  }

  /**
   * Returns what `list` gives, for whoever reads it part by part.
   * @param time how long its beginning may take; the rest comes as fast as its reader takes it
   */
  sourceOf(selection: ItemSelection, view: ListView, time?: TimeLeft): ItemSource {
    const beginning = time ? this.within(time) : this;
    return (from, limit) =>
      from === null
        ? beginning.list({ ...selection, limit }, view)
        : this.list({ ...selection, after: from, skip: 0, limit }, view);
  }

  /**
   * Returns the active ones of these items, in this order, part by part; `time` as for `sourceOf`.
   * @param registryId leaves out those of other registries, and need not look for any there
   */
  inOrder(ids: readonly number[], view: ListView, time?: TimeLeft, registryId?: number): ItemSource {
    const sql = this.#lists.of(view);
    const beginning = time ? this.within(time) : this;
    return async (from, count) => {
      if (ids.length === 0) return NOTHING;
      const end = (from ?? 0) + count;
      const wanted = ids.slice(from ?? 0, end);
      const store = from === null ? beginning : this;
      const part = await store.#part(...ofIds(sql, wanted, count, 0, registryId));
      return { ...part, next: end < ids.length ? end : null };
    };
  }

  /** Returns the ids of all active items of a registry, ascending. */
  async activeIdsOf(registryId: number): Promise<number[]> {
    const rows = await this.#database.read<[id: number]>(SQL.activeIdsOf, [registryId]);
    return rows.map(([id]) => id);
  }

  /**
   * Finds an item, active or not, and how many of it may still be given; null if there is none.
   * @param registryId its registry, if known: a sharded database then asks one server
   */
  async findToGive(id: number, registryId?: number): Promise<(Left & { item: Item }) | null> {
    const row = await (registryId === undefined
      ? this.#database.first<GivenRow>(SQL.toGive, [id])
      : this.#database.first<GivenRow>(SQL.toGiveOf, [registryId, id]));
    if (!row) return null;
    const [toGuests, toOwner, ...item] = row;
    return { item: itemOf(item), toGuests, toOwner };
  }

  /** Returns how many of an item of a registry may still be given: 0 if there is no such item. */
  async leftOf(registryId: number, id: number): Promise<Left> {
    type Row = [toGuests: number, toOwner: number];
    const [toGuests, toOwner] = (await this.#database.first<Row>(SQL.left, [registryId, id])) ?? [0, 0];
    return { toGuests, toOwner };
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
    const row = [...WRITABLE.map((column) => columnValue(whole[column])), now, now];
    const id = await this.#database.nextItemId?.();
    const write = (sql: string, values: Value[], lockId?: number) => this.#database.write<ItemRow>(sql, values, lockId);
    let rows: ItemRow[];
    if (id === undefined)
      rows = whole.is_active
        ? await write(SQL.insertActive, [registryId, ...row, registryId], registryId)
        : await write(SQL.insert, [registryId, ...row]);
    else
      rows = whole.is_active
        ? await write(SQL.insertActiveWithId, [...row, id, registryId, registryId], registryId)
        : await write(SQL.insertWithId, [registryId, ...row, id]);
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

  async #part(
    sql: string,
    values: readonly Value[],
  ): Promise<Pick<ItemsPart, 'count' | 'json'> & { last: number | null }> {
    const [row] = await this.#database.read<PartRow>(sql, values);
    const [count, last, json] = row ?? [0, null, null];
    return { count, json: json instanceof Uint8Array ? json : Buffer.from(json ?? '[]'), last };
  }
}

type GivenRow = [toGuests: number, toOwner: number, ...ItemRow];

const NOTHING: ItemsPart = { count: 0, json: Buffer.from('[]'), next: null };

/** Returns the statement for items in an order, and its parameters. */
function ofIds(
  { ofIds, ofRegistryIds }: ListStatements,
  ids: readonly number[],
  limit: number,
  skip: number,
  registryId: number | undefined,
): [sql: string, values: Value[]] {
  // Of an id that comes twice its first place counts.
  const places = JSON.stringify(Object.fromEntries(ids.map((id, place) => [id, place] as const).reverse()));
  return registryId === undefined ? [ofIds, [places, limit, skip]] : [ofRegistryIds, [places, registryId, limit, skip]];
}

const itemOrNull = (row: ItemRow | undefined): Item | null => (row ? itemOf(row) : null);
