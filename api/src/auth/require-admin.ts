import { ApiError } from '../http/errors.ts';
import type { Caller } from './authenticate.ts';

/** Lets admins alone go on. @throws {ApiError} 403 */
export function requireAdmin({ user }: Pick<Caller, 'user'>): void {
  if (!user.isAdmin) throw new ApiError('notAllowed');
}
