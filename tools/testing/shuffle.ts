import { hash } from 'node:crypto';

/**
 * Returns the entries of a list in a random order. The same seed (a whole number from 1) always results in the same
 * order.
 */
export function shuffled(list: readonly string[], seed: number): string[] {
  const keyed = list.map((entry) => ({ entry, key: hash('sha256', `${seed} ${entry}`) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ entry }) => entry);
}
