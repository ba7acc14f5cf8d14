import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

/** From an address no more logins are tried that failed this often within the window: for one user name, for all. */
const MAX_FAILURES = { name: 20, address: 200 };

/** Milliseconds from the first failure on. */
const WINDOW = 60_000;

/** Addresses, and pairs of address and user name, that are counted at a time. */
const MAX_COUNTS = 10_000;

interface Count {
  failures: number;
  /** Look-ups whose outcome is not known yet: without them a burst would pass uncounted. */
  pending: number;
  until: number;
}

/** Why a login has to wait, and for how long. */
export interface HoldUp {
  seconds: number;
  /** Whether too many failed; else so many are being tried that they could be. */
  failed: boolean;
}

/** Counts failed logins, so that nobody can try passwords at speed. */
export class LoginLimiter {
  readonly #names: Counts;
  readonly #addresses: Counts;

  /** @param now milliseconds on a clock that only moves forward */
  constructor(now: () => number) {
    this.#names = new Counts(now);
    this.#addresses = new Counts(now);
  }

  /** Tells whether a login has to wait; null when it may be tried now. */
  holdUp(address: string, username: string): HoldUp | null {
    const network = networkOf(address);
    const ofName = this.#names.find(pairOf(network, username));
    if (ofName && ofName.failures + ofName.pending >= MAX_FAILURES.name)
      return { seconds: this.#names.secondsLeft(ofName), failed: true };
    const ofAll = this.#addresses.find(network);
    if (!ofAll || ofAll.failures + ofAll.pending < MAX_FAILURES.address) return null;
    // Many who come at once from one address have not failed: most of them will be through in a moment.
    const failed = ofAll.failures >= MAX_FAILURES.address;
    return { seconds: failed ? this.#addresses.secondsLeft(ofAll) : 1, failed };
  }

  /** A look-up begins; the answer tells how it ended. */
  begin(address: string, username: string): (rejected: boolean) => void {
    const counts = this.#countsOf(address, username);
    for (const count of counts) count.pending++;
    return (rejected) => {
      for (const count of counts) {
        count.pending--;
        if (rejected) count.failures++;
      }
    };
  }

  /** A login failed without a look-up of its own. */
  fail(address: string, username: string): void {
    for (const count of this.#countsOf(address, username)) count.failures++;
  }

  #countsOf(address: string, username: string): Count[] {
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
    const count = { failures: 0, pending: 0, until: this.#now() + WINDOW };
    this.#counts.set(key, count);
    return count;
  }

  secondsLeft({ until }: Count): number {
    return Math.max(1, Math.ceil((until - this.#now()) / 1000));
  }
}

const pairOf = (network: string, username: string): string => `${network} ${canonical(username)}`;

/**
 * WordPress finds a user under many spellings: it drops tags, entities, %-codes and accents before it looks. Names
 * that hold any of these are rare, and all of one address are counted together.
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
