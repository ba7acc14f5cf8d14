import { type CreateOptions, newKey, type Request } from './transport.ts';
import type { RegistriesQuery, Registry, RegistryCreate, RegistryUpdate } from './types.ts';

/** Condition of a change. A caller can pass a whole registry, because all other fields are ignored. */
export interface ExpectedRegistry {
  /** Required `version`. A registry with another version stays unchanged, and the call rejects with status 412. */
  version?: string | undefined;
}

/** The operations on registries. */
export interface RegistryCalls {
  /**
   * Returns the caller's own registries in the order of their ids; by default at most 100. `role` selects registries
   * that the caller co-owns (`co-owner`), registries to which the caller is invited (`invitee`), or all (`any`).
   */
  listRegistries(query?: Partial<RegistriesQuery>): Promise<Registry[] | null>;
  getRegistry(id: number): Promise<Registry | null>;
  /** Creates a registry of the caller. */
  createRegistry(fields: RegistryCreate, options?: CreateOptions): Promise<Registry | null>;
  /** Changes the given fields; `meta` is merged. */
  updateRegistry(id: number, fields: RegistryUpdate, expected?: ExpectedRegistry): Promise<Registry | null>;
  /** Deletes a registry permanently. */
  deleteRegistry(id: number, expected?: ExpectedRegistry): Promise<null>;
}

export const registryCalls = (request: Request): RegistryCalls => ({
  listRegistries: (query = {}) => request('GET', ['registries'], { query }),
  getRegistry: (id) => request('GET', ['registries', id]),
  createRegistry: (body, { key = newKey() } = {}) => request('POST', ['registries'], { body, key }),
  updateRegistry: (id, body, { version } = {}) => request('PATCH', ['registries', id], { body, version }),
  deleteRegistry: (id, { version } = {}) => request('DELETE', ['registries', id], { version }),
});
