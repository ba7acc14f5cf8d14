import type { HostUser } from '../host/client.ts';

/** The caller as the service knows them; the host is where they live (spec: Authentication 3, 4). */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly isAdmin: boolean;
}

/** An admin has one of the admin roles on the host, or manages the whole site. */
export function userOf(user: HostUser, adminRoles: readonly string[]): User {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    isAdmin: user.managesOptions || user.roles.some((role) => adminRoles.includes(role)),
  };
}
