import {
  type AffiliateStatus,
  ITEM_DEFAULTS,
  type Item,
  type ItemRegistryCreate,
  type ItemUpdate,
  MAX_ACTIVE_ITEMS,
  MAX_IDS,
} from '@largesse/contract';
import type { Database, Statements, Value } from '../database/database.ts';
import type { TimeLeft } from '../deadline.ts';
import type { ItemSource } from './slices.ts';

/** A row, in the order of COLUMNS. */
export type ItemRow = [
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
  quantityNeeded: number,
  quantityPurchased: number,
  isActive: number,
  createdAt: string,
  updatedAt: string,
];

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

const WRITABLE = [
  'name',
  'description',
  'url',
  'retailer',
  'affiliate_url',
  'affiliate_status',
  'image_url',
  'price',
  'quantity_needed',
  'quantity_purchased',
  'is_active',
] as const;

/** What is selected of an item. */
export const COLUMNS = `id, registry_id, ${WRITABLE.join(', ')}, created_at, updated_at`;

/** Whether a registry has room for another active item. Its work is bounded, however large a registry from before is. */
const hasRoom = (registryId: string): string => `NOT EXISTS (
  SELECT 1 FROM items AS others WHERE others.registry_id = ${registryId} AND others.is_active = 1
  ORDER BY others.id LIMIT 1 OFFSET ${MAX_ACTIVE_ITEMS - 1})`;

/** How many may be left out of a list where it is made; more are passed over beside the event loop. */
export const MAX_SKIP = 1000;

/** Some active items, by id; it has MAX_IDS places: see `padded`. */
export const LIST_OF_IDS = `SELECT ${COLUMNS} FROM items WHERE is_active = 1 AND id IN (${placeholders(MAX_IDS)})`;

/** The statements that do not depend on what is asked for. */
export const SQL = {
  find: `SELECT ${COLUMNS} FROM items WHERE id = $1 AND is_active = 1`,
  findEvenInactive: `SELECT ${COLUMNS} FROM items WHERE id = $1`,
  list: `SELECT ${COLUMNS} FROM items WHERE is_active = 1 AND id > $1 ORDER BY id LIMIT $2 OFFSET $3`,
  listOfRegistry: `SELECT ${COLUMNS} FROM items WHERE registry_id = $1 AND is_active = 1 AND id > $2 ORDER BY id LIMIT $3 OFFSET $4`,
  idAfter: 'SELECT id FROM items WHERE is_active = 1 AND id > $1 ORDER BY id LIMIT 1 OFFSET $2',
  idOfRegistryAfter:
    'SELECT id FROM items WHERE registry_id = $1 AND is_active = 1 AND id > $2 ORDER BY id LIMIT 1 OFFSET $3',
  activeIdsOf: 'SELECT id FROM items WHERE registry_id = $1 AND is_active = 1 ORDER BY id',
  registryIds: 'SELECT DISTINCT registry_id FROM items ORDER BY registry_id',
  insert: `
    INSERT INTO items (registry_id, ${WRITABLE.join(', ')}, created_at, updated_at)
    VALUES (${placeholders(WRITABLE.length + 3)})
    RETURNING ${COLUMNS}`,
  insertActive: `
    INSERT INTO items (registry_id, ${WRITABLE.join(', ')}, created_at, updated_at)
    SELECT ${placeholders(WRITABLE.length + 3)} WHERE ${hasRoom(`$${WRITABLE.length + 4}`)}
    RETURNING ${COLUMNS}`,
  deactivate: `UPDATE items SET is_active = 0, updated_at = $1 WHERE id = $2 AND is_active = 1 RETURNING ${COLUMNS}`,
  deactivateIn: `
    UPDATE items SET is_active = 0, updated_at = $1
    WHERE id = $2 AND registry_id = $3 AND is_active = 1 RETURNING ${COLUMNS}`,
  deactivateAllOf:
    'UPDATE items SET is_active = 0, updated_at = $1 WHERE registry_id = $2 AND is_active = 1 RETURNING id',
  setAffiliate: `
    UPDATE items SET affiliate_url = $1, affiliate_status = $2, updated_at = $3
    WHERE id = $4 AND registry_id = $5 AND is_active = 1 RETURNING ${COLUMNS}`,
};

/** All SQL on items. Every method throws DatabaseUnavailable when the database cannot serve now. */
export class ItemStore {
  readonly #database: Statements & Partial<Pick<Database, 'within'>>;

  constructor(database: Statements & Partial<Pick<Database, 'within'>>) {
    this.#database = database;
  }

  /** Gives the same items for a request that has only so much time. */
  within(time: TimeLeft): ItemStore {
    return new ItemStore(this.#database.within?.(time) ?? this.#database);
  }

  /** An active item, or null. Every promise on its way costs as much as the read, so there is but one. */
  find(id: number): Promise<Item | null> {
    return this.#database.first<ItemRow>(SQL.find, [id]).then(itemOrNull);
  }

  /** An item whether it is active or not, or null. */
  async findEvenInactive(id: number): Promise<Item | null> {
    return itemOrNull(await this.#database.first<ItemRow>(SQL.findEvenInactive, [id]));
  }

  /** Active items, by id, or in the order of `ids`. */
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
   * What `list` gives, for whoever reads it slice by slice.
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

  /** The active ones of these items, in this order, for whoever reads them slice by slice; `time` as for `sourceOf`. */
  inOrder(ids: readonly number[], time?: TimeLeft): ItemSource {
    const beginning = time ? this.within(time) : this;
    const places = new Map(ids.map((id, place) => [id, place]));
    return async (after, count) => {
      const items: Item[] = [];
      let next = after ? (places.get(after.id) ?? ids.length) + 1 : 0;
      while (items.length < count && next < ids.length) {
        const wanted = ids.slice(next, next + Math.min(count - items.length, MAX_IDS));
        items.push(...(await (after ? this : beginning).list({ ids: wanted, skip: 0, limit: wanted.length })));
        next += wanted.length;
      }
      return items;
    };
  }

  /** Ids of all active items of a registry, ascending. */
  async activeIdsOf(registryId: number): Promise<number[]> {
    const rows = await this.#database.read<[id: number]>(SQL.activeIdsOf, [registryId]);
    return rows.map(([id]) => id);
  }

  /** Ids of all registries that have, or had, items, ascending. */
  async registryIds(): Promise<number[]> {
    const rows = await this.#database.read<[registryId: number]>(SQL.registryIds, []);
    return rows.map(([registryId]) => registryId);
  }

  /** Adds an item. @returns it, or null where it is active and its registry has no room for it */
  async insert(registryId: number, fields: ItemRegistryCreate): Promise<Item | null> {
    const now = new Date().toISOString();
    const whole: ItemRegistryCreate = { ...ITEM_DEFAULTS, ...fields };
    const row = [registryId, ...WRITABLE.map((column) => columnValue(whole[column])), now, now];
    const rows = whole.is_active
      ? await this.#database.write<ItemRow>(SQL.insertActive, [...row, registryId], registryId)
      : await this.#database.write<ItemRow>(SQL.insert, row);
    return itemOrNull(rows[0]);
  }

  /** Sets the supplied fields of an active item. @returns the item as it is now, or null where there is none */
  async update(id: number, change: ItemUpdate): Promise<Item | null> {
    if (WRITABLE.every((column) => change[column] === undefined)) return this.find(id);
    return this.#set(id, change, 'is_active = 1');
  }

  /**
   * Sets the supplied fields of an item, active or not, and makes it active.
   * @param registryId the item's
   * @returns the item as it is now, or null where it was inactive and its registry has no room for it
   */
  bringBack(id: number, registryId: number, change: ItemUpdate): Promise<Item | null> {
    const reach = `(is_active = 1 OR ${hasRoom('items.registry_id')})`;
    return this.#set(id, { ...change, is_active: true }, reach, registryId);
  }

  /** Soft-deletes an item. @returns the now inactive item, or null where there was no active one */
  async deactivate(id: number): Promise<Item | null> {
    return itemOrNull((await this.#database.write<ItemRow>(SQL.deactivate, [new Date().toISOString(), id]))[0]);
  }

  /** Soft-deletes an item of a registry. @returns the now inactive item, or null where there was no active one */
  async deactivateIn(registryId: number, id: number): Promise<Item | null> {
    return itemOrNull(
      (await this.#database.write<ItemRow>(SQL.deactivateIn, [new Date().toISOString(), id, registryId]))[0],
    );
  }

  /** Soft-deletes all items of a registry. @returns how many there were */
  async deactivateAllOf(registryId: number): Promise<number> {
    return (await this.#database.write(SQL.deactivateAllOf, [new Date().toISOString(), registryId])).length;
  }

  /** Sets both affiliate fields of an active item of a registry. @returns the item, or null where there is none */
  async setAffiliate(
    registryId: number,
    id: number,
    affiliate: { url: string | null; status: AffiliateStatus | null },
  ): Promise<Item | null> {
    const values = [affiliate.url, affiliate.status, new Date().toISOString(), id, registryId];
    return itemOrNull((await this.#database.write<ItemRow>(SQL.setAffiliate, values))[0]);
  }

  async #set(id: number, change: ItemUpdate, reach: string, turn?: number): Promise<Item | null> {
    const columns = WRITABLE.filter((column) => change[column] !== undefined);
    const settings = columns.map((column, index) => `${column} = $${index + 1}`);
    const [time, key] = [columns.length + 1, columns.length + 2];
    const rows = await this.#database.write<ItemRow>(
      `UPDATE items SET ${settings.join(', ')}, updated_at = $${time}
       WHERE id = $${key} AND ${reach} RETURNING ${COLUMNS}`,
      [...columns.map((column) => columnValue(change[column])), new Date().toISOString(), id],
      turn,
    );
    return itemOrNull(rows[0]);
  }

  /** The first id of a list that begins far down. */
  async #idAfter(after: number, skip: number, registryId: number | undefined): Promise<number | undefined> {
    const rows =
      registryId === undefined
        ? await this.#database.scan<[id: number]>(SQL.idAfter, [after, skip])
        : await this.#database.scan<[id: number]>(SQL.idOfRegistryAfter, [registryId, after, skip]);
    return rows[0]?.[0];
  }

  async #listOf(ids: readonly number[], after: number, registryId: number | undefined): Promise<Item[]> {
    const rows = await this.#database.read<ItemRow>(LIST_OF_IDS, padded(ids));
    const found = new Map(rows.map((row) => [row[0], itemOf(row)]));
    return [...new Set(ids)]
      .filter((id) => id > after)
      .map((id) => found.get(id))
      .filter((item) => item !== undefined)
      .filter((item) => registryId === undefined || item.registry_id === registryId);
  }
}

const itemOrNull = (row: ItemRow | undefined): Item | null => (row ? itemOf(row) : null);

/** The item that a row holds. */
export function itemOf(row: ItemRow): Item {
  return {
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
    quantity_needed: row[10],
    quantity_purchased: row[11],
    is_active: row[12] === 1,
    created_at: row[13],
    updated_at: row[14],
  };
}

const columnValue = (value: string | number | boolean | null | undefined): Value =>
  typeof value === 'boolean' ? Number(value) : (value ?? null);

/** `$1, $2, …`, or from another number on; a function declaration, because the statements above use it. */
export function placeholders(count: number, first = 1): string {
  return Array.from({ length: count }, (_, index) => `$${index + first}`).join(', ');
}

/** As many ids as the statement has places; no item has id 0. */
export const padded = (ids: readonly number[]): number[] =>
  Array.from({ length: MAX_IDS }, (_, index) => ids[index] ?? 0);
