import { LRUCache } from 'lru-cache';

/** A user name is held up from an address that failed this often for it within the window. */
const MAX_FAILURES = 20;

/** Milliseconds from the first failure on. */
const WINDOW = 60_000;

/** Pairs of address and user name that are counted at a time. */
const MAX_PAIRS = 10_000;

interface Count {
  failures: number;
  /** Look-ups whose outcome is not known yet: without them a burst would pass uncounted. */
  pending: number;
  until: number;
}

/** Counts failed logins, so that nobody can try passwords at speed. */
export class LoginLimiter {
  readonly #counts = new LRUCache<string, Count>({ max: MAX_PAIRS });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Seconds to wait before another try, or 0 when one may be made now. */
  delay(address: string, username: string): number {
    const count = this.#current(address, username);
    if (!count || count.failures + count.pending < MAX_FAILURES) return 0;
    return Math.max(1, Math.ceil((count.until - this.#now()) / 1000));
  }

  /** A look-up begins; the answer tells how it ended. */
  begin(address: string, username: string): (rejected: boolean) => void {
    const count = this.#open(address, username);
    count.pending++;
    return (rejected) => {
      count.pending--;
      if (rejected) count.failures++;
    };
  }

  /** A login failed without a look-up of its own. */
  fail(address: string, username: string): void {
    this.#open(address, username).failures++;
  }

  #open(address: string, username: string): Count {
    const found = this.#current(address, username);
    if (found) return found;
    const count = { failures: 0, pending: 0, until: this.#now() + WINDOW };
    this.#counts.set(keyOf(address, username), count);
    return count;
  }

  #current(address: string, username: string): Count | undefined {
    const count = this.#counts.get(keyOf(address, username));
    return count && count.until > this.#now() ? count : undefined;
  }
}

const keyOf = (address: string, username: string): string => `${address} ${canonical(username)}`;

/**
 * WordPress finds a user under many spellings: it drops tags, entities, %-codes and accents before it looks. Names
 * that hold any of these are rare, and all of one address are counted together.
 */
const canonical = (username: string): string =>
  /^[ -~]+$/.test(username) && !/[<>&%]/.test(username) ? username.trim().replace(/ +/g, ' ').toLowerCase() : '*';
