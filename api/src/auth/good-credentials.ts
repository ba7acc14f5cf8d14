/** Time for which accepted credentials are remembered (milliseconds). */
const GOOD_FOR_MS = 24 * 3_600_000;

const MAX_GOOD = 50_000;

/**
 * Maximum number of remembered credentials of one user. WordPress accepts an application password in any number of
 * spellings. Without this limit, one member could displace the credentials of all others.
 */
const MAX_OF_USER = 50;

/**
 * Remembers fingerprints of credentials that the host accepted within the last day. LoginLimiter never refuses these
 * credentials, even if somebody else tries passwords from the same address. Only the host knows whether the credentials
 * are still valid.
 */
export class GoodCredentials {
  /** Oldest first. */
  readonly #good = new Map<string, { user: number; until: number }>();
  readonly #ofUser = new Map<number, Set<string>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the id of the user if the host accepted these credentials within the last day. */
  userOf(fingerprint: string): number | null {
    const entry = this.#good.get(fingerprint);
    if (!entry) return null;
    if (this.#now() < entry.until) return entry.user;
    this.delete(fingerprint);
    return null;
  }

  /** Remembers accepted credentials. @returns the user's oldest fingerprint, if MAX_OF_USER displaced it */
  add(fingerprint: string, user: number): string | null {
    this.delete(fingerprint);
    const [oldest] = this.#good.keys();
    if (this.#good.size >= MAX_GOOD && oldest !== undefined) this.delete(oldest);
    this.#good.set(fingerprint, { user, until: this.#now() + GOOD_FOR_MS });
    const own = this.#ofUser.get(user) ?? new Set();
    this.#ofUser.set(user, own.add(fingerprint));
    const [first] = own;
    if (own.size <= MAX_OF_USER || first === undefined) return null;
    this.delete(first);
    return first;
  }

  /** Deletes credentials that the host no longer accepts. */
  delete(fingerprint: string): void {
    const entry = this.#good.get(fingerprint);
    if (!entry) return;
    this.#good.delete(fingerprint);
    const own = this.#ofUser.get(entry.user);
    own?.delete(fingerprint);
    if (own?.size === 0) this.#ofUser.delete(entry.user);
  }
}
