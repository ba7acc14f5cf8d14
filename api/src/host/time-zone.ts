import { entriesOf } from './answers.ts';
import { HostError } from './errors.ts';

/** Time for which the zone of the site is remembered, and time until the next try after a failure (milliseconds). */
const REMEMBERED_MS = 5 * 60_000;
const PAUSE_MS = 60_000;

/** WordPress knows no zone that is further from UTC (hours). */
const MAX_OFFSET_H = 14;

/** Remembers the time zone of the site: UTC until the site has named one, then the last one that it named. */
export class SiteTimeZone {
  readonly #now: () => number;
  #zone = 'UTC';
  #askAgainAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;

  /** @param now milliseconds on a clock that only moves forward */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Returns the zone by a name that Intl knows. Requests that need it at the same moment share one question.
   * @param ask returns the index of the site's REST API; a HostError leaves the zone as it was
   */
  async get(ask: () => Promise<unknown>): Promise<string> {
    if (this.#now() >= this.#askAgainAt) {
      this.#asking ??= this.#ask(ask).finally(() => {
        this.#asking = null;
      });
      await this.#asking;
    }
    return this.#zone;
  }

  async #ask(ask: () => Promise<unknown>): Promise<void> {
    const named = await ask().then(timeZoneIn, nullForHostError);
    if (named !== null) this.#zone = named;
    this.#askAgainAt = this.#now() + (named === null ? PAUSE_MS : REMEMBERED_MS);
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

function nullForHostError(error: unknown): null {
  if (error instanceof HostError) return null;
  throw error;
}
