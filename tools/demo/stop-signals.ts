/** Signals with which a terminal, a service manager or a person ends a program. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Time after a signal during which a second signal is ignored (milliseconds). A Ctrl-C arrives twice: from the
 * terminal, and from npm.
 */
const SAME_MS = 500;

/** Interval at which a program started by npm checks whether its parent still exists (milliseconds). */
const PARENT_MS = 250;

/** Reactions to signals. */
export interface StopListener {
  stop(): void;
  /** Handles a second signal: ends the program immediately. */
  hurry(): void;
}

/**
 * Listens for signals that end the program, and replaces their default actions.
 * @param hasNpm whether npm has started the program. In this case, the program also stops when its parent has ended,
 *   because on some systems npm does not forward signals
 */
export function onStopSignal({ stop, hurry }: StopListener, hasNpm: boolean): void {
  let stopped: number | undefined;
  const ask = () => {
    if (stopped === undefined) {
      stopped = performance.now();
      stop();
    } else if (performance.now() - stopped > SAME_MS) hurry();
  };
  for (const signal of SIGNALS) process.on(signal, ask);
  if (!hasNpm) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    if (stopped === undefined) ask();
  }, PARENT_MS).unref();
}
