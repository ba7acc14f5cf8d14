import { LRUCache } from 'lru-cache';
import robotsParser from 'robots-parser';
import type { Guard, Wanted } from './fetch.ts';
import { Unread } from './unread.ts';

/** Name of our user agent in robots.txt. */
const ROBOT = 'largesse';

/** Limits for a robots.txt; rules beyond `maxBytes` are ignored. */
const ROBOTS: Wanted = { accept: 'text/plain, */*;q=0.1', maxBytes: 64 * 1024, isCut: true };

/** Time for which a shop's rules are cached (milliseconds). */
const KEPT_MS = 24 * 3600 * 1000;

/** Time until the rules are read again after a failure (milliseconds). */
const UNKNOWN_KEPT_MS = 3600 * 1000;

/**
 * Maximum length of an address in characters. A longer address, for example the target of a redirect, is not fetched.
 * Addresses of items have the same limit. The limit is a protection against hostile rules: the number of steps to check
 * an address against such rules is the length of the address times the length of the rules.
 */
const MAX_ADDRESS = 2000;

/** Maximum number of characters of all cached rules together. */
const MAX_KEPT = 4 * 1024 * 1024;

/** Checks whether servers allow robots to fetch addresses (RFC 9309). */
export class Robots {
  readonly #guard: Guard;
  /** Rules that apply to us, by origin; null if the rules could not be read. */
  readonly #kept: LRUCache<string, { rules: string | null }>;

  /** @param now milliseconds on a clock that only moves forward */
  constructor(guard: Guard, now: () => number) {
    this.#guard = guard;
    this.#kept = new LRUCache({
      maxSize: MAX_KEPT,
      sizeCalculation: ({ rules }, origin) => (rules?.length ?? 0) + origin.length + 100,
      ttl: KEPT_MS,
      perf: { now },
      ttlResolution: 0,
    });
  }

  /** Returns whether an address may be fetched. @param signal stops the request for the shop's robots.txt */
  async mayAsk(url: URL, signal: AbortSignal): Promise<boolean> {
    if (url.href.length > MAX_ADDRESS) return false;
    const address = `${url.origin}/robots.txt`;
    let known = this.#kept.get(url.origin);
    if (known === undefined) {
      known = { rules: await this.#read(address, signal) };
      this.#kept.set(url.origin, known, { ttl: known.rules === null ? UNKNOWN_KEPT_MS : KEPT_MS });
    }
    return known.rules !== null && robotsParser(address, known.rules).isAllowed(url.href, ROBOT) !== false;
  }

  /** Returns the rules for us: '' if a shop has none, null if the shop cannot answer now (RFC 9309, 2.3.1). */
  async #read(address: string, signal: AbortSignal): Promise<string | null> {
    try {
      const { body } = await this.#guard.fetch(address, ROBOTS, signal);
      return rulesForUs(body.toString('utf8'));
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      // This failure could reveal something about internal addresses, so `Previews` must delay the answer. If this
      // method returned null, the reason would become `robots`, and `Previews` would answer at once.
      if (!error.isHarmless) throw error;
      return error.status !== null && error.status >= 400 && error.status < 500 ? '' : null;
    }
  }
}

/**
 * Shortens a robots.txt: keeps only user agents and rules, and replaces the names of other robots with `other`. The
 * parser would store a copy of the rules for each robot, and a file may name thousands of robots.
 */
function rulesForUs(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => /^\s*(user-agent|allow|disallow)\s*:/i.test(line));
  const kept: string[] = [];
  for (const line of lines) {
    const agent = /^\s*user-agent\s*:\s*([^#/]*)/i.exec(line)?.[1]?.trim().toLowerCase();
    const short = agent === undefined ? line : `User-agent: ${agent === '*' || agent === ROBOT ? agent : 'other'}`;
    if (agent === undefined || kept.at(-1) !== short) kept.push(short);
  }
  return kept.join('\n');
}
