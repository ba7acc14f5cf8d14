/** Number of steps of the loop that measures the speed of the machine. */
const STEPS = 6_000_000;

/** Milliseconds that the measuring loop takes on an idle machine of 2026. */
const AT_REST_MS = 30;

/** Maximum factor for time limits, so that a hanging test still ends. */
const MOST = 20;

/** Environment variable with the factor for time limits, so that child processes do not measure the factor again. */
const VARIABLE = 'TEST_SLOWNESS';

/** Returns how many times slower this machine is than an idle machine: at least 1. */
function measureSlowness(): number {
  const begun = performance.now();
  let sum = 1;
  for (let step = 0; step < STEPS; step++) sum = (Math.imul(sum, 31) + step) | 0;
  const took = performance.now() - begun;
  // If the sum were unused, V8 could remove the loop.
  return sum === 0.5 ? 1 : Math.min(Math.max(took / AT_REST_MS, 1), MOST);
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
