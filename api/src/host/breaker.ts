import { LRUCache } from 'lru-cache';
import { HostError } from './errors.ts';

/** A circuit opens if at least ten calls ended within ten seconds, and at least half of them failed. */
const SHARE = { threshold: 0.5, seconds: 10, least: 10 };

/**
 * A circuit also opens after this number of calls without an answer in time. Only calls that began after the host's
 * last answer count. Calls with the same voter count as one (see `Circuit.failed`).
 */
const SILENT_CALLS = 3;

/** Time that a circuit stays open before one call tries the host again (milliseconds). */
const PAUSE_MS = 5000;

const MAX_CALLERS = 1000;

/** States of the breaker. Closed: all calls are sent. Open: no call is sent. Half open: a single trial call is sent. */
export const BREAKER_STATES = ['closed', 'open', 'half_open'] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];

/**
 * Stops calls to a failing host, so that callers do not wait. Answers such as 404 are not failures. If only one
 * caller's calls fail, only that caller's calls are rejected.
 */
export class HostBreaker {
  readonly #pause: number;
  readonly #all: Circuit;
  /** Circuits of callers whose calls have failed. */
  readonly #own = new LRUCache<string, Circuit>({ max: MAX_CALLERS });
  /** On the clock of `performance.now()`. */
  #heardAt = 0;

  constructor(pause: number = PAUSE_MS) {
    this.#pause = pause;
    this.#all = new Circuit(pause);
  }

  /** State for all callers. A caller whose own calls fail also has a state of its own. */
  get state(): BreakerState {
    return this.#all.state;
  }

  /** @throws {HostError} `unavailable` if no call of this caller may be sent now */
  check(caller: string): void {
    if (this.#circuits(caller).some((circuit) => circuit.isRefusing(caller)))
      throw new HostError('unavailable', 'the host has failed too often lately', { refusal: 'breaker' });
  }

  /** Calls the host. @throws {HostError} `unavailable` while the breaker is open; also any error of `call` */
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
      // A call that had too little time left proves nothing about the host.
      for (const circuit of trials) circuit.endTrial(caller);
      return;
    }
    // Even a rejection such as 404 shows that the host answers.
    if (!error.isOutage) {
      this.#answered(caller, trials);
      return;
    }
    if (!isSilence) this.#heardAt = performance.now();
    // An unreachable host fails for all callers. Any other failure may be due to this caller's request.
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

interface Second {
  answered: number;
  failed: Set<string | symbol>;
}

/**
 * State for one caller or for all. A circuit opens after too many failed calls. An open circuit admits one trial call
 * at a time, whose success closes it.
 */
class Circuit {
  state: BreakerState = 'closed';
  readonly #pause: number;
  #openedAt = 0;
  #closedAt = 0;
  /** Earliest time of the next trial of each caller whose last trial failed. */
  readonly #barred = new Map<string, number>();
  /** First caller whose trial failed after the circuit had opened. */
  #failedTrial: string | null = null;
  /** Results of each second, oldest first; the key is the time in seconds. */
  readonly #seconds = new Map<number, Second>();
  /** For each voter, the start of the last call without an answer in time. */
  readonly #silent = new Map<string | symbol, number>();

  constructor(pause: number) {
    this.#pause = pause;
  }

  isRefusing(caller: string): boolean {
    if (this.state === 'closed') return false;
    const from = Math.max(this.#openedAt + this.#pause, this.#barred.get(caller) ?? 0);
    return this.state === 'half_open' || performance.now() < from;
  }

  /** Returns true if the call is a trial, which the caller must then end. */
  begin(): boolean {
    if (this.state === 'closed') return false;
    this.state = 'half_open';
    return true;
  }

  close(): void {
    this.state = 'closed';
    this.#closedAt = performance.now();
    this.#seconds.clear();
    this.#silent.clear();
  }

  /** Opens the circuit, which then rejects all calls during the pause. Also ends a running trial. */
  open(): void {
    this.state = 'open';
    this.#openedAt = performance.now();
    this.#barred.clear();
    this.#failedTrial = null;
  }

  /**
   * Ends a failed trial. The cause may be this caller's request, so only this caller must pause; if the trial of a
   * second caller fails, too, all must.
   */
  failTrial(caller: string): void {
    const isSecond = this.#failedTrial !== null && this.#failedTrial !== caller;
    if (isSecond) {
      this.open();
      return;
    }
    this.#failedTrial = caller;
    this.endTrial(caller);
  }

  /** Ends a trial without success. Only this caller must pause before its next trial. */
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
   * Counts a failed call.
   * @param voter failed calls with the same voter count as one: the caller, or a new symbol to count every call
   * @param begun start of the call; ignored if it is before the circuit closed
   * @param heardAt time of the host's last answer; calls that began before it no longer count as silence
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
