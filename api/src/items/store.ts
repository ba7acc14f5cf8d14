import {
  ITEM_DEFAULTS,
  type Item,
  type ItemRegistryCreate,
  type ItemUpdate,
  MAX_ACTIVE_ITEMS,
  MAX_IDS,
} from '@largesse/contract';
import { LRUCache } from 'lru-cache';
import { listIdsIn, type SharedItems } from '../appearances/store.ts';
import { type OpenedId, openedByService } from '../auth/opened.ts';
import type { Alongside, Statements, Value } from '../database/database.ts';
import { changeOfItem, type LoggedChange, onEachList } from '../database/events.ts';
import { columnValue, ELSEWHERE, type JsonRows } from '../database/sql.ts';
import type { TimeLeft } from '../scheduling/deadline.ts';
import { once } from '../scheduling/once.ts';
import { ListSql, type ListStatements, type ListView, receivedIn } from './listed.ts';
import type { ItemSource, ItemsPart } from './lists.ts';
import type { Left } from './promised.ts';
import {
  ACTIVE_ON,
  type ChangedItem,
  DEACTIVATE_ALL_OF,
  EFFECTS,
  ERASE_ALL_OF,
  FIND,
  FIND_ALL,
  FIND_EVEN_INACTIVE,
  HOMES_OF,
  ID_AFTER,
  ID_OF_REGISTRY_AFTER,
  ItemStatements,
  idsOf,
  LAST_CHANGE_OF,
  LEFT,
  OF_EXTERNAL_ID,
  ON_LIST_OF_EXTERNAL_ID,
  PLACES,
  REGISTRIES_TO_ERASE,
  REGISTRY_IDS,
  RETIRE_INACTIVE_OF,
  TO_GIVE,
  TO_GIVE_IN,
  TO_GIVE_ON,
  WRITABLE,
  type Writable,
} from './statements.ts';

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
  /** Last known state of a list whose items are or were on others, too; see `stateText`. */
  state?: string | undefined;
}

/** An item, and the number of pieces that can still be given. */
export interface ItemToGive extends Left {
  item: Item;
  /** True if the item appears on other lists. */
  isOnSeveralLists: boolean;
}

/** Ids of items, and their versions for the tag of a list. */
export interface ItemVersions {
  ids: readonly number[];
  /** See `ItemsPart.versions`. */
  versions: readonly string[];
}

/** Returns the versions in another order of the same ids. */
export function versionsInOrder({ ids, versions }: ItemVersions, order: readonly number[]): readonly string[] {
  // Most owners never change the order.
  if (order.every((id, index) => id === ids[index])) return versions;
  const places = new Map(ids.map((id, place) => [id, place]));
  const inOrder = (values: readonly string[]) => order.map((id) => values[places.get(id) ?? 0]).join();
  return versions.map((values) => inOrder(values.split(',')));
}

/** Time between the deletion of a registry and the erasure of its items (milliseconds): 30 days. */
const ERASED_AFTER_MS = 30 * 86_400_000;

/** If a list skips more items, `scan` looks for its first item, so that the event loop is not blocked. */
export const MAX_SKIP = 1000;

/** Largest value of a parameter that PostgreSQL adds to a number. */
const MAX_COUNT = 2 ** 31 - 1;

/**
 * Reads and writes items. Every method throws DatabaseUnavailable. Each change gives an item a later `updated_at`, even
 * if several changes share a millisecond or the clocks of processes differ. So no two versions of an item have the same
 * `updated_at` (rules: Changes on condition).
 */
export class ItemStore {
  readonly #database: Statements;
  readonly #times: ChangeTimes;
  readonly #statements: ItemStatements;
  readonly #lists: ListSql;

  constructor(
    database: Statements,
    times = new ChangeTimes(),
    statements = new ItemStatements(database.dialect),
    lists = new ListSql(database.dialect),
  ) {
    this.#database = database;
    this.#times = times;
    this.#statements = statements;
    this.#lists = lists;
  }

  within(time: TimeLeft): ItemStore {
    const database = this.#database.within?.(time) ?? this.#database;
    return new ItemStore(database, this.#times, this.#statements, this.#lists);
  }

  find(id: number): Promise<Item | null> {
    return FIND.first(this.#database, { id });
  }

  findEvenInactive(id: number): Promise<Item | null> {
    return FIND_EVEN_INACTIVE.first(this.#database, { id });
  }

  async findAll(ids: readonly number[]): Promise<Item[]> {
    const found = new Map<number, Item>();
    for (let at = 0; at < ids.length; at += MAX_IDS) {
      const items = await FIND_ALL.read(this.#database, idsOf(ids.slice(at, at + MAX_IDS)));
      for (const item of items) found.set(item.id, item);
    }
    return ids.map((id) => found.get(id)).filter((item) => item !== undefined);
  }

  /** Returns the registries of up to MAX_IDS items, also of inactive ones. */
  homesOf(ids: readonly number[]): Promise<{ id: number; registryId: number }[]> {
    return HOMES_OF.read(this.#database, idsOf(ids));
  }

  /** Returns active items as JSON, sorted by id or in the order of `ids`. */
  async list({ skip, limit, after = 0, registryId, ids }: ItemSelection, view: ListView): Promise<ItemsPart> {
    if (ids) {
      const wanted = ids.filter((id) => id > after);
      const page = { limit, skip, received: receivedIn(view) };
      return { ...(await this.#ofIds(await this.#seen(view), wanted, page, registryId)), next: null };
    }
    if (skip > MAX_SKIP) {
      const first = await this.#idAfter(after, skip, registryId);
      if (first === undefined) return NOTHING;
      const from = { skip: 0, limit, after: first - 1 };
      return this.list(registryId === undefined ? from : { ...from, registryId }, view);
    }
    const page = { after, limit, skip, received: receivedIn(view) };
    const { last, ...rows } =
      registryId === undefined
        ? await this.#lists.of(view).all.read(this.#database, page)
        : await this.#onList(view, { registryId, ...page });
    return { ...rows, next: rows.count < limit ? null : last };
  }

  /** Only lists with items that are on several lists need a second statement. */
  async #onList(view: ListView, page: RegistryPage): Promise<JsonRows> {
    const rows = await this.#lists.of(view).ofRegistry.read(this.#database, page);
    return rows.last === ELSEWHERE ? (await this.#seen(view)).onList.read(this.#database, page) : rows;
  }

  /** Returns the statements for a list whose items are or were on others. */
  async #seen(view: ListView): Promise<ListStatements> {
    return this.#lists.of({ ...view, hidesOthers: (await view.place?.hidesOthers()) === true });
  }

  #ofIds(
    { ofIds, ofRegistryIds, ofListIds }: ListStatements,
    ids: readonly number[],
    page: { limit: number; skip: number; received: string | null },
    registryId: number | undefined,
    isShared = false,
  ): Promise<JsonRows> {
    // If an id occurs twice, its first place counts.
    const places = JSON.stringify(Object.fromEntries(ids.map((id, place) => [id, place] as const).reverse()));
    if (registryId === undefined) return ofIds.read(this.#database, { places, ...page });
    return (isShared ? ofListIds : ofRegistryIds).read(this.#database, { places, registryId, ...page });
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
  inOrder(
    ids: readonly number[],
    view: ListView,
    time?: TimeLeft,
    registryId?: OpenedId,
    isShared = false,
  ): ItemSource {
    const statements = once(() => this.#seen(view));
    const beginning = time ? this.within(time) : this;
    return async (from, count) => {
      if (ids.length === 0) return NOTHING;
      const end = (from ?? 0) + count;
      const wanted = ids.slice(from ?? 0, end);
      const store = from === null ? beginning : this;
      const page = { limit: count, skip: 0, received: receivedIn(view) };
      const part = await store.#ofIds(await statements(), wanted, page, registryId, isShared);
      return { ...part, next: end < ids.length ? end : null };
    };
  }

  /** Returns the ids of all active items on a list, ascending, and their versions. */
  async versionsOf(registryId: OpenedId, view: ListView): Promise<ItemVersions & { isShared: boolean }> {
    const version = { ...view, isVersion: true };
    const all = { registryId, after: 0, limit: MAX_COUNT, skip: 0, received: receivedIn(view) };
    const own = await this.#lists.of(version).ofRegistry.read(this.#database, all);
    const isShared = own.last === ELSEWHERE;
    const { versions } = isShared ? await (await this.#seen(version)).onList.read(this.#database, all) : own;
    const ids: number[] = JSON.parse(`[${versions[0] ?? ''}]`);
    return { ids, versions, isShared };
  }

  /** As `activeOn`, for the service's own comparison with the host's list. */
  async activeIdsOf(registryId: number): Promise<number[]> {
    return [...(await this.activeOn(openedByService(registryId))).ids];
  }

  /** Returns the active items on a list, also items that appear on it. */
  async activeOn(registryId: OpenedId): Promise<ActiveItems> {
    const items = await ACTIVE_ON.read(this.#database, { registryId });
    const ids = ascending(items.map(({ id }) => id));
    const places = items.filter(({ state }) => state !== null);
    if (places.length === 0) return { ids, shared: new Map() };
    const shared = places.filter(({ lists }) => lists !== null);
    // An item of the registry that appears or appeared elsewhere has two rows.
    return {
      ids: [...new Set(ids)],
      shared: new Map(shared.map(({ id, lists }) => [id, listIdsIn(lists)])),
      state: places[0]?.state ?? undefined,
    };
  }

  /**
   * Finds an active or inactive item.
   * @param registryId list with the item, if known: the statement then reads only one registry
   */
  async findToGive(id: number, registryId?: number): Promise<ItemToGive | null> {
    const found =
      registryId === undefined
        ? await TO_GIVE.first(this.#database, { id })
        : ((await TO_GIVE_IN.first(this.#database, { registryId, id })) ??
          (await TO_GIVE_ON.first(this.#database, { id, listId: registryId })));
    if (!found) return null;
    const { item, appearsOn, toGuests, toRecipients } = found;
    return { item, isOnSeveralLists: appearsOn !== null, toGuests, toRecipients };
  }

  /** Returns the number of pieces of an item that can still be given; 0 if the item does not exist. */
  async leftOf(registryId: number, id: number): Promise<Left> {
    return (await LEFT.first(this.#database, { registryId, id })) ?? { toGuests: 0, toRecipients: 0 };
  }

  /** Returns all registries that have or had items, ascending. */
  async registryIds(): Promise<number[]> {
    const found = await REGISTRY_IDS.read(this.#database, {});
    return found.map(({ registryId }) => registryId);
  }

  /**
   * Adds an item; null if its registry is full, or another active item has its external id (`whyNotTaken`).
   * @param also returns a statement of the same transaction
   */
  async insert(registryId: number, fields: ItemRegistryCreate, also?: Alongside<Item>): Promise<Item | null> {
    const [id = null] = await this.#database.newItemIds(1);
    const now = new Date().toISOString();
    const others = othersFor([fields]);
    const values = valuesOf(fields);
    const isNamed = values.external_id !== null;
    const [item = null] = await (isNamed ? this.#statements.insertNamed : this.#statements.insert).write(
      this.#database,
      { registryId, id, ...values, now, others },
      {
        lockId: registryId,
        changes: created,
        // In a statement with other new items, an item would not see their external ids.
        target: isNamed ? undefined : { key: registryId, column: PLACES.registryId, itemId: null },
        also,
      },
    );
    return item;
  }

  /**
   * Adds items, or none if the registry has no room for all, or another active item has an external id (`whyNotTaken`).
   * @param also returns a statement of the same transaction
   * @returns the items in the same order
   */
  async insertAll(registryId: number, all: readonly ItemRegistryCreate[], also?: Alongside<Item>): Promise<Item[]> {
    const [one, second] = all;
    if (one && !second) {
      const item = await this.insert(registryId, one, also);
      return item ? [item] : [];
    }
    const ids = await this.#database.newItemIds(all.length);
    const now = new Date().toISOString();
    const rows = this.#statements.rowsOf(
      all.map((fields, place) => ({ id: ids[place] ?? null, values: valuesOf(fields) })),
    );
    const inOrder = (items: Item[]) => items.toSorted((one, other) => one.id - other.id);
    const isNamed = all.some((fields) => valuesOf(fields).external_id !== null);
    return inOrder(
      await (isNamed ? this.#statements.insertAllNamed : this.#statements.insertAll).write(
        this.#database,
        { registryId, rows, now, others: othersFor(all) },
        { lockId: registryId, changes: created, also: also && ((items) => also(inOrder(items))) },
      ),
    );
  }

  /** Returns the active items of a registry that have an external id: one, or none. */
  withExternalId(registryId: number, externalId: string): Promise<{ id: number }[]> {
    return OF_EXTERNAL_ID.read(this.#database, { registryId, externalId });
  }

  /** Returns the ids of the active items on a list that have an external id, also items that appear on it. */
  async listedWithExternalId(listId: number, externalId: string): Promise<number[]> {
    const found = await ON_LIST_OF_EXTERNAL_ID.read(this.#database, { registryId: listId, externalId });
    return found.map(({ id }) => id);
  }

  /** Sets the supplied fields of an active item; null if it does not exist. */
  async update(target: ItemTarget, change: ItemUpdate): Promise<Item | null> {
    if (WRITABLE.every((column) => change[column] === undefined)) return this.find(target.id);
    return this.#set(target, change);
  }

  /** The same for an active or inactive item, which becomes active; null also if its registry is full. */
  bringBack(target: ItemTarget & { registryId: number }, change: ItemUpdate): Promise<Item | null> {
    return this.#set(target, { ...change, is_active: true }, true);
  }

  /** Makes an active item inactive; null if there was none. */
  deactivate(target: ItemTarget): Promise<Item | null> {
    return this.#set(target, { is_active: false });
  }

  /** Returns the number of items that it made inactive. */
  async deactivateAllOf(registryId: number): Promise<number> {
    const changes = (deleted: readonly { id: number; appearsOn: string | null }[]) =>
      deleted.flatMap(({ id, appearsOn }) => onEachList(changeOfItem('item.deleted', registryId, id), appearsOn));
    let count = 0;
    for (let time = new Date().toISOString(); ; ) {
      count += (await DEACTIVATE_ALL_OF.write(this.#database, { time, registryId }, { changes })).length;
      const last = await LAST_CHANGE_OF.first(this.#database, { registryId, time });
      if (!last) {
        await RETIRE_INACTIVE_OF.write(this.#database, { time, registryId });
        return count;
      }
      time = new Date(Date.parse(last.updatedAt) + 1).toISOString();
    }
  }

  /**
   * Erases the texts, addresses and prices of items whose registry was deleted 30 days ago (rules: Registries). The
   * rows stay, and each still has its id.
   */
  async expire(): Promise<void> {
    const time = new Date(Date.now() - ERASED_AFTER_MS).toISOString();
    for (;;) {
      const registries = await REGISTRIES_TO_ERASE.read(this.#database, { time });
      for (const { registryId } of registries) await ERASE_ALL_OF.write(this.#database, { time, registryId });
      if (registries.length === 0) return;
    }
  }

  /** @param bringsBack see `bringBack` */
  async #set({ id, registryId, version }: ItemTarget, change: ItemUpdate, bringsBack = false): Promise<Item | null> {
    const columns = WRITABLE.filter((column) => change[column] !== undefined);
    const hasVersion = version !== undefined;
    const values = Object.fromEntries(columns.map((column) => [column, columnValue(change[column])]));
    const setsExternalId = typeof values.external_id === 'string';
    const hasRegistry = registryId !== undefined;
    const update = this.#statements.update({ columns, hasVersion, hasRegistry, bringsBack, setsExternalId });
    const options = {
      lockId: bringsBack || setsExternalId ? registryId : undefined,
      changes: changed,
      // In a statement with other changes, an item would not see their external ids.
      target: bringsBack || setsExternalId ? undefined : { key: id, column: PLACES.id, itemId: id },
    };
    for (let now = this.#times.next(id, version); ; ) {
      const given = { ...values, now, id, version: version ?? null, registryId: registryId ?? null };
      const [made] = await update.write(this.#database, given, options);
      if (made || hasVersion) return made?.item ?? null;
      // Another process changed the item in the same millisecond, or its clock is ahead.
      const found = await this.findEvenInactive(id);
      if (!found || found.updated_at < now) return null;
      now = this.#times.next(id, found.updated_at);
    }
  }

  async #idAfter(after: number, skip: number, registryId: number | undefined): Promise<number | undefined> {
    const [found] =
      registryId === undefined
        ? await ID_AFTER.scan(this.#database, { after, skip })
        : await ID_OF_REGISTRY_AFTER.scan(this.#database, { registryId, after, skip });
    return found?.id;
  }
}

/** Page of the items on a list. */
interface RegistryPage {
  registryId: number;
  after: number;
  limit: number;
  skip: number;
  received: string | null;
}

const DEFAULTS: Partial<ItemRegistryCreate> = ITEM_DEFAULTS;

/** Returns the values of the columns that callers can set. */
function valuesOf(fields: ItemRegistryCreate): Record<Writable, Value> {
  const value = (column: Writable) => columnValue(fields[column] ?? DEFAULTS[column]);
  return {
    name: value('name'),
    description: value('description'),
    url: value('url'),
    retailer: value('retailer'),
    affiliate_url: value('affiliate_url'),
    affiliate_status: value('affiliate_status'),
    image_url: value('image_url'),
    price: value('price'),
    currency: value('currency'),
    external_id: value('external_id'),
    quantity_needed: value('quantity_needed'),
    quantity_purchased: value('quantity_purchased'),
    is_active: value('is_active'),
  };
}

/** Returns the number of other active items that leave room for new ones. */
function othersFor(items: readonly ItemRegistryCreate[]): number {
  const active = items.filter((fields) => fields.is_active ?? ITEM_DEFAULTS.is_active).length;
  return active === 0 ? MAX_COUNT : MAX_ACTIVE_ITEMS - active;
}

const created = (items: readonly Item[]): LoggedChange[] =>
  items.map(({ id, registry_id: registryId }) => changeOfItem('item.created', registryId, id));

/** If an update also deletes or restores an item, only this is an event. */
const changed = (all: readonly ChangedItem[]): LoggedChange[] =>
  all.flatMap(({ item, effect, appearsOn }) => {
    if (item.is_active && effect === EFFECTS.none) return [];
    const type = !item.is_active ? 'item.deleted' : effect === EFFECTS.restored ? 'item.restored' : 'item.updated';
    return onEachList(changeOfItem(type, item.registry_id, item.id), appearsOn);
  });

const NOTHING: ItemsPart = { count: 0, json: Buffer.from('[]'), next: null, versions: [] };

/** An index usually returns ascending ids. */
const ascending = (ids: number[]): number[] =>
  ids.every((id, place) => id >= (ids[place - 1] ?? 0)) ? ids : ids.sort((one, other) => one - other);

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
