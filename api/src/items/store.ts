import {
  type AffiliateStatus,
  ITEM_DEFAULTS,
  type Item,
  type ItemRegistryCreate,
  type ItemUpdate,
  MAX_ACTIVE_ITEMS,
  MAX_IDS,
} from '@largesse/contract';
import { LRUCache } from 'lru-cache';
import { listsIn, type SharedItems } from '../appearances/store.ts';
import type { Alongside, Statements, Value } from '../database/database.ts';
import { type ChangesIn, changeOfItem, onEachList } from '../database/events.ts';
import {
  ASKED,
  columnValue,
  counted,
  ELSEWHERE,
  type JsonList,
  type JsonRows,
  type JsonSql,
  placeholders,
} from '../database/sql.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';
import { ListSql, type ListStatements, type ListView } from './listed.ts';
import type { ItemSource, ItemsPart } from './lists.ts';
import { type Left, leftIn } from './promised.ts';

/** Values of a row, in the order of COLUMNS. */
type ItemRow = [
  id: number,
  registryId: number,
  name: string,
  description: string | null,
  url: string,
  retailer: string | null,
  affiliateUrl: string | null,
  affiliateStatus: AffiliateStatus | null,
  imageUrl: string | null,
  price: number | null,
  currency: string | null,
  quantityNeeded: number,
  quantityPurchased: number,
  isActive: number,
  createdAt: string,
  updatedAt: string,
];

/** The columns that callers can set. */
const WRITABLE = [
  'name',
  'description',
  'url',
  'retailer',
  'affiliate_url',
  'affiliate_status',
  'image_url',
  'price',
  'currency',
  'quantity_needed',
  'quantity_purchased',
  'is_active',
] as const;

/** Selected columns of an item. */
export const COLUMNS = `id, registry_id, ${WRITABLE.join(', ')}, created_at, updated_at`;

/** Columns that an update returns, with its `effect`, and the other lists on which the item appears. */
const CHANGED_COLUMNS = `${COLUMNS}, effect, appears_on`;
type ChangedRow = [...ItemRow, effect: Effect, appearsOn: string | null];

/** All values were equal, a value differs, or an inactive item is active again. */
const EFFECTS = { none: 0, changed: 1, restored: 2 } as const;
type Effect = (typeof EFFECTS)[keyof typeof EFFECTS];

/**
 * Returns SQL that compares the new values with the row.
 * @param first number of the parameter with the first new value
 */
const effectOf = (columns: readonly string[], first: number): string =>
  `CASE WHEN is_active = 0 THEN ${EFFECTS.restored} WHEN ${columns
    .map((column, index) => `${column} IS DISTINCT FROM $${first + index}`)
    .join(' OR ')} THEN ${EFFECTS.changed} ELSE ${EFFECTS.none} END`;

/** Converts a row to an item. */
export function itemOf(row: ItemRow | ChangedRow): Item {
  const item: Item = {
    id: row[0],
    registry_id: row[1],
    name: row[2],
    description: row[3],
    url: row[4],
    retailer: row[5],
    affiliate_url: row[6],
    affiliate_status: row[7],
    image_url: row[8],
    price: row[9],
    quantity_needed: row[11],
    quantity_purchased: row[12],
    is_active: row[13] === 1,
    created_at: row[14],
    updated_at: row[15],
  };
  if (row[10] !== null) item.currency = row[10];
  return item;
}

/** Returns MAX_IDS ids: the given ids, then zeros. No item has the id 0. */
const padded = (ids: readonly number[]): number[] => Array.from({ length: MAX_IDS }, (_, index) => ids[index] ?? 0);

/** Conditions that an item must meet to be changed. */
export interface ItemTarget {
  id: number;
  registryId?: number;
  /** Required `updated_at`. */
  version?: string | undefined;
}

/** Filters and page of a list of active items. */
export interface ItemSelection {
  skip: number;
  limit: number;
  /** Selects only items whose id is greater than `after`. */
  after?: number;
  registryId?: number;
  /** Selects only the items with these ids, in this order. */
  ids?: readonly number[];
}

/** The active items on a list. */
export interface ActiveItems {
  /** Ascending. */
  ids: readonly number[];
  shared: SharedItems;
  /** Last known state of a list with shared items; see `stateText`. */
  state?: string | undefined;
}

/** An item, and the number of pieces that can still be given. */
export interface ItemToGive extends Left {
  item: Item;
  /** True if the item appears on other lists. */
  isShared: boolean;
}

/** Ids and versions of items. */
export interface Versions {
  ids: readonly number[];
  /** See `ItemsPart.versions`. */
  versions: readonly string[];
}

/** Returns the versions in another order of the same ids. */
export function versionsInOrder({ ids, versions }: Versions, order: readonly number[]): readonly string[] {
  // Most owners never change the order.
  if (order.every((id, index) => id === ids[index])) return versions;
  const places = new Map(ids.map((id, place) => [id, place]));
  const inOrder = (values: readonly string[]) => order.map((id) => values[places.get(id) ?? 0]).join();
  return versions.map((values) => inOrder(values.split(',')));
}

/**
 * SQL condition that a registry has room. It reads a limited number of rows, even if an old registry exceeds the limit.
 * @param others SQL for the number of other active items that leave enough room; by default, for one item
 */
const hasRoom = (registryId: string, others: number | string = MAX_ACTIVE_ITEMS - 1): string => `NOT EXISTS (
  SELECT 1 FROM items AS others WHERE others.registry_id = ${registryId} AND others.is_active = 1
  ORDER BY others.id LIMIT 1 OFFSET ${others})`;

/** If a list skips more items, `scan` looks for its first item, so that the event loop is not blocked. */
export const MAX_SKIP = 1000;

/** Columns of a new item, except `id`, which the database generates unless it has `nextItemIds`. */
const INSERTED = ['registry_id', ...WRITABLE, 'created_at', 'updated_at'];

function insertOf(columns: readonly string[]): string {
  return `
    INSERT INTO items (${columns.join(', ')}) VALUES (${placeholders(columns.length)})
    RETURNING ${COLUMNS}`;
}

function insertActiveOf(columns: readonly string[]): string {
  return `
    INSERT INTO items (${columns.join(', ')})
    SELECT ${placeholders(columns.length)} ${ASKED.from} WHERE ${hasRoom(`$${columns.length + 1}`)}
    RETURNING ${COLUMNS}`;
}

/**
 * In a sharded database, the statement reads the registry id from the row that `write` has locked. If the id were a
 * parameter, Citus would not run the statement on one server, and the coordinator would copy the rows.
 */
function insertActiveOfShard([registry, ...columns]: readonly string[]): string {
  const count = columns.length;
  return `
    INSERT INTO items (${columns.join(', ')}, ${registry})
    SELECT ${placeholders(count)}, known.registry_id FROM registry_locks AS known
    WHERE known.registry_id = $${count + 1} AND known.kind = 0 AND ${hasRoom(`$${count + 2}`)}
    RETURNING ${COLUMNS}`;
}

/** Largest value of a parameter that PostgreSQL adds to a number. */
const MAX_COUNT = 2 ** 31 - 1;

/** Types of the columns of several new items, in the order of their rows. */
const NEW_ITEMS = {
  place: 'bigint',
  id: 'bigint',
  name: 'text',
  description: 'text',
  url: 'text',
  retailer: 'text',
  affiliate_url: 'text',
  affiliate_status: 'text',
  image_url: 'text',
  price: 'double precision',
  currency: 'text',
  quantity_needed: 'bigint',
  quantity_purchased: 'bigint',
  is_active: 'bigint',
} as const satisfies Record<(typeof WRITABLE)[number] | 'place' | 'id', string>;

/**
 * Creates several items of a registry, or none. Parameters: the registry's id, the rows, the time twice, and the number
 * of active items that leave enough room.
 * @param hasIds true if the rows contain the ids; the registry id then comes from the row that `write` has locked, as
 * in `insertActiveOfShard`
 */
function insertAllOf({ rows }: JsonSql, hasIds: boolean): string {
  const [registryId, known, where, id] = hasIds
    ? ['known.registry_id', 'registry_locks AS known, ', 'known.registry_id = $1 AND known.kind = 0 AND ', ['id']]
    : ['$1', '', '', []];
  const added = [...id, ...WRITABLE].map((column) => `added.${column}`);
  return `
    INSERT INTO items (registry_id, ${[...id, ...WRITABLE].join(', ')}, created_at, updated_at)
    SELECT ${registryId}, ${added.join(', ')}, $3, $4 FROM ${known}${rows('$2', NEW_ITEMS)} AS added
    WHERE ${where}${hasRoom('$1', counted('$5'))} ORDER BY added.place
    RETURNING ${COLUMNS}`;
}

const leftColumns = (registryId?: string): string => {
  const { toGuests, toOwner } = leftIn(registryId);
  return `${toGuests}, ${toOwner}`;
};

export const SQL = {
  find: `SELECT ${COLUMNS} FROM items WHERE id = $1 AND is_active = 1`,
  findEvenInactive: `SELECT ${COLUMNS} FROM items WHERE id = $1`,
  findAll: `SELECT ${COLUMNS} FROM items WHERE is_active = 1 AND id IN (${placeholders(MAX_IDS)})`,
  idAfter: `SELECT id FROM items WHERE is_active = 1 AND id > $1 ORDER BY id LIMIT 1 OFFSET ${counted('$2')}`,
  idOfRegistryAfter: `
    SELECT id FROM items WHERE registry_id = $1 AND is_active = 1 AND id > $2 ORDER BY id LIMIT 1 OFFSET ${counted('$3')}`,
  activeIdsOf: 'SELECT id, NULL, NULL FROM items WHERE registry_id = $1 AND is_active = 1 ORDER BY id',
  activeOnList: `
    SELECT id, NULL AS lists, NULL AS state FROM items WHERE registry_id = $1 AND is_active = 1
    UNION ALL
    SELECT items.id, a.home_id || ',' || items.appears_on, a.is_hidden || a.reveal_day FROM appearances AS a JOIN items ON items.id = a.item_id
    WHERE a.registry_id = $1 AND items.is_active = 1`,
  registryIds: 'SELECT DISTINCT registry_id FROM items ORDER BY registry_id',
  insert: insertOf(INSERTED),
  insertActive: insertActiveOf(INSERTED),
  insertWithId: insertOf([...INSERTED, 'id']),
  insertActiveWithId: insertActiveOfShard([...INSERTED, 'id']),
  toGive: `SELECT ${leftColumns()}, appears_on, ${COLUMNS} FROM items WHERE id = $1`,
  toGiveOf: `SELECT ${leftColumns('$1')}, appears_on, ${COLUMNS} FROM items WHERE registry_id = $1 AND id = $2`,
  toGiveOn: `
    SELECT ${leftColumns()}, appears_on, ${COLUMNS} FROM items
    WHERE id = $2 AND EXISTS (SELECT 1 FROM appearances AS a WHERE a.registry_id = $1 AND a.item_id = items.id)`,
  left: `SELECT ${leftColumns('$1')} FROM items WHERE registry_id = $1 AND id = $2`,
  deactivateAllOf: `
    UPDATE items SET is_active = 0, updated_at = $1
    WHERE registry_id = $2 AND is_active = 1 AND updated_at < $3 RETURNING id, appears_on`,
  lastChangeOf:
    'SELECT updated_at FROM items WHERE registry_id = $1 AND is_active = 1 AND updated_at >= $2 ORDER BY updated_at DESC LIMIT 1',
};

/**
 * Reads and writes items. Every method throws DatabaseUnavailable. Each change gives an item a later `updated_at`, even
 * if several changes share a millisecond or the clocks of processes differ. So no two versions of an item have the same
 * `updated_at` (rules: Changes on condition).
 */
export class ItemStore {
  readonly #database: Statements;
  readonly #times: ChangeTimes;
  readonly #lists: ListSql;

  constructor(
    database: Statements,
    times = new ChangeTimes(),
    lists = new ListSql(database.json, database.nextItemIds !== undefined),
  ) {
    this.#database = database;
    this.#times = times;
    this.#lists = lists;
  }

  within(time: TimeLeft): ItemStore {
    return new ItemStore(this.#database.within?.(time) ?? this.#database, this.#times, this.#lists);
  }

  /** Uses only one promise, because each promise takes as much time as the read itself. */
  find(id: number): Promise<Item | null> {
    return this.#database.first<ItemRow>(SQL.find, [id]).then(itemOrNull);
  }

  async findEvenInactive(id: number): Promise<Item | null> {
    return itemOrNull(await this.#database.first<ItemRow>(SQL.findEvenInactive, [id]));
  }

  async findAll(ids: readonly number[]): Promise<Item[]> {
    const found = new Map<number, Item>();
    for (let at = 0; at < ids.length; at += MAX_IDS) {
      const rows = await this.#database.read<ItemRow>(SQL.findAll, padded(ids.slice(at, at + MAX_IDS)));
      for (const row of rows) found.set(row[0], itemOf(row));
    }
    return ids.map((id) => found.get(id)).filter((item) => item !== undefined);
  }

  /** Returns active items as JSON, sorted by id or in the order of `ids`. */
  async list({ skip, limit, after = 0, registryId, ids }: ItemSelection, view: ListView): Promise<ItemsPart> {
    const sql = this.#lists.of(view);
    if (ids) {
      const wanted = ids.filter((id) => id > after);
      return { ...(await this.#database.list(...ofIds(sql, wanted, limit, skip, registryId))), next: null };
    }
    if (skip > MAX_SKIP) {
      const first = await this.#idAfter(after, skip, registryId);
      if (first === undefined) return NOTHING;
      const from = { skip: 0, limit, after: first - 1 };
      return this.list(registryId === undefined ? from : { ...from, registryId }, view);
    }
    const { last, ...rows } =
      registryId === undefined
        ? await this.#database.list(sql.all, [after, limit, skip])
        : await this.#onList(sql, [registryId, after, limit, skip]);
    return { ...rows, next: rows.count < limit ? null : last };
  }

  /** Only lists with items that are on several lists need a second statement. */
  async #onList({ ofRegistry, onList }: ListStatements, values: readonly Value[]): Promise<JsonRows> {
    const rows = await this.#database.list(ofRegistry, values);
    return rows.last === ELSEWHERE ? this.#database.list(onList, values) : rows;
  }

  /**
   * Returns the same items as `list`, part by part.
   * @param time time limit for the first part only, because the reader may be slow
   */
  sourceOf(selection: ItemSelection, view: ListView, time?: TimeLeft): ItemSource {
    const beginning = time ? this.within(time) : this;
    return (from, limit) =>
      from === null
        ? beginning.list({ ...selection, limit }, view)
        : this.list({ ...selection, after: from, skip: 0, limit }, view);
  }

  /**
   * Returns active items in this order, part by part.
   * @param time time limit for the first part
   * @param registryId if set, only this registry is searched
   * @param isShared true to include items of other registries
   */
  inOrder(ids: readonly number[], view: ListView, time?: TimeLeft, registryId?: number, isShared = false): ItemSource {
    const sql = this.#lists.of(view);
    const beginning = time ? this.within(time) : this;
    return async (from, count) => {
      if (ids.length === 0) return NOTHING;
      const end = (from ?? 0) + count;
      const wanted = ids.slice(from ?? 0, end);
      const store = from === null ? beginning : this;
      const part = await store.#database.list(...ofIds(sql, wanted, count, 0, registryId, isShared));
      return { ...part, next: end < ids.length ? end : null };
    };
  }

  /** Returns the ids of all active items on a list, ascending, and their versions. */
  async versionsOf(registryId: number, view: ListView): Promise<Versions & { isShared: boolean }> {
    const sql = this.#lists.of({ ...view, isVersion: true });
    const values = [registryId, 0, MAX_COUNT, 0];
    const own = await this.#database.list(sql.ofRegistry, values);
    const isShared = own.last === ELSEWHERE;
    const { versions } = isShared ? await this.#database.list(sql.onList, values) : own;
    const ids: number[] = JSON.parse(`[${versions[0] ?? ''}]`);
    return { ids, versions, isShared };
  }

  /** Returns the ids of all active items on a list, ascending; also of items that appear on it. */
  async activeIdsOf(registryId: number): Promise<number[]> {
    return [...(await this.activeOn(registryId)).ids];
  }

  /** Returns the active items on a list, also items that appear on it. */
  async activeOn(registryId: number): Promise<ActiveItems> {
    const sql = this.#database.nextItemIds ? SQL.activeIdsOf : SQL.activeOnList;
    type Row = [id: number, lists: string | null, state: string | null];
    const rows = await this.#database.read<Row>(sql, [registryId]);
    const ids = ascending(rows.map(([id]) => id));
    const places = rows.filter(([, lists]) => lists !== null);
    if (places.length === 0) return { ids, shared: new Map() };
    // An item of the registry that appears elsewhere has two rows.
    return {
      ids: [...new Set(ids)],
      shared: new Map(places.map(([id, lists]) => [id, listsIn(lists)])),
      state: places[0]?.[2] ?? undefined,
    };
  }

  /**
   * Finds an active or inactive item.
   * @param registryId list with the item, if known: a sharded database then queries only one server
   */
  async findToGive(id: number, registryId?: number): Promise<ItemToGive | null> {
    const row = await (registryId === undefined
      ? this.#database.first<GivenRow>(SQL.toGive, [id])
      : this.#database.first<GivenRow>(SQL.toGiveOf, [registryId, id]));
    const found =
      row || registryId === undefined || this.#database.nextItemIds
        ? row
        : await this.#database.first<GivenRow>(SQL.toGiveOn, [registryId, id]);
    if (!found) return null;
    const [toGuests, toOwner, appearsOn, ...item] = found;
    return { item: itemOf(item), isShared: appearsOn !== null, toGuests, toOwner };
  }

  /** Returns the number of pieces of an item that can still be given; 0 if the item does not exist. */
  async leftOf(registryId: number, id: number): Promise<Left> {
    type Row = [toGuests: number, toOwner: number];
    const [toGuests, toOwner] = (await this.#database.first<Row>(SQL.left, [registryId, id])) ?? [0, 0];
    return { toGuests, toOwner };
  }

  /** Returns all registries that have or had items, ascending. */
  async registryIds(): Promise<number[]> {
    const rows = await this.#database.read<[registryId: number]>(SQL.registryIds, []);
    return rows.map(([registryId]) => registryId);
  }

  /**
   * Adds an item; null if it is active and its registry is full.
   * @param also returns a statement of the same transaction
   */
  async insert(registryId: number, fields: ItemRegistryCreate, also?: Alongside<Item>): Promise<Item | null> {
    const now = new Date().toISOString();
    const isActive = fields.is_active ?? ITEM_DEFAULTS.is_active;
    const row = [...valuesOf(fields), now, now];
    const ids = this.#database.nextItemIds && (await this.#database.nextItemIds(1));
    const target = { key: registryId, column: 1, itemId: null };
    const write = (sql: string, values: Value[], lockId?: number) =>
      this.#database.write<ItemRow>(sql, values, {
        lockId,
        changes: CREATED,
        target: lockId === undefined ? undefined : target,
        also: also && ((made) => also(made.map(itemOf))),
      });
    let rows: ItemRow[];
    if (ids === undefined)
      rows = isActive
        ? await write(SQL.insertActive, [registryId, ...row, registryId], registryId)
        : await write(SQL.insert, [registryId, ...row]);
    else
      rows = isActive
        ? await write(SQL.insertActiveWithId, [...row, ...ids, registryId, registryId], registryId)
        : await write(SQL.insertWithId, [registryId, ...row, ...ids]);
    return itemOrNull(rows[0]);
  }

  /**
   * Adds items, or none if the registry has no room.
   * @param also returns a statement of the same transaction
   * @returns the items in the same order
   */
  async insertAll(registryId: number, all: readonly ItemRegistryCreate[], also?: Alongside<Item>): Promise<Item[]> {
    const [one, second] = all;
    if (one && !second) {
      const item = await this.insert(registryId, one, also);
      return item ? [item] : [];
    }
    const now = new Date().toISOString();
    const ids = await this.#database.nextItemIds?.(all.length);
    const rows = all.map((fields, place) => [place, ids?.[place] ?? null, ...valuesOf(fields)]);
    const active = all.filter((fields) => fields.is_active ?? ITEM_DEFAULTS.is_active).length;
    const others = active === 0 ? MAX_COUNT : MAX_ACTIVE_ITEMS - active;
    const itemsOf = (made: ItemRow[]) => made.map(itemOf).sort((one, other) => one.id - other.id);
    return itemsOf(
      await this.#database.write<ItemRow>(
        insertAllOf(this.#database.json, ids !== undefined),
        [registryId, JSON.stringify(rows), now, now, others],
        { lockId: registryId, changes: CREATED, also: also && ((made) => also(itemsOf(made))) },
      ),
    );
  }

  /** Sets the supplied fields of an active item; null if it does not exist. */
  async update(target: ItemTarget, change: ItemUpdate): Promise<Item | null> {
    if (WRITABLE.every((column) => change[column] === undefined)) return this.find(target.id);
    return this.#set(target, change, 'is_active = 1');
  }

  /** The same for an active or inactive item, which becomes active; null also if its registry is full. */
  bringBack(target: ItemTarget & { registryId: number }, change: ItemUpdate): Promise<Item | null> {
    const reach = `(is_active = 1 OR ${hasRoom('items.registry_id')})`;
    return this.#set(target, { ...change, is_active: true }, reach, target.registryId);
  }

  /** Makes an active item inactive; null if there was none. */
  deactivate(target: ItemTarget): Promise<Item | null> {
    return this.#set(target, { is_active: false }, 'is_active = 1');
  }

  /** Returns the number of items that it made inactive. */
  async deactivateAllOf(registryId: number): Promise<number> {
    const changes: ChangesIn<[id: number, appearsOn: string | null]> = (deleted) =>
      deleted.flatMap(([id, lists]) => onEachList(changeOfItem('item.deleted', registryId, id), lists));
    let count = 0;
    for (let time = new Date().toISOString(); ; ) {
      const rows = await this.#database.write(SQL.deactivateAllOf, [time, registryId, time], { changes });
      count += rows.length;
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
    const parameter = settings.length + columns.length + 1;
    const sql = `UPDATE items SET ${settings.join(', ')}, effect = ${effectOf(columns, settings.length + 1)}
      ${ASKED.from} WHERE id = $${parameter} AND updated_at ${version === undefined ? '<' : '='} $${parameter + 1}
      ${registryId === undefined ? '' : `AND registry_id = $${parameter + 2}`} AND ${reach} RETURNING ${CHANGED_COLUMNS}`;
    const values = columns.map((column) => columnValue(change[column]));
    const registry = registryId === undefined ? [] : [registryId];
    for (let time = this.#times.next(id, version); ; ) {
      const all = [...values, time, ...values, id, version ?? time, ...registry];
      const target = { key: id, column: 0, itemId: id };
      const [row] = await this.#database.write<ChangedRow>(sql, all, { lockId: turn, changes: CHANGED, target });
      if (row || version !== undefined) return row ? itemOf(row) : null;
      // Another process changed the item in the same millisecond, or its clock is ahead.
      const found = await this.findEvenInactive(id);
      if (!found || found.updated_at < time) return null;
      time = this.#times.next(id, found.updated_at);
    }
  }

  async #idAfter(after: number, skip: number, registryId: number | undefined): Promise<number | undefined> {
    const rows =
      registryId === undefined
        ? await this.#database.scan<[id: number]>(SQL.idAfter, [after, skip])
        : await this.#database.scan<[id: number]>(SQL.idOfRegistryAfter, [registryId, after, skip]);
    return rows[0]?.[0];
  }
}

const DEFAULTS: Partial<ItemRegistryCreate> = ITEM_DEFAULTS;

const valuesOf = (fields: ItemRegistryCreate): Value[] =>
  WRITABLE.map((column) => columnValue(fields[column] ?? DEFAULTS[column]));

const CREATED: ChangesIn<ItemRow> = (rows) =>
  rows.map(([id, registryId]) => changeOfItem('item.created', registryId, id));

/** If an update also deletes or restores an item, only this is an event. */
const CHANGED: ChangesIn<ChangedRow> = (rows) =>
  rows.flatMap((row) => {
    const [id, registryId] = row;
    const [isActive, effect, appearsOn] = [row[13] === 1, row[16], row[17]];
    if (isActive && effect === EFFECTS.none) return [];
    const type = !isActive ? 'item.deleted' : effect === EFFECTS.restored ? 'item.restored' : 'item.updated';
    return onEachList(changeOfItem(type, registryId, id), appearsOn);
  });

type GivenRow = [toGuests: number, toOwner: number, appearsOn: string | null, ...ItemRow];

const NOTHING: ItemsPart = { count: 0, json: Buffer.from('[]'), next: null, versions: [] };

function ofIds(
  { ofIds, ofRegistryIds, ofListIds }: ListStatements,
  ids: readonly number[],
  limit: number,
  skip: number,
  registryId: number | undefined,
  isShared = false,
): [list: JsonList, values: Value[]] {
  // If an id occurs twice, its first place counts.
  const places = JSON.stringify(Object.fromEntries(ids.map((id, place) => [id, place] as const).reverse()));
  return registryId === undefined
    ? [ofIds, [places, limit, skip]]
    : [isShared ? ofListIds : ofRegistryIds, [places, registryId, limit, skip]];
}

/** An index usually returns ascending ids. */
const ascending = (ids: number[]): number[] =>
  ids.every((id, place) => id >= (ids[place - 1] ?? 0)) ? ids : ids.sort((one, other) => one - other);

const itemOrNull = (row: ItemRow | undefined): Item | null => (row ? itemOf(row) : null);

/**
 * Items in the cache of latest changes. For other items, `next` may return a time that is not later than the last
 * change; the write then needs a second attempt.
 */
const MAX_ITEMS = 1000;

/** Assigns increasing times to the changes of an item, even if several changes share a millisecond. */
class ChangeTimes {
  readonly #latest = new LRUCache<number, number>({ max: MAX_ITEMS });

  /**
   * Returns the present time, or the earliest time after the item's last known change.
   * @param version known `updated_at`
   */
  next(id: number, version?: string): string {
    const known = version === undefined ? 0 : Date.parse(version);
    const time = Math.max(Date.now(), known + 1, (this.#latest.get(id) ?? 0) + 1);
    this.#latest.set(id, time);
    return new Date(time).toISOString();
  }
}
