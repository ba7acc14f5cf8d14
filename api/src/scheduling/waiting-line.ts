import type { TimeLeft } from './deadline.ts';

/** Load of a limited resource. */
export interface Load {
  inUse: number;
  waiting: number;
  /** Number of places. */
  limit: number;
}

/** Too many callers were waiting, or the caller's time ran out. The caller's work has not begun. */
export class NotAdmitted extends Error {
  override name = 'NotAdmitted';
  readonly reason: 'full' | 'late';

  constructor(reason: 'full' | 'late') {
    super(reason === 'full' ? 'too many wait' : 'nobody left in time');
    this.reason = reason;
  }
}

/** Admits a fixed number of callers at a time, first come, first served. Each caller has its own time limit. */
export class WaitingLine {
  #free: number;
  readonly #places: number;
  readonly #maxWaiting: number;
  readonly #patience: number;
  readonly #waiting = new Set<() => void>();
  /** Time of the last success, on the clock of `performance.now()`. */
  #doneAt = Number.NEGATIVE_INFINITY;

  /**
   * @param maxWaiting maximum number of waiting callers; further callers are refused at once
   * @param patience maximum wait (milliseconds), which starts again whenever the work of an earlier caller succeeds
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

  get isEmpty(): boolean {
    return this.#free === this.#places;
  }

  /**
   * Waits for a place, which `leave` releases. Returns whether the caller had to wait.
   * @param time time limit, which may grow during the wait
   * @throws {NotAdmitted}
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

  /** @param isDone false if the work failed */
  leave(isDone = true): void {
    if (isDone) this.#doneAt = performance.now();
    const [admit] = this.#waiting;
    if (admit) admit();
    else this.#free++;
  }

  #wait(time: TimeLeft): Promise<void> {
    return new Promise((resolve, reject) => {
      const begun = performance.now();
      let timer: NodeJS.Timeout | undefined;
      const admit = () => {
        clearTimeout(timer);
        this.#waiting.delete(admit);
        resolve();
      };
      const look = () => {
        const patience = Math.max(begun, this.#doneAt) + this.#patience - performance.now();
        const left = Math.min(time.left, patience);
        if (left > 0) {
          timer = setTimeout(look, Math.ceil(left));
          return;
        }
        this.#waiting.delete(admit);
        reject(new NotAdmitted('late'));
      };
      this.#waiting.add(admit);
      look();
    });
  }
}

interface LineOptions {
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

  constructor(maxWaiting: number, options: LineOptions = {}) {
    this.#maxWaiting = maxWaiting;
    this.#options = options;
  }

  get waiting(): number {
    let waiting = 0;
    for (const line of this.#lines.values()) waiting += line.load.waiting;
    return waiting;
  }

  isFree(id: number): boolean {
    return !this.#lines.has(id);
  }

  /**
   * Runs `work` as soon as the line has a free place. `hasWaited` is true if no place was free at first.
   * @throws {NotAdmitted} if `work` has not begun
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
