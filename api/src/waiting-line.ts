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
  readonly #waiting = new Set<Waiting>();

  /**
   * @param places how many may be inside
   * @param maxWaiting how many may wait; whoever comes then is refused at once
   */
  constructor(places: number, maxWaiting: number) {
    this.#free = places;
    this.#places = places;
    this.#maxWaiting = maxWaiting;
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

  /** Gives a place back: to whoever has waited longest. */
  leave(): void {
    const [next] = this.#waiting;
    if (next) next.admit();
    else this.#free++;
  }

  #wait(time: TimeLeft): Promise<void> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        admit: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          resolve();
        },
      };
      const look = () => {
        if (time.left > 0) {
          timer = setTimeout(look, Math.ceil(time.left));
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

/** Lets one at a time in for each id; ids wait for nobody but themselves. */
export class WaitingLines {
  readonly #lines = new Map<number, WaitingLine>();
  readonly #maxWaiting: number;

  /** @param maxWaiting how many may wait for the same id */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
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
    const line = this.#lines.get(id) ?? new WaitingLine(1, this.#maxWaiting);
    this.#lines.set(id, line);
    const hasWaited = await line.enter(time);
    try {
      return await work(hasWaited);
    } finally {
      line.leave();
      if (line.isEmpty) this.#lines.delete(id);
    }
  }
}
