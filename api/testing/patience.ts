/** Steps of the loop that measures the machine, and how long they take on a machine of 2026 at rest (milliseconds). */
const STEPS = 6_000_000;
const AT_REST_MS = 30;

/** Highest factor: a test that hangs must end. */
const MOST = 20;

/** Variable with the factor of a whole test run, so that each of its processes need not measure. */
const VARIABLE = 'TEST_SLOWNESS';

/** Returns how many times longer work takes now than on a machine at rest: at least 1. */
function measureSlowness(): number {
  const begun = performance.now();
  let sum = 1;
  for (let step = 0; step < STEPS; step++) sum = (Math.imul(sum, 31) + step) | 0;
  const took = performance.now() - begun;
  // Without a use of the sum, V8 could leave the loop out.
  return sum === 0.5 ? 1 : Math.min(Math.max(took / AT_REST_MS, 1), MOST);
}

let slowness = Number(process.env[VARIABLE] ?? Number.NaN);

/** Returns the factor of time limits: measured once, for this process and its children. */
export function knowSlowness(): number {
  if (!(slowness >= 1)) slowness = measureSlowness();
  process.env[VARIABLE] = String(slowness);
  return slowness;
}

/**
 * Returns a time limit of a test on this machine. The load changes while tests run, so the limit is no promise: wait for a
 * condition, and only use limits that end a test which would hang.
 * @param ms the limit on a machine at rest, in milliseconds
 */
export const patience = (ms: number): number => Math.round(ms * knowSlowness());
