import { LRUCache } from 'lru-cache';
import robotsParser from 'robots-parser';
import type { Guard, Wanted } from './fetch.ts';
import { Unread } from './unread.ts';

/** Name of our user agent in robots.txt. */
const ROBOT = 'largesse';

/** Rules beyond `maxBytes` are ignored. */
const ROBOTS: Wanted = { accept: 'text/plain, */*;q=0.1', maxBytes: 64 * 1024, isCut: true };

/** Time for which a shop's rules are cached (milliseconds). */
const KEPT_MS = 24 * 3600 * 1000;

/** Time until the rules are read again after a failure (milliseconds). */
const UNKNOWN_KEPT_MS = 3600 * 1000;

/**
 * Longer addresses, for example of a redirect, are not fetched (characters; the limit of items' addresses). The steps
 * to check hostile rules are the length of the address times that of the rules.
 */
const MAX_ADDRESS = 2000;

/** Characters of all cached rules. */
const MAX_KEPT = 4 * 1024 * 1024;

/** Checks whether servers allow robots to fetch addresses (RFC 9309). */
export class Robots {
  readonly #guard: Guard;
  /** Rules that apply to us, by origin; null if the rules could not be read. */
  readonly #kept: LRUCache<string, { rules: string | null }>;

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
      // `Previews` must delay the answer to a failure that could reveal something about internal addresses. With null,
      // the reason would become `robots`, and it would answer at once.
      if (!error.isHarmless) throw error;
      return error.status !== null && error.status >= 400 && error.status < 500 ? '' : null;
    }
  }
}

/**
 * Keeps only user agents and rules, and replaces the names of other robots: the parser would copy the rules for each of
 * the thousands that a file may name.
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
