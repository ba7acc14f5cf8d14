import {
  type CreateOptions,
  type KnownList,
  type Listed,
  newKey,
  type Refreshed,
  type Transport,
} from './transport.ts';
import type {
  Item,
  ItemCreate,
  ItemPublic,
  ItemSearchQuery,
  ItemSearchResult,
  ItemsQuery,
  ItemUpdate,
  Place,
  PlacesQuery,
} from './types.ts';

/** Maximum number of ids in one request (contract: MAX_IDS). */
const MAX_IDS = 100;

/** An item as the caller may see it: admins see the affiliate fields too. */
export type VisibleItem = (Item | ItemPublic) & {
  /**
   * Number of pieces that can still be given. Only lists with `include: 'remaining'` contain this and the next fields.
   */
  quantity_remaining?: number;
  /** Sum of the shares that owners may see. */
  amount_promised?: number;
  /** Part of the price that guests can still promise. */
  amount_remaining?: number;
  /** Pieces that count as bought, but belong to no open purchase. Only for admins. */
  quantity_surplus?: number;
};

/** Conditions of a change. A caller can pass a whole item, because all other fields of the item are ignored. */
export interface ExpectedItem {
  /**
   * Required value of `updated_at`. An item with another value stays unchanged, and the call rejects with status 412.
   */
  updated_at?: string | undefined;
  /** Id of the registry that must contain the item. Otherwise, the call resolves to null. */
  registry_id?: number | undefined;
}

/** The operations on items of any registry. */
export function itemCalls({ request, requestList, requireAddress }: Transport) {
  function listItems(query?: Partial<ItemsQuery>): Promise<Listed<VisibleItem> | null>;
  function listItems(query: Partial<ItemsQuery>, known: KnownList): Refreshed<VisibleItem>;
  function listItems(query: Partial<ItemsQuery> = {}, known?: KnownList): Refreshed<VisibleItem> {
    return requestList('GET', ['items'], { query, knownTag: known?.ifNoneMatch });
  }
  return {
    /** Returns active items in the order of their ids; by default at most 100. */
    listItems,
    /** Returns a page of the active items that match, and the number of matching items by status; for admins. */
    searchItems: (query: Partial<ItemSearchQuery> = {}): Promise<ItemSearchResult | null> =>
      request('GET', ['items', 'search'], { query }),
    /** Returns the registries whose recipients receive items; for admins. */
    listPlaces: (query: PlacesQuery): Promise<Place[] | null> => request('GET', ['items', 'places'], { query }),
    /** Returns an active item. */
    getItem: (id: number): Promise<VisibleItem | null> => request('GET', ['items', id]),
    /**
     * Returns several items in the given order, each item once. Omits items that are missing or cannot be read. The
     * call rejects only if the address of the service is not set. Sends one request for every 100 ids.
     * @param registryId excludes items of other registries
     */
    getItems: async (ids: readonly number[], registryId?: number): Promise<VisibleItem[]> => {
      requireAddress();
      const uniqueIds = [...new Set(ids)];
      const found = new Map<number, VisibleItem>();
      for (const some of chunks(uniqueIds)) {
        const query = { ids: some, registry_id: registryId };
        const answer = await request<VisibleItem[]>('GET', ['items'], { query }).catch(() => null);
        for (const item of Array.isArray(answer) ? answer : []) found.set(item?.id, item);
      }
      return uniqueIds.flatMap((id) => found.get(id) ?? []);
    },
    /** Creates an item. */
    createItem: (fields: ItemCreate, { key = newKey() }: CreateOptions = {}): Promise<VisibleItem | null> =>
      request('POST', ['items'], { body: fields, key }),
    /** Changes the given fields; `is_active: true` restores a deleted item. */
    updateItem: (id: number, fields: ItemUpdate, expected?: ExpectedItem): Promise<VisibleItem | null> =>
      request('PUT', ['items', id], { ...conditionsOf(expected), body: fields }),
    /** Makes an item inactive. */
    deleteItem: (id: number, expected?: ExpectedItem): Promise<VisibleItem | null> =>
      request('DELETE', ['items', id], conditionsOf(expected)),
  };
}

const conditionsOf = ({ registry_id, updated_at }: ExpectedItem = {}) => ({
  query: { registry_id },
  version: updated_at,
});

function chunks(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, index) =>
    ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS),
  );
}
