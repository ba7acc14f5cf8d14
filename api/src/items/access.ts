import type { Caller } from '../auth/authenticate.ts';
import type { ErrorName } from '../http/errors.ts';

/**
 * Access rules of the `/items` routes. The service does not use these rules if ITEMS_ACCESS gives every authenticated
 * user access to all items. Each method throws an ApiError if the caller has no access. `missing` is the error if the
 * registry is missing, or hidden from the caller.
 */
export interface ItemAccess {
  list(caller: Caller, registryId: number | undefined): Promise<void>;
  read(caller: Caller, registryId: number, missing: ErrorName): Promise<void>;
  write(caller: Caller, registryId: number, missing: ErrorName): Promise<void>;
}
