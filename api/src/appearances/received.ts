/**
 * Items of a list whose gifts its reader receives: all for a recipient of the list, and some for a recipient of other
 * lists (architecture: Who sees what). The reader sees their promises like a recipient. No other value has this type,
 * so code that shows promises cannot forget to ask: `registries/recipients.ts` decides for callers, and
 * `promises/reader.ts` repeats the site's answer for its visitors.
 */
export class ReceivedItems {
  static readonly all = new ReceivedItems(null);
  /** For admins, who see everything. */
  static readonly none = new ReceivedItems([]);

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

  get extent(): 'all' | 'some' | 'none' {
    return this.#ids === null ? 'all' : this.#ids.size > 0 ? 'some' : 'none';
  }

  /** Ids of some items, ascending; empty for all and for none. */
  get ids(): number[] {
    return [...(this.#ids ?? [])].sort((one, other) => one - other);
  }
}
