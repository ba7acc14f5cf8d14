import type { HostUser } from '../host/client.ts';

/** The caller as the service knows them; the host is where they live (rules: Credentials, 4). */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly isAdmin: boolean;
  /** True where the host lets them manage the whole site, and with it everybody's registries. */
  readonly managesSite: boolean;
}

/** Returns the user of the service; an admin has one of the admin roles on the host, or manages the whole site. */
export function userOf(user: HostUser, adminRoles: readonly string[]): User {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    managesSite: user.managesOptions,
    isAdmin: user.managesOptions || user.roles.some((role) => adminRoles.includes(role)),
  };
}
