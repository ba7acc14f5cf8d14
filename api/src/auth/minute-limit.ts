import { LRUCache } from 'lru-cache';

/** Length of a window, which begins with the first counted action (milliseconds). */
const WINDOW_MS = 60_000;

/** Maximum number of users with a counter. */
const MAX_USERS = 10_000;

interface Count {
  acts: number;
  until: number;
}

/** Limits the number of actions of each user in a minute. Each process counts separately. */
export class MinuteLimit {
  readonly #counts = new LRUCache<number, Count>({ max: MAX_USERS });
  readonly #limit: number;
  readonly #now: () => number;

  /**
   * @param limit maximum number of actions of one user in a minute
   * @param now milliseconds on a clock that only moves forward
   */
  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /**
   * Counts one action of a user.
   * @returns 0 if the action is allowed, otherwise the seconds until the user's next action is allowed
   */
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
