import type { EventStore, LoggedEvent, Position } from '../events/store.ts';

/** The log of events, as webhooks read it: of all registries or, on several servers, of one registry. */
export class EventSource {
  readonly #events: EventStore;

  constructor(events: EventStore) {
    this.#events = events;
  }

  /** True if each registry has its own order, so that all of them cannot be read together. */
  get isPerRegistry(): boolean {
    return this.#events.recording.isPerRegistry;
  }

  /** Returns the position of the last event. @throws {DatabaseUnavailable} */
  async head(registryId: number | null): Promise<string> {
    return textOf(await this.#events.last(this.#view(registryId)));
  }

  /** Returns the events after a position, oldest first. @throws {DatabaseUnavailable} */
  after(position: string, limit: number, registryId: number | null): Promise<LoggedEvent[]> {
    const [xid = 0, number = 0] = position.split('.').map(Number);
    return this.#events.after(this.#view(registryId), { xid, number }, limit);
  }

  /** Calls `listener` whenever this process has recorded events. @returns ends this */
  onRecorded(listener: () => void): () => void {
    const { listeners } = this.#events.recording;
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  #view(registryId: number | null) {
    return this.isPerRegistry && registryId !== null
      ? ({ sees: 'registry', registryId } as const)
      : ({ sees: 'everything' } as const);
  }
}

/** Returns a position as webhooks store it. */
export const textOf = ({ xid, number }: Position): string => `${xid}.${number}`;
