/**
 * Runs `work` after all microtasks. So code that waits for a settled promise runs before `work`. If a microtask calls
 * `nextTick`, Node first runs the other microtasks.
 */
export function afterMicrotasks(work: () => void): void {
  queueMicrotask(() => process.nextTick(work));
}
