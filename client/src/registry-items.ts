import type { VisibleItem } from './items.ts';
import { type CreateOptions, newKey, type Request } from './transport.ts';
import type { ItemRegistryCreate, RegistryItemsQuery } from './types.ts';

/** The operations on the items of a registry. */
export interface RegistryItemCalls {
  /**
   * Returns the active items, in the registry's order. `include: 'remaining'` adds the quantity that can still be
   * given.
   */
  listRegistryItems(registryId: number, query?: RegistryItemsQuery): Promise<VisibleItem[] | null>;
  /** Creates an item. */
  createRegistryItem(
    registryId: number,
    fields: ItemRegistryCreate,
    options?: CreateOptions,
  ): Promise<VisibleItem | null>;
  /** Makes an item inactive. */
  deleteRegistryItem(registryId: number, itemId: number): Promise<null>;
}

export const registryItemCalls = (request: Request): RegistryItemCalls => ({
  listRegistryItems: (registryId, query = {}) => request('GET', ['registries', registryId, 'items'], { query }),
  createRegistryItem: (registryId, body, { key = newKey() } = {}) =>
    request('POST', ['registries', registryId, 'items'], { body, key }),
  deleteRegistryItem: (registryId, itemId) => request('DELETE', ['registries', registryId, 'items', itemId]),
});
