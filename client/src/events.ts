import type { Transport } from './transport.ts';
import type { Event, EventsQuery } from './types.ts';

/** A page of the feed. */
export interface EventPage {
  /** Oldest first. */
  events: Event[];
  /** The `after` of the next page. */
  next_cursor: string;
}

/** The operations on events. */
export interface EventCalls {
  /**
   * Returns events that the caller may see; for other callers than admins, of a registry. The call may take `wait` seconds
   * longer than other calls. Resolves to null if events are disabled, too.
   */
  listEvents(query?: Partial<EventsQuery>): Promise<EventPage | null>;
}

export const eventCalls = ({ requestPage }: Transport): EventCalls => ({
  listEvents: async (query = {}) => {
    const page = await requestPage<Event[]>('GET', ['events'], { query, waitMs: (query.wait ?? 0) * 1000 });
    return page && { events: page.list, next_cursor: page.cursor };
  },
});
