/** Interval at which the event loop is observed (milliseconds). */
const BEAT_MS = 100;

/**
 * Observes how long the event loop is busy. A request that arrives in the meantime waits before the service can read
 * it, and the service cannot see when it arrived.
 */
export class LoopLag {
  #beatAt = performance.now();
  /** Time by which the last beat was late. */
  #late = 0;
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.#late = Math.max(0, now - this.#beatAt - BEAT_MS);
      this.#beatAt = now;
    }, BEAT_MS).unref();
  }

  /** Maximum time for which a request that is read now may have waited (milliseconds). */
  get ms(): number {
    return this.#late + Math.max(0, performance.now() - this.#beatAt - BEAT_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
