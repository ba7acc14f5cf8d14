import { ApiError } from './errors.ts';

/** How long answers are built in one turn of the event loop before the others wait for the next one (milliseconds). */
const TURN = 40;

/** How long an answer waits before it is begun (milliseconds): more come than can be served. */
const LONGEST_WAIT = 1000;

interface Waiting {
  since: number;
  isNew: boolean;
  resolve(): void;
  reject(error: ApiError): void;
}

/** Shares the event loop out between answers that take long to build, so that all other requests go on beside them. */
export class LoopTime {
  #begun = 0;
  readonly #waiting: Waiting[] = [];

  /**
   * Waits until a part of an answer may be built: a part takes milliseconds, and each turn of the event loop has time
   * for a few. Whoever came first goes first.
   * @param isNew whether nothing of the answer was sent yet
   * @returns nothing to wait for where there is time now
   * @throws {ApiError} 503 when a new answer has waited for a second
   */
  take(isNew: boolean): Promise<void> | undefined {
    const now = performance.now();
    if (this.#begun === 0) {
      this.#begin(now);
      return undefined;
    }
    if (this.#waiting.length === 0 && now - this.#begun < TURN) return undefined;
    return new Promise((resolve, reject) => this.#waiting.push({ since: now, isNew, resolve, reject }));
  }

  #begin(now: number): void {
    this.#begun = now;
    setImmediate(() => {
      this.#begun = 0;
      this.#release();
    });
  }

  /** Lets the first ones go on, one after the other, as long as there is time in this turn. */
  #release(): void {
    const now = performance.now();
    if (this.#begun !== 0 && now - this.#begun >= TURN) return;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (next.isNew && now - next.since > LONGEST_WAIT) {
        next.reject(new ApiError('overloaded'));
        continue;
      }
      if (this.#begun === 0) this.#begin(now);
      next.resolve();
      // A tick that is asked for by a microtask comes when all microtasks are done, and with them the part was built.
      queueMicrotask(() => process.nextTick(() => this.#release()));
      return;
    }
  }
}
