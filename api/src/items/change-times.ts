import { LRUCache } from 'lru-cache';

/**
 * Number of items whose latest change is remembered. After an item is forgotten, its next change may need a second
 * attempt.
 */
const MAX_ITEMS = 1000;

/** Assigns increasing times to the changes of an item, even within a millisecond. */
export class ChangeTimes {
  readonly #latest = new LRUCache<number, number>({ max: MAX_ITEMS });

  /**
   * Returns the present time, or the first later one that a change of the item can have.
   * @param version the known `updated_at` of the item, if any
   */
  next(id: number, version?: string): string {
    const known = version === undefined ? 0 : Date.parse(version);
    const time = Math.max(Date.now(), known + 1, (this.#latest.get(id) ?? 0) + 1);
    this.#latest.set(id, time);
    return new Date(time).toISOString();
  }
}
