import { LRUCache } from 'lru-cache';
import { HostError } from './errors.ts';

/** A circuit opens if half of the calls of ten seconds failed, and there were at least ten. */
const SHARE = { threshold: 0.5, seconds: 10, least: 10 };

/** It also opens after this number of time-outs, if the host answered nothing since those calls began. */
const SILENT_CALLS = 3;

/** Time that a circuit stays open before one call tries the host again (milliseconds). */
const PAUSE_MS = 5000;

/** Most callers whose failures are remembered. */
const MAX_CALLERS = 1000;

/** Whether calls reach the host: all; none; one that finds out whether it is back. */
export const BREAKER_STATES = ['closed', 'open', 'half_open'] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];

/**
 * Spares a host that fails, and callers the wait for it. Answers such as 404 are no failures. A host may fail because of
 * what one caller asks for: then only that caller's calls are refused.
 */
export class HostBreaker {
  readonly #pause: number;
  readonly #all: Circuit;
  /** Circuits of callers with failures. */
  readonly #own = new LRUCache<string, Circuit>({ max: MAX_CALLERS });
  /** When the host last answered anything, on the clock of `performance.now()`. */
  #heardAt = 0;

  /** @param pause milliseconds that it stays open */
  constructor(pause: number = PAUSE_MS) {
    this.#pause = pause;
    this.#all = new Circuit(pause);
  }

  /** State for callers without failures of their own. */
  get state(): BreakerState {
    return this.#all.state;
  }

  /** Checks whether a call of this caller may be sent now. @throws {HostError} `unavailable` */
  check(caller: string): void {
    if (this.#circuits(caller).some((circuit) => circuit.isRefusing))
      throw new HostError('unavailable', 'the host has failed too often lately', { refusal: 'breaker' });
  }

  /**
   * Calls the host, unless it has failed too often lately.
   * @throws {HostError} what `call` throws, or `unavailable`
   */
  async execute<T>(caller: string, call: () => Promise<T>): Promise<T> {
    this.check(caller);
    const begun = performance.now();
    const trials = this.#circuits(caller).filter((circuit) => circuit.begin());
    try {
      const answer = await call();
      this.#answered(caller);
      return answer;
    } catch (error) {
      this.#failed(caller, begun, error);
      throw error;
    } finally {
      for (const circuit of trials) circuit.endTrial();
    }
  }

  #circuits(caller: string): Circuit[] {
    const own = this.#own.get(caller);
    return own ? [this.#all, own] : [this.#all];
  }

  #answered(caller: string): void {
    this.#heardAt = performance.now();
    for (const circuit of this.#circuits(caller)) circuit.answered();
  }

  #failed(caller: string, begun: number, error: unknown): void {
    if (!(error instanceof HostError)) return;
    const isSilence = error.failure === 'timeout';
    if (!error.isOutage) {
      // A refusal such as 404 is an answer. A call that had too little time shows nothing.
      if (!isSilence) this.#answered(caller);
      return;
    }
    if (!isSilence) this.#heardAt = performance.now();
    const silentSince = isSilence ? begun : null;
    const own = this.#own.get(caller) ?? new Circuit(this.#pause);
    this.#own.set(caller, own);
    own.failed(Symbol(), silentSince, this.#heardAt);
    // A host that is away fails for everybody. A late or wrong answer may be due to what this caller asked for.
    this.#all.failed(error.failure === 'unavailable' ? Symbol() : caller, silentSince, this.#heardAt);
  }
}

/** Outcomes of calls that ended within one second. */
interface Second {
  answered: number;
  /** Voters whose calls failed: each counts once. */
  failed: Set<string | symbol>;
}

/** Opens when too many of the calls that it hears of have failed. */
class Circuit {
  state: BreakerState = 'closed';
  readonly #pause: number;
  #openedAt = 0;
  /** Seconds of the clock of `performance.now()`, oldest first. */
  readonly #seconds = new Map<number, Second>();
  /** When calls began that had no answer in time, by voter. */
  readonly #silent = new Map<string | symbol, number>();

  constructor(pause: number) {
    this.#pause = pause;
  }

  get isRefusing(): boolean {
    return this.state === 'half_open' || (this.state === 'open' && performance.now() < this.#openedAt + this.#pause);
  }

  /** Counts a call that begins. @returns true if the call tries whether the host is back: then `endTrial` must follow */
  begin(): boolean {
    if (this.state === 'closed') return false;
    this.state = 'half_open';
    return true;
  }

  /** Ends a trial that showed nothing. */
  endTrial(): void {
    if (this.state === 'half_open') this.state = 'open';
  }

  answered(): void {
    if (this.state === 'half_open') {
      this.state = 'closed';
      this.#seconds.clear();
    }
    this.#second().answered++;
  }

  /**
   * Counts a call that failed.
   * @param voter each counts once, however many of its calls fail
   * @param silentSince when the call began, if it had no answer in time; otherwise null
   * @param heardAt when the host last answered anything: calls that began before count no more as silence
   */
  failed(voter: string | symbol, silentSince: number | null, heardAt: number): void {
    this.#second().failed.add(voter);
    if (silentSince !== null) this.#silent.set(voter, silentSince);
    for (const [each, since] of this.#silent) if (since < heardAt) this.#silent.delete(each);
    if (this.state === 'open') return;
    if (this.state === 'half_open' || this.#silent.size >= SILENT_CALLS || this.#hasFailedOften()) {
      this.state = 'open';
      this.#openedAt = performance.now();
    }
  }

  #hasFailedOften(): boolean {
    const failed = new Set<string | symbol>();
    let answered = 0;
    for (const second of this.#seconds.values()) {
      answered += second.answered;
      for (const voter of second.failed) failed.add(voter);
    }
    const all = failed.size + answered;
    return all >= SHARE.least && failed.size >= all * SHARE.threshold;
  }

  /** Returns the current second, and deletes seconds beyond the limit. */
  #second(): Second {
    const now = Math.floor(performance.now() / 1000);
    for (const second of this.#seconds.keys()) {
      if (second > now - SHARE.seconds) break;
      this.#seconds.delete(second);
    }
    const second = this.#seconds.get(now) ?? { answered: 0, failed: new Set() };
    this.#seconds.set(now, second);
    return second;
  }
}
