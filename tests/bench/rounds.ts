import type { Measured } from './load.ts';

/** Results of each round of a measurement. */
export type Rounds = readonly Measured[];

/** Runs two measurements alternately, after one warm-up round of each, so that disturbances affect both. */
export async function alternate(
  rounds: number,
  measurements: readonly [() => Promise<Measured>, () => Promise<Measured>],
): Promise<[Rounds, Rounds]> {
  const found: [Measured[], Measured[]] = [[], []];
  for (let round = -1; round < rounds; round++)
    for (const side of [0, 1] as const) {
      const measured = await measurements[side]();
      if (round >= 0) found[side].push(measured);
    }
  return found;
}

/** Returns the median: for an even count the larger middle number, for no numbers NaN. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Returns the median of each value over the rounds. */
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

/** Returns the median absolute deviation as a share of the median. */
export function noise(numbers: readonly number[]): number {
  const middle = median(numbers);
  return median(numbers.map((number) => Math.abs(number - middle))) / middle;
}
