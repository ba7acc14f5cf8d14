import type { ExpectedItem, VisibleItem } from './items.ts';
import { type CreateOptions, newKey, type Request } from './transport.ts';
import type { AppearanceQuery, ItemRegistryCreate, RegistryItemsQuery } from './types.ts';

/** Condition of a change of an item whose registry is known. */
export type ExpectedVersion = Pick<ExpectedItem, 'updated_at'>;

/** Creates an item, or all items of a list, or none of them. */
interface CreateRegistryItem {
  (registryId: number, fields: ItemRegistryCreate, options?: CreateOptions): Promise<VisibleItem | null>;
  (registryId: number, fields: readonly ItemRegistryCreate[], options?: CreateOptions): Promise<VisibleItem[] | null>;
}

/** The operations on the items of a registry. */
export function registryItemCalls(request: Request) {
  const createRegistryItem: CreateRegistryItem = <T>(
    registryId: number,
    body: object,
    { key = newKey() }: CreateOptions = {},
  ): Promise<T | null> => request('POST', ['registries', registryId, 'items'], { body, key });
  return {
    /**
     * Returns the active items, in the registry's order. `include: 'remaining'` adds the quantity that can still be
     * given.
     */
    listRegistryItems: (registryId: number, query: RegistryItemsQuery = {}): Promise<VisibleItem[] | null> =>
      request('GET', ['registries', registryId, 'items'], { query }),
    /** Creates an item; with a list of up to 100 items, creates all of them or none, and returns them. */
    createRegistryItem,
    /** Makes an item inactive. */
    deleteRegistryItem: (registryId: number, itemId: number, expected: ExpectedVersion = {}): Promise<null> =>
      request('DELETE', ['registries', registryId, 'items', itemId], { version: expected.updated_at }),
    /** Adds an item of another registry of the same author to a list, or moves it there. */
    addAppearance: (registryId: number, itemId: number, query: AppearanceQuery = {}): Promise<null> =>
      request('PUT', ['registries', registryId, 'appearances', itemId], { query }),
    /** Removes an item of another registry from a list. */
    removeAppearance: (registryId: number, itemId: number): Promise<null> =>
      request('DELETE', ['registries', registryId, 'appearances', itemId]),
  };
}
