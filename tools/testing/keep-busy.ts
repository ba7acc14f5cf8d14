import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Keeps every processor of this machine busy until disposal, to simulate other work. */
export function keepBusy(): Disposable {
  const children = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', BUSY], { stdio: ['pipe', 'ignore', 'ignore'] }),
  );
  return {
    [Symbol.dispose]: () => {
      for (const { stdin } of children) stdin.end();
    },
  };
}

/** Ends when the input ends, at the latest with the parent process. */
const BUSY = `
  process.stdin.on('end', () => process.exit()).resume();
  const work = () => {
    for (const begun = performance.now(); performance.now() < begun + 50; );
    setImmediate(work);
  };
  work();`;
