import type { Load } from './load.ts';
import { NotAdmitted } from './waiting-line.ts';

interface Waiter {
  admit(): void;
  refuse(error: NotAdmitted): void;
}

export interface FairQueueOptions {
  /** How many are let in at the same time. */
  atOnce: number;
  /** How many may wait. */
  maxWaiting: number;
}

/**
 * Lets a few in at a time, and those who wait in turn by where they come from: an address that asks without end holds up
 * itself, and any other only until one place is free.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #waiting = new Map<string, Waiter[]>();
  #waitingCount = 0;
  #taken = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  get load(): Load {
    return { inUse: this.#taken, waiting: this.#waitingCount, limit: this.#options.atOnce };
  }

  /**
   * Waits for a place.
   * @param origin where the caller comes from
   * @param deadline on the clock of `performance.now()`
   * @returns what gives the place back; it must be called once
   * @throws {NotAdmitted} at the deadline, and where too many wait
   */
  async enter(origin: string, deadline: number): Promise<() => void> {
    if (this.#taken >= this.#options.atOnce) await this.#wait(origin, deadline);
    else this.#taken++;
    return () => this.#end();
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

  /** Makes room at the cost of whoever waits most often. @returns false where that is the origin itself */
  #displace(origin: string): boolean {
    let [greedy, most] = [origin, this.#waiting.get(origin)?.length ?? 0];
    for (const [other, { length }] of this.#waiting) if (length > most + 1) [greedy, most] = [other, length];
    const newest = greedy === origin ? undefined : this.#waiting.get(greedy)?.at(-1);
    if (!newest) return false;
    this.#remove(greedy, newest);
    newest.refuse(new NotAdmitted('full'));
    return true;
  }

  #remove(origin: string, waiter: Waiter): void {
    const left = (this.#waiting.get(origin) ?? []).filter((other) => other !== waiter);
    this.#waitingCount--;
    if (left.length > 0) this.#waiting.set(origin, left);
    else this.#waiting.delete(origin);
  }

  /** Hands the place on to the origin that has waited longest since its last one. */
  #end(): void {
    for (const [origin, [first, ...others]] of this.#waiting) {
      this.#waiting.delete(origin);
      if (others.length > 0) this.#waiting.set(origin, others);
      this.#waitingCount--;
      first?.admit();
      return;
    }
    this.#taken--;
  }
}
