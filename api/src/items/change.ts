import type { Item } from '@largesse/contract';
import type { Caller } from '../auth/authenticate.ts';
import { ApiError, type ErrorName } from '../http/errors.ts';
import type { ItemStore, ItemTarget } from './store.ts';
import { itemVersionsIn } from './tags.ts';

interface ItemChangeRequest {
  caller: Caller;
  params: { item_id: number };
  query: { registry_id?: number };
  headers: { 'if-match'?: string };
}

/** Both functions return null if the item does not exist. */
export interface ItemChange {
  find(items: ItemStore, id: number): Promise<Item | null>;
  write(items: ItemStore, target: ItemTarget & { registryId: number }): Promise<Item | null>;
  /** External id that the item gets, if any. */
  externalId?: string | null | undefined;
}

/**
 * Returns the reason why a registry does not take items: one of their external ids is taken (rules: External ids), or
 * the registry is full.
 */
export async function whyNotTaken(
  items: ItemStore,
  registryId: number,
  externalIds: readonly (string | null | undefined)[],
): Promise<ApiError> {
  for (const externalId of externalIds) {
    if (!externalId) continue;
    const found = await items.withExternalId(registryId, externalId);
    if (found.length > 0) return new ApiError('externalIdTaken');
  }
  return new ApiError('registryFull');
}

/**
 * Changes an item if it meets the conditions of the request (rules: Changes on condition), which the write checks
 * again.
 * @param access null if every authenticated user may change all items
 * @throws {ApiError} 404, 403, 412, 409 (the external id is taken) or 422 (the item's registry is full), in this order
 */
export async function changeItem(
  { caller, params, query, headers }: ItemChangeRequest,
  items: ItemStore,
  access: ItemAccess | null,
  { find, write, externalId }: ItemChange,
): Promise<Item> {
  const found = async (): Promise<Item> => {
    const item = await find(items, params.item_id);
    if (!item) throw new ApiError('itemNotFound');
    return item;
  };
  const versions = itemVersionsIn(headers['if-match']);
  let before = await found();
  if (access) await access.write(caller, before.registry_id, 'itemNotFound');
  // Follows the check of the permission, so that callers without it do not learn the item's registry.
  if (query.registry_id !== undefined && query.registry_id !== before.registry_id) throw new ApiError('itemNotFound');
  for (;;) {
    const { id, registry_id: registryId, updated_at: version } = before;
    if (versions && !versions.has(version)) throw new ApiError('itemChanged');
    const item = await write(items, { id, registryId, version: versions ? version : undefined });
    if (item) return item;
    // Another request has changed the item in the meantime, or the item's registry does not take it.
    before = await found();
    if (before.updated_at === version) throw await whyNotTaken(items, registryId, [externalId]);
  }
}

/**
 * Changes an active item of a registry.
 * @param versions accepted `updated_at`; null for any
 * @throws {ApiError} 404 or 412
 */
export async function changeOne(
  items: ItemStore,
  registryId: number,
  id: number,
  versions: ReadonlySet<string> | null,
  write: (target: ItemTarget) => Promise<Item | null>,
): Promise<Item> {
  if (!versions) {
    const item = await write({ id, registryId });
    if (!item) throw new ApiError('itemNotFound');
    return item;
  }
  for (;;) {
    const before = await items.find(id);
    if (before?.registry_id !== registryId) throw new ApiError('itemNotFound');
    const { updated_at: version } = before;
    if (!versions.has(version)) throw new ApiError('itemChanged');
    const item = await write({ id, registryId, version });
    if (item) return item;
  }
}

/**
 * Access rules of the `/items` routes, unless ITEMS_ACCESS gives every authenticated user access. Each method throws an
 * ApiError if the caller has no access: `missing` if the registry is missing, or hidden from the caller.
 */
export interface ItemAccess {
  list(caller: Caller, registryId: number | undefined): Promise<void>;
  read(caller: Caller, registryId: number, missing: ErrorName): Promise<void>;
  write(caller: Caller, registryId: number, missing: ErrorName): Promise<void>;
}
