import type { ExpectedItem, VisibleItem } from './items.ts';
import { type CreateOptions, newKey, type Request } from './transport.ts';
import type { AppearanceQuery, ItemRegistryCreate, RegistryItemsQuery } from './types.ts';

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
  /** Adds an item of another registry of the same author to a list, or moves it there. */
  addAppearance(registryId: number, itemId: number, query?: AppearanceQuery): Promise<null>;
  /** Removes an item of another registry from a list. */
  removeAppearance(registryId: number, itemId: number): Promise<null>;
}

export const registryItemCalls = (request: Request): RegistryItemCalls => ({
  listRegistryItems: (registryId, query = {}) => request('GET', ['registries', registryId, 'items'], { query }),
  createRegistryItem: <T>(registryId: number, body: object, { key = newKey() }: CreateOptions = {}) =>
    request<T>('POST', ['registries', registryId, 'items'], { body, key }),
  deleteRegistryItem: (registryId, itemId, { updated_at: version } = {}) =>
    request('DELETE', ['registries', registryId, 'items', itemId], { version }),
  addAppearance: (registryId, itemId, query = {}) =>
    request('PUT', ['registries', registryId, 'appearances', itemId], { query }),
  removeAppearance: (registryId, itemId) => request('DELETE', ['registries', registryId, 'appearances', itemId]),
});
