import { afterMicrotasks } from '../microtasks.ts';
import { ApiError } from './errors.ts';

/**
 * How long answers are built in one turn of the event loop before the others wait for the next one (milliseconds). What was
 * built is in memory until the turn ends.
 */
const TURN_MS = 10;

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
  /** How many turns had been used for building by then. */
  turn: number;
  part: Part;
  resolve(): void;
  reject(error: ApiError): void;
}

/**
 * Shares the event loop out between answers that take long to build, so that all other requests go on beside them.
 *
 * Each turn reads the requests that have come, then builds their answers, then sends them. With each answer built and sent
 * before the next request was read, lists of 20 took nearly twice the processor time, lists of 100 a third more: a
 * reader that sleeps between two answers has to be woken for each, and what builds answers and what sends them keep
 * pushing each other out of the processor's caches.
 */
export class LoopTime {
  /** How many turns were used for building, and not left to connections. */
  #turns = 0;
  /** Whether the next turn is asked for, or goes on. */
  #isPlanned = false;
  /** Whether a connection was accepted since the last turn. */
  #hasAccepted = false;
  /** How many turns were left to connections since the last answer. */
  #left = 0;
  /** Short answers, and long ones that were begun; how many of the latter. */
  readonly #waiting: Waiting[] = [];
  #waitingBegun = 0;
  /** Long answers that were not begun. */
  readonly #waitingLong: Waiting[] = [];
  /** Those whose part was built in this turn. */
  #built: (() => void)[] = [];
  readonly #waited: (seconds: number) => void;

  readonly #maxWaitMs: number;

  /**
   * @param waited told how long a part has waited that did not fit into the turn in which it came (seconds)
   * @param patience factor of the time that an answer waits
   */
  constructor(waited: (seconds: number) => void = () => {}, patience = 1) {
    this.#waited = waited;
    this.#maxWaitMs = MAX_WAIT_MS * patience;
  }

  /** Makes turns short, because a connection was accepted, and more may wait. */
  accepted(): void {
    this.#hasAccepted = true;
  }

  /** Returns how many parts wait. */
  get waiting(): number {
    return this.#waiting.length + this.#waitingLong.length;
  }

  /**
   * Builds a part of an answer once there is time: a part takes milliseconds, and each turn of the event loop has time for
   * a few. Whoever came first goes first. Returns what was built once the other parts of that turn are built, too.
   * @throws {ApiError} 503 when an answer of which nothing was sent has waited for a second
   */
  async build<T>(part: Part, work: () => Promise<T>): Promise<T> {
    await this.#take(part);
    const built = await work();
    await this.#together();
    return built;
  }

  #take(part: Part): Promise<void> {
    this.#plan();
    const queue = part === 'first' ? this.#waitingLong : this.#waiting;
    if (part === 'further') this.#waitingBegun++;
    return new Promise((resolve, reject) => {
      queue.push({ since: performance.now(), turn: this.#turns, part, resolve, reject });
    });
  }

  #together(): Promise<void> {
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
    if (isRush && this.#left < RUSH_TURNS) {
      this.#left++;
      this.#end();
      return;
    }
    this.#left = 0;
    this.#turns++;
    this.#release(performance.now() + (isRush ? RUSH_TURN_MS : TURN_MS));
  }

  /** Lets the first ones go on, one after the other, at least one and as many as there is time for. */
  #release(until: number): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const waited = performance.now() - next.since;
      // In its first turn it has waited for no other, however long the process stood still.
      const hadToWait = this.#turns - next.turn > 1;
      if (hadToWait) this.#waited(waited / 1000);
      if (hadToWait && next.part !== 'further' && waited > this.#maxWaitMs) {
        next.reject(new ApiError('overloaded'));
        continue;
      }
      next.resolve();
      // By then the part was built.
      afterMicrotasks(() => (performance.now() < until ? this.#release(until) : this.#end()));
      return;
    }
    this.#end();
  }

  /** Lets those go on whose part was built, and leaves the others to the next turn. */
  #end(): void {
    this.#isPlanned = false;
    const built = this.#built;
    this.#built = [];
    for (const goOn of built) goOn();
    if (this.waiting > 0) this.#plan();
  }

  /** Takes whoever came first, but no long answer while many that were begun wait, unless it has waited too long itself. */
  #next(): Waiting | undefined {
    const [long] = this.#waitingLong;
    const [other] = this.#waiting;
    const mayBegin = this.#waitingBegun < MAX_BEGUN || (long && performance.now() - long.since > this.#maxWaitMs);
    if (long && mayBegin && (!other || long.since <= other.since)) return this.#waitingLong.shift();
    if (other?.part === 'further') this.#waitingBegun--;
    return this.#waiting.shift();
  }
}
