import { entriesOf } from './validated.ts';

/** Caches the address that the site itself names. `HOST_URL` may be another one, for instance behind a proxy. */
export class SiteHome {
  readonly #now: () => number;
  #home: string | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

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
    const { home } = entriesOf(await ask());
    this.#home = typeof home === 'string' ? home : null;
    this.#askedAt = this.#now();
    return this.#home;
  }
}
