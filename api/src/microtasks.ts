/**
 * Runs `work` once all microtasks are done: all that promises lead to which are settled now. A tick that is asked for by a
 * microtask comes after the last of them.
 */
export function afterMicrotasks(work: () => void): void {
  queueMicrotask(() => process.nextTick(work));
}
