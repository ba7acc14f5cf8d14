/** Milliseconds on a clock that only moves forward. */
export const monotonic = (): number => performance.now();

/** Remaining time in milliseconds; 0 or less after the deadline. */
export interface TimeLeft {
  readonly left: number;
}

/**
 * Deadline of a request on the clock of `performance.now()`. Afterwards, the request no longer waits for locks, for
 * connections, or for the host.
 */
export class Deadline implements TimeLeft {
  #at: number;
  #pausedAt: number | null = null;

  /** @param seconds time from now */
  constructor(seconds: number) {
    this.#at = performance.now() + seconds * 1000;
  }

  get at(): number {
    return this.#pausedAt === null ? this.#at : this.#at + performance.now() - this.#pausedAt;
  }

  get left(): number {
    return this.at - performance.now();
  }

  /** Stops the clock while the service waits for the caller. */
  pause(): void {
    this.#pausedAt ??= performance.now();
  }

  resume(): void {
    this.#at = this.at;
    this.#pausedAt = null;
  }
}

/** Awaits a promise; returns null after the deadline. The promise itself continues. */
export async function inTime<T>(promise: Promise<T>, time: TimeLeft): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), Math.max(0, time.left));
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
