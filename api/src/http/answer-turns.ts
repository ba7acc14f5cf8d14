import { afterMicrotasks } from '../scheduling/once-per-turn.ts';
import { ApiError } from './errors.ts';

/** Time for building answers in one turn of the event loop (milliseconds). They stay in memory until the turn ends. */
const TURN_MS = 10;

/**
 * TURN_MS while new connections arrive. With 0, a turn builds one answer. Node accepts one connection in a turn. With
 * turns of 10 ms, the last of 64 new clients waited 0.8 s for its first list of 100 items; with one answer, 50 ms.
 */
const RUSH_TURN_MS = 0;

/**
 * Maximum number of consecutive turns that build nothing while connections arrive. Without them, the last of 300
 * clients was accepted after 17 s if each client read a list of 3 MB.
 */
const RUSH_TURNS = 20;

/** Maximum wait of an answer before its first part is built (milliseconds). After a longer wait, it becomes a 503. */
const MAX_WAIT_MS = 1000;

/** Maximum number of long answers under way. If all were begun, none would be ready in time. */
const MAX_BEGUN = 16;

/** A whole answer, or the first or a later part of an answer that probably has several parts. */
type Part = 'whole' | 'first' | 'further';

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
  #turns = 0;
  #isPlanned = false;
  /** True if a connection was accepted since the last turn. */
  #hasAccepted = false;
  /** Number of consecutive turns that built nothing because connections arrived. */
  #skipped = 0;
  /** Waiting parts, except `first` ones. */
  readonly #waiting: Waiting[] = [];
  #waitingFurther = 0;
  readonly #waitingLong: Waiting[] = [];
  /** Resume the callers whose parts were built in this turn. */
  #built: (() => void)[] = [];
  readonly #waited: (seconds: number) => void;
  readonly #maxWaitMs: number;

  /** @param waited called with the seconds that a part waited, unless the part was built in its first turn */
  constructor(waited: (seconds: number) => void = () => {}, patience = 1) {
    this.#waited = waited;
    this.#maxWaitMs = MAX_WAIT_MS * patience;
  }

  /** Notes a new connection. More may wait, so the next turn builds at most one part. */
  accepted(): void {
    this.#hasAccepted = true;
  }

  get waiting(): number {
    return this.#waiting.length + this.#waitingLong.length;
  }

  /**
   * Builds a part of an answer in its turn; returns it when all parts of the turn are built. A part takes milliseconds.
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

  /** Removes the oldest part. While MAX_BEGUN long answers are under way, other long answers wait up to a second. */
  #next(): Waiting | undefined {
    const [long] = this.#waitingLong;
    const [other] = this.#waiting;
    const mayBegin = this.#waitingFurther < MAX_BEGUN || (long && performance.now() - long.since > this.#maxWaitMs);
    if (long && mayBegin && (!other || long.since <= other.since)) return this.#waitingLong.shift();
    if (other?.part === 'further') this.#waitingFurther--;
    return this.#waiting.shift();
  }
}
