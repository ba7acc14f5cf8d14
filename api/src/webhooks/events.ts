import type { EventStore, EventView, LoggedEvent } from '../events/store.ts';

/** Events after a position, and the position after these events. */
export interface EventPage {
  events: LoggedEvent[];
  /** Position after these events; the given position if the log has no further events. */
  position: string;
}

/**
 * Reads the log of events for webhooks. If the database is sharded, a read returns the events of one registry;
 * otherwise a read returns the events of all registries.
 *
 * A position is a text `XID.NUMBER`: the transaction and the number of the last event before the position. `after`
 * returns an event only when all earlier transactions have ended, so it may return recorded events late. `head` appends
 * `+NUMBER` to its position for each event that `after` cannot return yet. Later reads skip these events.
 */
export class EventSource {
  readonly #events: EventStore;

  constructor(events: EventStore) {
    this.#events = events;
  }

  /**
   * True if events of different registries have no common order. In this case, each read returns the events of one
   * registry.
   */
  get isPerRegistry(): boolean {
    return this.#events.recording.isPerRegistry;
  }

  /** Returns the position after all events that have happened. @throws {DatabaseUnavailable} */
  async head(registryId: number | null): Promise<string> {
    const { last, early } = await this.#events.now(this.#view(registryId));
    return textOf(last.xid, last.number, new Set(early.map(({ number }) => number)));
  }

  /** Returns the events after a position, oldest first. @throws {DatabaseUnavailable} */
  async after(position: string, limit: number, registryId: number | null): Promise<EventPage> {
    const { xid, number, left } = partsOf(position);
    const found = await this.#events.after(this.#view(registryId), { xid, number }, limit);
    const last = found.at(-1);
    if (!last) return { events: [], position };
    const events = found.filter((event) => !left.delete(event.number));
    return { events, position: textOf(last.xid, last.number, left) };
  }

  /**
   * Returns events that are recorded after a position, but that `after` cannot return yet.
   * @throws {DatabaseUnavailable}
   */
  async early(position: string, registryId: number | null): Promise<LoggedEvent[]> {
    const { left } = partsOf(position);
    const { early } = await this.#events.now(this.#view(registryId));
    return early.filter(({ number }) => !left.has(number));
  }

  /** Calls `listener` whenever this process has recorded events. @returns a function that ends these calls */
  onRecorded(listener: () => void): () => void {
    const { listeners } = this.#events.recording;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  #view(registryId: number | null): EventView & { sees: 'everything' | 'registry' } {
    return this.isPerRegistry && registryId !== null ? { sees: 'registry', registryId } : { sees: 'everything' };
  }
}

function partsOf(position: string): { xid: number; number: number; left: Set<number> } {
  const [place = '', ...left] = position.split('+');
  const [xid = 0, number = 0] = place.split('.').map(Number);
  return { xid, number, left: new Set(left.map(Number)) };
}

const textOf = (xid: number, number: number, left: ReadonlySet<number>): string =>
  [`${xid}.${number}`, ...left].join('+');
