import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program that ends with this process, whatever ends this one: a shell waits for the end of a pipe, and the program
 * takes the place of the shell that started it. A line on the pipe ends the waiting alone.
 */
const GUARDED = '{ read -r line <&3 || kill -9 $$; } </dev/null >/dev/null 2>&1 & exec "$@" 3<&-';

/** A program that ends with this process. */
export interface Child {
  process: ChildProcess;
  /** Resolves to the exit code, or to `null` after a signal, when the program has ended. */
  ended: Promise<number | null>;
  /** Ends it and waits until it has ended. */
  kill(): Promise<void>;
}

/**
 * Starts a program. It has a session of its own: Ctrl-C in a terminal does not end it under the requests that it serves.
 * @param env all of its environment: it inherits no variables, which may be secrets
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
  // Broken pipes of a program that has ended are no news beside its end.
  for (const stream of child.stdio) stream?.on('error', () => {});
  ended.catch(() => {});
  return {
    process: child,
    ended,
    kill: async () => {
      // If it was unref’d, nothing else may keep this process alive until the end is known.
      child.ref();
      child.kill('SIGKILL');
      await ended;
    },
  };
}
