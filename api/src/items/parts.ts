/** Maximum number of items that are read at a time. */
export const MAX_ITEMS = 100;

/** Number of items in the first part of a long list. The next part has more items if these items are small. */
const SAMPLE = 10;

/** Approximate number of bytes that are built and sent at a time. */
const SIZE = 128 * 1024;

/**
 * Size in bytes above which a part is read again with fewer items. This happens if the items of the previous part were
 * much smaller.
 */
const TOO_LARGE = 4 * SIZE;

/** Maximum ratio of the number of items in a part to the number in the previous part. */
const GROWTH = 4;

/** A part of a list. Parts are small, so that other requests are not delayed. */
export interface ItemsPart {
  count: number;
  /**
   * JSON array of the part's items as UTF-8. The code that receives a part may overwrite the bytes. The bytes of an
   * empty part must not be overwritten, because several empty parts may share their bytes.
   */
  json: Uint8Array<ArrayBuffer>;
  /** Start of the next part; null if this part is the last part. */
  next: number | null;
  /** See `JsonRows.versions`: they differ if an item of the part, or the order, differs. The first contains the ids. */
  versions: readonly string[];
}

/** Reads at most `count` items of a list. `from` is `next` of the previous part, or null for the first part. */
export type ItemSource = (from: number | null, count: number) => Promise<ItemsPart>;

/**
 * Reads a list in parts, so that a long list of up to 34 MB is never in memory as a whole. Each part contains its items
 * as they are when the part is read. So a change during the list appears only in parts that are read after the change.
 * @param limit maximum number of items in all parts
 */
export async function* partsOf(source: ItemSource, limit: number): AsyncGenerator<ItemsPart, undefined> {
  const isLong = limit > MAX_ITEMS;
  let wanted = isLong ? SAMPLE : MAX_ITEMS;
  let from: number | null = null;
  for (let left = limit; ; ) {
    const asked = Math.min(wanted, left);
    const { count, json, next, versions } = await source(from, asked);
    if (count > 0) wanted = Math.max(1, Math.min(MAX_ITEMS, asked * GROWTH, Math.floor((count * SIZE) / json.length)));
    // Each repetition requests fewer items, so the loop ends.
    if (isLong && wanted < count && count <= asked && json.length > TOO_LARGE) continue;
    left -= count;
    from = left === 0 ? null : next;
    yield { count, json, next: from, versions };
    if (from === null) return undefined;
  }
}
