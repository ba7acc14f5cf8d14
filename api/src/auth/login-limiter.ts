import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { isHostFailure } from '../host/errors.ts';
import { ApiError } from '../http/errors.ts';

/** From an address no more logins are tried that failed this often within the window: for one user name, for all. */
const MAX_FAILURES = { name: 20, address: 200 };

/** How long failures count, from the first one on (milliseconds). */
const WINDOW_MS = 60_000;

/** Addresses, and pairs of address and user name, that are counted at a time. */
const MAX_COUNTS = 10_000;

interface Count {
  failures: number;
  /** Look-ups whose outcome is not known yet: without them a burst would pass uncounted. */
  pending: number;
  until: number;
}

/** A login: where it comes from, and the user name that it is for. */
export interface Login {
  address: string;
  username: string;
}

/** Counts failed logins, so that nobody can try passwords at speed (rules: Credentials). */
export class LoginLimiter {
  readonly #names: Counts;
  readonly #addresses: Counts;

  /** @param now milliseconds on a clock that only moves forward */
  constructor(now: () => number) {
    this.#names = new Counts(now);
    this.#addresses = new Counts(now);
  }

  /**
   * Tries credentials of which nobody knows whether they are good; a failure is a HostError `unauthorized`.
   * @throws {ApiError} 429 when too many failed, 503 when so many are being tried that they could; nothing was tried
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

  /** Tries credentials that were good lately: they are never held up, and count only when they fail. */
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
    // Many who come at once from one address have not failed: most of them will be through in a moment.
    throw new ApiError('overloaded');
  }

  #countsOf({ address, username }: Login): Count[] {
    const network = networkOf(address);
    return [this.#names.open(pairOf(network, username)), this.#addresses.open(network)];
  }
}

/** Counts of failures by key, each for a window; the one that was asked for longest ago goes where there are too many. */
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

  /** Returns the error that says when the window of a count ends. */
  tooManyFailed({ until }: Count): ApiError {
    const seconds = Math.max(1, Math.ceil((until - this.#now()) / 1000));
    return new ApiError('tooManyFailedLogins', { headers: { 'retry-after': String(seconds) } });
  }
}

const pairOf = (network: string, username: string): string => `${network} ${canonical(username)}`;

/**
 * Returns one spelling of a user name: WordPress drops tags, entities, %-codes and accents before it looks. Names that
 * hold any of these are rare, and all of one address are counted together.
 */
const canonical = (username: string): string =>
  /^[ -~]+$/.test(username) && !/[<>&%]/.test(username) ? username.trim().replace(/ +/g, ' ').toLowerCase() : '*';

/** Returns what one subscriber has: an address of IPv4, or the first half of one of IPv6. */
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
