import { LRUCache } from 'lru-cache';

/** How long an act counts, from the first one on (milliseconds). */
const WINDOW_MS = 60_000;

/** Users who are counted at a time. */
const MAX_USERS = 10_000;

interface Count {
  acts: number;
  until: number;
}

/** Counts what users do in a minute in this process. */
export class MinuteLimit {
  readonly #counts = new LRUCache<number, Count>({ max: MAX_USERS });
  readonly #limit: number;
  readonly #now: () => number;

  /**
   * @param limit how often one user may do it in a minute
   * @param now milliseconds on a clock that only moves forward
   */
  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Counts one act of a user. @returns 0 where they may do it, else the whole seconds until they may again */
  count(userId: number): number {
    const time = this.#now();
    let count = this.#counts.get(userId);
    if (count === undefined || count.until <= time) {
      count = { acts: 0, until: time + WINDOW_MS };
      this.#counts.set(userId, count);
    }
    return ++count.acts <= this.#limit ? 0 : Math.ceil((count.until - time) / 1000);
  }
}
