import { asciiAddress } from '@largesse/contract';

/**
 * Returns an entry in a form that can be compared: trimmed, in lower case, the domain of an e-mail address in ASCII
 * (rules: Roles). Contains σ instead of ς: PHP and JavaScript differ at the end of a word.
 */
export const inviteeKey = (entry: string): string => asciiAddress(entry.trim().toLowerCase().replaceAll('ς', 'σ'));

/** Returns the trimmed entries without blank ones. Keeps the first of equal entries. */
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
