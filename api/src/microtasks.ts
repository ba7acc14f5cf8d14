/**
 * Runs `work` after all microtasks, and so after all code that settled promises trigger. A tick that a microtask
 * requests runs after the last microtask.
 */
export function afterMicrotasks(work: () => void): void {
  queueMicrotask(() => process.nextTick(work));
}
