import { rmSync } from 'node:fs';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Does work that creates files or folders. If a signal ends the process in this time, deletes them first. */
export async function whileRemovable<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
  const end = (signal: (typeof SIGNALS)[number]) => {
    for (const path of paths) rmSync(path, { recursive: true, force: true });
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    return await work();
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, end);
  }
}
