import { setImmediate as nextTurn } from 'node:timers/promises';

/*
 * Decides when the work of requests runs: deadlines, queues, and the turns of the event loop.
 */

/** Milliseconds on a clock that only moves forward. */
export const monotonic = (): number => performance.now();

/** Remaining time in milliseconds; 0 or less after the deadline. */
export interface TimeLeft {
  readonly left: number;
}

/**
 * Deadline of a request on the clock of `performance.now()`. Afterwards, the request no longer waits for locks, for
 * connections, or for the host.
 */
export class Deadline implements TimeLeft {
  #at: number;
  #pausedAt: number | null = null;

  /** @param seconds time from now */
  constructor(seconds: number) {
    this.#at = performance.now() + seconds * 1000;
  }

  get at(): number {
    return this.#pausedAt === null ? this.#at : this.#at + performance.now() - this.#pausedAt;
  }

  get left(): number {
    return this.at - performance.now();
  }

  /** Stops the clock while the service waits for the caller. */
  pause(): void {
    this.#pausedAt ??= performance.now();
  }

  resume(): void {
    this.#at = this.at;
    this.#pausedAt = null;
  }
}

/** Awaits a promise; returns null after the deadline. The promise itself continues. */
export async function inTime<T>(promise: Promise<T>, time: TimeLeft): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), Math.max(0, time.left));
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

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
