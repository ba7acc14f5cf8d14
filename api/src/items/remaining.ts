import type { Item } from '@largesse/contract';
import type { ItemStore, Left } from './store.ts';
import type { ListedItem } from './views.ts';

/** Gives the items of a list, at most MAX_IDS of them, with how many may still be given. */
export type Remaining = (items: Item[]) => ListedItem[] | Promise<ListedItem[]>;

/** Returns what tells of items how many may still be given: the true number, or the one that the owner may know. */
export function remainingOf(store: ItemStore, whose: keyof Left): Remaining {
  return async (items) => {
    const left = await store.leftOfAll(items.map(({ id }) => id));
    return items.map((item) => ({ ...item, quantity_remaining: left.get(item.id)?.[whose] ?? 0 }));
  };
}
