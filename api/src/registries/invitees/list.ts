/** Entries are compared trimmed and without regard to case. */
const keyOf = (entry: string): string => entry.trim().toLowerCase();

/** The entries trimmed, each once, in their first spelling. */
export function withoutDuplicates(entries: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const entry of entries) if (!first.has(keyOf(entry))) first.set(keyOf(entry), entry.trim());
  return [...first.values()];
}

/** The entries without one, or null when it is not among them. */
export function without(entries: readonly string[], entry: string): string[] | null {
  const rest = entries.filter((each) => keyOf(each) !== keyOf(entry));
  return rest.length === entries.length ? null : rest;
}
