/**
 * Items of a list that its reader receives through other lists (architecture: Who sees what). The reader sees their
 * promises like a recipient. No other value has this type, so code that shows promises cannot forget to ask:
 * `registries/recipients.ts` decides for callers, and `promises/reader.ts` repeats the site's answer for its visitors.
 */
export class ReceivedItems {
  /** For recipients of the list itself, and for admins, who see everything. */
  static readonly none = new ReceivedItems([]);
  /** For a reader whom the site names for the items that the reader receives. */
  static readonly all = new ReceivedItems(null);

  readonly #ids: ReadonlySet<number> | null;

  private constructor(ids: Iterable<number> | null) {
    this.#ids = ids === null ? null : new Set(ids);
  }

  static of(ids: Iterable<number>): ReceivedItems {
    return new ReceivedItems(ids);
  }

  has(itemId: number): boolean {
    return this.#ids?.has(itemId) ?? true;
  }

  /** Ids of the items, ascending; empty for `all`, which no list of a caller has. */
  get ids(): number[] {
    return [...(this.#ids ?? [])].sort((one, other) => one - other);
  }
}
