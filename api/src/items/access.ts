import type { Caller } from '../auth/authenticate.ts';
import type { ErrorName } from '../http/errors.ts';

/**
 * Decides who may use the `/items` routes, unless every authenticated user may use all items (setting ITEMS_ACCESS).
 * Each method throws an ApiError if the caller may not use them. `missing` is the error for a deleted registry.
 */
export interface ItemAccess {
  list(caller: Caller, registryId: number | undefined): Promise<void>;
  read(caller: Caller, registryId: number, missing: ErrorName): Promise<void>;
  write(caller: Caller, registryId: number, missing: ErrorName): Promise<void>;
}
