import { monotonic } from '../scheduling/deadline.ts';
import type { WebhookTimes } from './schedule.ts';
import type { Holder, WebhookStore } from './store.ts';

/**
 * Ensures that only one of several processes delivers. It regularly increases a number in the database. If the number
 * does not change for some time, another process takes over. So the processes need no synchronised clocks, and no
 * permanent connections, which a pooler would not allow.
 */
export class Leadership {
  readonly #store: Pick<WebhookStore, 'holder' | 'hold'>;
  readonly #times: Pick<WebhookTimes, 'beat' | 'lost' | 'takeover'>;
  readonly #isAlone: boolean;
  readonly #name: string;
  readonly #now: () => number;
  /** Last row of this process, and the time of the write; null while it does not deliver. */
  #own: { last: Holder; at: number } | null = null;
  /** Last row of another process, and the time of its first read. */
  #other: { last: Holder; since: number } | null = null;
  /** Time of the last read that found another process. */
  #lookedAt = Number.NEGATIVE_INFINITY;

  /** @param isAlone true if no other process uses the database @param name differs between processes */
  constructor(
    store: Pick<WebhookStore, 'holder' | 'hold'>,
    times: Pick<WebhookTimes, 'beat' | 'lost' | 'takeover'>,
    isAlone: boolean,
    name: string,
    now = monotonic,
  ) {
    this.#store = store;
    this.#times = times;
    this.#isAlone = isAlone;
    this.#name = name;
    this.#now = now;
  }

  get isHeld(): boolean {
    return this.#isAlone || (this.#own !== null && this.#now() - this.#own.at < this.#times.lost);
  }

  /** Takes or confirms the leadership, if possible. @throws {DatabaseUnavailable} */
  async hold(): Promise<boolean> {
    if (this.#isAlone) return true;
    const now = this.#now();
    if (this.#own !== null) {
      if (now - this.#own.at < this.#times.beat) return true;
      if (await this.#take(this.#own.last, now)) return true;
      this.#own = null;
    }
    if (now - this.#lookedAt < this.#times.beat) return false;
    const last = await this.#store.holder();
    // The row contains this process's own name if the answer to a write was lost.
    if (last.name === null || last.name === this.#name || this.#isStill(last, now)) return this.#take(last, now);
    this.#lookedAt = now;
    return false;
  }

  /** Releases the leadership, so that another process can take it at once. */
  async resign(): Promise<void> {
    if (this.#own === null) return;
    await this.#store.hold(null, this.#own.last).catch(() => {});
    this.#own = null;
  }

  async #take(last: Holder, now: number): Promise<boolean> {
    if (!(await this.#store.hold(this.#name, last))) return false;
    this.#own = { last: { name: this.#name, beat: last.beat + 1 }, at: now };
    return true;
  }

  /** Returns whether `beat` has stopped, so that this process may take over. */
  #isStill(last: Holder, now: number): boolean {
    if (this.#other?.last.name !== last.name || this.#other.last.beat !== last.beat) this.#other = { last, since: now };
    return now - this.#other.since >= this.#times.takeover;
  }
}
