/** How often the service shows that its event loop turns, and after what silence it counts as dead (milliseconds). */
const BEAT_MS = 250;
const DEAD_AFTER_MS = 10_000;

/** Fields of the shared memory. */
const BEAT = 0;
const CLOSING = 1;

/**
 * Shows the operators' thread how the service is, in memory that both share: a service that is busy cannot
 * be asked. After ten seconds without a turn of its event loop every client has given up (rules: Clients).
 */
export class Pulse {
  readonly memory: SharedArrayBuffer;
  readonly #fields: BigInt64Array;

  constructor(memory = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#fields = new BigInt64Array(memory);
  }

  /** Beats from now on. @returns what ends it */
  begin(): () => void {
    // hrtime is the same in all threads, unlike performance.now().
    const beat = () => void Atomics.store(this.#fields, BEAT, process.hrtime.bigint());
    beat();
    const timer = setInterval(beat, BEAT_MS).unref();
    return () => clearInterval(timer);
  }

  /** Shows that the service stops and wants no more requests. */
  close(): void {
    Atomics.store(this.#fields, CLOSING, 1n);
  }

  get isClosing(): boolean {
    return Atomics.load(this.#fields, CLOSING) === 1n;
  }

  /** Tells whether the event loop has stood still for so long that no request is served. */
  get isDead(): boolean {
    return Number(process.hrtime.bigint() - Atomics.load(this.#fields, BEAT)) / 1e6 > DEAD_AFTER_MS;
  }
}
