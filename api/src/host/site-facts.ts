import { isHostFailure } from './errors.ts';
import { validated } from './validated.ts';

/** Facts about the site from the plugin. */
export interface Facts {
  /** Version of the plugin; null without the plugin. */
  plugin: string | null;
  /** ISO 4217; null if the site has none. */
  currency: string | null;
  /** BCP 47, the main language first. */
  languages: readonly string[];
}

const factsIn = validated(
  {
    type: 'object',
    required: ['plugin'],
    properties: {
      plugin: { type: 'string' },
      currency: { type: ['string', 'null'] },
      languages: { type: 'array', items: { type: 'string' } },
    },
  } as const,
  'the status of the companion plugin',
);

/** Lifetime of the cached facts (milliseconds). */
const REMEMBERED_MS = 5 * 60_000;

/** Caches the facts about the site. */
export class SiteFacts {
  readonly #now: () => number;
  #facts: Facts | null = null;
  #askAgainAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Takes over facts that the site has sent without a question. */
  learn(facts: Facts): void {
    this.#facts = facts;
    this.#askAgainAt = this.#now() + REMEMBERED_MS;
  }

  /**
   * Returns the facts. If the host fails, returns the last known ones.
   * @param ask returns the answer of the plugin's status route
   * @throws {HostError} if the host fails and no facts are known
   */
  async get(ask: () => Promise<unknown>): Promise<Facts> {
    if (this.#facts && this.#now() < this.#askAgainAt) return this.#facts;
    try {
      const { plugin, currency = null, languages = [] } = factsIn(await ask());
      this.#facts = { plugin, currency, languages };
    } catch (error) {
      if (isHostFailure(error, 'no-route', 'not-found')) this.#facts = { plugin: null, currency: null, languages: [] };
      else if (!this.#facts) throw error;
    }
    this.#askAgainAt = this.#now() + REMEMBERED_MS;
    return this.#facts;
  }
}
