/** Number of steps of the loop that measures the speed of the machine. */
const STEPS = 6_000_000;

/**
 * Milliseconds that the measuring loop takes on a fast idle machine. An idle virtual machine of 2026 takes 15 ms, so
 * its time limits are a quarter longer.
 */
const AT_REST_MS = 12;

/** Maximum factor for time limits, so that a hanging test still ends. */
const MOST = 20;

/** Environment variable with the factor for time limits, so that child processes do not measure the factor again. */
const VARIABLE = 'TEST_SLOWNESS';

/** Returns how many times slower this machine is than a fast idle machine: at least 1. */
function measureSlowness(): number {
  const begun = performance.now();
  let number = 1;
  // Both of V8's optimizing compilers are equally fast at these operations on 32-bit integers. With an addition, one of
  // them takes four times as long as the other, and either of them may compile this loop.
  for (let step = 0; step < STEPS; step++) {
    number ^= number << 13;
    number ^= number >> 17;
    number ^= number << 5;
  }
  const took = performance.now() - begun;
  // If the number were unused, V8 could remove the loop.
  return number === 0.5 ? 1 : Math.min(Math.max(took / AT_REST_MS, 1), MOST);
}

let slowness = Number(process.env[VARIABLE] ?? Number.NaN);

/** Returns the factor for time limits, measured once for this process and its children. */
export function knowSlowness(): number {
  if (!(slowness >= 1)) slowness = measureSlowness();
  process.env[VARIABLE] = String(slowness);
  return slowness;
}

/**
 * Returns a time limit of a test on this machine. The load changes while tests run, so the limit is only approximate.
 * Tests should wait for conditions, and use limits only to end a test that would hang.
 * @param ms limit on an idle machine, in milliseconds
 */
export const patience = (ms: number): number => Math.round(ms * knowSlowness());
