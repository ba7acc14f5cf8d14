import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Shell command that runs a program, and kills the program when this process ends for any reason. A second shell reads
 * from a pipe. If this process ends, the pipe closes, and the second shell kills the program. After the program has
 * ended, this process writes a line to the pipe, so the second shell ends without killing anything.
 */
const GUARDED = '{ read -r line <&3 || kill -9 $$; } </dev/null >/dev/null 2>&1 & exec "$@" 3<&-';

/** A program that ends with this process. */
export interface Child {
  process: ChildProcess;
  /** Resolves when the program has ended: to the exit code, or to `null` if a signal ended the program. */
  ended: Promise<number | null>;
  /** Kills the program and waits until it has ended. */
  kill(): Promise<void>;
}

/**
 * Starts a program in its own session, so that Ctrl-C in a terminal does not end it during requests.
 * @param env complete environment of the program. The program inherits no variables, because they may contain secrets.
 */
export function startChild(command: string[], { cwd, env }: { cwd: string; env: Record<string, string> }): Child {
  const child = spawn('/bin/sh', ['-c', GUARDED, 'sh', ...command], {
    cwd,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const guard = child.stdio[3];
  const ended = once(child, 'exit').then(([code]) => {
    if (guard && 'end' in guard) guard.end('\n');
    return typeof code === 'number' ? code : null;
  });
  // Ignore errors of pipes, because the program may have ended.
  for (const stream of child.stdio) stream?.on('error', () => {});
  ended.catch(() => {});
  return {
    process: child,
    ended,
    kill: async () => {
      // Without ref(), this process could end before the program if the caller has unref’d the program.
      child.ref();
      child.kill('SIGKILL');
      await ended;
    },
  };
}
