import { setTimeout as sleep } from 'node:timers/promises';
import { lastLines } from './evidence.ts';
import { patience } from './patience.ts';

/**
 * Waits until a condition holds, checking every few milliseconds.
 * @param what condition that the error names
 * @param within time limit on an idle machine, in milliseconds
 * @param every pause between two checks, in milliseconds: longer if a check starts a program
 * @throws after the time limit; the error contains the last lines of all logs of this test
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  within = 60_000,
  every = 10,
): Promise<void> {
  const limit = patience(within);
  const end = performance.now() + limit;
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Error(`timed out after ${Math.round(limit)} ms, waiting until ${what}${await lastLines()}`);
    await sleep(every);
  }
}
