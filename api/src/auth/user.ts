import { KEY_SCOPES, type KeyScope } from '@largesse/contract';
import type { HostUser } from '../host/session.ts';
import type { StatedSite } from '../host/stated-site.ts';
import { ApiError } from '../http/errors.ts';

/** The caller's account on the host (rules: Credentials, 4). */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly isAdmin: boolean;
  /** True if the host allows this user to manage the whole site, including all registries. */
  readonly managesSite: boolean;
  /** Scope of the caller's key on the host; undefined without a key (rules: Keys). */
  readonly scope?: string | undefined;
}

/** Converts a user of the host. A user is an admin if they have an admin role on the host, or manage the whole site. */
export function userOf(user: HostUser, adminRoles: readonly string[]): User {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    managesSite: user.managesOptions,
    ...(user.scope !== null && { scope: user.scope }),
    isAdmin: user.managesOptions || user.roles.some((role) => adminRoles.includes(role)),
  };
}

/** Returns the account of the site, which has signed a request (rules: Signed requests). */
export const accountOf = ({ account: { id, name } }: StatedSite): User => ({
  id,
  username: name,
  email: '',
  managesSite: true,
  isAdmin: true,
});

/** Returns the scope of the caller's key, if this service knows it; null without a key. */
export const scopeIn = ({ scope }: User): KeyScope | null => KEY_SCOPES.find((known) => known === scope) ?? null;

/** Checks a caller who sends a parameter that only admins may send. @throws {ApiError} 403 unless they are an admin */
export function requireAdmin({ user }: { readonly user: User }): void {
  if (!user.isAdmin) throw new ApiError('notAllowed');
}
