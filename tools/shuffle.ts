/** Returns the entries of a list in a random order that only depends on the seed (a whole number from 1 on). */
export function shuffled<T>(list: readonly T[], seed: number): T[] {
  const random = randomNumbers(seed);
  const keyed = list.map((entry) => ({ entry, key: random() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ entry }) => entry);
}

/** Returns the generator mulberry32: each call gives the next number from 0 to 2³² - 1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
