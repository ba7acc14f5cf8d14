import { OncePerTurn } from '../../scheduling/once-per-turn.ts';
import { DatabaseUnavailable } from '../database.ts';

/** A statement that waits for its batch. */
export interface Waiting {
  /** Time at which the wait began, on the clock of `performance.now()`. */
  since: number;
  reject(error: unknown): void;
}

/** Settings of `Batches`. */
export interface BatchOptions<T> {
  /** Number of batches that run at once. Under load, further statements then gather in larger batches. */
  atOnce: number;
  maxWaiting: number;
  /**
   * Selects statements for the next batch; none if all of them must wait for running batches.
   * @param usual average number of statements in the running batches, except slow ones; 0 if none runs
   */
  select(waiting: readonly T[], usual: number): readonly T[];
  /** Runs a batch and settles its statements; must not reject. */
  run(batch: readonly T[]): Promise<void>;
  /** Returns the error of a statement that has waited for too long; null if it may wait longer. */
  late(one: T): Error | null;
  /** Time after which a slow batch no longer keeps other batches from starting (milliseconds); by default SLOW_MS. */
  slowAfter?: number;
}

/** Maximum number of statements in a batch. */
export const BATCH = 64;

/** Default of `slowAfter` (milliseconds). */
const SLOW_MS = 200;

/** Interval at which waiting statements are checked for their time limits (milliseconds). */
const CHECK_MS = 50;

/** Gathers the statements of a turn of the event loop in batches. A single statement starts at once. */
export class Batches<T extends Waiting> {
  readonly #options: BatchOptions<T>;
  readonly #turn: OncePerTurn<T>;
  #waiting: T[] = [];
  #running = 0;
  /** Number of statements in the running batches. */
  #sent = 0;
  readonly #all = new Set<Promise<void>>();
  #check: NodeJS.Timeout | null = null;

  constructor(options: BatchOptions<T>) {
    this.#options = options;
    this.#turn = new OncePerTurn((asked) => {
      this.#waiting.push(...asked);
      this.#begin();
    });
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(one: T): void {
    if (this.#waiting.length >= this.#options.maxWaiting) one.reject(new DatabaseUnavailable('too many wait'));
    else this.#turn.ask(one);
  }

  /** Waits until all statements are settled. */
  async idle(): Promise<void> {
    while (this.#turn.running || this.#all.size > 0) await (this.#turn.running ?? Promise.race(this.#all));
  }

  #begin(): void {
    if (this.#waiting.length > 0) this.#refuseLate();
    while (this.#waiting.length > 0 && this.#running < this.#options.atOnce) {
      const batch = this.#options.select(this.#waiting, this.#running && this.#sent / this.#running);
      if (batch.length === 0) break;
      const chosen = new Set(batch);
      this.#waiting = this.#waiting.filter((one) => !chosen.has(one));
      this.#start(batch);
    }
    if (this.#waiting.length > 0)
      this.#check ??= setTimeout(() => {
        this.#check = null;
        this.#begin();
      }, CHECK_MS);
  }

  #start(batch: readonly T[]): void {
    this.#running++;
    this.#sent += batch.length;
    let isCounted = true;
    const leave = (): void => {
      if (!isCounted) return;
      isCounted = false;
      this.#running--;
      this.#sent -= batch.length;
    };
    const { slowAfter = SLOW_MS } = this.#options;
    const timer =
      slowAfter === Number.POSITIVE_INFINITY
        ? undefined
        : setTimeout(() => {
            leave();
            this.#begin();
          }, slowAfter);
    const run = this.#options.run(batch).then(() => {
      clearTimeout(timer);
      this.#all.delete(run);
      leave();
      this.#begin();
    });
    this.#all.add(run);
  }

  #refuseLate(): void {
    this.#waiting = this.#waiting.filter((one) => {
      const error = this.#options.late(one);
      if (error) one.reject(error);
      return error === null;
    });
  }
}
