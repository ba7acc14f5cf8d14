import { randomBytes } from 'node:crypto';

/** A user of the fake host, as tests see and change them. */
export interface HostUser {
  readonly id: number;
  readonly login: string;
  email: string;
  roles: string[];
  /** Stored capabilities beyond those of the roles, e.g. `{manage_options: true}`. */
  capabilities: Record<string, boolean>;
  /** The application password in force; `undefined` once revoked. */
  password: string | undefined;
}

/** What a test may say about a new user; the rest has defaults. */
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

/** Keeps the users of the fake host and their application passwords. */
export class HostUsers {
  readonly #users: HostUser[] = [];

  /** Adds a user, a subscriber unless told otherwise. */
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

  /** Returns the user of a login name; throws if there is none, so that a typing error in a test shows. */
  get(login: string): HostUser {
    const user = this.#users.find((one) => one.login === login);
    if (user === undefined) throw new Error(`the fake host has no user ${login}`);
    return user;
  }

  /** Returns the `Authorization` value with which a user logs in. */
  authorization(login: string): string {
    return basic(login, this.get(login).password ?? 'revoked');
  }

  /** Takes the application password away: the host answers 401 from now on. */
  revoke(login: string): void {
    this.get(login).password = undefined;
  }

  /** Gives the user another application password and makes the old one worthless. */
  rotate(login: string): string {
    const password = newPassword();
    this.get(login).password = password;
    return password;
  }

  /**
   * Returns the user whom a request is from. As in WordPress, the name may be the e-mail address, case does not count,
   * and an application password may hold spaces. A wrong login is nobody, not an error.
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

/** Tells whether WordPress lets a user manage the site. */
export function isHostAdmin(user: HostUser | undefined): boolean {
  return user !== undefined && (user.roles.includes('administrator') || user.capabilities.manage_options === true);
}

/** Returns what `GET /wp/v2/users/me` answers about its caller. */
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

// WordPress shows application passwords as six groups of four and compares letters and digits alone.
function newPassword(): string {
  return (randomBytes(12).toString('hex').match(/.{4}/g) ?? []).join(' ');
}

function plain(password: string): string {
  return password.replace(/[^a-z\d]/gi, '');
}
