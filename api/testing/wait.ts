import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from './patience.ts';

/**
 * Waits until a condition holds, asking every few milliseconds.
 * @param within how long it may take on a machine at rest, in milliseconds; then it throws with what was waited for
 */
export async function until(what: string, condition: () => boolean | Promise<boolean>, within = 60_000): Promise<void> {
  const limit = patience(within);
  const end = performance.now() + limit;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited ${Math.round(limit)} ms in vain until ${what}`);
    await sleep(10);
  }
}
