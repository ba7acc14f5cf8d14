import { type Item, MAX_ACTIVE_ITEMS, MAX_APPEARANCES, NO_DAY, type SurpriseLevel } from '@largesse/contract';
import { type ChangesIn, changeOfItem, onEachList } from '../database/events.ts';
import {
  columns,
  forms,
  type Given,
  listParameters,
  onlyAnywhere,
  type Parameter,
  parameters,
  query,
  queryAnywhere,
  type Running,
  type Sql,
  sql,
  variants,
} from '../database/statements.ts';
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

/** Later than every gift: the value of `open_until` as long as a list has not hidden any gift. */
const OPEN_FOREVER = '9999-12-31T00:00:00.000Z';

/** Mark of a list that hides numbers. */
const HIDES = 'h';

/** Earlier than every gift. */
const NEVER_OPEN = '1970-01-01T00:00:00.000Z';

interface ItemHome {
  id: number;
  homeId: number;
}

/**
 * Items of a list that are on other lists, too: for each item, the ids of all its lists, first that of its registry.
 */
export type SharedItems = ReadonlyMap<number, readonly number[]>;

/** Returns a state as a text, as the statement of a list's items reads it. */
export const stateText = ({ level, revealDay }: ListState): string => `${level}${revealDay}`;

/** Returns the ids of the lists in a column such as `items.appears_on`. */
export const listIdsIn = (text: string | null): number[] => (text === null ? [] : text.split(',').map(Number));

/** SQL: items that are or were on a list and on others, with their own registries. */
export const sharedOn = <Name extends string>(list: Parameter<Name>): Sql<Name> => sql`
  SELECT home_id, item_id FROM appearances AS a WHERE a.registry_id = ${list}
  UNION SELECT home_id, item_id FROM past_places AS a WHERE a.registry_id = ${list}
  UNION SELECT home_id, item_id FROM past_places AS a WHERE a.home_id = ${list}`;

/** SQL condition that the item of a gift was never on another list. */
export const isOnOneList = (gifts: string): Sql<never> =>
  onlyAnywhere(sql`NOT EXISTS (SELECT 1 FROM appearances AS a WHERE a.item_id = ${gifts}.item_id)
  AND NOT EXISTS (SELECT 1 FROM past_places AS a WHERE a.item_id = ${gifts}.item_id)`);

/**
 * SQL: all lists of the item of a changed gift, for `placesIn`; NULL if it is only on its own list. A list hides
 * numbers until its day, in UTC.
 * @param gifts table with `item_id`
 */
export const listsOfItem = (gifts: string): Sql<never> =>
  forms({
    anywhere: sql`(SELECT string_agg(CAST(a.registry_id AS TEXT) || CASE WHEN a.reveal_day > CAST(CURRENT_DATE AS TEXT)
      AND coalesce(a.level = 'hidden', a.is_hidden = 1) THEN '${HIDES}' ELSE '' END, ',')
    FROM appearances AS a WHERE a.item_id = ${gifts}.item_id)`,
    perRegistry: sql`NULL`,
  });

/** Returns the lists in a column of `listsOfItem`, and whether each hides numbers. */
export const placesIn = (text: string | null): { registryId: number; hidesNumbers: boolean }[] =>
  (text?.split(',') ?? []).map((one) => ({ registryId: Number.parseInt(one, 10), hidesNumbers: one.endsWith(HIDES) }));

/**
 * SQL condition: a guest gave through a list, or through a deleted one whose item is there now, in a table with
 * `list_id`.
 * @param list parameter with the list's id
 */
export const isThrough = <Name extends string>(list: Parameter<Name>): Sql<Name> =>
  forms({
    anywhere: sql`((registry_id = ${list} AND (list_id IS NULL OR is_orphan = 1)) OR list_id = ${list})`,
    perRegistry: sql`registry_id = ${list}`,
  });

const $ = parameters(
  'id',
  'itemId',
  'homeId',
  'listId',
  'isHidden',
  'level',
  'revealDay',
  'openUntil',
  'now',
  'today',
  'since',
  'version',
);

/** An item, and a list on which it is or was. */
export interface ItemOnList {
  itemId: number;
  listId: number;
}
const PLACE = columns<ItemOnList>({ itemId: 'item_id', listId: 'registry_id' });

/** A place that an item has left before a reveal by hand. */
interface PastAppearance extends ItemOnList {
  revealDay: string;
}
const PAST_PLACE = columns<PastAppearance>({ itemId: 'item_id', listId: 'registry_id', revealDay: 'reveal_day' });

const ITEM_HOME = columns<ItemHome>({ id: 'item_id', homeId: 'home_id' });
const HOME = columns<{ homeId: number }>({ homeId: 'home_id' });

// Rows of earlier versions have no level, only whether it is `hidden`. For them, the stricter level counts.
const STATE = columns<ListState>({
  registryId: 'registry_id',
  level: "coalesce(level, CASE WHEN is_hidden = 1 THEN 'hidden' ELSE 'counts' END)",
  revealDay: 'reveal_day',
});
const STATES_OF = queryAnywhere(STATE)`SELECT ${STATE} FROM appearances WHERE item_id = ${$.itemId} ORDER BY id`;

const STATE_ON = queryAnywhere(STATE)`SELECT ${STATE} FROM appearances WHERE registry_id = ${$.listId} LIMIT 1`;

const IS_ON = queryAnywhere()`
  SELECT 1 FROM appearances WHERE registry_id = ${$.listId} AND item_id = ${$.itemId} LIMIT 1`;

/** SQL condition: a list that an item has left has not revealed its promises by hand since then. */
const IS_UNREVEALED = '(revealed_at IS NULL OR revealed_at < left_at)';

/** Returns the statements for the present and the past places that meet a condition. */
const placesWith = <Name extends string>(condition: Sql<Name>) => ({
  now: queryAnywhere(PLACE)`SELECT ${PLACE} FROM appearances WHERE ${condition}`,
  past: queryAnywhere(PAST_PLACE)`SELECT ${PAST_PLACE} FROM past_places WHERE ${condition} AND ${IS_UNREVEALED}`,
});
const OF_ITEMS = variants(({ count }: { count: number }) => {
  const ids = listParameters('itemId', count);
  return { ids, ...placesWith(sql`item_id IN (${ids})`) };
});
const ON_LISTS = variants(({ count }: { count: number }) => {
  const ids = listParameters('listId', count);
  const onThem = sql`item_id IN (
    SELECT here.item_id FROM appearances AS here WHERE here.registry_id IN (${ids})
    UNION ALL SELECT here.item_id FROM past_places AS here WHERE here.registry_id IN (${ids})
  )`;
  return { ids, ...placesWith(onThem) };
});

const HOMES_ON = queryAnywhere(HOME)`SELECT DISTINCT ${HOME} FROM (${sharedOn($.listId)}) AS shared ORDER BY home_id`;
const HOMES_UNTIL = queryAnywhere(HOME)`
  SELECT DISTINCT ${HOME} FROM past_places WHERE reveal_day <= ${$.today} ORDER BY home_id`;

const SIZE = columns<{ size: number }>({ size: 'size' });
const SIZE_OF = query(SIZE)`
  SELECT (
    SELECT count(*) FROM (
      SELECT 1 FROM items WHERE registry_id = ${$.listId} AND is_active = 1 LIMIT ${MAX_ACTIVE_ITEMS}
    ) AS own
  ) + (
    SELECT count(*) FROM appearances AS a JOIN items ON items.id = a.item_id
    WHERE a.registry_id = ${$.listId} AND a.home_id <> ${$.listId} AND items.is_active = 1
  ) AS size`;

const INSERT = sql`
  INSERT INTO appearances (id, registry_id, item_id, home_id, is_hidden, level, reveal_day, open_until)
  SELECT ${$.id}, ${$.listId}, items.id, items.registry_id, ${$.isHidden}, ${$.level}, ${$.revealDay}, ${$.openUntil}
  FROM items WHERE items.id = ${$.itemId} AND items.registry_id = ${$.homeId} AND items.is_active = 1`;
const KEEP = sql`ON CONFLICT (id) DO NOTHING RETURNING ${PLACE}`;
const ADD_HOME = query(PLACE)`${INSERT} ${KEEP}`;
const ADD = queryAnywhere(PLACE)`
  ${INSERT} AND (
    SELECT count(*) FROM appearances AS others
    WHERE others.item_id = ${$.itemId} AND others.registry_id <> others.home_id
  ) < ${MAX_APPEARANCES} ${KEEP}`;

/**
 * Keeps the memory of a list that an item leaves: it may still hide promises. An item may leave a list several times.
 */
const LEAVE = query()`
  INSERT INTO past_places (id, registry_id, item_id, home_id, reveal_day, open_until, revealed_at, left_at)
  SELECT id || '/' || reveal_day, registry_id, item_id, home_id, reveal_day, open_until, revealed_at, ${$.now}
  FROM appearances WHERE registry_id = ${$.listId} AND item_id = ${$.itemId}
  ON CONFLICT (id) DO UPDATE SET left_at = excluded.left_at, revealed_at = excluded.revealed_at`;
const REMOVE = query(PLACE)`
  DELETE FROM appearances WHERE registry_id = ${$.listId} AND item_id = ${$.itemId} AND registry_id <> home_id
  RETURNING ${PLACE}`;

/**
 * Removes the row of an item's registry, if no other list has or had the item. With a promise through another list,
 * the row stays, because the number depends on whether the registry hides it.
 */
const REMOVE_HOME = query()`
  DELETE FROM appearances WHERE item_id = ${$.itemId} AND registry_id = home_id AND home_id = ${$.homeId}
  AND NOT EXISTS (
    SELECT 1 FROM appearances AS others WHERE others.item_id = ${$.itemId} AND others.registry_id <> others.home_id)
  AND NOT EXISTS (SELECT 1 FROM past_places AS others WHERE others.item_id = ${$.itemId})
  AND NOT EXISTS (SELECT 1 FROM purchases WHERE item_id = ${$.itemId} AND list_id IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM shares WHERE item_id = ${$.itemId} AND list_id IS NOT NULL)`;
const SECRET_GIFT = query()`
  SELECT 1 FROM purchases
  WHERE registry_id = ${$.homeId} AND item_id = ${$.itemId} AND is_secret = 1 AND revealed_at IS NULL LIMIT 1`;

/** Updates the lists that an item itself names. */
const NAME_LISTS = query()`
  UPDATE items SET appears_on = (
    SELECT string_agg(CAST(a.registry_id AS TEXT), ',') FROM appearances AS a
    WHERE a.item_id = items.id AND a.registry_id <> a.home_id)
  WHERE registry_id = ${$.homeId} AND id = ${$.itemId}`;

const MOVED = columns<{ id: number; appearsOn: string | null }>({ id: 'id', appearsOn: 'appears_on' });

/** Moves an item to another list. An external id that another active item of the new registry has is lost. */
const MOVE = query(MOVED)`
  UPDATE items SET registry_id = ${$.listId}, updated_at = ${$.now},
    external_id = CASE WHEN EXISTS (
      SELECT 1 FROM items AS same WHERE same.registry_id = ${$.listId} AND same.external_id = items.external_id
      AND same.is_active = 1
    ) THEN NULL ELSE external_id END,
    appears_on = (
      SELECT string_agg(CAST(a.registry_id AS TEXT), ',') FROM appearances AS a
      WHERE a.item_id = items.id AND a.registry_id <> a.home_id AND a.registry_id <> ${$.listId})
  WHERE id = ${$.itemId} AND registry_id = ${$.homeId} AND updated_at = ${$.version} AND is_active = 1
  RETURNING ${MOVED}`;

const OTHER_LIST = columns<ItemOnList>({ itemId: 'a.item_id', listId: 'min(a.registry_id)' });
const SHARED_OF = queryAnywhere(OTHER_LIST)`
  SELECT ${OTHER_LIST} FROM appearances AS a JOIN items ON items.id = a.item_id
  WHERE a.home_id = ${$.homeId} AND a.registry_id <> ${$.homeId} AND items.is_active = 1
  GROUP BY a.item_id ORDER BY a.item_id`;

const APPEARING_ON = queryAnywhere(ITEM_HOME)`
  SELECT ${ITEM_HOME} FROM appearances WHERE registry_id = ${$.listId} AND home_id <> ${$.listId}`;
const REMOVE_ALL_OF = queryAnywhere()`DELETE FROM appearances WHERE home_id = ${$.homeId} RETURNING id`;
const NAME_NO_LISTS = query()`
  UPDATE items SET appears_on = NULL WHERE registry_id = ${$.homeId} AND appears_on IS NOT NULL`;

/**
 * `open_until` is for promises of earlier versions, which do not name the lists that hide them: a list that begins to
 * hide gifts does not hide earlier gifts. A list that ends it still hides its secret gifts.
 */
const NOTE = queryAnywhere()`
  UPDATE appearances SET is_hidden = ${$.isHidden}, reveal_day = ${$.revealDay}, level = ${$.level},
    open_until = CASE WHEN is_hidden < ${$.isHidden} AND open_until > ${$.now} THEN ${$.now} ELSE open_until END
  WHERE registry_id = ${$.listId} AND (reveal_day <> ${$.revealDay} OR level IS DISTINCT FROM ${$.level})`;
const NOTE_REVEAL = ['appearances', 'past_places'].map(
  (places) => query()`UPDATE ${places} SET revealed_at = ${$.now} WHERE registry_id = ${$.listId}`,
);

/** While another list of the item hides gifts, its recipients are recipients on the list that the item has left. */
const FORGET_UNTIL = query(ITEM_HOME)`
  DELETE FROM past_places WHERE home_id = ${$.homeId} AND reveal_day <= ${$.today}
  AND NOT EXISTS (SELECT 1 FROM appearances AS a
    WHERE a.item_id = past_places.item_id AND a.registry_id <> past_places.registry_id AND a.reveal_day > ${$.today})
  AND NOT EXISTS (SELECT 1 FROM past_places AS a
    WHERE a.item_id = past_places.item_id AND a.registry_id <> past_places.registry_id AND a.reveal_day > ${$.today})
  RETURNING ${ITEM_HOME}`;
const FORGET_DAYLESS = query(ITEM_HOME)`
  DELETE FROM past_places WHERE left_at < ${$.since} AND reveal_day = ${$.revealDay}
  AND item_id IN (SELECT item_id FROM appearances AS a WHERE a.registry_id = ${$.listId}) RETURNING ${ITEM_HOME}`;

/**
 * Returns the changes of an item that appears on another list, or no longer: on this list, and on the lists on which it
 * stays. There, a reader who receives the gifts of this list now sees other numbers.
 */
const changesOn =
  (type: 'item.created' | 'item.deleted', lists: readonly ListState[]): ChangesIn<ItemOnList> =>
  (places) =>
    places.flatMap(({ itemId, listId }) => [
      changeOfItem(type, listId, itemId),
      ...lists
        .filter(({ registryId }) => registryId !== listId)
        .map(({ registryId }) => changeOfItem('item.updated', registryId, itemId)),
    ]);

/** Returns the places that still hide their gifts. @param today called only if there are places */
async function hidingAmong(places: readonly PastAppearance[], today: Today): Promise<readonly ItemOnList[]> {
  if (places.length === 0) return [];
  const day = await today();
  return places.filter(({ revealDay }) => revealDay > day);
}

/**
 * Stores on which other lists items appear. All methods throw DatabaseUnavailable. If the database lacks statements
 * about several registries, there are no appearances, and `require` refuses new ones.
 */
export class AppearanceStore {
  readonly #database: Running<'read' | 'first' | 'write' | 'within'>;

  constructor(database: Running<'read' | 'first' | 'write' | 'within'>) {
    this.#database = database;
  }

  within(time: TimeLeft): AppearanceStore {
    return new AppearanceStore(this.#database.within?.(time) ?? this.#database);
  }

  /** Checks that the database supports items on several lists. @throws {OnSeveralServers} */
  require(): void {
    ADD.require(this.#database);
  }

  /** Returns the states of all lists of an item; none if it is only on its own list. */
  listsOf(itemId: number): Promise<ListState[]> {
    return STATES_OF.read(this.#database, { itemId });
  }

  /** Returns whether an item of another registry appears on a list. */
  async isOn(registryId: number, itemId: number): Promise<boolean> {
    return (await IS_ON.first(this.#database, { listId: registryId, itemId })) !== null;
  }

  /**
   * Returns the lists on which items are, if they are or were on several. A list that an item has left is included
   * while it still hides gifts.
   * @param today called only if an item has left a list
   */
  placesOf(itemIds: readonly number[], today: Today): Promise<ItemOnList[]> {
    const { ids, ...places } = OF_ITEMS({ count: itemIds.length });
    return this.#places(places, ids.values(itemIds), today);
  }

  /** Returns `placesOf` the items that are or were on any of these lists. */
  placesOn(listIds: readonly number[], today: Today): Promise<ItemOnList[]> {
    const { ids, ...places } = ON_LISTS({ count: listIds.length });
    return this.#places(places, ids.values(listIds), today);
  }

  async #places<Name extends string>(
    { now, past }: ReturnType<typeof placesWith<Name>>,
    values: Readonly<Record<Name, Given>>,
    today: Today,
  ): Promise<ItemOnList[]> {
    const places = await now.read(this.#database, values);
    return [...places, ...(await hidingAmong(await past.read(this.#database, values), today))];
  }

  /** Returns the registries of the items that are or were on a list and on others. */
  async homesOn(registryId: number): Promise<number[]> {
    return (await HOMES_ON.read(this.#database, { listId: registryId })).map(({ homeId }) => homeId);
  }

  /**
   * Returns whether a list hides numbers of gifts, as the service last read it. False if its items were never on
   * others.
   * @param today called only if the list hides them until a day
   */
  async hidesNumbers(registryId: number, today: Today): Promise<boolean> {
    const state = await STATE_ON.first(this.#database, { listId: registryId });
    return state !== null && state.level === 'hidden' && (await today()) < state.revealDay;
  }

  async sizeOf(registryId: number): Promise<number> {
    return (await SIZE_OF.first(this.#database, { listId: registryId }))?.size ?? 0;
  }

  /**
   * Adds an active item to another list, unless it is there.
   * @param home state of the item's registry
   * @returns false if the item is inactive, or appears on too many lists
   */
  async add({ id, homeId }: ItemHome, home: ListState, list: ListState): Promise<boolean> {
    const valuesOf = ({ registryId, level, revealDay }: ListState, hides = level === 'hidden') => ({
      id: `${registryId}/${id}`,
      listId: registryId,
      itemId: id,
      homeId,
      isHidden: level === 'hidden',
      level,
      revealDay,
      openUntil: hides ? NEVER_OPEN : OPEN_FOREVER,
    });
    const item = { itemId: id, homeId };
    // A registry that no longer hides gifts still hides its earlier secret gifts.
    const hides = home.level === 'hidden' || (await SECRET_GIFT.first(this.#database, item)) !== null;
    const addHome = () => ADD_HOME.write(this.#database, valuesOf(home, hides), { lockId: homeId });
    await addHome();
    const also = () => NAME_LISTS.with(item);
    const changes = changesOn('item.created', await this.listsOf(id));
    const added = await ADD.write(this.#database, valuesOf(list), { lockId: homeId, changes, also });
    const isOn = added.length > 0 || (await this.isOn(list.registryId, id));
    // A simultaneous removal from the last other list may have removed the row of the item's registry.
    await (isOn ? addHome() : REMOVE_HOME.write(this.#database, item, { lockId: homeId }));
    return isOn;
  }

  /** Removes an item of another registry from a list, if it is there. */
  async remove({ id, homeId }: ItemHome, registryId: number): Promise<void> {
    const place = { itemId: id, listId: registryId };
    const also = () => NAME_LISTS.with({ itemId: id, homeId });
    await LEAVE.write(this.#database, { ...place, now: timeAfter() }, { lockId: homeId });
    const changes = changesOn('item.deleted', await this.listsOf(id));
    await REMOVE.write(this.#database, place, { lockId: homeId, changes, also });
  }

  /**
   * Moves an item and its promises to another of its lists. A trigger moves the promises, and remembers the former
   * registry as a past place.
   * @param item the item as it was read
   * @returns false if the item has changed since it was read
   */
  async move({ id, registry_id: homeId, updated_at: version }: Item, to: number): Promise<boolean> {
    const changes: ChangesIn<{ id: number; appearsOn: string | null }> = (items) =>
      items.flatMap((item) => [
        changeOfItem('item.deleted', homeId, item.id),
        ...onEachList(changeOfItem('item.updated', to, item.id), item.appearsOn),
      ]);
    const values = { itemId: id, homeId, listId: to, version, now: timeAfter(version) };
    return (await MOVE.write(this.#database, values, { lockId: homeId, changes })).length > 0;
  }

  /** Returns the active items of a registry that are also on others, each with one of the other lists. */
  sharedOf(registryId: number): Promise<ItemOnList[]> {
    return SHARED_OF.read(this.#database, { homeId: registryId });
  }

  /** Removes a deleted list: other items no longer appear on it, and its own items no longer appear elsewhere. */
  async removeAllOf(registryId: number): Promise<void> {
    const items = await APPEARING_ON.read(this.#database, { listId: registryId });
    for (const item of items) await this.remove(item, registryId);
    const values = { homeId: registryId };
    const also = () => NAME_NO_LISTS.with(values);
    await REMOVE_ALL_OF.write(this.#database, values, { lockId: registryId, also });
  }

  /** Records the current state of a list with shared items, if it differs. */
  async note({ registryId, level, revealDay }: ListState): Promise<void> {
    const values = { listId: registryId, isHidden: level === 'hidden', level, revealDay, now: timeAfter() };
    await NOTE.write(this.#database, values, { lockId: registryId });
  }

  /** Records that a list has revealed the promises that were made until now. */
  async noteReveal(registryId: number): Promise<void> {
    for (const note of NOTE_REVEAL)
      await note.write(this.#database, { listId: registryId, now: timeAfter() }, { lockId: registryId });
  }

  /** Returns the own registries of items that have left a list whose day has come. @param today see `todayIn` */
  async homesUntil(today: string): Promise<number[]> {
    return (await HOMES_UNTIL.read(this.#database, { today })).map(({ homeId }) => homeId);
  }

  /**
   * Deletes the places of a registry’s items whose day has come, after their promises have been revealed. A place stays
   * until the day of all other lists of its item has come.
   */
  async forgetUntil(homeId: number, today: string): Promise<void> {
    await this.#removeHomes(await FORGET_UNTIL.write(this.#database, { homeId, today }, { lockId: homeId }));
  }

  /** Forgets places without a day of a list's items that the items left before a reveal of the list. */
  async forgetDayless(registryId: number, since: string): Promise<void> {
    const values = { listId: registryId, since, revealDay: NO_DAY };
    await this.#removeHomes(await FORGET_DAYLESS.write(this.#database, values, { lockId: registryId }));
  }

  async #removeHomes(items: readonly ItemHome[]): Promise<void> {
    for (const { id, homeId } of items)
      await REMOVE_HOME.write(this.#database, { itemId: id, homeId }, { lockId: homeId });
  }
}
