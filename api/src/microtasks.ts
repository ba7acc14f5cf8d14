/**
 * Runs `work` after all microtasks, so after all code that waits for a settled promise. Node runs a `nextTick` callback
 * from a microtask only when no microtasks are left.
 */
export function afterMicrotasks(work: () => void): void {
  queueMicrotask(() => process.nextTick(work));
}
