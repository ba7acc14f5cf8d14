import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * The only source of chance for tests, so that a run repeats each failure of an earlier one. `npm run explore` walks
 * other seeds.
 */

/** Seed of all random tests: `TEST_SEED`, by default always the same. */
export const SEED = Number(process.env.TEST_SEED ?? 101);

/** A seed with which a test once failed. */
export interface FailedSeed {
  /** Path of the test file in the repository. */
  file: string;
  seed: number;
  /** Part of the file to which the seed belongs; all random tests of the file without it. */
  of?: string;
  /** Time zone, language and time (such as `2027-12-31 23:59:00`) if the failure depended on them. */
  env?: { TZ: string; LANG: string; TIME: string };
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** File with all failed seeds. */
export const FAILED_SEEDS = fileURLToPath(new URL('failed-seeds.json', import.meta.url));

export const readFailedSeeds = (): FailedSeed[] => JSON.parse(readFileSync(FAILED_SEEDS, 'utf8'));

const failed = readFailedSeeds();

/**
 * Returns the seeds for a random test: `TEST_SEED` alone, or without it the usual seed and the failed seeds of the
 * test.
 * @param file path of the test file in the repository
 * @param of part of the file
 */
export function seedsOf(file: string, of?: string): number[] {
  if (process.env.TEST_SEED !== undefined) return [SEED];
  const isOfTest = (one: FailedSeed) => one.file === file && !one.env && (one.of === undefined || one.of === of);
  return [...new Set([SEED, ...failed.filter(isOfTest).map(({ seed }) => seed)])];
}

/** Returns the test file whose code calls, as a path in the repository; '' outside of test files. */
export function callingTest(): string {
  const frame = new Error().stack?.split('\n').find((line) => /\.test\.ts:/.test(line)) ?? '';
  const [, url = ''] = /(file:\S+\.test\.ts):/.exec(frame) ?? [];
  return url === '' ? '' : relative(root, fileURLToPath(url)).replaceAll('\\', '/');
}

/** Returns the command that repeats a failure. */
export const repeatCommand = (file: string, seed: number): string => `TEST_SEED=${seed} npx node --test ${file}`;

/** Returns numbers from 0 up to 1, which depend on a seed only (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
