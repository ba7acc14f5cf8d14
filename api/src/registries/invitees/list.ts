/**
 * Returns an entry in the form in which entries are compared: trimmed, and in lower case (rules: Roles). JavaScript
 * writes the lower-case letter sigma in two ways, depending on its place in the word. Some versions of PHP write it in
 * only one way.
 */
export const inviteeKey = (entry: string): string => entry.trim().toLowerCase().replaceAll('ς', 'σ');

/**
 * Returns the trimmed entries. Omits blank entries, which only other programs store. If several entries are equal, the
 * first spelling stays.
 */
export function withoutDuplicates(entries: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const entry of entries) if (!first.has(inviteeKey(entry))) first.set(inviteeKey(entry), entry.trim());
  first.delete('');
  return [...first.values()];
}

/** Returns a list without an entry, or null if the list does not contain the entry. */
export function without(entries: readonly string[], entry: string): string[] | null {
  const rest = entries.filter((each) => inviteeKey(each) !== inviteeKey(entry));
  return rest.length === entries.length ? null : rest;
}
