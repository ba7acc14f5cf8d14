/**
 * Runs `work` after all microtasks, and thus after all code that waits for promises which are already settled. If a
 * microtask calls `nextTick`, Node first runs all other microtasks.
 */
export function afterMicrotasks(work: () => void): void {
  queueMicrotask(() => process.nextTick(work));
}
