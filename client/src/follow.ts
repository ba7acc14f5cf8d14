import { RegistryApiError } from './error.ts';
import type { Event } from './types.ts';

/** A page of the feed. */
export interface EventPage {
  /** Oldest first. */
  events: Event[];
  /** The `after` of the next page. */
  next_cursor: string;
}

/** Which events to follow, from where, and until when. */
export interface FollowOptions {
  /** Only events of this registry; admins may omit it. */
  registryId?: number | undefined;
  /**
   * `cursor` of an earlier feed, `next_cursor` of a page, or `now`. By default, the feed begins with the oldest event that
   * the service keeps.
   */
  after?: string | undefined;
  /** Ends the feed, without an error. */
  signal?: AbortSignal | undefined;
}

/** Events in their order, each once, without an end. */
export interface EventFeed extends AsyncIterableIterator<Event> {
  /**
   * Position after the last event that the loop has received. A later feed continues there with `after`. It is valid as long
   * as the service keeps events (`EVENTS_DAYS`, by default 30 days). An idle feed renews it. Undefined before the first
   * answer of a feed without `after`.
   */
  readonly cursor: string | undefined;
}

/** Reads one page, after at most `waitS` seconds without events; null after a 404. */
type ReadPage = (query: object, waitS: number, signal: AbortSignal | undefined) => Promise<EventPage | null>;

/** Pauses, and the clock; replaced in tests. */
export interface Pauses {
  /** Resolves after a pause in milliseconds, or as soon as the signal is aborted. */
  pause(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** Milliseconds since a fixed moment. */
  now(): number;
}

/** Events in one request. */
const LIMIT = 100;
/** Seconds that the service may wait for an event. */
const WAIT_S = 25;
/** An empty answer that comes sooner is from a service that stops, or does not wait (milliseconds). */
const SOON_MS = 1000;
/** Pauses after failures grow from the first to the longest (milliseconds). */
const PAUSE_MS = { first: 500, longest: 30_000 };
/** Longest pause that the service can ask for (milliseconds). */
const DAY_MS = 86_400_000;
/** Age after which an idle feed renews its cursor (milliseconds). */
const RENEW_MS = 6 * 3_600_000;

/** Separates the cursor of a page from the id of its last received event; neither contains it. */
const SEPARATOR = '~';

const REAL: Pauses = {
  now: () => performance.now(),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end);
      if (signal?.aborted) end();
    }),
};

/** Follows events, as {@link EventFeed} describes. */
export function followEvents(
  readPage: ReadPage,
  { registryId: registry_id, after, signal }: FollowOptions,
  { pause, now }: Pauses = REAL,
): EventFeed {
  let position = after;
  const iterator = run();
  return {
    get cursor() {
      return position;
    },
    next: () => iterator.next(),
    return: () => iterator.return(undefined),
    [Symbol.asyncIterator]() {
      return this;
    },
  };

  async function* run(): AsyncGenerator<Event, undefined> {
    let [cursor, received] = (after ?? '').split(SEPARATOR);
    let isAtStart = cursor === '' || cursor === 'now';
    // The caller's cursor may be old, so an idle feed renews it at once.
    let since = Number.NEGATIVE_INFINITY;
    /** Newer cursor, which replaces the current one if the next answer is empty. */
    let renewed = '';
    let failures = 0;
    while (!signal?.aborted) {
      const begun = now();
      const isRenewal = renewed === '' && !isAtStart && begun - since > RENEW_MS;
      // The feed gets a cursor before its first wait. Otherwise, a failure of that wait could skip or repeat events.
      const query = { registry_id, after: isRenewal ? 'now' : cursor || undefined, limit: isAtStart ? 1 : LIMIT };
      let page: EventPage;
      try {
        page = found(await readPage(query, isAtStart || isRenewal ? 0 : WAIT_S, signal));
      } catch (error) {
        if (!(error instanceof RegistryApiError) || !error.isTemporary) throw error;
        await pause(pauseAfter(failures++, error.retryAfter), signal);
        continue;
      }
      const { events, next_cursor } = page;
      if (isRenewal) {
        renewed = next_cursor;
        continue;
      }
      const known = events.findIndex(({ id }) => id === received);
      for (const event of events.slice(known + 1)) {
        if (signal?.aborted) return;
        position = event === events.at(-1) ? next_cursor : cursor + SEPARATOR + event.id;
        yield event;
      }
      if (events.length > 0 || isAtStart || renewed !== '') {
        cursor = events.length > 0 || isAtStart ? next_cursor : renewed;
        since = begun;
      }
      position = cursor;
      const isEarly = events.length === 0 && !isAtStart && now() - begun < SOON_MS;
      received = undefined;
      renewed = '';
      isAtStart = false;
      if (isEarly) await pause(pauseAfter(failures++, null), signal);
      else failures = 0;
    }
  }
}

/** @throws {RegistryApiError} if there is no page, or no cursor */
function found(page: EventPage | null): EventPage {
  if (page === null)
    throw new RegistryApiError('api_error', 'There is no such registry, or the service records no events.', 404);
  if (page.next_cursor === '') throw new RegistryApiError('api_error', 'The answer has no header Next-Cursor.', 200);
  return page;
}

/** Returns a random pause in milliseconds, so that many clients do not return at once. @param retryAfter seconds */
function pauseAfter(failures: number, retryAfter: number | null): number {
  const longest = Math.min(PAUSE_MS.first * 2 ** failures, PAUSE_MS.longest);
  const own = (longest * (1 + Math.random())) / 2;
  const asked = (retryAfter ?? 0) * 1000 * (1 + Math.random() / 5);
  return Math.min(Math.max(own, asked), DAY_MS);
}
