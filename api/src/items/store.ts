import {
  ITEM_DEFAULTS,
  type Item,
  type ItemRegistryCreate,
  type ItemUpdate,
  MAX_ACTIVE_ITEMS,
} from '@largesse/contract';
import type { Alongside, Database, Statements, Value } from '../database/database.ts';
import type { Change, ChangesIn, EventType } from '../database/events.ts';
import { ASKED, counted, type JsonList, type JsonSql } from '../database/sql.ts';
import type { TimeLeft } from '../deadline.ts';
import { ChangeTimes } from './change-times.ts';
import { ListSql, type ListStatements, type ListView } from './listed.ts';
import type { ItemSource, ItemsPart } from './parts.ts';
import {
  CHANGED_COLUMNS,
  type ChangedRow,
  COLUMNS,
  columnValue,
  EFFECTS,
  effectOf,
  type ItemRow,
  itemOf,
  type Left,
  leftIn,
  placeholders,
  WRITABLE,
} from './rows.ts';

/** Conditions that an item must meet to be changed. */
export interface ItemTarget {
  id: number;
  /** Id of the registry that must contain the item. */
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
 * Returns the SQL condition that a registry has room for more active items. The condition reads a limited number of
 * rows, even if an old registry exceeds the limit.
 * @param others SQL for the number of other active items that leave enough room; by default, for one item
 */
const hasRoom = (registryId: string, others: number | string = MAX_ACTIVE_ITEMS - 1): string => `NOT EXISTS (
  SELECT 1 FROM items AS others WHERE others.registry_id = ${registryId} AND others.is_active = 1
  ORDER BY others.id LIMIT 1 OFFSET ${others})`;

/**
 * Maximum number of items that an ordinary read skips. If a list skips more, `scan` looks for its first item, so that
 * the event loop is not blocked.
 */
export const MAX_SKIP = 1000;

/** Columns of a new item, except `id`. The database generates the id, unless it has `nextItemIds`. */
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
 * Returns the INSERT statement for an active item in a sharded database. The statement reads the registry id from the
 * row that `write` has locked. If the registry id were a parameter, Citus would not run the statement on one server,
 * and the coordinator would copy the rows.
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

/** Types of the columns of several new items, in the order of their rows. The first column is the place in the list. */
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
 * Returns the statement that creates several items of a registry, or none. Parameters: the registry's id, the rows, the
 * time twice, and the number of active items that leave enough room.
 * @param hasIds true if the rows contain the ids of the items. The statement then reads the registry id from the row
 * that `write` has locked, as `insertActiveOfShard` does
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

/** Statements that are the same for all requests. */
const leftColumns = (registryId?: string): string => {
  const { toGuests, toOwner } = leftIn(registryId);
  return `${toGuests}, ${toOwner}`;
};

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
  toGive: `SELECT ${leftColumns()}, ${COLUMNS} FROM items WHERE id = $1`,
  toGiveOf: `SELECT ${leftColumns('$1')}, ${COLUMNS} FROM items WHERE registry_id = $1 AND id = $2`,
  left: `SELECT ${leftColumns('$1')} FROM items WHERE registry_id = $1 AND id = $2`,
  deactivateAllOf: `
    UPDATE items SET is_active = 0, updated_at = $1
    WHERE registry_id = $2 AND is_active = 1 AND updated_at < $3 RETURNING id`,
  lastChangeOf:
    'SELECT updated_at FROM items WHERE registry_id = $1 AND is_active = 1 AND updated_at >= $2 ORDER BY updated_at DESC LIMIT 1',
};

/**
 * Reads and writes items. Every method throws DatabaseUnavailable if the database is unavailable.
 *
 * Each change gives an item a later `updated_at`, even if several changes share a millisecond or the clocks of
 * processes differ. So no two versions of an item have the same `updated_at` (rules: Changes on condition).
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

  /** Returns a store of the same items with a request's time limit. */
  within(time: TimeLeft): ItemStore {
    return new ItemStore(this.#database.within?.(time) ?? this.#database, this.#times, this.#lists);
  }

  /**
   * Returns an active item, or null. Uses only one promise, because each promise takes as much time as the read itself.
   */
  find(id: number): Promise<Item | null> {
    return this.#database.first<ItemRow>(SQL.find, [id]).then(itemOrNull);
  }

  /** Returns an active or inactive item; null if the item does not exist. */
  async findEvenInactive(id: number): Promise<Item | null> {
    return itemOrNull(await this.#database.first<ItemRow>(SQL.findEvenInactive, [id]));
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
        : await this.#database.list(sql.ofRegistry, [registryId, after, limit, skip]);
    return { ...rows, next: rows.count < limit ? null : last };
  }

  /**
   * Returns the same items as `list`, part by part.
   * @param time time limit for the first part. The other parts have no time limit, because the reader may be slow.
   */
  sourceOf(selection: ItemSelection, view: ListView, time?: TimeLeft): ItemSource {
    const beginning = time ? this.within(time) : this;
    return (from, limit) =>
      from === null
        ? beginning.list({ ...selection, limit }, view)
        : this.list({ ...selection, after: from, skip: 0, limit }, view);
  }

  /**
   * Returns the active items with these ids, in this order, part by part.
   * @param time time limit for the first part
   * @param registryId if set, items of other registries are omitted, and only this registry is searched
   */
  inOrder(ids: readonly number[], view: ListView, time?: TimeLeft, registryId?: number): ItemSource {
    const sql = this.#lists.of(view);
    const beginning = time ? this.within(time) : this;
    return async (from, count) => {
      if (ids.length === 0) return NOTHING;
      const end = (from ?? 0) + count;
      const wanted = ids.slice(from ?? 0, end);
      const store = from === null ? beginning : this;
      const part = await store.#database.list(...ofIds(sql, wanted, count, 0, registryId));
      return { ...part, next: end < ids.length ? end : null };
    };
  }

  /** Returns the ids of all active items of a registry, ascending, and their versions in the same order. */
  async versionsOf(registryId: number, view: ListView): Promise<Versions> {
    const { versions } = await this.list({ skip: 0, limit: MAX_COUNT, registryId }, { ...view, isVersion: true });
    const ids: number[] = JSON.parse(`[${versions[0] ?? ''}]`);
    return { ids, versions };
  }

  /** Returns the ids of all active items of a registry, ascending. */
  async activeIdsOf(registryId: number): Promise<number[]> {
    const rows = await this.#database.read<[id: number]>(SQL.activeIdsOf, [registryId]);
    return rows.map(([id]) => id);
  }

  /**
   * Finds an active or inactive item, and the number of pieces that can still be given; null if the item does not
   * exist.
   * @param registryId registry of the item, if known: a sharded database then queries only one server
   */
  async findToGive(id: number, registryId?: number): Promise<(Left & { item: Item }) | null> {
    const row = await (registryId === undefined
      ? this.#database.first<GivenRow>(SQL.toGive, [id])
      : this.#database.first<GivenRow>(SQL.toGiveOf, [registryId, id]));
    if (!row) return null;
    const [toGuests, toOwner, ...item] = row;
    return { item: itemOf(item), toGuests, toOwner };
  }

  /** Returns the number of pieces of an item that can still be given; 0 if the item does not exist. */
  async leftOf(registryId: number, id: number): Promise<Left> {
    type Row = [toGuests: number, toOwner: number];
    const [toGuests, toOwner] = (await this.#database.first<Row>(SQL.left, [registryId, id])) ?? [0, 0];
    return { toGuests, toOwner };
  }

  /** Returns the ids of all registries that have or had items, ascending. */
  async registryIds(): Promise<number[]> {
    const rows = await this.#database.read<[registryId: number]>(SQL.registryIds, []);
    return rows.map(([registryId]) => registryId);
  }

  /**
   * Adds an item.
   * @param also returns a statement of the same transaction
   * @returns null if the item is active and its registry is full
   */
  async insert(registryId: number, fields: ItemRegistryCreate, also?: Alongside<Item>): Promise<Item | null> {
    const now = new Date().toISOString();
    const whole: ItemRegistryCreate = { ...ITEM_DEFAULTS, ...fields };
    const row = [...WRITABLE.map((column) => columnValue(whole[column])), now, now];
    const [id] = (await this.#database.nextItemIds?.(1)) ?? [];
    const target = { key: registryId, column: 1, itemId: null };
    const write = (sql: string, values: Value[], lockId?: number) =>
      this.#database.write<ItemRow>(
        sql,
        values,
        lockId,
        CREATED,
        lockId === undefined ? undefined : target,
        also && ((made) => also(made.map(itemOf))),
      );
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

  /**
   * Adds items: all of them, or none.
   * @param also returns a statement of the same transaction
   * @returns the items in the same order; none if some of them are active and the registry has no room for these
   */
  async insertAll(registryId: number, all: readonly ItemRegistryCreate[], also?: Alongside<Item>): Promise<Item[]> {
    const [one, second] = all;
    if (one && !second) {
      const item = await this.insert(registryId, one, also);
      return item ? [item] : [];
    }
    const now = new Date().toISOString();
    const ids = await this.#database.nextItemIds?.(all.length);
    const whole = all.map((fields): ItemRegistryCreate => ({ ...ITEM_DEFAULTS, ...fields }));
    const rows = whole.map((fields, place) => [
      place,
      ids?.[place] ?? null,
      ...WRITABLE.map((column) => columnValue(fields[column])),
    ]);
    const active = whole.filter((fields) => fields.is_active).length;
    const others = active === 0 ? MAX_COUNT : MAX_ACTIVE_ITEMS - active;
    const itemsOf = (made: ItemRow[]) => made.map(itemOf).sort((one, other) => one.id - other.id);
    return itemsOf(
      await this.#database.write<ItemRow>(
        insertAllOf(this.#database.json, ids !== undefined),
        [registryId, JSON.stringify(rows), now, now, others],
        registryId,
        CREATED,
        undefined,
        also && ((made) => also(itemsOf(made))),
      ),
    );
  }

  /** Sets the supplied fields of an active item. @returns the item after the change, or null if it does not exist */
  async update(target: ItemTarget, change: ItemUpdate): Promise<Item | null> {
    if (WRITABLE.every((column) => change[column] === undefined)) return this.find(target.id);
    return this.#set(target, change, 'is_active = 1');
  }

  /**
   * Sets the supplied fields of an item, active or not, and makes it active.
   * @returns the item after the change, or null if it does not exist or its registry is full
   */
  bringBack(target: ItemTarget & { registryId: number }, change: ItemUpdate): Promise<Item | null> {
    const reach = `(is_active = 1 OR ${hasRoom('items.registry_id')})`;
    return this.#set(target, { ...change, is_active: true }, reach, target.registryId);
  }

  /**
   * Makes an active item inactive.
   * @returns the inactive item, or null if there was no active item
   */
  deactivate(target: ItemTarget): Promise<Item | null> {
    return this.#set(target, { is_active: false }, 'is_active = 1');
  }

  /** Makes all items of a registry inactive. @returns the number of deactivated items */
  async deactivateAllOf(registryId: number): Promise<number> {
    let count = 0;
    for (let time = new Date().toISOString(); ; ) {
      const rows = await this.#database.write<[id: number]>(
        SQL.deactivateAllOf,
        [time, registryId, time],
        undefined,
        (deleted) => deleted.map(([id]) => changeOf('item.deleted', registryId, id)),
      );
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
      const [row] = await this.#database.write<ChangedRow>(sql, all, turn, CHANGED, {
        key: id,
        column: 0,
        itemId: id,
      });
      if (row || version !== undefined) return row ? itemOf(row) : null;
      // Another process changed the item in the same millisecond, or the clock of that process is ahead. The next
      // attempt uses a later time.
      const found = await this.findEvenInactive(id);
      if (!found || found.updated_at < time) return null;
      time = this.#times.next(id, found.updated_at);
    }
  }

  /** Returns the id of the first listed item after the skipped items; undefined if no item follows. */
  async #idAfter(after: number, skip: number, registryId: number | undefined): Promise<number | undefined> {
    const rows =
      registryId === undefined
        ? await this.#database.scan<[id: number]>(SQL.idAfter, [after, skip])
        : await this.#database.scan<[id: number]>(SQL.idOfRegistryAfter, [registryId, after, skip]);
    return rows[0]?.[0];
  }
}

const changeOf = (type: EventType, registryId: number, itemId: number): Change => ({
  type,
  registryId,
  itemId,
  purchaseId: null,
  isSecret: false,
  giverUserId: null,
});

const CREATED: ChangesIn<ItemRow> = (rows) => rows.map(([id, registryId]) => changeOf('item.created', registryId, id));

/**
 * Returns the event of each changed item. If an update also deletes or restores the item, only the deletion or
 * restoration is an event.
 */
const CHANGED: ChangesIn<ChangedRow> = (rows) =>
  rows.flatMap((row) => {
    const [id, registryId] = row;
    const [isActive, effect] = [row[13] === 1, row[16]];
    if (!isActive) return [changeOf('item.deleted', registryId, id)];
    if (effect === EFFECTS.none) return [];
    return [changeOf(effect === EFFECTS.restored ? 'item.restored' : 'item.updated', registryId, id)];
  });

type GivenRow = [toGuests: number, toOwner: number, ...ItemRow];

const NOTHING: ItemsPart = { count: 0, json: Buffer.from('[]'), next: null, versions: [] };

/** Returns the statement that reads items in a given order, and the statement's parameters. */
function ofIds(
  { ofIds, ofRegistryIds }: ListStatements,
  ids: readonly number[],
  limit: number,
  skip: number,
  registryId: number | undefined,
): [list: JsonList, values: Value[]] {
  // If an id occurs twice, its first place counts.
  const places = JSON.stringify(Object.fromEntries(ids.map((id, place) => [id, place] as const).reverse()));
  return registryId === undefined ? [ofIds, [places, limit, skip]] : [ofRegistryIds, [places, registryId, limit, skip]];
}

const itemOrNull = (row: ItemRow | undefined): Item | null => (row ? itemOf(row) : null);
