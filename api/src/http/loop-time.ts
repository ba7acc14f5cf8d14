import { ApiError } from './errors.ts';

/** How long answers are built in one turn of the event loop before the others wait for the next one (milliseconds). */
const TURN_MS = 40;

/**
 * The same while new connections come in: Node accepts one in a turn, so that the last of 64 waited 64 turns, up to 0.8 s
 * under lists of 100 items; with this, 40 ms.
 */
const RUSH_TURN_MS = 0;

/**
 * How many turns are left to those connections before an answer is built beside them. Of 300 clients with a list of 3 MB
 * each, the last one was accepted after 17 s if each turn built one.
 */
const RUSH_TURNS = 20;

/** How long an answer waits before it is begun (milliseconds): more come than can be served. */
const MAX_WAIT_MS = 1000;

/** Most long answers that are built beside each other: if all were begun, none would be ready in time. */
const MAX_BEGUN = 16;

/** A part of an answer that fits into one; the first part of one that likely has more; a further part. */
export type Part = 'whole' | 'first' | 'further';

interface Waiting {
  since: number;
  part: Part;
  resolve(): void;
  reject(error: ApiError): void;
}

/** Shares the event loop out between answers that take long to build, so that all other requests go on beside them. */
export class LoopTime {
  #begun = 0;
  /** Whether a connection was accepted in this turn or the one before. */
  #isRush = false;
  #hasAccepted = false;
  /** How many turns were left to connections since the last answer. */
  #left = 0;
  /** Short answers, and long ones that were begun. */
  readonly #waiting: Waiting[] = [];
  /** Long answers that were not begun. */
  readonly #waitingLong: Waiting[] = [];
  readonly #waited: (seconds: number) => void;

  /** @param waited told how long a part has waited that had to (seconds) */
  constructor(waited: (seconds: number) => void = () => {}) {
    this.#waited = waited;
  }

  /** Makes turns short, because a connection was accepted, and more may wait. */
  accepted(): void {
    this.#isRush = true;
    this.#hasAccepted = true;
  }

  /** Returns how many parts wait. */
  get waiting(): number {
    return this.#waiting.length + this.#waitingLong.length;
  }

  /**
   * Waits until a part of an answer may be built: a part takes milliseconds, and each turn of the event loop has time
   * for a few. Whoever came first goes first.
   * @returns nothing to wait for where there is time now
   * @throws {ApiError} 503 when an answer of which nothing was sent has waited for a second
   */
  take(part: Part): Promise<void> | undefined {
    const now = performance.now();
    if (this.#begun === 0) {
      this.#begin(now);
      return undefined;
    }
    const isQuiet = this.#waiting.length === 0 && this.#waitingLong.length === 0;
    if (isQuiet && now - this.#begun < this.#turn) return undefined;
    const queue = part === 'first' ? this.#waitingLong : this.#waiting;
    return new Promise((resolve, reject) => queue.push({ since: now, part, resolve, reject }));
  }

  get #turn(): number {
    return this.#isRush ? RUSH_TURN_MS : TURN_MS;
  }

  #begin(now: number): void {
    this.#begun = now;
    setImmediate(() => this.#end());
  }

  #end(): void {
    this.#isRush = this.#hasAccepted;
    this.#hasAccepted = false;
    if (this.#isRush && this.#left < RUSH_TURNS) {
      this.#left++;
      setImmediate(() => this.#end());
      return;
    }
    this.#left = 0;
    this.#begun = 0;
    this.#release();
  }

  /** Lets the first ones go on, one after the other, as long as there is time in this turn. */
  #release(): void {
    const now = performance.now();
    if (this.#begun !== 0 && now - this.#begun >= this.#turn) return;
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waited((now - next.since) / 1000);
      if (next.part !== 'further' && now - next.since > MAX_WAIT_MS) {
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

  #next(): Waiting | undefined {
    const mayBegin = this.#waiting.length < MAX_BEGUN;
    return (mayBegin ? this.#waitingLong.shift() : undefined) ?? this.#waiting.shift();
  }
}
