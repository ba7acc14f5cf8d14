import { ApiError } from '../http/errors.ts';
import { requireAdmin, type User } from './user.ts';

declare const isOpened: unique symbol;

/**
 * Id of a registry after a check of its caller. Stores and views that read or change the promises and items of a
 * registry take this type. A number from a request is none, so the compiler refuses a route without a check.
 */
export type OpenedId = number & { readonly [isOpened]: true };

/** Checks a caller. @param may whether the caller has the role that the operation needs @throws {ApiError} 403 */
export function openedIf(may: boolean, id: number): OpenedId {
  if (!may) throw new ApiError('notAllowed');
  return id as OpenedId;
}

/** Checks that the caller is an admin, who may open all registries, even deleted ones. @throws {ApiError} 403 */
export function openedByAdmin(caller: { readonly user: User }, id: number): OpenedId {
  requireAdmin(caller);
  return id as OpenedId;
}

/** For the service's own work, which answers no caller. */
export const openedByService = (id: number): OpenedId => id as OpenedId;
