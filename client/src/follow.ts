import { RegistryApiError } from './error.ts';
import type { Event } from './types.ts';

/** A page of the feed. */
export interface EventPage {
  /** Events of the page, oldest first. */
  events: Event[];
  /** Value of `after` for the next page. */
  next_cursor: string;
}

/** Options of a feed: its registry, its start, and its end. */
export interface FollowOptions {
  /** Id of the registry whose events the feed yields. Admins may omit the id. */
  registryId?: number | undefined;
  /**
   * Position after which the feed begins: `cursor` of an earlier feed, `next_cursor` of a page, or `now`. By default,
   * the feed begins with the oldest event that the service keeps.
   */
  after?: string | undefined;
  /** Ends the feed, without an error. */
  signal?: AbortSignal | undefined;
}

/** Yields each event once, in order. The feed does not end by itself. */
export interface EventFeed extends AsyncIterableIterator<Event> {
  /**
   * Position after the last event that the caller has received. To continue there later, pass the position as `after`
   * to a new feed. The position is valid as long as the service keeps events (`EVENTS_DAYS`, by default 30 days). While
   * no events happen, the feed renews the position. Undefined before the first answer of a feed without `after`.
   */
  readonly cursor: string | undefined;
}

/** Reads one page. If no event exists yet, waits for an event up to `waitS` seconds. Resolves to null after a 404. */
type ReadPage = (query: object, waitS: number, signal: AbortSignal | undefined) => Promise<EventPage | null>;

/** Pauses and clock of a feed. Tests use a fake clock and fake pauses. */
export interface Pauses {
  /** Resolves after a pause in milliseconds, or as soon as the signal is aborted. */
  pause(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** Milliseconds since a fixed moment. */
  now(): number;
}

/** Maximum number of events in one answer. */
const LIMIT = 100;
/** Seconds that the service may wait for an event. */
const WAIT_S = 25;
/**
 * Shortest normal wait of the service (milliseconds). If an empty answer arrives earlier, the service is stopping, or
 * does not wait for events. The feed then pauses before the next request.
 */
const SOON_MS = 1000;
/** First and longest pause after a failure (milliseconds). Each further failure doubles the pause. */
const PAUSE_MS = { first: 500, longest: 30_000 };
/** Longest pause that the service may request (milliseconds). */
const DAY_MS = 86_400_000;
/** Age after which an idle feed renews its cursor (milliseconds). */
const RENEW_MS = 6 * 3_600_000;

/**
 * Separates the two parts of a position in the middle of a page: the cursor with which the feed requested the page, and
 * the id of the last event that the caller received. Neither part contains this character.
 */
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
    // Time of the request whose answer last replaced the cursor. The caller's cursor may be old, so the initial value
    // makes an idle feed renew this cursor at once.
    let since = Number.NEGATIVE_INFINITY;
    /** Fresh cursor. It replaces the current cursor if the next answer contains no events. */
    let renewed = '';
    let failures = 0;
    while (!signal?.aborted) {
      const begun = now();
      const isRenewal = renewed === '' && !isAtStart && begun - since > RENEW_MS;
      // Gets a cursor before the first wait. Without a cursor, the feed could skip or repeat events if the wait fails.
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

/** Returns the page of an answer. @throws {RegistryApiError} if the answer has no page, or the page has no cursor */
function found(page: EventPage | null): EventPage {
  if (page === null)
    throw new RegistryApiError('api_error', 'There is no such registry, or the service records no events.', 404);
  if (page.next_cursor === '') throw new RegistryApiError('api_error', 'The answer has no header Next-Cursor.', 200);
  return page;
}

/**
 * Returns the pause after a failure in milliseconds. The pause is random, so that many clients do not return at once.
 * @param failures number of failures before this one
 * @param retryAfter seconds that the service requested, or null
 */
function pauseAfter(failures: number, retryAfter: number | null): number {
  const longest = Math.min(PAUSE_MS.first * 2 ** failures, PAUSE_MS.longest);
  const own = (longest * (1 + Math.random())) / 2;
  const asked = (retryAfter ?? 0) * 1000 * (1 + Math.random() / 5);
  return Math.min(Math.max(own, asked), DAY_MS);
}
