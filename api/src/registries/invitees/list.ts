import { asciiAddress } from '@largesse/contract';

/**
 * Trims an entry and converts it to lower case and an e-mail address's domain to ASCII, so that entries can be compared (rules: Roles). At the end of a word,
 * JavaScript converts Σ to ς, but some versions of PHP always convert Σ to σ. So the result contains σ instead of ς.
 */
export const inviteeKey = (entry: string): string => asciiAddress(entry.trim().toLowerCase().replaceAll('ς', 'σ'));

/** Returns the trimmed entries without blank entries. If several entries are equal, only the first entry stays. */
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
