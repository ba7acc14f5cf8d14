/** Milliseconds between two checks. */
const PAUSE_MS = 30_000;

/** Maximum number of milliseconds between two checks while checks fail. */
const MAX_PAUSE_MS = 600_000;

/**
 * Returns the milliseconds until the next check. The result is random, so that pages opened at the same moment send
 * their checks at different times.
 * @param failures number of checks that failed since the last success
 * @param chance from 0 to 1
 */
export function pauseAfter(failures: number, chance = Math.random()): number {
  return Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** failures) * (0.9 + 0.2 * chance);
}
