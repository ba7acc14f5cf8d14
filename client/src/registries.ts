import type { ExpectedItem, VisibleItem } from './items.ts';
import {
  type CreateOptions,
  type KnownList,
  type Listed,
  newKey,
  type Refreshed,
  type Request,
  type Transport,
} from './transport.ts';
import type {
  Affiliate,
  AffiliateUpdate,
  AppearanceQuery,
  InviteesResponse,
  ItemRegistryCreate,
  RegistriesQuery,
  Registry,
  RegistryCreate,
  RegistryItemsQuery,
  RegistryUpdate,
} from './types.ts';

/** Condition of a change. A caller can pass a whole registry, because all other fields are ignored. */
export interface ExpectedRegistry {
  /** Required `version`. A registry with another version stays unchanged, and the call rejects with status 412. */
  version?: string | undefined;
}

/** The operations on registries. */
export function registryCalls({ request, requestList }: Transport) {
  function listRegistries(query?: Partial<RegistriesQuery>): Promise<Listed<Registry> | null>;
  function listRegistries(query: Partial<RegistriesQuery>, known: KnownList): Refreshed<Registry>;
  function listRegistries(query: Partial<RegistriesQuery> = {}, known?: KnownList): Refreshed<Registry> {
    return requestList('GET', ['registries'], { query, knownTag: known?.ifNoneMatch });
  }
  return {
    /**
     * Returns the caller's own registries in the order of their ids; by default at most 100. `role` selects registries
     * that the caller co-owns (`co-owner`), registries to which the caller is invited (`invitee`), or all (`any`).
     */
    listRegistries,
    getRegistry: (id: number): Promise<Registry | null> => request('GET', ['registries', id]),
    /** Creates a registry of the caller. */
    createRegistry: (fields: RegistryCreate, { key = newKey() }: CreateOptions = {}): Promise<Registry | null> =>
      request('POST', ['registries'], { body: fields, key }),
    /** Changes the given fields; `meta` is merged. */
    updateRegistry: (
      id: number,
      fields: RegistryUpdate,
      { version }: ExpectedRegistry = {},
    ): Promise<Registry | null> => request('PATCH', ['registries', id], { body: fields, version }),
    /** Deletes a registry permanently. */
    deleteRegistry: (id: number, { version }: ExpectedRegistry = {}): Promise<null> =>
      request('DELETE', ['registries', id], { version }),
  };
}

/** Condition of a change of an item whose registry is known. */
export type ExpectedVersion = Pick<ExpectedItem, 'updated_at'>;

/** Creates an item, or all items of a list, or none of them. */
interface CreateRegistryItem {
  (registryId: number, fields: ItemRegistryCreate, options?: CreateOptions): Promise<VisibleItem | null>;
  (registryId: number, fields: readonly ItemRegistryCreate[], options?: CreateOptions): Promise<VisibleItem[] | null>;
}

/** The operations on the items of a registry. */
export function registryItemCalls({ request, requestList }: Transport) {
  function listRegistryItems(registryId: number, query?: RegistryItemsQuery): Promise<Listed<VisibleItem> | null>;
  function listRegistryItems(registryId: number, query: RegistryItemsQuery, known: KnownList): Refreshed<VisibleItem>;
  function listRegistryItems(
    registryId: number,
    query: RegistryItemsQuery = {},
    known?: KnownList,
  ): Refreshed<VisibleItem> {
    return requestList('GET', ['registries', registryId, 'items'], { query, knownTag: known?.ifNoneMatch });
  }
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
    listRegistryItems,
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

/** The operations on the invitees of a registry. Each operation resolves to the list after the operation. */
export const inviteeCalls = (request: Request) => ({
  listInvitees: (registryId: number): Promise<InviteesResponse | null> =>
    request('GET', ['registries', registryId, 'invitees']),
  /** Invites people. @param invitees user names and e-mail addresses; people who are already listed stay unchanged */
  addInvitees: (registryId: number, invitees: readonly string[]): Promise<InviteesResponse | null> =>
    request('POST', ['registries', registryId, 'invitees'], { body: { invitees } }),
  /**
   * Takes back an invitation. Resolves to null if the invitee is not on the list.
   * @param invitee user name or e-mail address
   */
  removeInvitee: (registryId: number, invitee: string): Promise<InviteesResponse | null> =>
    request('DELETE', ['registries', registryId, 'invitees', invitee]),
});

const affiliatePath = (registryId: number, itemId: number) => ['registries', registryId, 'items', itemId, 'affiliate'];

/** The operations on the affiliate link of an item. */
export const affiliateCalls = (request: Request) => ({
  getAffiliate: (registryId: number, itemId: number): Promise<Affiliate | null> =>
    request('GET', affiliatePath(registryId, itemId)),
  setAffiliate: (
    registryId: number,
    itemId: number,
    fields: AffiliateUpdate,
    expected: ExpectedVersion = {},
  ): Promise<Affiliate | null> =>
    request('PUT', affiliatePath(registryId, itemId), { body: fields, version: expected.updated_at }),
  clearAffiliate: (registryId: number, itemId: number, expected: ExpectedVersion = {}): Promise<null> =>
    request('DELETE', affiliatePath(registryId, itemId), { version: expected.updated_at }),
});
