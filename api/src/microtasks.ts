/**
 * Runs `work` after all microtasks, and so after all code that settled promises trigger. Node runs a tick that a
 * microtask requests only after the last microtask.
 */
export function afterMicrotasks(work: () => void): void {
  queueMicrotask(() => process.nextTick(work));
}
