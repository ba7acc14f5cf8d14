import type { Caller } from '../auth/authenticate.ts';
import type { ErrorName } from '../http/errors.ts';

/**
 * Decides who may use the `/items` routes, where not every authenticated user may use all of them (setting
 * ITEMS_ACCESS). Each method throws an ApiError where the caller may not; `missing` is what a caller is told of a registry that
 * is gone.
 */
export interface ItemAccess {
  list(caller: Caller, registryId: number | undefined): Promise<void>;
  read(caller: Caller, registryId: number, missing: ErrorName): Promise<void>;
  write(caller: Caller, registryId: number, missing: ErrorName): Promise<void>;
}
