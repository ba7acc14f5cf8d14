import { HostError, isHostFailure } from './errors.ts';
import { entriesOf } from './validated.ts';

/** Lifetime of the cached time zone (milliseconds). */
const REMEMBERED_MS = 5 * 60_000;

/** Pause after a failed look-up of the zone, before the next try (milliseconds). */
const PAUSE_MS = 60_000;

/** Maximum offset of a WordPress time zone from UTC (hours). */
const MAX_OFFSET_H = 14;

/** Caches the site's last time zone. If the site has answered but never sent a time zone, its zone is UTC. */
export class SiteTimeZone {
  readonly #now: () => number;
  #zone: string | null = null;
  #askAgainAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Returns the zone as a name for `Intl`; null before the site's first answer. Concurrent callers share one request.
   * @param ask returns the index of the site's REST API; a HostError never changes a known zone
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

  /** Takes over a zone that the site has sent without a question; null if it has sent none. */
  learn(zone: string | null): void {
    if (zone === null) return;
    this.#zone = zone;
    this.#askAgainAt = this.#now() + REMEMBERED_MS;
  }

  async #ask(ask: () => Promise<unknown>): Promise<void> {
    try {
      const named = timeZoneIn(await ask());
      this.#zone = named ?? this.#zone ?? 'UTC';
      this.#askAgainAt = this.#now() + (named === null ? PAUSE_MS : REMEMBERED_MS);
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      // Here, the site has answered, but sent no zone. After other failures, `UTC` could reveal a surprise too early.
      if (isHostFailure(error, 'no-route', 'not-found', 'forbidden', 'unauthorized')) this.#zone ??= 'UTC';
      if (error.refusal === null) this.#askAgainAt = this.#now() + PAUSE_MS;
    }
  }
}

/** Parses the zone in the index of a REST API: `Europe/Berlin`, or `+05:30` if the site uses an offset. */
export function timeZoneIn(index: unknown): string | null {
  const { timezone_string: name, gmt_offset: offset } = entriesOf(index);
  if (typeof name === 'string' && isTimeZone(name)) return name;
  // The offset is a number or a string, depending on the site.
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
