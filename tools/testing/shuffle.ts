/**
 * Returns the entries of a list in a random order. The same seed (a whole number from 1) always results in the same
 * order.
 */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const random = randomNumbers(seed);
  const keyed = list.map((entry) => ({ entry, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ entry }) => entry);
}

/** Returns the random number generator mulberry32. Each call returns the next whole number below 2³². */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
