/** What a terminal, a service manager or a person sends to end a program. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * A Ctrl-C reaches a program twice where npm passes on what the terminal has sent to all: what comes within this time
 * (milliseconds) is the same one.
 */
const SAME_MS = 500;

/** How often a program that npm has started looks whether it still has its parent (milliseconds). */
const PARENT_MS = 250;

/** What to do when somebody wants the program to end. */
export interface StopListener {
  stop(): void;
  /** Ends it at once, because they want it for the second time. */
  hurry(): void;
}

/**
 * Listens for signals that end the program, which from now on do nothing else.
 * @param hasNpm whether npm has started the program. A signal to npm alone then ends it, and the shell between, but
 *   does not reach the program on every system: it stops when its parent has gone
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
