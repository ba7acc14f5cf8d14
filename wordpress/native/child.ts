import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a program that ends with this process, however that ends: a shell waits for the end of a pipe, and the program
 * replaces the shell that started it. A line on the pipe only ends the waiting.
 */
const GUARDED = '{ read -r line <&3 || kill -9 $$; } </dev/null >/dev/null 2>&1 & exec "$@" 3<&-';

/** A program that ends with this process. */
export interface Child {
  process: ChildProcess;
  /** Resolves to the exit code, or to `null` after a signal, once the program has ended. */
  ended: Promise<number | null>;
  /** Ends the program and waits for its end. */
  kill(): Promise<void>;
}

/**
 * Starts a program in its own session, so that Ctrl-C in a terminal does not end it during requests.
 * @param env its complete environment: it inherits no variables, which may be secrets
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
  // Broken pipes of an ended program are irrelevant.
  for (const stream of child.stdio) stream?.on('error', () => {});
  ended.catch(() => {});
  return {
    process: child,
    ended,
    kill: async () => {
      // A program that was unref’d would not keep this process alive until its end.
      child.ref();
      child.kill('SIGKILL');
      await ended;
    },
  };
}
