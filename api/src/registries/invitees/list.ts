/**
 * Returns the form in which entries are compared: trimmed and without regard to case (rules: Roles). JavaScript writes
 * a small sigma in two ways, depending on its place in the word; some versions of PHP do not.
 */
export const inviteeKey = (entry: string): string => entry.trim().toLowerCase().replaceAll('ς', 'σ');

/**
 * Returns the trimmed entries without blank ones, which only other programs store. Duplicates keep their first
 * spelling.
 */
export function withoutDuplicates(entries: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const entry of entries) if (!first.has(inviteeKey(entry))) first.set(inviteeKey(entry), entry.trim());
  first.delete('');
  return [...first.values()];
}

/** Returns a list without one of its entries, or null if the list does not contain the entry. */
export function without(entries: readonly string[], entry: string): string[] | null {
  const rest = entries.filter((each) => inviteeKey(each) !== inviteeKey(entry));
  return rest.length === entries.length ? null : rest;
}
