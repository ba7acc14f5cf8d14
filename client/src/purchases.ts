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
export const purchaseCalls = (request: Request) => ({
  /**
   * Lists the caller's purchases. Admins can list all purchases that match a filter. With `view`, admins get only the
   * purchases that an owner may see.
   */
  listPurchases: (query: Partial<PurchasesQuery> = {}): Promise<Purchase[] | null> =>
    request('GET', ['purchases'], { query }),
  /** Reads a purchase; for its giver and admins. */
  getPurchase: (id: string): Promise<Purchase | null> => request('GET', ['purchases', id]),
  /**
   * Creates or changes a purchase for a visitor; for admins.
   * @param expected `is_new` prevents a change of an existing purchase: the call rejects with 412
   */
  putPurchase: (id: string, fields: PurchasePut, expected: { is_new?: boolean } = {}): Promise<Purchase | null> =>
    request('PUT', ['purchases', id], { body: fields, isNew: expected.is_new }),
  /** Changes the given fields; for the giver and admins. Only admins can change `thanked` and `giver_user_id`. */
  updatePurchase: (id: string, fields: PurchasePatch): Promise<Purchase | null> =>
    request('PATCH', ['purchases', id], { body: fields }),
  /** Deletes a purchase; for its giver and admins. */
  deletePurchase: (id: string): Promise<null> => request('DELETE', ['purchases', id]),
  /** Reveals the purchases of a registry; for admins. Does not check whether the registry exists on the host. */
  revealPurchases: (registryId: number, shown: Omit<PurchasesReveal, 'registry_id'> = {}): Promise<Revealed | null> =>
    request('POST', ['purchases', 'reveal'], { body: { registry_id: registryId, ...shown } }),
  /**
   * Subtracts `quantity` from the number of bought pieces of an item; for admins. Only pieces that belong to no
   * purchase are subtracted. If fewer than `quantity` pieces belong to no purchase, nothing changes.
   */
  uncountPurchases: (what: PurchasesUncount): Promise<Uncounted | null> =>
    request('POST', ['purchases', 'uncount'], { body: what }),
  /** Erases givers and their messages; for admins. */
  erasePurchases: (whose: PurchasesErase): Promise<Erased | null> =>
    request('POST', ['purchases', 'erase'], { body: whose }),
  /** Lists a registry's purchases that the caller may see, in the order of the registry's items. */
  listRegistryPurchases: (registryId: number): Promise<Purchase[] | null> =>
    request('GET', ['registries', registryId, 'purchases']),
  /**
   * Creates or changes a purchase of an item. An owner's purchase means that the owner already has the item.
   * @param expected as for `putPurchase`
   */
  putRegistryPurchase: (
    registryId: number,
    id: string,
    fields: RegistryPurchasePut,
    expected: { is_new?: boolean } = {},
  ): Promise<Purchase | null> =>
    request('PUT', ['registries', registryId, 'purchases', id], { body: fields, isNew: expected.is_new }),
  /** Records whether the giver was thanked; for owners and admins. */
  thankForPurchase: (registryId: number, id: string, thanked: boolean): Promise<Purchase | null> =>
    request('PATCH', ['registries', registryId, 'purchases', id], { body: { thanked } }),
  /**
   * Deletes a purchase of a registry; for owners, keepers and admins. A keeper who is not an owner cannot delete
   * purchases by owners.
   */
  deleteRegistryPurchase: (registryId: number, id: string): Promise<null> =>
    request('DELETE', ['registries', registryId, 'purchases', id]),
  /** Reveals the purchases, ideas and shares of a registry to its owners; for owners and admins. */
  revealRegistryPurchases: (registryId: number): Promise<Revealed | null> =>
    request('POST', ['registries', registryId, 'purchases', 'reveal'], { body: {} }),
});
