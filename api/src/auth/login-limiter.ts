import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { isHostFailure } from '../host/errors.ts';
import { ApiError } from '../http/errors.ts';

/** Maximum number of failed logins from one address within the window: for one user name, and for all names. */
const MAX_FAILURES = { name: 20, address: 200 };

/** Length of a window, which begins with the first failure (milliseconds). */
const WINDOW_MS = 60_000;

/** Maximum number of counters. Each counter is for an address, or for a pair of address and user name. */
const MAX_COUNTS = 10_000;

interface Count {
  failures: number;
  /** Look-ups without a result. They count as failures; otherwise, a burst of logins could exceed the limit. */
  pending: number;
  until: number;
}

/** Address and user name of a login attempt. */
export interface Login {
  address: string;
  username: string;
}

/** Limits failed logins to prevent password guessing (rules: Credentials). */
export class LoginLimiter {
  readonly #names: Counts;
  readonly #addresses: Counts;

  constructor(now: () => number) {
    this.#names = new Counts(now);
    this.#addresses = new Counts(now);
  }

  /**
   * Tries credentials that were not accepted lately.
   * @throws {ApiError} 429 if a limit is reached, 503 if the pending attempts could reach the limit of the address
   */
  async tryUnknown<T>(login: Login, attempt: () => Promise<T>): Promise<T> {
    this.#refuseTooMany(login);
    const counts = this.#countsOf(login);
    for (const count of counts) count.pending++;
    try {
      return await this.tryGood(login, attempt);
    } finally {
      for (const count of counts) count.pending--;
    }
  }

  /** Tries credentials that were accepted lately: never refuses them, but counts failures towards the limits. */
  async tryGood<T>(login: Login, attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      if (isHostFailure(error, 'unauthorized')) for (const count of this.#countsOf(login)) count.failures++;
      throw error;
    }
  }

  #refuseTooMany({ address, username }: Login): void {
    const network = networkOf(address);
    const ofName = this.#names.find(pairOf(network, username));
    if (ofName && ofName.failures + ofName.pending >= MAX_FAILURES.name) throw this.#names.tooManyFailed(ofName);
    const ofAll = this.#addresses.find(network);
    if (!ofAll || ofAll.failures + ofAll.pending < MAX_FAILURES.address) return;
    if (ofAll.failures >= MAX_FAILURES.address) throw this.#addresses.tooManyFailed(ofAll);
    // Too few logins have failed so far. Most pending logins will probably succeed, so answers 503, not 429.
    throw new ApiError('overloaded');
  }

  #countsOf({ address, username }: Login): Count[] {
    const network = networkOf(address);
    return [this.#names.open(pairOf(network, username)), this.#addresses.open(network)];
  }
}

/** Counts failures by key, for one window each. Drops the least recently used of too many counters. */
class Counts {
  readonly #counts = new LRUCache<string, Count>({ max: MAX_COUNTS });
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  find(key: string): Count | undefined {
    const count = this.#counts.get(key);
    return count && count.until > this.#now() ? count : undefined;
  }

  open(key: string): Count {
    const found = this.find(key);
    if (found) return found;
    const count = { failures: 0, pending: 0, until: this.#now() + WINDOW_MS };
    this.#counts.set(key, count);
    return count;
  }

  tooManyFailed({ until }: Count): ApiError {
    const seconds = Math.max(1, Math.ceil((until - this.#now()) / 1000));
    return new ApiError('tooManyFailedLogins', { headers: { 'retry-after': String(seconds) } });
  }
}

const pairOf = (network: string, username: string): string => `${network} ${canonical(username)}`;

/**
 * Returns the same text for all spellings of a user name. WordPress removes tags, entities, %-codes and accents before
 * it looks a name up. Names with such characters are rare, so all such names share one counter per address.
 */
const canonical = (username: string): string =>
  /^[ -~]+$/.test(username) && !/[<>&%]/.test(username) ? username.trim().replace(/ +/g, ' ').toLowerCase() : '*';

/** Returns the part of an address that identifies a subscriber: all of IPv4, the first half of IPv6. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const embedded = /:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (embedded !== undefined) return embedded;
  const [before = '', after] = address.split('%', 1).join().split('::');
  const [front, back] = [before, after ?? ''].map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - (front?.length ?? 0) - (back?.length ?? 0);
  const groups = [...(front ?? []), ...Array(after === undefined ? 0 : missing).fill('0'), ...(back ?? [])];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
