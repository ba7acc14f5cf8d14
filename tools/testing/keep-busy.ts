import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** Keeps every processor of this machine busy until disposal, to simulate other work. */
export function keepBusy(): AsyncDisposable {
  const children = Array.from({ length: availableParallelism() }, () =>
    // Each process ends by itself when its parent ends for any reason.
    spawn(process.execPath, ['-e', BUSY], { stdio: ['pipe', 'ignore', 'ignore'] }),
  );
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all(
        children.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const ended = once(child, 'exit');
          child.kill('SIGKILL');
          await ended;
        }),
      );
    },
  };
}

const BUSY = `
  process.stdin.on('end', () => process.exit()).resume();
  const work = () => {
    for (const begun = performance.now(); performance.now() < begun + 50; );
    setImmediate(work);
  };
  work();`;
