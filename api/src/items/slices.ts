import type { Item } from '@largesse/contract';

/** Most rows that are read at a time. */
export const MAX_ROWS = 100;

/** How many rows of a long list are read first, to learn how large they are. */
const SAMPLE = 10;

/** Characters of a slice, about: what is built and sent at a time. */
const SLICE = 128 * 1024;

/** Characters of an item's JSON beside its texts, about. */
const FRAME = 320;

/** Reads what follows an item in a list, or its beginning: at most so many, and none once it has ended. */
export type ItemSource = (after: Item | null, count: number) => Promise<Item[]>;

/** A part of a list that can be built without others noticing. */
export interface Slice {
  items: Item[];
  isLast: boolean;
}

/**
 * Reads a list slice by slice, so that it is never in memory whole: a list may be 34 MB. What changes between two slices
 * is seen as it is then, as between two pages.
 * @param limit most items in all
 */
export async function* slicesOf(source: ItemSource, limit: number): AsyncGenerator<Slice, void> {
  let last: Item | null = null;
  let count = limit > MAX_ROWS ? SAMPLE : MAX_ROWS;
  for (let left = limit; ; ) {
    const wanted = Math.min(count, left);
    const rows = await source(last, wanted);
    const { items, characters } = beginningOf(rows);
    left -= items.length;
    const isLast = left === 0 || (items.length === rows.length && rows.length < wanted);
    yield { items, isLast };
    if (isLast) return;
    last = items.at(-1) ?? null;
    count = Math.max(1, Math.min(MAX_ROWS, Math.floor((items.length * SLICE) / characters)));
  }
}

/** Returns as many items as make a slice, at least one where there is one. */
function beginningOf(rows: Item[]): { items: Item[]; characters: number } {
  let characters = 0;
  for (const [index, row] of rows.entries()) {
    characters += sizeOf(row);
    if (characters > SLICE && index + 1 < rows.length) return { items: rows.slice(0, index + 1), characters };
  }
  return { items: rows, characters };
}

function sizeOf({ name, description, url, retailer, affiliate_url, image_url }: Item): number {
  const texts = name.length + url.length + length(description) + length(retailer);
  return FRAME + texts + length(affiliate_url) + length(image_url);
}

const length = (text: string | null): number => text?.length ?? 0;
