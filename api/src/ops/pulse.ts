/** Interval of the heartbeat (milliseconds). */
const BEAT_MS = 250;

/** Time without a heartbeat after which the service counts as dead (milliseconds). */
const DEAD_AFTER_MS = 10_000;

/** Indexes of the fields in the shared memory. */
const BEAT = 0;
const CLOSING = 1;

/**
 * Shows the state of the service to the operators' thread through shared memory, because a busy service cannot answer
 * messages. If the event loop is blocked for ten seconds, the service counts as dead, because all waiting clients have
 * given up (rules: Clients).
 */
export class Pulse {
  readonly memory: SharedArrayBuffer;
  readonly #fields: BigInt64Array;

  constructor(memory = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#fields = new BigInt64Array(memory);
  }

  /** Starts the heartbeat. @returns a function that stops the heartbeat */
  begin(): () => void {
    // Unlike `performance.now()`, `hrtime` has the same origin in all threads.
    const beat = () => void Atomics.store(this.#fields, BEAT, process.hrtime.bigint());
    beat();
    const timer = setInterval(beat, BEAT_MS).unref();
    return () => clearInterval(timer);
  }

  /** Marks the service as stopping, so that it gets no more requests. */
  close(): void {
    Atomics.store(this.#fields, CLOSING, 1n);
  }

  get isClosing(): boolean {
    return Atomics.load(this.#fields, CLOSING) === 1n;
  }

  /** True if the event loop has been blocked for DEAD_AFTER_MS. By then, all waiting clients have given up. */
  get isDead(): boolean {
    return Number(process.hrtime.bigint() - Atomics.load(this.#fields, BEAT)) / 1e6 > DEAD_AFTER_MS;
  }
}
