import type { Measured } from './load.ts';

/** What each round of a measurement found. */
export type Rounds = readonly Measured[];

/** Runs two measurements in turn, after one round of each that does not count: what disturbs one disturbs the other. */
export async function alternate(
  rounds: number,
  measurements: readonly [() => Promise<Measured>, () => Promise<Measured>],
): Promise<[Rounds, Rounds]> {
  const found: [Measured[], Measured[]] = [[], []];
  for (let round = -1; round < rounds; round++) {
    for (const side of [0, 1] as const) {
      const measured = await measurements[side]();
      if (round >= 0) found[side].push(measured);
    }
  }
  return found;
}

/** Returns the median of some numbers. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Returns the median of each number over the rounds. */
export function medians(rounds: Rounds): Measured {
  const of = (key: keyof Measured) => median(rounds.map((round) => round[key]));
  return {
    requests: of('requests'),
    rate: of('rate'),
    p50: of('p50'),
    p99: of('p99'),
    p999: of('p999'),
    processor: of('processor'),
  };
}

/** Returns how far the rounds lie from their median: the median of the distances, as a share of it. */
export function noise(numbers: readonly number[]): number {
  const middle = median(numbers);
  return median(numbers.map((number) => Math.abs(number - middle))) / middle;
}
