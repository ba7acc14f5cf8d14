/**
 * Returns the form in which entries are compared: trimmed and without regard to case (rules: Roles). JavaScript writes a
 * small sigma in two ways, by its place in the word; not every version of PHP does.
 */
export const inviteeKey = (entry: string): string => entry.trim().toLowerCase().replaceAll('ς', 'σ');

/** Returns the entries trimmed, each once, in their first spelling; blank ones, which only others store, are left out. */
export function withoutDuplicates(entries: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const entry of entries) if (!first.has(inviteeKey(entry))) first.set(inviteeKey(entry), entry.trim());
  first.delete('');
  return [...first.values()];
}

/** Returns the entries without one, or null when it is not among them. */
export function without(entries: readonly string[], entry: string): string[] | null {
  const rest = entries.filter((each) => inviteeKey(each) !== inviteeKey(entry));
  return rest.length === entries.length ? null : rest;
}
