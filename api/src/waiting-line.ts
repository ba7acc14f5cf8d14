import type { TimeLeft } from './deadline.ts';
import type { Load } from './load.ts';

/**
 * Error of a caller who was not admitted: too many callers were waiting, or the caller's time ran out. The caller's
 * work has not begun.
 */
export class NotAdmitted extends Error {
  override name = 'NotAdmitted';
  readonly reason: 'full' | 'late';

  constructor(reason: 'full' | 'late') {
    super(reason === 'full' ? 'too many wait' : 'nobody left in time');
    this.reason = reason;
  }
}

interface Waiting {
  admit(): void;
}

/** Admits a fixed number of callers at a time, first come, first served. Each caller has its own time limit. */
export class WaitingLine {
  #free: number;
  readonly #places: number;
  readonly #maxWaiting: number;
  readonly #patience: number;
  readonly #waiting = new Set<Waiting>();
  /** Time at which the work of a caller last succeeded, on the clock of `performance.now()`. */
  #doneAt = Number.NEGATIVE_INFINITY;

  /**
   * @param places number of places
   * @param maxWaiting maximum number of waiting callers; further callers are refused at once
   * @param patience maximum wait of a caller (milliseconds); the time starts again from 0 whenever the work of an
   * earlier caller succeeds
   */
  constructor(places: number, maxWaiting: number, patience: number = Number.POSITIVE_INFINITY) {
    this.#free = places;
    this.#places = places;
    this.#maxWaiting = maxWaiting;
    this.#patience = patience;
  }

  get load(): Load {
    return { inUse: this.#places - this.#free, waiting: this.#waiting.size, limit: this.#places };
  }

  /** Returns whether all places are free. */
  get isEmpty(): boolean {
    return this.#free === this.#places;
  }

  /**
   * Waits for a place, which `leave` releases.
   * @param time time limit of the wait; may grow during the wait
   * @returns whether the caller had to wait
   * @throws {NotAdmitted} if the caller was not admitted
   */
  async enter(time: TimeLeft): Promise<boolean> {
    if (this.#free > 0) {
      this.#free--;
      return false;
    }
    if (this.#waiting.size >= this.#maxWaiting) throw new NotAdmitted('full');
    await this.#wait(time);
    return true;
  }

  /** Releases a place to the caller who has waited longest. @param isDone false if the work failed */
  leave(isDone = true): void {
    if (isDone) this.#doneAt = performance.now();
    const [next] = this.#waiting;
    if (next) next.admit();
    else this.#free++;
  }

  #wait(time: TimeLeft): Promise<void> {
    return new Promise((resolve, reject) => {
      const begun = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        admit: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          resolve();
        },
      };
      const look = () => {
        const patience = Math.max(begun, this.#doneAt) + this.#patience - performance.now();
        const left = Math.min(time.left, patience);
        if (left > 0) {
          timer = setTimeout(look, Math.ceil(left));
          return;
        }
        this.#waiting.delete(waiting);
        reject(new NotAdmitted('late'));
      };
      this.#waiting.add(waiting);
      look();
    });
  }
}

/** Settings that the lines of all ids share. */
export interface LineOptions {
  /** Number of places for each id; 1 by default. */
  places?: number;
  /** Same as the parameter `patience` of `WaitingLine`. */
  patience?: number;
}

/** Admits a fixed number of callers at a time for each id. Callers never wait for callers of other ids. */
export class WaitingLines {
  readonly #lines = new Map<number, WaitingLine>();
  readonly #maxWaiting: number;
  readonly #options: LineOptions;

  /** @param maxWaiting maximum number of callers that wait for the same id */
  constructor(maxWaiting: number, options: LineOptions = {}) {
    this.#maxWaiting = maxWaiting;
    this.#options = options;
  }

  /** Returns the number of waiting callers for all ids together. */
  get waiting(): number {
    let waiting = 0;
    for (const line of this.#lines.values()) waiting += line.load.waiting;
    return waiting;
  }

  /** Returns whether no caller waits or works in the line of an id. */
  isFree(id: number): boolean {
    return !this.#lines.has(id);
  }

  /**
   * Runs `work` as soon as the line of this id has a free place. `hasWaited` is true if no place was free at first.
   * @param time time limit of the wait
   * @throws {NotAdmitted} if the caller was not admitted; `work` has not begun
   */
  async run<T>(id: number, time: TimeLeft, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    const { places = 1, patience } = this.#options;
    const line = this.#lines.get(id) ?? new WaitingLine(places, this.#maxWaiting, patience);
    this.#lines.set(id, line);
    const hasWaited = await line.enter(time);
    let isDone = false;
    try {
      const result = await work(hasWaited);
      isDone = true;
      return result;
    } finally {
      line.leave(isDone);
      if (line.isEmpty) this.#lines.delete(id);
    }
  }
}
