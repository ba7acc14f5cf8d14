import { type Item, MAX_ACTIVE_ITEMS, MAX_APPEARANCES } from '@largesse/contract';
import type { Statements, Value } from '../database/database.ts';
import { type ChangesIn, changeOfItem } from '../database/events.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';
import { timeAfter } from '../times.ts';

/** Last known state of a list with an item that is on several lists (rules: Appearances). */
export interface ListState {
  registryId: number;
  /** True if the list hides the gifts of guests before its day of the reveal. */
  isHidden: boolean;
  /** Day of the reveal, `YYYY-MM-DD`; `NO_DAY` without one. */
  revealDay: string;
}

/** Sorts after every other day. */
export const NO_DAY = '9999-12-31';

/** Later than every gift: the value of `open_until` as long as a list has not hidden any gift. */
const ALWAYS = '9999-12-31T00:00:00.000Z';

/** Earlier than every gift. */
const NEVER = '1970-01-01T00:00:00.000Z';

interface ItemHome {
  id: number;
  homeId: number;
}

/** Items of a list that are on other lists, too: for each item, the ids of all its lists, first that of its registry. */
export type SharedItems = ReadonlyMap<number, readonly number[]>;

/** Returns a state as a text, as the statement of a list's items reads it. */
export const stateText = ({ isHidden, revealDay }: ListState): string => `${Number(isHidden)}${revealDay}`;

/** Returns the ids of the lists in a column such as `items.appears_on`. */
export const listsIn = (text: string | null): number[] => (text === null ? [] : text.split(',').map(Number));

/**
 * SQL condition: a list other than `listId` still hides a gift, or its giver (rules: Appearances).
 * @param gifts table with `item_id`, `is_secret` and `created_at`
 * @param today parameter with the current day: a list reveals its gifts on the day of its reveal
 */
const isWithheld = (gifts: string, listId: string, today: string): string => `EXISTS (
  SELECT 1 FROM appearances AS a WHERE a.item_id = ${gifts}.item_id AND a.registry_id <> ${listId}
  AND a.reveal_day > ${today} AND (a.revealed_at IS NULL OR a.revealed_at < ${gifts}.created_at)
  AND (${gifts}.is_secret = 0 OR a.open_until < ${gifts}.created_at))`;

/**
 * SQL condition for the gifts of a registry's items that a list shows from now on. The last three arguments are
 * parameters: the ids of the registry and of the list, and the current day.
 */
export const isShownOn = (gifts: string, home: string, list: string, today: string): string =>
  `(${home} = ${list} OR ${gifts}.item_id IN (SELECT item_id FROM appearances AS a WHERE a.registry_id = ${list}))
  AND NOT ${isWithheld(gifts, list, today)}`;

/** SQL that returns a row if a list ($1) can reveal gifts of items that are on several lists, on a day ($2). */
export const unrevealedShared = (gifts: string): string => `SELECT 1 FROM ${gifts}
  WHERE revealed_at IS NULL AND (registry_id, item_id) IN (
    SELECT home_id, item_id FROM appearances AS a WHERE a.registry_id = $1)
  AND NOT ${isWithheld(gifts, '$1', '$2')} LIMIT 1`;

/** SQL condition that the item of a gift was never on another list. */
export const isOnOneList = (gifts: string): string =>
  `NOT EXISTS (SELECT 1 FROM appearances AS a WHERE a.item_id = ${gifts}.item_id)`;

/** SQL: the other lists of the item of a changed gift, as `items.appears_on`. @param gifts table with `item_id` */
export const listsOfItem = (gifts: string): string =>
  `(SELECT on_lists.appears_on FROM items AS on_lists WHERE on_lists.id = ${gifts}.item_id)`;

/** Returns the value of `listsOfItem` in a row whose last column contains it. */
export const otherListsIn = (row: readonly unknown[]): string | null => {
  const lists = row.at(-1);
  return typeof lists === 'string' ? lists : null;
};

/** SQL condition: a guest gave through a list, in a table with `list_id`. @param list parameter with the list's id */
export const isThrough = (list: string): string => `((registry_id = ${list} AND list_id IS NULL) OR list_id = ${list})`;

const INSERT = `
  INSERT INTO appearances (id, registry_id, item_id, home_id, is_hidden, reveal_day, open_until)
  SELECT $1, $2, items.id, items.registry_id, $3, $4, $5 FROM items
  WHERE items.id = $6 AND items.registry_id = $7 AND items.is_active = 1`;
const KEEP = 'ON CONFLICT (id) DO NOTHING RETURNING item_id, registry_id';
const HAS_ROOM = `(
    SELECT count(*) FROM appearances AS others WHERE others.item_id = $6 AND others.registry_id <> others.home_id
  ) < ${MAX_APPEARANCES}`;

/** Removes the row of an item's registry, if the item is on no other list. */
const REMOVE_HOME = `
  DELETE FROM appearances WHERE item_id = $1 AND registry_id = home_id AND home_id = $2 AND NOT EXISTS (
    SELECT 1 FROM appearances AS others WHERE others.item_id = $1 AND others.registry_id <> others.home_id)`;
const SECRET_GIFT = `
  SELECT 1 FROM purchases WHERE registry_id = $1 AND item_id = $2 AND is_secret = 1 AND revealed_at IS NULL LIMIT 1`;

/** Updates the lists that an item itself names. */
const NAME_LISTS = `
  UPDATE items SET appears_on = (
    SELECT string_agg(CAST(a.registry_id AS TEXT), ',') FROM appearances AS a
    WHERE a.item_id = items.id AND a.registry_id <> a.home_id)
  WHERE registry_id = $1 AND id = $2`;

type Row = [itemId: number, registryId: number];
const ADDED: ChangesIn<Row> = (rows) => rows.map(([itemId, id]) => changeOfItem('item.created', id, itemId));
const REMOVED: ChangesIn<Row> = (rows) => rows.map(([itemId, id]) => changeOfItem('item.deleted', id, itemId));

/**
 * Stores on which other lists items appear. All methods throw DatabaseUnavailable. If a statement cannot read items of
 * other registries, there are no appearances.
 */
export class AppearanceStore {
  readonly #database: Pick<Statements, 'read' | 'first' | 'write' | 'joinsRegistries' | 'within'>;

  constructor(database: Pick<Statements, 'read' | 'first' | 'write' | 'joinsRegistries' | 'within'>) {
    this.#database = database;
  }

  within(time: TimeLeft): AppearanceStore {
    return new AppearanceStore(this.#database.within?.(time) ?? this.#database);
  }

  /** True if the database supports items on several lists. */
  get areSupported(): boolean {
    return this.#database.joinsRegistries;
  }

  /** Returns the states of all lists of an item; none if it is only on its own list. */
  async listsOf(itemId: number): Promise<ListState[]> {
    if (!this.areSupported) return [];
    const rows = await this.#database.read<[registryId: number, isHidden: number, revealDay: string]>(
      'SELECT registry_id, is_hidden, reveal_day FROM appearances WHERE item_id = $1 ORDER BY id',
      [itemId],
    );
    return rows.map(([registryId, isHidden, revealDay]) => ({ registryId, isHidden: isHidden === 1, revealDay }));
  }

  /** Returns whether an item of another registry appears on a list. */
  async isOn(registryId: number, itemId: number): Promise<boolean> {
    if (!this.areSupported) return false;
    const sql = 'SELECT 1 FROM appearances WHERE registry_id = $1 AND item_id = $2 LIMIT 1';
    return (await this.#database.first(sql, [registryId, itemId])) !== undefined;
  }

  /** Returns the registries of the items that appear on a list, or that belong to it and appear elsewhere. */
  async homesOn(registryId: number): Promise<number[]> {
    if (!this.areSupported) return [];
    const sql = 'SELECT DISTINCT home_id FROM appearances WHERE registry_id = $1 ORDER BY home_id';
    return (await this.#database.read<[homeId: number]>(sql, [registryId])).map(([homeId]) => homeId);
  }

  async sizeOf(registryId: number): Promise<number> {
    const sql = `SELECT (SELECT count(*) FROM (
        SELECT 1 FROM items WHERE registry_id = $1 AND is_active = 1 LIMIT ${MAX_ACTIVE_ITEMS}) AS own) + (
        SELECT count(*) FROM appearances AS a JOIN items ON items.id = a.item_id
        WHERE a.registry_id = $1 AND a.home_id <> $1 AND items.is_active = 1)`;
    return (await this.#database.first<[count: number]>(sql, [registryId]))?.[0] ?? 0;
  }

  /**
   * Adds an active item to another list, unless it is there.
   * @param home state of the item's registry
   * @returns false if the item is inactive, or appears on too many lists
   */
  async add({ id, homeId }: ItemHome, home: ListState, list: ListState): Promise<boolean> {
    const valuesOf = ({ registryId, isHidden, revealDay }: ListState, hides = isHidden): Value[] => {
      const openUntil = hides ? NEVER : ALWAYS;
      return [`${registryId}/${id}`, registryId, Number(isHidden), revealDay, openUntil, id, homeId];
    };
    // A registry that no longer hides gifts still hides its earlier secret gifts.
    const hides = home.isHidden || (await this.#database.first(SECRET_GIFT, [homeId, id])) !== undefined;
    const addHome = () => this.#database.write(`${INSERT} ${KEEP}`, valuesOf(home, hides), { lockId: homeId });
    await addHome();
    const sql = `${INSERT} AND ${HAS_ROOM} ${KEEP}`;
    const also = () => ({ sql: NAME_LISTS, values: [homeId, id] });
    const added = await this.#database.write<Row>(sql, valuesOf(list), { lockId: homeId, changes: ADDED, also });
    const isOn = added.length > 0 || (await this.isOn(list.registryId, id));
    // A simultaneous removal from the last other list may have removed the row of the item's registry.
    await (isOn ? addHome() : this.#database.write(REMOVE_HOME, [id, homeId], { lockId: homeId }));
    return isOn;
  }

  /** Removes an item of another registry from a list, if it is there. */
  async remove({ id, homeId }: ItemHome, registryId: number): Promise<void> {
    const sql = `DELETE FROM appearances WHERE registry_id = $1 AND item_id = $2 AND registry_id <> home_id
      RETURNING item_id, registry_id`;
    const also = () => ({ sql: NAME_LISTS, values: [homeId, id] });
    await this.#database.write<Row>(sql, [registryId, id], { lockId: homeId, changes: REMOVED, also });
    await this.#database.write(REMOVE_HOME, [id, homeId], { lockId: homeId });
  }

  /**
   * Moves an item and its gifts to another registry.
   * @param lists lists that the item leaves
   * @returns false if the item has changed since it was read
   */
  async move({ id, registry_id: homeId, updated_at: version }: Item, to: number, lists: number[]): Promise<boolean> {
    const changes: ChangesIn<Row> = (rows) =>
      rows.flatMap(([itemId]) => [
        ...lists.map((list) => changeOfItem('item.deleted', list, itemId)),
        changeOfItem('item.updated', to, itemId),
      ]);
    const sql = `UPDATE items SET registry_id = $1, appears_on = NULL, updated_at = $2
      WHERE id = $3 AND registry_id = $4 AND updated_at = $5 AND is_active = 1 RETURNING id, registry_id`;
    const values = [to, timeAfter(version), id, homeId, version];
    return (await this.#database.write<Row>(sql, values, { lockId: homeId, changes })).length > 0;
  }

  /** Removes a deleted list: other items no longer appear on it, and its own items no longer appear elsewhere. */
  async removeAllOf(registryId: number): Promise<void> {
    if (!this.areSupported) return;
    const sql = 'SELECT item_id, home_id FROM appearances WHERE registry_id = $1 AND home_id <> $1';
    for (const [id, homeId] of await this.#database.read<[itemId: number, homeId: number]>(sql, [registryId]))
      await this.remove({ id, homeId }, registryId);
    const also = () => ({
      sql: 'UPDATE items SET appears_on = NULL WHERE registry_id = $1 AND appears_on IS NOT NULL',
      values: [registryId],
    });
    const remove = 'DELETE FROM appearances WHERE home_id = $1 RETURNING id';
    await this.#database.write(remove, [registryId], { lockId: registryId, also });
  }

  /** Records the current state of a list with shared items, if it differs. */
  async note({ registryId, isHidden, revealDay }: ListState): Promise<void> {
    if (!this.areSupported) return;
    const now = timeAfter();
    // A list that begins to hide gifts does not hide earlier gifts. A list that ends it still hides its secret gifts.
    const sql = `UPDATE appearances SET is_hidden = $1, reveal_day = $2,
        open_until = CASE WHEN is_hidden < $3 AND open_until > $4 THEN $5 ELSE open_until END
      WHERE registry_id = $6 AND (is_hidden <> $7 OR reveal_day <> $8)`;
    const hidden = Number(isHidden);
    const values = [hidden, revealDay, hidden, now, now, registryId, hidden, revealDay];
    await this.#database.write(sql, values, { lockId: registryId });
  }

  async noteReveal(registryId: number): Promise<void> {
    const sql = 'UPDATE appearances SET revealed_at = $1 WHERE registry_id = $2';
    await this.#database.write(sql, [timeAfter(), registryId], { lockId: registryId });
  }
}
