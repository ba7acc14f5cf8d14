import { type Item, MAX_ACTIVE_ITEMS, MAX_APPEARANCES, type SurpriseLevel } from '@largesse/contract';
import type { Statements, Value } from '../database/database.ts';
import { type ChangesIn, changeOfItem, onEachList } from '../database/events.ts';
import { placeholders } from '../database/sql.ts';
import { type Parameter, type Sql, sql } from '../database/statements.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';
import { type Today, timeAfter } from '../times.ts';

/** Last known state of a list with an item that is on several lists (rules: Appearances). */
export interface ListState {
  registryId: number;
  /** What owners may see of the promises of guests before the day of the reveal. */
  level: SurpriseLevel;
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
export const stateText = ({ level, revealDay }: ListState): string => `${level}${revealDay}`;

/** Returns the ids of the lists in a column such as `items.appears_on`. */
export const listsIn = (text: string | null): number[] => (text === null ? [] : text.split(',').map(Number));

/** SQL: items that are or were on a list and on others, with their own registries. @param list parameter with its id */
export const sharedOn = (list: string): string => `
  SELECT home_id, item_id FROM appearances AS a WHERE a.registry_id = ${list}
  UNION SELECT home_id, item_id FROM past_places AS a WHERE a.registry_id = ${list}
  UNION SELECT home_id, item_id FROM past_places AS a WHERE a.home_id = ${list}`;

/** SQL condition that the item of a gift was never on another list. */
export const isOnOneList = (gifts: string): string =>
  `NOT EXISTS (SELECT 1 FROM appearances AS a WHERE a.item_id = ${gifts}.item_id)
  AND NOT EXISTS (SELECT 1 FROM past_places AS a WHERE a.item_id = ${gifts}.item_id)`;

/** SQL: the other lists of the item of a changed gift, as `items.appears_on`. @param gifts table with `item_id` */
export const listsOfItem = (gifts: string): string =>
  `(SELECT on_lists.appears_on FROM items AS on_lists WHERE on_lists.id = ${gifts}.item_id)`;

/** Returns the value of `listsOfItem` in a row whose last column contains it. */
export const otherListsIn = (row: readonly unknown[]): string | null => {
  const lists = row.at(-1);
  return typeof lists === 'string' ? lists : null;
};

/**
 * SQL condition: a guest gave through a list, or through a deleted one whose item is there now, in a table with
 * `list_id`.
 * @param list parameter with the list's id
 */
export const isThrough = <Name extends string>(list: Parameter<Name>): Sql<Name> =>
  sql`((registry_id = ${list} AND (list_id IS NULL OR is_orphan = 1)) OR list_id = ${list})`;

const INSERT = `
  INSERT INTO appearances (id, registry_id, item_id, home_id, is_hidden, level, reveal_day, open_until)
  SELECT $1, $2, items.id, items.registry_id, $3, $4, $5, $6 FROM items
  WHERE items.id = $7 AND items.registry_id = $8 AND items.is_active = 1`;
const KEEP = 'ON CONFLICT (id) DO NOTHING RETURNING item_id, registry_id';
const HAS_ROOM = `(
    SELECT count(*) FROM appearances AS others WHERE others.item_id = $7 AND others.registry_id <> others.home_id
  ) < ${MAX_APPEARANCES}`;

/** Keeps the memory of a list that an item leaves: it may still hide promises. An item may leave a list several times. */
const LEAVE = `
  INSERT INTO past_places (id, registry_id, item_id, home_id, reveal_day, open_until, revealed_at, left_at)
  SELECT id || '/' || reveal_day, registry_id, item_id, home_id, reveal_day, open_until, revealed_at, $1 FROM appearances
  WHERE registry_id = $2 AND item_id = $3
  ON CONFLICT (id) DO UPDATE SET left_at = excluded.left_at, revealed_at = excluded.revealed_at`;

/** SQL condition: a list that an item has left has not revealed its promises by hand since then. */
const IS_UNREVEALED = '(revealed_at IS NULL OR revealed_at < left_at)';

/** Item and list of a place that an item has left before a reveal by hand. */
type PastPlace = [itemId: number, listId: number, revealDay: string];

/** Removes the row of an item's registry, if no other list has or had the item. */
const REMOVE_HOME = `
  DELETE FROM appearances WHERE item_id = $1 AND registry_id = home_id AND home_id = $2 AND NOT EXISTS (
    SELECT 1 FROM appearances AS others WHERE others.item_id = $1 AND others.registry_id <> others.home_id)
  AND NOT EXISTS (SELECT 1 FROM past_places AS others WHERE others.item_id = $1)`;
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
    // Rows of earlier versions have no level, only whether it is `hidden`. For them, the stricter level counts.
    const sql = `SELECT registry_id, coalesce(level, CASE WHEN is_hidden = 1 THEN 'hidden' ELSE 'counts' END), reveal_day
      FROM appearances WHERE item_id = $1 ORDER BY id`;
    const rows = await this.#database.read<[registryId: number, level: SurpriseLevel, revealDay: string]>(sql, [
      itemId,
    ]);
    return rows.map(([registryId, level, revealDay]) => ({ registryId, level, revealDay }));
  }

  /** Returns whether an item of another registry appears on a list. */
  async isOn(registryId: number, itemId: number): Promise<boolean> {
    if (!this.areSupported) return false;
    const sql = 'SELECT 1 FROM appearances WHERE registry_id = $1 AND item_id = $2 LIMIT 1';
    return (await this.#database.first(sql, [registryId, itemId])) !== undefined;
  }

  /**
   * Returns the items that are on any of these lists, and on several lists. An item that has left one of them is included
   * while this list still hides its gifts.
   * @param today called only if an item has left one of them
   */
  async itemsOn(registryIds: readonly number[], today: Today): Promise<Set<number>> {
    if (!this.areSupported || registryIds.length === 0) return new Set();
    const isOn = `registry_id IN (${placeholders(registryIds.length)})`;
    const now = await this.#database.read<[itemId: number]>(`SELECT item_id FROM appearances WHERE ${isOn}`, [
      ...registryIds,
    ]);
    const past = await this.#hiding(isOn, registryIds, today);
    return new Set([...now, ...past].map(([itemId]) => itemId));
  }

  /**
   * Returns the other lists of the items that are or were on a list. A list that the item has left is included while it
   * still hides gifts.
   * @param today called only if an item has left a list
   */
  async othersOf(registryId: number, today: Today): Promise<(readonly [itemId: number, listId: number])[]> {
    if (!this.areSupported) return [];
    const here = ['appearances', 'past_places'].map(
      (places) => `SELECT here.item_id FROM ${places} AS here WHERE here.registry_id = $1`,
    );
    const isHere = `item_id IN (${here.join(' UNION ALL ')}) AND registry_id <> $1`;
    const sql = `SELECT item_id, registry_id FROM appearances WHERE ${isHere}`;
    const now = await this.#database.read<[itemId: number, listId: number]>(sql, [registryId]);
    return [...now, ...(await this.#hiding(isHere, [registryId], today))];
  }

  /**
   * Returns the lists that an item has left, and that still hide gifts of it.
   * @param today called only if the item has left a list
   */
  async pastOf(itemId: number, today: Today): Promise<number[]> {
    if (!this.areSupported) return [];
    return (await this.#hiding('item_id = $1', [itemId], today)).map(([, listId]) => listId);
  }

  /** Returns the places that items have left, and that still hide their gifts. */
  async #hiding(condition: string, values: readonly Value[], today: Today) {
    const sql = `SELECT item_id, registry_id, reveal_day FROM past_places WHERE ${condition} AND ${IS_UNREVEALED}`;
    const places = await this.#database.read<PastPlace>(sql, [...values]);
    if (places.length === 0) return [];
    const day = await today();
    return places.flatMap(([itemId, listId, revealDay]) => (revealDay > day ? [[itemId, listId] as const] : []));
  }

  /** Returns the registries of the items that are or were on a list and on others. */
  async homesOn(registryId: number): Promise<number[]> {
    if (!this.areSupported) return [];
    const sql = `SELECT DISTINCT home_id FROM (${sharedOn('$1')}) AS shared ORDER BY home_id`;
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
    const valuesOf = ({ registryId, level, revealDay }: ListState, hides = level === 'hidden'): Value[] => {
      const openUntil = hides ? NEVER : ALWAYS;
      return [`${registryId}/${id}`, registryId, Number(level === 'hidden'), level, revealDay, openUntil, id, homeId];
    };
    // A registry that no longer hides gifts still hides its earlier secret gifts.
    const hides = home.level === 'hidden' || (await this.#database.first(SECRET_GIFT, [homeId, id])) !== undefined;
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
    await this.#database.write(LEAVE, [timeAfter(), registryId, id], { lockId: homeId });
    await this.#database.write<Row>(sql, [registryId, id], { lockId: homeId, changes: REMOVED, also });
  }

  /**
   * Moves an item and its promises to another of its lists. A trigger moves the promises, and remembers the former
   * registry as a past place.
   * @param item the item as it was read
   * @returns false if the item has changed since it was read
   */
  async move({ id, registry_id: homeId, updated_at: version }: Item, to: number): Promise<boolean> {
    const changes: ChangesIn<[itemId: number, appearsOn: string | null]> = (rows) =>
      rows.flatMap(([itemId, appearsOn]) => [
        changeOfItem('item.deleted', homeId, itemId),
        ...onEachList(changeOfItem('item.updated', to, itemId), appearsOn),
      ]);
    // An external id that another item of the new registry has is lost.
    const sql = `UPDATE items SET registry_id = $1, updated_at = $2, external_id = CASE WHEN EXISTS (
        SELECT 1 FROM items AS same WHERE same.registry_id = $1 AND same.external_id = items.external_id
      ) THEN NULL ELSE external_id END, appears_on = (
        SELECT string_agg(CAST(a.registry_id AS TEXT), ',') FROM appearances AS a
        WHERE a.item_id = items.id AND a.registry_id <> a.home_id AND a.registry_id <> $3)
      WHERE id = $4 AND registry_id = $5 AND updated_at = $6 AND is_active = 1 RETURNING id, appears_on`;
    const values = [to, timeAfter(version), to, id, homeId, version];
    return (await this.#database.write(sql, values, { lockId: homeId, changes })).length > 0;
  }

  /** Returns the active items of a registry that are also on others, each with one of the other lists. */
  async sharedOf(registryId: number): Promise<[itemId: number, listId: number][]> {
    if (!this.areSupported) return [];
    const sql = `SELECT a.item_id, min(a.registry_id) FROM appearances AS a JOIN items ON items.id = a.item_id
      WHERE a.home_id = $1 AND a.registry_id <> $1 AND items.is_active = 1 GROUP BY a.item_id ORDER BY a.item_id`;
    return this.#database.read<[itemId: number, listId: number]>(sql, [registryId]);
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
  async note({ registryId, level, revealDay }: ListState): Promise<void> {
    if (!this.areSupported) return;
    const now = timeAfter();
    // `open_until` is for promises of earlier versions, which do not name the lists that hide them: a list that begins to
    // hide gifts does not hide earlier gifts. A list that ends it still hides its secret gifts.
    const sql = `UPDATE appearances SET is_hidden = $1, reveal_day = $2, level = $3,
        open_until = CASE WHEN is_hidden < $4 AND open_until > $5 THEN $6 ELSE open_until END
      WHERE registry_id = $7 AND (reveal_day <> $8 OR level IS DISTINCT FROM $9)`;
    const hidden = Number(level === 'hidden');
    const values = [hidden, revealDay, level, hidden, now, now, registryId, revealDay, level];
    await this.#database.write(sql, values, { lockId: registryId });
  }

  /** Records that a list has revealed the promises that were made until now. */
  async noteReveal(registryId: number): Promise<void> {
    for (const places of ['appearances', 'past_places']) {
      const sql = `UPDATE ${places} SET revealed_at = $1 WHERE registry_id = $2`;
      await this.#database.write(sql, [timeAfter(), registryId], { lockId: registryId });
    }
  }

  /** Returns the own registries of items that have left a list whose day has come. @param today see `todayIn` */
  async homesUntil(today: string): Promise<number[]> {
    if (!this.areSupported) return [];
    const sql = 'SELECT DISTINCT home_id FROM past_places WHERE reveal_day <= $1 ORDER BY home_id';
    return (await this.#database.read<[homeId: number]>(sql, [today])).map(([homeId]) => homeId);
  }

  /** Deletes the places of a registry’s items whose day has come, after their promises have been revealed. */
  async forgetUntil(homeId: number, today: string): Promise<void> {
    await this.#forget(homeId, 'home_id = $1 AND reveal_day <= $2', [homeId, today]);
  }

  /** Forgets places without a day of a list's items that the items left before a reveal of the list. */
  async forgetDayless(registryId: number, since: string): Promise<void> {
    const isHere = 'SELECT item_id FROM appearances AS a WHERE a.registry_id = $3';
    const values = [since, NO_DAY, registryId];
    await this.#forget(registryId, `left_at < $1 AND reveal_day = $2 AND item_id IN (${isHere})`, values);
  }

  async #forget(lockId: number, condition: string, values: Value[]): Promise<void> {
    const sql = `DELETE FROM past_places WHERE ${condition} RETURNING item_id, home_id`;
    const gone = await this.#database.write<[itemId: number, homeId: number]>(sql, values, { lockId });
    for (const [itemId, homeId] of gone) await this.#database.write(REMOVE_HOME, [itemId, homeId], { lockId: homeId });
  }
}
