/**
 * Runs `work` after all microtasks, so after everything that settled promises trigger. A tick requested by a microtask runs
 * after the last one.
 */
export function afterMicrotasks(work: () => void): void {
  queueMicrotask(() => process.nextTick(work));
}
