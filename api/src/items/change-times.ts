import { LRUCache } from 'lru-cache';

/**
 * Maximum number of items in the cache of latest changes. For an item outside the cache, `next` may return a time that
 * is not later than the item's last change. The write then needs a second attempt.
 */
const MAX_ITEMS = 1000;

/** Assigns increasing times to the changes of an item, even if several changes share a millisecond. */
export class ChangeTimes {
  readonly #latest = new LRUCache<number, number>({ max: MAX_ITEMS });

  /**
   * Returns the present time, or the earliest time that is later than the item's last known change.
   * @param version the known `updated_at` of the item, if any
   */
  next(id: number, version?: string): string {
    const known = version === undefined ? 0 : Date.parse(version);
    const time = Math.max(Date.now(), known + 1, (this.#latest.get(id) ?? 0) + 1);
    this.#latest.set(id, time);
    return new Date(time).toISOString();
  }
}
