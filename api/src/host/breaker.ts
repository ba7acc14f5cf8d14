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
    if (this.#circuits(caller).some((circuit) => circuit.isRefusing(caller)))
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
      this.#answered(caller, trials);
      return answer;
    } catch (error) {
      this.#failed(caller, begun, error, trials);
      throw error;
    }
  }

  #circuits(caller: string): Circuit[] {
    const own = this.#own.get(caller);
    return own ? [this.#all, own] : [this.#all];
  }

  #answered(caller: string, trials: readonly Circuit[]): void {
    this.#heardAt = performance.now();
    for (const circuit of trials) circuit.close();
    for (const circuit of this.#circuits(caller)) circuit.answered();
  }

  #failed(caller: string, begun: number, error: unknown, trials: readonly Circuit[]): void {
    const isSilence = error instanceof HostError && error.failure === 'timeout';
    if (!(error instanceof HostError) || (isSilence && !error.isOutage)) {
      // A call that had too little time shows nothing.
      for (const circuit of trials) circuit.endTrial(caller);
      return;
    }
    // A refusal such as 404 is an answer.
    if (!error.isOutage) {
      this.#answered(caller, trials);
      return;
    }
    if (!isSilence) this.#heardAt = performance.now();
    // A host that cannot be connected to fails for everybody. Anything else may be due to what this caller asked for.
    const isForAll = error.isUnreachable;
    for (const circuit of trials) {
      if (isForAll) circuit.open();
      else circuit.failTrial(caller);
    }
    const own = this.#own.get(caller) ?? new Circuit(this.#pause);
    this.#own.set(caller, own);
    own.failed(Symbol(), begun, isSilence, this.#heardAt);
    this.#all.failed(isForAll ? Symbol() : caller, begun, isSilence, this.#heardAt);
  }
}

/** Outcomes of calls that ended within one second. */
interface Second {
  answered: number;
  /** Voters whose calls failed: each counts once. */
  failed: Set<string | symbol>;
}

/** Opens when too many of the calls that it hears of have failed. From then on only trials decide: single calls, one at a time. */
class Circuit {
  state: BreakerState = 'closed';
  readonly #pause: number;
  #openedAt = 0;
  #closedAt = 0;
  /** Until when callers may make no other trial, because their last one brought no answer. */
  readonly #barred = new Map<string, number>();
  /** Whose trial has failed since the circuit opened. */
  #failedTrial: string | null = null;
  /** Seconds of the clock of `performance.now()`, oldest first. */
  readonly #seconds = new Map<number, Second>();
  /** When calls began that had no answer in time, by voter. */
  readonly #silent = new Map<string | symbol, number>();

  constructor(pause: number) {
    this.#pause = pause;
  }

  isRefusing(caller: string): boolean {
    if (this.state === 'closed') return false;
    const from = Math.max(this.#openedAt + this.#pause, this.#barred.get(caller) ?? 0);
    return this.state === 'half_open' || performance.now() < from;
  }

  /** Counts a call that begins. @returns true if the call tries whether the host is back: then the trial must end */
  begin(): boolean {
    if (this.state === 'closed') return false;
    this.state = 'half_open';
    return true;
  }

  /** Ends a trial: the host has answered. */
  close(): void {
    this.state = 'closed';
    this.#closedAt = performance.now();
    this.#seconds.clear();
    this.#silent.clear();
  }

  /** Refuses all calls for the pause; also ends a trial that found the host away. */
  open(): void {
    this.state = 'open';
    this.#openedAt = performance.now();
    this.#barred.clear();
    this.#failedTrial = null;
  }

  /** Ends a trial that failed, maybe due to what the caller asked for: a second caller's opens the circuit for all. */
  failTrial(caller: string): void {
    const isSecond = this.#failedTrial !== null && this.#failedTrial !== caller;
    if (isSecond) {
      this.open();
      return;
    }
    this.#failedTrial = caller;
    this.endTrial(caller);
  }

  /** Ends a trial without an answer. The next one is another caller's, so that nobody makes all of them. */
  endTrial(caller: string): void {
    this.state = 'open';
    const now = performance.now();
    for (const [each, until] of this.#barred) if (until <= now) this.#barred.delete(each);
    this.#barred.set(caller, now + this.#pause);
  }

  answered(): void {
    this.#second().answered++;
  }

  /**
   * Counts a call that failed.
   * @param voter each counts once, however many of its calls fail
   * @param begun when the call began: one from before the circuit closed says nothing of the host since then
   * @param isSilence whether it had no answer in time
   * @param heardAt when the host last answered anything: calls that began before count no more as silence
   */
  failed(voter: string | symbol, begun: number, isSilence: boolean, heardAt: number): void {
    if (begun < this.#closedAt) return;
    this.#second().failed.add(voter);
    if (isSilence) this.#silent.set(voter, begun);
    for (const [each, since] of this.#silent) if (since < heardAt) this.#silent.delete(each);
    if (this.state === 'closed' && (this.#silent.size >= SILENT_CALLS || this.#hasFailedOften())) this.open();
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
