import type { ExpectedItem, VisibleItem } from './items.ts';
import { type CreateOptions, newKey, type Request } from './transport.ts';
import type { ItemRegistryCreate, RegistryItemsQuery } from './types.ts';

/** Condition of a change of an item whose registry is known. */
export type ExpectedVersion = Pick<ExpectedItem, 'updated_at'>;

/** The operations on the items of a registry. */
export interface RegistryItemCalls {
  /**
   * Returns the active items, in the registry's order. `include: 'remaining'` adds the quantity that can still be
   * given.
   */
  listRegistryItems(registryId: number, query?: RegistryItemsQuery): Promise<VisibleItem[] | null>;
  /** Creates an item; with a list of up to 100 items, creates all of them or none, and returns them. */
  createRegistryItem(
    registryId: number,
    fields: ItemRegistryCreate,
    options?: CreateOptions,
  ): Promise<VisibleItem | null>;
  createRegistryItem(
    registryId: number,
    fields: readonly ItemRegistryCreate[],
    options?: CreateOptions,
  ): Promise<VisibleItem[] | null>;
  /** Makes an item inactive. */
  deleteRegistryItem(registryId: number, itemId: number, expected?: ExpectedVersion): Promise<null>;
}

export const registryItemCalls = (request: Request): RegistryItemCalls => ({
  listRegistryItems: (registryId, query = {}) => request('GET', ['registries', registryId, 'items'], { query }),
  createRegistryItem: <T>(registryId: number, body: object, { key = newKey() }: CreateOptions = {}) =>
    request<T>('POST', ['registries', registryId, 'items'], { body, key }),
  deleteRegistryItem: (registryId, itemId, { updated_at: version } = {}) =>
    request('DELETE', ['registries', registryId, 'items', itemId], { version }),
});
