/**
 * Runs `work` after all microtasks. So code that waits for a settled promise runs before `work`. A microtask calls
 * `nextTick`, because Node then runs all other microtasks before it runs `work`.
 */
export function afterMicrotasks(work: () => void): void {
  queueMicrotask(() => process.nextTick(work));
}
