import { ApiError } from '../http/errors.ts';
import type { Caller } from './authenticate.ts';

/** Requires the caller to be an admin. @throws {ApiError} 403 */
export function requireAdmin({ user }: Pick<Caller, 'user'>): void {
  if (!user.isAdmin) throw new ApiError('notAllowed');
}
