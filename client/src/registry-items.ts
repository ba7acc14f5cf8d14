import type { VisibleItem, VisibleItemResponse } from './items.ts';
import type { Request } from './transport.ts';
import type { ItemRegistryCreate } from './types.ts';

/** The operations on the items of a registry. */
export interface RegistryItemCalls {
  /** The active items, in the registry's order. */
  listRegistryItems(registryId: number): Promise<VisibleItem[] | null>;
  /** Creates an item; the answer is its envelope. */
  createRegistryItem(registryId: number, fields: ItemRegistryCreate): Promise<VisibleItemResponse | null>;
  /** Makes an item inactive. */
  deleteRegistryItem(registryId: number, itemId: number): Promise<null>;
}

export const registryItemCalls = (request: Request): RegistryItemCalls => ({
  listRegistryItems: (registryId) => request('GET', ['registries', registryId, 'items']),
  createRegistryItem: (registryId, body) => request('POST', ['registries', registryId, 'items'], { body }),
  deleteRegistryItem: (registryId, itemId) => request('DELETE', ['registries', registryId, 'items', itemId]),
});
