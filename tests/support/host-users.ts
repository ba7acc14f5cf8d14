import { randomBytes } from 'node:crypto';

/** A user of the fake host. Tests may change the user. */
export interface HostUser {
  readonly id: number;
  readonly login: string;
  email: string;
  roles: string[];
  /** Capabilities in addition to the capabilities of the roles, for example `{manage_options: true}`. */
  capabilities: Record<string, boolean>;
  /** Scope of the key with which the user signs in; `undefined` without limits. */
  key?: string | undefined;
  /** The current application password; `undefined` after it was revoked. */
  password: string | undefined;
}

/** Properties of a new user; all are optional. */
export interface NewHostUser {
  email?: string;
  roles?: string[];
  capabilities?: Record<string, boolean>;
  password?: string;
}

/** Returns the `Authorization` value for a user name and an application password. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
}

/** Stores the users of the fake host and their application passwords. */
export class HostUsers {
  readonly #users: HostUser[] = [];

  /** Adds a user, by default a subscriber. */
  add(login: string, given: NewHostUser = {}): HostUser {
    const user: HostUser = {
      id: this.#users.length + 1,
      login,
      email: given.email ?? `${login}@example.test`,
      roles: given.roles ?? ['subscriber'],
      capabilities: given.capabilities ?? {},
      password: given.password ?? newPassword(),
    };
    this.#users.push(user);
    return user;
  }

  all(): readonly HostUser[] {
    return this.#users;
  }

  /** Returns the user with a login name. Throws an error if no user has this name, to reveal typing errors in tests. */
  get(login: string): HostUser {
    const user = this.#users.find((one) => one.login === login);
    if (user === undefined) throw new Error(`the fake host has no user ${login}`);
    return user;
  }

  /** Returns the `Authorization` value of a user. */
  authorization(login: string): string {
    return basic(login, this.get(login).password ?? 'revoked');
  }

  /** Revokes the application password: the host answers 401 from now on. */
  revoke(login: string): void {
    this.get(login).password = undefined;
  }

  /** Replaces the application password. @returns the new password */
  rotate(login: string): string {
    const password = newPassword();
    this.get(login).password = password;
    return password;
  }

  /**
   * Returns the user of a request; `undefined` for wrong credentials. As in WordPress, the name may be the login name
   * or the e-mail address, in upper or lower case. An application password may contain spaces.
   */
  authenticate(authorization: string | undefined): HostUser | undefined {
    const encoded = /^basic +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (encoded === undefined) return undefined;
    const [name = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
    const given = plain(rest.join(':'));
    const user =
      this.#users.find((one) => one.login.toLowerCase() === name.toLowerCase()) ??
      this.#users.find((one) => one.email.toLowerCase() === name.toLowerCase());
    return user?.password !== undefined && given !== '' && plain(user.password) === given ? user : undefined;
  }
}

/** Returns whether WordPress allows a user to manage the site. */
export function isHostAdmin(user: HostUser | undefined): boolean {
  return user !== undefined && (user.roles.includes('administrator') || user.capabilities.manage_options === true);
}

/** Returns the body of `GET /wp/v2/users/me` for a caller. */
export function describeUser(user: HostUser, site: string, context: string): Record<string, unknown> {
  const base = {
    id: user.id,
    name: user.login,
    url: '',
    description: '',
    link: `${site}/author/${encodeURIComponent(user.login)}/`,
    slug: user.login.toLowerCase(),
    avatar_urls: { 24: `${site}/avatar-24.png`, 48: `${site}/avatar-48.png`, 96: `${site}/avatar-96.png` },
    meta: [],
    _links: { self: [{ href: `${site}/wp-json/wp/v2/users/${user.id}` }] },
  };
  if (context !== 'edit') return base;
  const granted = user.roles.includes('administrator') ? ADMINISTRATOR : SUBSCRIBER;
  const roles = Object.fromEntries(user.roles.map((role) => [role, true]));
  return {
    ...base,
    username: user.login,
    first_name: '',
    last_name: '',
    email: user.email,
    locale: 'en_US',
    nickname: user.login,
    roles: user.roles,
    registered_date: '2026-01-01T00:00:00+00:00',
    capabilities: { ...granted, ...roles, ...user.capabilities },
    extra_capabilities: { ...roles, ...user.capabilities },
  };
}

const SUBSCRIBER = { read: true, level_0: true };
const ADMINISTRATOR = {
  ...SUBSCRIBER,
  manage_options: true,
  edit_users: true,
  unfiltered_html: true,
  edit_posts: true,
};

// WordPress shows application passwords as six groups of four characters, and compares only letters and digits.
function newPassword(): string {
  return (randomBytes(12).toString('hex').match(/.{4}/g) ?? []).join(' ');
}

function plain(password: string): string {
  return password.replace(/[^a-z\d]/gi, '');
}
