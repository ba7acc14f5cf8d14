import type { Edit, Item } from '../../assets/registry.ts';

/** Returns changes (newest first) that a page does not show: changes after `seen` ('' for none) on other pages. */
export function unseenEdits(edits: readonly Edit[], seen: string, tab: string): Edit[] {
  const known = edits.findIndex(({ id }) => id === seen);
  return edits.slice(0, known < 0 ? edits.length : known).filter((edit) => edit.tab !== tab);
}

/** Returns the name of the user who made all of the changes; '' for several users, or if it is unknown. */
export function onlyEditor([first, ...others]: readonly Edit[]): string {
  return first && others.every(({ name }) => name === first.name) ? first.name : '';
}

/** Checks whether two lists of wishes differ in more than the numbers that guests change. */
export function isListChanged(before: readonly Item[], after: readonly Item[]): boolean {
  return JSON.stringify(before.map(ownPart)) !== JSON.stringify(after.map(ownPart));
}

/** Returns the values that only owners set. */
function ownPart(item: Item): unknown[] {
  const { id, heading, is_most_wanted, name, description, url, retailer, image_url, price, currency, quantity_needed } =
    item;
  return [id, heading, is_most_wanted, name, description, url, retailer, image_url, price, currency, quantity_needed];
}
