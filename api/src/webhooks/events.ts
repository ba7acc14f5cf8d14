import type { EventStore, EventView, LoggedEvent } from '../events/store.ts';

/**
 * Reads the log of events for webhooks. If the database is sharded, a read returns the events of one registry;
 * otherwise a read returns the events of all registries.
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
  head(registryId: number | null): Promise<number> {
    return this.#events.last(this.#view(registryId));
  }

  /** Returns the events after a position, oldest first. @throws {DatabaseUnavailable} */
  after(position: number, limit: number, registryId: number | null): Promise<LoggedEvent[]> {
    return this.#events.after(this.#view(registryId), position, limit);
  }

  /** Calls `listener` whenever this process has recorded events. @returns a function that ends these calls */
  onRecorded(listener: () => void): () => void {
    const { listeners } = this.#events.recording;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  #view(registryId: number | null): EventView {
    return this.isPerRegistry && registryId !== null ? { sees: 'registry', registryId } : { sees: 'everything' };
  }
}
