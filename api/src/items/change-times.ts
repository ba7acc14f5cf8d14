import { LRUCache } from 'lru-cache';

/** Items whose latest change is remembered; one that is forgotten costs its next change another try at worst. */
const MAX_ITEMS = 1000;

/**
 * Gives the changes of an item times that grow, however many come in one millisecond. The statement that writes one
 * makes sure of it; this spares most of them a second try.
 */
export class ChangeTimes {
  readonly #latest = new LRUCache<number, number>({ max: MAX_ITEMS });

  /**
   * Returns the present time, or the first later one that a change of the item can have.
   * @param version an `updated_at` that the item has, where that is known
   */
  next(id: number, version?: string): string {
    const known = version === undefined ? 0 : Date.parse(version);
    const time = Math.max(Date.now(), known + 1, (this.#latest.get(id) ?? 0) + 1);
    this.#latest.set(id, time);
    return new Date(time).toISOString();
  }
}
