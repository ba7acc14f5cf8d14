/** Repeats work that never fails. Each pause begins when the work has ended. Does not delay the end of the process. */
export class Repeated {
  #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();

  /** @param times time before the first work, and pause between two works (milliseconds) */
  constructor(work: () => Promise<void>, { first, interval }: { first: number; interval: number }) {
    const after = (ms: number): NodeJS.Timeout =>
      setTimeout(() => {
        this.#running = work().then(() => {
          this.#timer = after(interval);
        });
      }, ms).unref();
    this.#timer = after(first);
  }

  /** Stops, and waits until running work has ended. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
    clearTimeout(this.#timer);
  }
}

/** Time before the first deletion of expired rows, and between two deletions (milliseconds). */
export const EXPIRY = { interval: 3_600_000, first: 60_000 };
