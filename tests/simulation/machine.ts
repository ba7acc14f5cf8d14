import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import { randomNumbers } from '../../contract/testing/random.ts';

/** Work that will run at a time of the clock. Work for the same time runs in the order of its planning. */
class Planned {
  at: number;
  order: number;
  readonly work: () => void;
  /** Pause until the next run (milliseconds); null for a single run. */
  readonly every: number | null;
  /** True for what is under way elsewhere, such as a request to the host, when the process dies. */
  readonly outlives: boolean;
  isCancelled = false;

  constructor(at: number, order: number, work: () => void, every: number | null, outlives: boolean) {
    this.at = at;
    this.order = order;
    this.work = work;
    this.every = every;
    this.outlives = outlives;
  }

  // Like Node's timers.
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  [Symbol.dispose](): void {
    this.isCancelled = true;
  }
}

/** Number of steps after which a history that waits for something is stuck. */
const MAX_STEPS = 2_000_000;

/**
 * The machine under a simulated process: one clock, one source of chance, one queue of everything that waits. It
 * replaces the clocks, timers and random numbers of this process, and runs what waits one by one, so the same seed
 * repeats everything. Between two steps, no code of the simulated process is running, so `kill` between two steps ends
 * the process between any two of its awaits.
 */
export class Machine implements Disposable {
  #random: () => number;
  readonly #undo: (() => void)[] = [];
  readonly #turn: () => Promise<void>;
  /** Milliseconds since 1970. */
  #now: number;
  readonly #begun: number;
  #order = 0;
  /** Work for the next turns of the event loop, oldest first. */
  #immediates: Planned[] = [];
  #timers: Planned[] = [];
  #steps = 0;
  #killAt: number | null = null;
  /** Called when the process has been killed. */
  onKill: () => void = () => {};

  /**
   * @param seed decides all chance
   * @param start time of the clock (milliseconds since 1970)
   */
  constructor(seed: number, start: number) {
    this.#random = randomNumbers(seed);
    this.#now = start;
    this.#begun = start - 1_000_000;
    const realImmediate = globalThis.setImmediate;
    this.#turn = () => new Promise((resolve) => void realImmediate(resolve));
    this.#replaceClock();
    this.#replaceTimers();
    this.#replaceChance();
  }

  /** Time of the clock (milliseconds since 1970). */
  get now(): number {
    return this.#now;
  }

  /** Number of steps so far. */
  get steps(): number {
    return this.#steps;
  }

  /** Begins another sequence of chance. */
  reseed(seed: number): void {
    this.#random = randomNumbers(seed);
  }

  /** Returns a number from 0 up to 1. */
  chance(): number {
    return this.#random();
  }

  /** Returns an integer from 0 up to, but not including, `end`. */
  below(end: number): number {
    return Math.floor(this.#random() * end);
  }

  /** Runs work of the world around the process after a time (milliseconds); it also runs if the process dies. */
  after(ms: number, work: () => void): void {
    this.#plan(ms, work, null, true);
  }

  /** Waits (milliseconds). */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Sets the clock forward, as if the machine had slept. Afterwards, each due timer runs once. */
  sleep(ms: number): void {
    this.#now += ms;
  }

  /** Does the work, and everything that waits for it, step by step. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    const done = work();
    done.then(end, end);
    for (;;) {
      await this.#turn();
      if (isDone) return done;
      if (this.#steps === this.#killAt) this.kill();
      else this.#step();
    }
  }

  /** Kills the process after a number of further steps; null: not at all. */
  killAfter(steps: number | null): void {
    this.#killAt = steps === null ? null : this.#steps + steps;
  }

  /** Ends the process as `kill -9` does: none of its code runs again. */
  kill(): void {
    this.#killAt = null;
    this.#immediates = this.#immediates.filter(({ outlives }) => outlives);
    this.#timers = this.#timers.filter(({ outlives }) => outlives);
    this.onKill();
  }

  [Symbol.dispose](): void {
    for (const undo of this.#undo.splice(0).reverse()) undo();
    syncBuiltinESMExports();
  }

  #step(): void {
    if (++this.#steps > MAX_STEPS) throw new Error('the history does not end');
    const next = this.#immediates.shift() ?? this.#nextTimer();
    if (!next) throw new Error('everything waits, and no timer is left');
    if (!next.isCancelled) next.work();
  }

  #nextTimer(): Planned | undefined {
    let next: Planned | undefined;
    let place = -1;
    let kept = 0;
    for (const one of this.#timers) {
      if (one.isCancelled) continue;
      this.#timers[kept] = one;
      if (!next || one.at < next.at || (one.at === next.at && one.order < next.order)) {
        next = one;
        place = kept;
      }
      kept++;
    }
    this.#timers.length = kept;
    if (!next) return;
    this.#now = Math.max(this.#now, next.at);
    if (next.every === null) this.#timers.splice(place, 1);
    else {
      next.at = this.#now + next.every;
      next.order = this.#order++;
    }
    return next;
  }

  #plan(ms: number, work: () => void, every: number | null, outlives = false): Planned {
    // Like Node, which treats other values as 1.
    const wait = ms >= 1 && ms <= 2 ** 31 - 1 ? ms : 1;
    const planned = new Planned(this.#now + wait, this.#order++, work, every, outlives);
    this.#timers.push(planned);
    return planned;
  }

  #replace<T extends object>(object: T, values: Partial<Record<keyof T, unknown>>): void {
    const before = Object.getOwnPropertyDescriptors(object);
    for (const [name, value] of Object.entries(values)) {
      const old = Reflect.get(before, name);
      Object.defineProperty(object, name, { value, configurable: true, writable: true, enumerable: true });
      this.#undo.push(() => {
        if (old) Object.defineProperty(object, name, old);
        else Reflect.deleteProperty(object, name);
      });
    }
  }

  #replaceClock(): void {
    const now = () => this.#now;
    const replaced = new Proxy(globalThis.Date, {
      construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
      get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
    });
    this.#replace(globalThis, { Date: replaced });
    this.#replace(performance, { now: () => this.#now - this.#begun });
  }

  #replaceTimers(): void {
    const setTimer = (work: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) =>
      this.#plan(ms, () => work(...args), null);
    const setRepeated = (work: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) =>
      this.#plan(ms, () => work(...args), ms);
    const setNext = (work: (...args: unknown[]) => void, ...args: unknown[]) => {
      const planned = new Planned(0, 0, () => work(...args), null, false);
      this.#immediates.push(planned);
      return planned;
    };
    const clear = (planned: unknown) => {
      if (planned instanceof Planned) planned.isCancelled = true;
    };
    const functions = {
      setTimeout: setTimer,
      setInterval: setRepeated,
      setImmediate: setNext,
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    };
    this.#replace(globalThis, functions);
    this.#replace(timers, functions);
    this.#replace(timersPromises, {
      setTimeout: (ms = 1, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
        new Promise((resolve, reject) => {
          const timer = setTimer(() => resolve(value), ms);
          signal?.addEventListener('abort', () => {
            clear(timer);
            reject(signal.reason);
          });
        }),
      setImmediate: (value?: unknown) => new Promise((resolve) => setNext(() => resolve(value))),
    });
    syncBuiltinESMExports();
  }

  #replaceChance(): void {
    const fill = <T extends ArrayBufferView>(array: T): T => {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let index = 0; index < bytes.length; index++) bytes[index] = this.below(256);
      return array;
    };
    const randomUUID = () => {
      const hex = Buffer.from(fill(new Uint8Array(16))).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    };
    this.#replace(nodeCrypto, { randomUUID, randomBytes: (size: number) => fill(Buffer.alloc(size)) });
    this.#replace(globalThis.crypto, { randomUUID, getRandomValues: fill });
    this.#replace(Math, { random: () => this.#random() });
    syncBuiltinESMExports();
  }
}
