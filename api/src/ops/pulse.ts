/** Interval of the heartbeat (milliseconds). */
const BEAT_MS = 250;

/** Time without a heartbeat after which the service counts as dead (milliseconds). */
const DEAD_AFTER_MS = 10_000;

const BEAT = 0;
const CLOSING = 1;

/**
 * Shows the service's state to the operators' thread through shared memory: a busy service cannot answer messages.
 * After ten seconds of a blocked event loop, it counts as dead: all waiting clients have given up (rules: Clients).
 */
export class Pulse {
  readonly memory: SharedArrayBuffer;
  readonly #fields: BigInt64Array;

  constructor(memory = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#fields = new BigInt64Array(memory);
  }

  /** Returns a function that stops the heartbeat. */
  begin(): () => void {
    // Unlike `performance.now()`, `hrtime` has the same origin in all threads.
    const beat = () => void Atomics.store(this.#fields, BEAT, process.hrtime.bigint());
    beat();
    const timer = setInterval(beat, BEAT_MS).unref();
    return () => clearInterval(timer);
  }

  close(): void {
    Atomics.store(this.#fields, CLOSING, 1n);
  }

  get isClosing(): boolean {
    return Atomics.load(this.#fields, CLOSING) === 1n;
  }

  get isDead(): boolean {
    return Number(process.hrtime.bigint() - Atomics.load(this.#fields, BEAT)) / 1e6 > DEAD_AFTER_MS;
  }
}
