import { type Load, NotAdmitted } from './waiting-line.ts';

interface Waiter {
  admit(): void;
  refuse(error: NotAdmitted): void;
}

export interface FairQueueOptions {
  /** Callers that are admitted at the same time. */
  atOnce: number;
  /** Maximum number of places for one origin; by default `atOnce`. */
  each?: number;
  maxWaiting: number;
}

/**
 * Admits a limited number of callers at a time. Waiting origins take turns, so an origin with endless requests delays
 * only itself. The newest caller of an origin is first, because it has the most time left. If the oldest were first, an
 * origin with too many requests would always be served too late.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #waiting = new Map<string, Waiter[]>();
  #waitingCount = 0;
  /** Number of places in use. `#takenBy` counts these places by origin. */
  #taken = 0;
  readonly #takenBy = new Map<string, number>();

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  get load(): Load {
    return { inUse: this.#taken, waiting: this.#waitingCount, limit: this.#options.atOnce };
  }

  /**
   * Waits for a place.
   * @param deadline on the clock of `performance.now()`
   * @returns a function that releases the place, once
   * @throws {NotAdmitted}
   */
  async enter(origin: string, deadline: number): Promise<() => void> {
    if (this.#hasPlace(origin)) this.#take(origin, 1);
    else await this.#wait(origin, deadline);
    return () => {
      this.#take(origin, -1);
      this.#admitNext();
    };
  }

  #hasPlace(origin: string): boolean {
    const { atOnce, each = atOnce } = this.#options;
    return this.#taken < atOnce && (this.#takenBy.get(origin) ?? 0) < each;
  }

  #take(origin: string, change: 1 | -1): void {
    this.#taken += change;
    const taken = (this.#takenBy.get(origin) ?? 0) + change;
    if (taken > 0) this.#takenBy.set(origin, taken);
    else this.#takenBy.delete(origin);
  }

  #wait(origin: string, deadline: number): Promise<void> {
    if (this.#waitingCount >= this.#options.maxWaiting && !this.#displace(origin))
      return Promise.reject(new NotAdmitted('full'));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = () => {
      this.#remove(origin, waiter);
      reject(new NotAdmitted('late'));
    };
    const timer = setTimeout(late, Math.max(0, deadline - performance.now()));
    const waiter: Waiter = {
      admit: () => {
        clearTimeout(timer);
        resolve();
      },
      refuse: (error) => {
        clearTimeout(timer);
        reject(error);
      },
    };
    this.#waiting.set(origin, [...(this.#waiting.get(origin) ?? []), waiter]);
    this.#waitingCount++;
    return promise;
  }

  /**
   * Makes room for a caller of `origin`: refuses the oldest caller of the origin with the most waiting callers. That
   * origin must have at least two more waiting callers than `origin`; otherwise, nobody is refused.
   * @returns whether a caller was refused
   */
  #displace(origin: string): boolean {
    let [greedy, most] = [origin, 0];
    for (const [other, { length }] of this.#waiting) if (length > most) [greedy, most] = [other, length];
    // Refuses the oldest caller, because this caller has the least time left, and would be admitted last.
    const oldest = this.#waiting.get(greedy)?.[0];
    if (!oldest || most < (this.#waiting.get(origin)?.length ?? 0) + 2) return false;
    this.#remove(greedy, oldest);
    oldest.refuse(new NotAdmitted('full'));
    return true;
  }

  #remove(origin: string, waiter: Waiter): void {
    const left = (this.#waiting.get(origin) ?? []).filter((other) => other !== waiter);
    this.#waitingCount--;
    if (left.length > 0) this.#waiting.set(origin, left);
    else this.#waiting.delete(origin);
  }

  /** Admits the newest caller of the next origin. Origins take turns. */
  #admitNext(): void {
    for (const [origin, waiters] of this.#waiting) {
      if (!this.#hasPlace(origin)) continue;
      const newest = waiters.pop();
      this.#waiting.delete(origin);
      if (waiters.length > 0) this.#waiting.set(origin, waiters);
      this.#waitingCount--;
      this.#take(origin, 1);
      newest?.admit();
      return;
    }
  }
}
