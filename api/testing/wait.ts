import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Milliseconds in which a database that cannot serve refuses: 5 s (rules: Storage), what a busy machine may add, and
 * still less than three of its waits would take one after the other.
 */
export const REFUSED_WITHIN = 8000;

/**
 * Waits until a condition holds, asking every few milliseconds.
 * @param within how long it may take, in milliseconds; then it throws with what was waited for
 */
export async function until(what: string, condition: () => boolean | Promise<boolean>, within = 20_000): Promise<void> {
  const end = performance.now() + within;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited ${within} ms in vain until ${what}`);
    await sleep(10);
  }
}
