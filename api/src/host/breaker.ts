import type { CircuitBreakerPolicy, IBreaker } from 'cockatiel';
import { onDemand } from '../on-demand.ts';
import { HostError } from './errors.ts';

/** It opens when half of the calls of ten seconds failed, and there were at least ten. */
const SHARE = { threshold: 0.5, duration: 10_000, minimumRps: 1 };

/** It opens as well after so many calls that had no answer in time while the host answered no other. */
const SILENT_CALLS = 3;

/** How long it stays open before one call tries the host again (milliseconds). */
const PAUSE_MS = 5000;

/** Whether calls reach the host: all; none; one that finds out whether it is back. */
export const BREAKER_STATES = ['closed', 'open', 'half_open'] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];

/** Spares a host that fails, and callers the wait for it. Answers such as 404 are no failures. */
export class HostBreaker {
  readonly #library = onDemand.cockatiel();
  readonly #policy: CircuitBreakerPolicy;
  /** When the host last answered anything, on the clock of `performance.now()`. */
  #answeredAt = 0;
  /** Calls in a row that began after that and had no answer in time. */
  #silent = 0;

  /** @param pause milliseconds that it stays open */
  constructor(pause: number = PAUSE_MS) {
    const { circuitBreaker, handleWhen, SamplingBreaker } = this.#library;
    const share = new SamplingBreaker(SHARE);
    const breaker: IBreaker = {
      state: undefined,
      success: (state) => share.success(state),
      // Half of a few calls would never be ten: with little traffic a host that hangs shows by its silence alone.
      failure: (state) => share.failure(state) || this.#silent >= SILENT_CALLS,
    };
    const isOutage = handleWhen((error) => error instanceof HostError && error.isOutage);
    this.#policy = circuitBreaker(isOutage, { breaker, halfOpenAfter: pause });
  }

  get state(): BreakerState {
    const { CircuitState } = this.#library;
    if (this.#policy.state === CircuitState.Closed) return 'closed';
    return this.#policy.state === CircuitState.HalfOpen ? 'half_open' : 'open';
  }

  /**
   * Calls the host, unless it has failed too often lately.
   * @throws {HostError} what `call` throws, or `unavailable`
   */
  async execute<T>(call: () => Promise<T>): Promise<T> {
    // One call finds out whether the host is back. To wait for it could take as long as the host may take.
    if (this.#policy.state === this.#library.CircuitState.HalfOpen) throw failing();
    try {
      return await this.#policy.execute(() => this.#watched(call));
    } catch (error) {
      throw error instanceof this.#library.BrokenCircuitError ? failing() : error;
    }
  }

  async #watched<T>(call: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      const answer = await call();
      this.#heard();
      return answer;
    } catch (error) {
      // What somebody else was answered meanwhile shows that only this call takes long.
      if (error instanceof HostError && error.failure === 'timeout' && begun >= this.#answeredAt) this.#silent++;
      else this.#heard();
      throw error;
    }
  }

  #heard(): void {
    this.#answeredAt = performance.now();
    this.#silent = 0;
  }
}

const failing = (): HostError =>
  new HostError('unavailable', 'the host has failed too often lately', { refusal: 'breaker' });
