import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Collects what the requests of one turn of the event loop ask, so that it is done together. A single request does not
 * wait: the work begins as soon as all requests that have already arrived were read.
 */
export class OncePerTurn<T> {
  readonly #work: (asked: T[]) => void;
  #asked: T[] = [];
  #running: Promise<void> | null = null;

  /** @param work handles all requests of a turn; must not throw */
  constructor(work: (asked: T[]) => void) {
    this.#work = work;
  }

  /** Settles when everything that was asked so far has been handled; null if there is nothing to do. */
  get running(): Promise<void> | null {
    return this.#running;
  }

  ask(one: T): void {
    this.#asked.push(one);
    this.#running ??= this.#run();
  }

  /** Also handles what callers ask as soon as they get their answers. */
  async #run(): Promise<void> {
    await nextTurn();
    while (this.#asked.length > 0) {
      const asked = this.#asked;
      this.#asked = [];
      this.#work(asked);
      await new Promise<void>(afterMicrotasks);
    }
    this.#running = null;
  }
}

/**
 * Runs `work` after all microtasks, so after all code that waits for a settled promise. Node runs a `nextTick` callback
 * from a microtask only when no microtasks are left.
 */
export function afterMicrotasks(work: () => void): void {
  queueMicrotask(() => process.nextTick(work));
}
