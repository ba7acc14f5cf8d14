import type { Transport } from './transport.ts';
import type {
  Item,
  ItemCreate,
  ItemPublic,
  ItemPublicResponse,
  ItemResponse,
  ItemSearchQuery,
  ItemSearchResult,
  ItemsQuery,
  ItemUpdate,
} from './types.ts';

/** Most ids in one request (contract: MAX_IDS). */
const MAX_IDS = 100;

/** An item as the caller may see it: admins see the affiliate fields too. */
export type VisibleItem = Item | ItemPublic;

/** Such an item in its envelope. */
export type VisibleItemResponse = ItemResponse | ItemPublicResponse;

/** The operations on items, whatever their registry. */
export interface ItemCalls {
  /** Active items, by id; 100 unless `limit` says otherwise. */
  listItems(query?: Partial<ItemsQuery>): Promise<VisibleItem[] | null>;
  /** A page of the active items that fit, and how many fit by status; for admins. */
  searchItems(query?: Partial<ItemSearchQuery>): Promise<ItemSearchResult | null>;
  /** An active item, out of its envelope (spec: Errors 5). */
  getItem(id: number): Promise<VisibleItem | null>;
  /**
   * Several items in the order asked for, without those that are missing or could not be read: it rejects only where
   * the client has no address. Sends one request per 100 ids.
   * @param registryId leaves out items of other registries
   */
  getItems(ids: readonly number[], registryId?: number): Promise<VisibleItem[]>;
  /** Creates an item; the answer is its envelope. */
  createItem(fields: ItemCreate): Promise<VisibleItemResponse | null>;
  /** Changes the given fields, `is_active: true` brings an item back; the answer is its envelope. */
  updateItem(id: number, fields: ItemUpdate): Promise<VisibleItemResponse | null>;
  /** Makes an item inactive; the answer is its envelope. */
  deleteItem(id: number): Promise<VisibleItemResponse | null>;
}

export const itemCalls = ({ request, requireAddress }: Transport): ItemCalls => ({
  listItems: (query = {}) => request('GET', ['items'], { query }),
  searchItems: (query = {}) => request('GET', ['items', 'search'], { query }),
  getItem: async (id) => {
    const answer = await request<VisibleItemResponse | VisibleItem>('GET', ['items', id]);
    return isEnvelope(answer) ? answer.data : answer;
  },
  getItems: async (ids, registryId) => {
    requireAddress();
    const asked = [...new Set(ids)];
    const found = new Map<number, VisibleItem>();
    for (const some of chunks(asked)) {
      const query = { ids: some, registry_id: registryId };
      const answer = await request<VisibleItem[]>('GET', ['items'], { query }).catch(() => null);
      for (const item of Array.isArray(answer) ? answer : []) found.set(item?.id, item);
    }
    return asked.flatMap((id) => found.get(id) ?? []);
  },
  createItem: (body) => request('POST', ['items'], { body }),
  updateItem: (id, body) => request('PUT', ['items', id], { body }),
  deleteItem: (id) => request('DELETE', ['items', id]),
});

function isEnvelope(answer: VisibleItemResponse | VisibleItem | null): answer is VisibleItemResponse {
  return typeof answer === 'object' && answer !== null && 'data' in answer;
}

function chunks(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, index) =>
    ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS),
  );
}
