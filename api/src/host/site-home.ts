import { entriesOf } from './validated.ts';

/** Caches the address that the site itself names. `HOST_URL` may be another one, for instance behind a proxy. */
export class SiteHome {
  readonly #now: () => number;
  #home: string | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;
  /** A question that the site has not answered yet. */
  #pending: Promise<void> | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Returns the address; null if the site names none.
   * @param ageMs maximum age of a cached address (milliseconds)
   * @param ask returns the index of the site's REST API
   * @throws {HostError} if the host fails
   */
  async get(ageMs: number, ask: () => Promise<unknown>): Promise<string | null> {
    if (this.#now() < this.#askedAt + ageMs) return this.#home;
    // Simultaneous requests share a question, because the site may answer only a few at a time.
    this.#pending ??= this.#ask(ask).finally(() => {
      this.#pending = null;
    });
    try {
      await this.#pending;
    } catch (error) {
      // Without an answer, the last known address counts.
      if (this.#home === null) throw error;
    }
    return this.#home;
  }

  async #ask(ask: () => Promise<unknown>): Promise<void> {
    const { home } = entriesOf(await ask());
    this.#home = typeof home === 'string' ? home : null;
    this.#askedAt = this.#now();
  }
}
