import { type EventFeed, type EventPage, type FollowOptions, followEvents } from './follow.ts';
import type { Transport } from './transport.ts';
import type { Event, EventsQuery } from './types.ts';

/** The operations on events. */
export function eventCalls({ requestPage }: Transport) {
  const read = async (query: object, waitS: number, signal?: AbortSignal) => {
    const page = await requestPage<Event[]>('GET', ['events'], { query, waitMs: waitS * 1000, signal });
    return page && { events: page.list, next_cursor: page.cursor };
  };
  return {
    /**
     * Returns events that the caller may see. Only admins may omit the registry. The call may take `wait` seconds
     * longer than other calls. Resolves to null if the service records no events, or if the registry does not exist.
     */
    listEvents: (query: Partial<EventsQuery> = {}): Promise<EventPage | null> => read(query, query.wait ?? 0),
    events: {
      /**
       * Follows events that the caller may see, as they happen. Only admins may omit the registry. The feed yields each
       * event once, in order. After a restart of the service or an interruption of the network, the feed tries again.
       * The pauses grow up to 30 seconds, or are as long as `Retry-After` requires. The feed ends when the signal is
       * aborted.
       *
       * Reading the feed throws a {@link RegistryApiError}, for example with one of these statuses:
       * - 410 `Cursor is too old`: read the lists again, and follow from `now`
       * - 403: the caller has no access
       * - 404: the registry does not exist, or the service records no events
       * - 422: `after` is no cursor
       */
      follow: (options: FollowOptions = {}): EventFeed =>
        followEvents((query, waitS, signal) => read({ ...query, wait: waitS }, waitS, signal), options),
    },
  };
}
