import { LRUCache } from 'lru-cache';
import robotsParser from 'robots-parser';
import type { Guard, Wanted } from './fetch.ts';
import { Unread } from './unread.ts';

/** By what name shops know us in their robots.txt. */
const ROBOT = 'largesse';

/** What is read of a robots.txt; rules further down do not count. */
const ROBOTS: Wanted = { accept: 'text/plain, */*;q=0.1', maxBytes: 64 * 1024, isCut: true };

/** How long the rules of a shop are kept, and how long it is that a shop could not tell them (milliseconds). */
const KEPT_MS = 24 * 3600 * 1000;
const UNKNOWN_KEPT_MS = 3600 * 1000;

/**
 * Longest address that is compared with rules (characters), as long as a wish may have one. Redirects may lead to much longer
 * ones, and hostile rules take as many steps as rules and address have characters, multiplied.
 */
const MAX_ADDRESS = 2000;

/** Most characters of rules that are kept, of all shops together. */
const MAX_KEPT = 4 * 1024 * 1024;

/** Says of addresses whether their servers let robots ask (RFC 9309). */
export class Robots {
  readonly #guard: Guard;
  /** The rules of an origin for us; null where they could not be read. */
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

  /** Tells whether an address may be asked. @param signal ends the reading of its robots.txt */
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

  /** Returns the rules for us; '' where a shop has none, and null where it cannot tell now (RFC 9309, 2.3.1). */
  async #read(address: string, signal: AbortSignal): Promise<string | null> {
    try {
      const { body } = await this.#guard.fetch(address, ROBOTS, signal);
      return rulesForUs(body.toString('utf8'));
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      // What says nothing of the shop must not look as if the shop had said something.
      if (!error.isHarmless) throw error;
      return error.status !== null && error.status >= 400 && error.status < 500 ? '' : null;
    }
  }
}

/**
 * Returns what is left of a robots.txt without the robots that we are not: for each of them the parser would keep a copy of
 * every rule that follows, and a file may name thousands.
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
