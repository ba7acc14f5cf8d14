import type { Request } from './transport.ts';
import type {
  Erased,
  Purchase,
  PurchasePatch,
  PurchasePut,
  PurchasesErase,
  PurchasesQuery,
  PurchasesReveal,
  PurchasesUncount,
  RegistryPurchasePut,
  Revealed,
  Uncounted,
} from './types.ts';

/**
 * The operations on purchases. The caller creates the id of a new purchase: a random UUID (`crypto.randomUUID()`).
 * Sending the same purchase again is harmless, because the id is the same. A call that needs more than the remaining
 * quantity rejects with status 409.
 */
export interface PurchaseCalls {
  /**
   * Lists the caller's purchases. Admins can list all purchases that match a filter. With `view`, admins get only the
   * purchases that an owner may see.
   */
  listPurchases(query?: Partial<PurchasesQuery>): Promise<Purchase[] | null>;
  /** Reads a purchase; for its giver and admins. */
  getPurchase(id: string): Promise<Purchase | null>;
  /**
   * Creates or changes a purchase for a visitor; for admins.
   * @param expected `is_new` prevents a change of an existing purchase: the call rejects with 412
   */
  putPurchase(id: string, fields: PurchasePut, expected?: { is_new?: boolean }): Promise<Purchase | null>;
  /** Changes the given fields; for the giver and admins. Only admins can change `thanked` and `giver_user_id`. */
  updatePurchase(id: string, fields: PurchasePatch): Promise<Purchase | null>;
  /** Deletes a purchase; for its giver and admins. */
  deletePurchase(id: string): Promise<null>;
  /** Reveals the purchases of a registry; for admins. Does not check whether the registry exists on the host. */
  revealPurchases(registryId: number, shown?: Pick<PurchasesReveal, 'names_since'>): Promise<Revealed | null>;
  /**
   * Subtracts `quantity` from the number of bought pieces of an item; for admins. Only pieces that belong to no
   * purchase are subtracted. If fewer than `quantity` pieces belong to no purchase, nothing changes.
   */
  uncountPurchases(what: PurchasesUncount): Promise<Uncounted | null>;
  /** Erases givers and their messages; for admins. */
  erasePurchases(whose: PurchasesErase): Promise<Erased | null>;
  /** Lists a registry's purchases that the caller may see, in the order of the registry's items. */
  listRegistryPurchases(registryId: number): Promise<Purchase[] | null>;
  /**
   * Creates or changes a purchase of an item. An owner's purchase means that the owner already has the item.
   * @param expected as for `putPurchase`
   */
  putRegistryPurchase(
    registryId: number,
    id: string,
    fields: RegistryPurchasePut,
    expected?: { is_new?: boolean },
  ): Promise<Purchase | null>;
  /** Records whether the giver was thanked; for owners and admins. */
  thankForPurchase(registryId: number, id: string, thanked: boolean): Promise<Purchase | null>;
  /**
   * Deletes a purchase of a registry; for owners, keepers and admins. A keeper who is not an owner cannot delete
   * purchases by owners.
   */
  deleteRegistryPurchase(registryId: number, id: string): Promise<null>;
  /** Reveals the purchases, ideas and shares of a registry to its owners; for owners and admins. */
  revealRegistryPurchases(registryId: number): Promise<Revealed | null>;
}

export const purchaseCalls = (request: Request): PurchaseCalls => ({
  listPurchases: (query = {}) => request('GET', ['purchases'], { query }),
  getPurchase: (id) => request('GET', ['purchases', id]),
  putPurchase: (id, body, { is_new: isNew } = {}) => request('PUT', ['purchases', id], { body, isNew }),
  updatePurchase: (id, body) => request('PATCH', ['purchases', id], { body }),
  deletePurchase: (id) => request('DELETE', ['purchases', id]),
  revealPurchases: (registry_id, shown = {}) =>
    request('POST', ['purchases', 'reveal'], { body: { registry_id, ...shown } }),
  uncountPurchases: (body) => request('POST', ['purchases', 'uncount'], { body }),
  erasePurchases: (body) => request('POST', ['purchases', 'erase'], { body }),
  listRegistryPurchases: (registryId) => request('GET', ['registries', registryId, 'purchases']),
  putRegistryPurchase: (registryId, id, body, { is_new: isNew } = {}) =>
    request('PUT', ['registries', registryId, 'purchases', id], { body, isNew }),
  thankForPurchase: (registryId, id, thanked) =>
    request('PATCH', ['registries', registryId, 'purchases', id], { body: { thanked } }),
  deleteRegistryPurchase: (registryId, id) => request('DELETE', ['registries', registryId, 'purchases', id]),
  revealRegistryPurchases: (registryId) =>
    request('POST', ['registries', registryId, 'purchases', 'reveal'], { body: {} }),
});
