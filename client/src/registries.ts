import { type CreateOptions, newKey, type Request } from './transport.ts';
import type { RegistriesQuery, Registry, RegistryCreate, RegistryUpdate } from './types.ts';

/** Condition of a change. A caller can pass a whole registry, because all other fields are ignored. */
export interface ExpectedRegistry {
  /** Required `version`. A registry with another version stays unchanged, and the call rejects with status 412. */
  version?: string | undefined;
}

/** The operations on registries. */
export const registryCalls = (request: Request) => ({
  /**
   * Returns the caller's own registries in the order of their ids; by default at most 100. `role` selects registries
   * that the caller co-owns (`co-owner`), registries to which the caller is invited (`invitee`), or all (`any`).
   */
  listRegistries: (query: Partial<RegistriesQuery> = {}): Promise<Registry[] | null> =>
    request('GET', ['registries'], { query }),
  getRegistry: (id: number): Promise<Registry | null> => request('GET', ['registries', id]),
  /** Creates a registry of the caller. */
  createRegistry: (fields: RegistryCreate, { key = newKey() }: CreateOptions = {}): Promise<Registry | null> =>
    request('POST', ['registries'], { body: fields, key }),
  /** Changes the given fields; `meta` is merged. */
  updateRegistry: (id: number, fields: RegistryUpdate, { version }: ExpectedRegistry = {}): Promise<Registry | null> =>
    request('PATCH', ['registries', id], { body: fields, version }),
  /** Deletes a registry permanently. */
  deleteRegistry: (id: number, { version }: ExpectedRegistry = {}): Promise<null> =>
    request('DELETE', ['registries', id], { version }),
});
