import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from './patience.ts';

/**
 * Waits until a condition holds, checking every few milliseconds.
 * @param within time limit on an idle machine, in milliseconds
 */
export async function until(what: string, condition: () => boolean | Promise<boolean>, within = 60_000): Promise<void> {
  const limit = patience(within);
  const end = performance.now() + limit;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`timed out after ${Math.round(limit)} ms, waiting until ${what}`);
    await sleep(10);
  }
}
