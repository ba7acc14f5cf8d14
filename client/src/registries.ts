import { type CreateOptions, newKey, type Request } from './transport.ts';
import type { RegistriesQuery, Registry, RegistryCreate, RegistryUpdate } from './types.ts';

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
  updateRegistry(id: number, fields: RegistryUpdate): Promise<Registry | null>;
  /** Deletes a registry permanently. */
  deleteRegistry(id: number): Promise<null>;
}

export const registryCalls = (request: Request): RegistryCalls => ({
  listRegistries: (query = {}) => request('GET', ['registries'], { query }),
  getRegistry: (id) => request('GET', ['registries', id]),
  createRegistry: (body, { key = newKey() } = {}) => request('POST', ['registries'], { body, key }),
  updateRegistry: (id, body) => request('PATCH', ['registries', id], { body }),
  deleteRegistry: (id) => request('DELETE', ['registries', id]),
});
