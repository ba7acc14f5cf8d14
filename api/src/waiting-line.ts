import type { TimeLeft } from './deadline.ts';
import type { Load } from './load.ts';

/** Reports that the one who asks was not let in: too many wait already, or their own time ran out. Nothing was begun. */
export class NotAdmitted extends Error {
  override name = 'NotAdmitted';
  readonly reason: 'full' | 'late';

  constructor(reason: 'full' | 'late') {
    super(reason === 'full' ? 'too many wait' : 'nobody left in time');
    this.reason = reason;
  }
}

/** One who waits. */
interface Waiting {
  admit(): void;
}

/** Lets a fixed number in at a time, the others in the order in which they came, each only as long as they have time. */
export class WaitingLine {
  #free: number;
  readonly #places: number;
  readonly #maxWaiting: number;
  readonly #patience: number;
  readonly #waiting = new Set<Waiting>();
  /** When work inside last succeeded, on the clock of `performance.now()`. */
  #doneAt = Number.NEGATIVE_INFINITY;

  /**
   * @param places how many may be inside
   * @param maxWaiting how many may wait; whoever comes then is refused at once
   * @param patience how long the others wait while no work inside succeeds (milliseconds)
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

  /** Tells whether nobody is inside; then nobody waits either. */
  get isEmpty(): boolean {
    return this.#free === this.#places;
  }

  /**
   * Waits for a place, which `leave` gives back.
   * @param time how long it may take, looked at again when it seems to be over
   * @returns whether somebody else was there before @throws {NotAdmitted}
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

  /** Frees a place for the one who has waited longest. @param isDone false if the work inside failed */
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

/** Settings of the lines of all ids. */
export interface LineOptions {
  /** Number of places for each id; 1 by default. */
  places?: number;
  /** As for `WaitingLine`. */
  patience?: number;
}

/** Admits one at a time for each id, or a few. An id never waits for another id. */
export class WaitingLines {
  readonly #lines = new Map<number, WaitingLine>();
  readonly #maxWaiting: number;
  readonly #options: LineOptions;

  /** @param maxWaiting how many may wait for the same id */
  constructor(maxWaiting: number, options: LineOptions = {}) {
    this.#maxWaiting = maxWaiting;
    this.#options = options;
  }

  /** Returns how many wait, for all ids together. */
  get waiting(): number {
    let waiting = 0;
    for (const line of this.#lines.values()) waiting += line.load.waiting;
    return waiting;
  }

  /** Tells whether nobody is inside for an id. */
  isFree(id: number): boolean {
    return !this.#lines.has(id);
  }

  /**
   * Runs `work` once everybody who asked earlier for this id is done; `hasWaited` says whether somebody was there before.
   * @param time how long the wait may last @throws {NotAdmitted} `work` was not begun
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
