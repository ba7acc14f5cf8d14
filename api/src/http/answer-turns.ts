import { afterMicrotasks } from '../scheduling.ts';
import { ApiError } from './errors.ts';

/**
 * Time for building answers in one turn of the event loop, in milliseconds. The answers stay in memory until the turn
 * ends.
 */
const TURN_MS = 10;

/**
 * Time for building answers in one turn while new connections arrive, in milliseconds. With 0, a turn builds only one
 * answer. Node accepts one connection in a turn. With turns of 10 ms, the last of 64 new clients waited up to 0.8 s for
 * its first list of 100 items. With one answer in a turn, this client waits 50 ms.
 */
const RUSH_TURN_MS = 0;

/**
 * Maximum number of consecutive turns that build nothing while connections arrive. Without such empty turns, the last
 * of 300 clients was accepted after 17 s if each client read a list of 3 MB.
 */
const RUSH_TURNS = 20;

/** Maximum wait of an answer before its first part is built (milliseconds). After a longer wait, it becomes a 503. */
const MAX_WAIT_MS = 1000;

/**
 * Maximum number of long answers that are built concurrently. If all long answers were begun, no answer would be ready
 * in time.
 */
const MAX_BEGUN = 16;

/**
 * `whole`: a whole answer. `first`: the first part of an answer that probably has several parts. `further`: a later
 * part of a long answer.
 */
export type Part = 'whole' | 'first' | 'further';

interface Waiting {
  since: number;
  /** Value of `#turns` when the part began to wait. */
  turn: number;
  part: Part;
  resolve(): void;
  reject(error: ApiError): void;
}

/** Divides the event loop among answers that take long to build, so that other requests are served in between. */
export class AnswerTurns {
  /** Number of turns that built answers. */
  #turns = 0;
  /** True if a turn is planned or under way. */
  #isPlanned = false;
  /** True if a connection was accepted since the last turn. */
  #hasAccepted = false;
  /** Number of consecutive turns that built nothing because connections arrived. */
  #skipped = 0;
  /** Waiting parts of the types `whole` and `further`. */
  readonly #waiting: Waiting[] = [];
  /** Number of `further` parts in `#waiting`. */
  #waitingFurther = 0;
  /** Waiting parts of the type `first`. */
  readonly #waitingLong: Waiting[] = [];
  /** Functions that return control to the callers whose parts were built in this turn. */
  #built: (() => void)[] = [];
  readonly #waited: (seconds: number) => void;
  readonly #maxWaitMs: number;

  /**
   * @param waited called with the seconds that a part waited, unless the part was built in its first turn
   * @param patience factor of the longest wait of an answer
   */
  constructor(waited: (seconds: number) => void = () => {}, patience = 1) {
    this.#waited = waited;
    this.#maxWaitMs = MAX_WAIT_MS * patience;
  }

  /** Notes a new connection. The next turn builds at most one part, because more connections may wait. */
  accepted(): void {
    this.#hasAccepted = true;
  }

  get waiting(): number {
    return this.#waiting.length + this.#waitingLong.length;
  }

  /**
   * Builds a part of an answer in its turn, in the order of the calls. A part takes milliseconds.
   * @returns the part, after all parts of the turn are built
   * @throws {ApiError} 503 if an answer has waited for a second before its first part was built
   */
  async build<T>(part: Part, work: () => Promise<T>): Promise<T> {
    await this.#take(part);
    const built = await work();
    await this.#endOfTurn();
    return built;
  }

  #take(part: Part): Promise<void> {
    this.#plan();
    const queue = part === 'first' ? this.#waitingLong : this.#waiting;
    if (part === 'further') this.#waitingFurther++;
    return new Promise((resolve, reject) => {
      queue.push({ since: performance.now(), turn: this.#turns, part, resolve, reject });
    });
  }

  #endOfTurn(): Promise<void> {
    this.#plan();
    return new Promise((resolve) => this.#built.push(resolve));
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    const isRush = this.#hasAccepted;
    this.#hasAccepted = false;
    if (isRush && this.#skipped < RUSH_TURNS) {
      this.#skipped++;
      this.#end();
      return;
    }
    this.#skipped = 0;
    this.#turns++;
    this.#admit(performance.now() + (isRush ? RUSH_TURN_MS : TURN_MS));
  }

  /** Admits waiting parts one after the other: at least one part, and more parts until the time is over. */
  #admit(until: number): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const waited = performance.now() - next.since;
      // Only a part that misses the first turn after its call has waited for other parts. A long wait for the first
      // turn has another cause, for example a pause of the process.
      const hadToWait = this.#turns - next.turn > 1;
      if (hadToWait) this.#waited(waited / 1000);
      if (hadToWait && next.part !== 'further' && waited > this.#maxWaitMs) {
        next.reject(new ApiError('overloaded'));
        continue;
      }
      next.resolve();
      // Microtasks build the part, so continues only after all of them have run.
      afterMicrotasks(() => (performance.now() < until ? this.#admit(until) : this.#end()));
      return;
    }
    this.#end();
  }

  /** Ends the turn: resumes the callers whose parts are built. If parts still wait, plans the next turn. */
  #end(): void {
    this.#isPlanned = false;
    const built = this.#built;
    this.#built = [];
    for (const goOn of built) goOn();
    if (this.waiting > 0) this.#plan();
  }

  /**
   * Removes and returns the oldest part. While MAX_BEGUN long answers are in progress, delays the first part of any
   * other long answer by at most a second.
   */
  #next(): Waiting | undefined {
    const [long] = this.#waitingLong;
    const [other] = this.#waiting;
    const mayBegin = this.#waitingFurther < MAX_BEGUN || (long && performance.now() - long.since > this.#maxWaitMs);
    if (long && mayBegin && (!other || long.since <= other.since)) return this.#waitingLong.shift();
    if (other?.part === 'further') this.#waitingFurther--;
    return this.#waiting.shift();
  }
}
