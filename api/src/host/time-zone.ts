import { entriesOf } from './answers.ts';
import { HostError, isHostFailure } from './errors.ts';

/** Time for which the zone of the site is remembered, and time until the next try after a failure (milliseconds). */
const REMEMBERED_MS = 5 * 60_000;
const PAUSE_MS = 60_000;

/** WordPress knows no zone that is further from UTC (hours). */
const MAX_OFFSET_H = 14;

/** Remembers the time zone of the site: the last one that it named, or UTC if it has answered and never named one. */
export class SiteTimeZone {
  readonly #now: () => number;
  #zone: string | null = null;
  #askAgainAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;

  /** @param now milliseconds on a clock that only moves forward */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Returns the zone by a name that Intl knows; null if the site could not be asked yet. Requests that need it at the same moment share one question.
   * @param ask returns the index of the site's REST API; a HostError leaves the zone as it was
   */
  async get(ask: () => Promise<unknown>): Promise<string | null> {
    if (this.#now() >= this.#askAgainAt) {
      this.#asking ??= this.#ask(ask).finally(() => {
        this.#asking = null;
      });
      await this.#asking;
    }
    return this.#zone;
  }

  async #ask(ask: () => Promise<unknown>): Promise<void> {
    try {
      const named = timeZoneIn(await ask());
      this.#zone = named ?? this.#zone ?? 'UTC';
      this.#askAgainAt = this.#now() + (named === null ? PAUSE_MS : REMEMBERED_MS);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      // Only a site that answers may be taken for one without a zone: otherwise an hour of trouble could end a secret.
      if (isHostFailure(error, 'no-route', 'not-found', 'forbidden', 'unauthorized')) this.#zone ??= 'UTC';
      if (error.refusal === null) this.#askAgainAt = this.#now() + PAUSE_MS;
    }
  }
}

/**
 * Returns the zone that the index of a REST API names: `Europe/Berlin`, or `+05:30` for a site that has chosen an offset.
 * Null if it names none.
 */
export function timeZoneIn(index: unknown): string | null {
  const { timezone_string: name, gmt_offset: offset } = entriesOf(index);
  if (typeof name === 'string' && isTimeZone(name)) return name;
  // Depending on the site, it is a number or a text.
  if (typeof offset !== 'number' && typeof offset !== 'string') return null;
  const hours = Number(offset);
  if (!(Math.abs(hours) <= MAX_OFFSET_H)) return null;
  const minutes = Math.trunc(Math.abs(hours) * 60);
  const clock = [Math.trunc(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${hours < 0 ? '-' : '+'}${clock}`;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
