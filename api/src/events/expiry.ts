import type { Logger } from 'pino';
import type { EventStore } from './store.ts';

/** Time between two deletions of expired events (milliseconds). */
const INTERVAL_MS = 3_600_000;

/** Time before the first deletion (milliseconds). */
const FIRST_MS = 60_000;

/** Deletes expired events every hour. `EventStore` hides expired events from readers even before their deletion. */
export class EventExpiry {
  readonly #events: Pick<EventStore, 'expire'>;
  readonly #log: Pick<Logger, 'warn'>;
  #timer: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();

  constructor(events: Pick<EventStore, 'expire'>, log: Pick<Logger, 'warn'>) {
    this.#events = events;
    this.#log = log;
    this.#timer = this.#after(FIRST_MS);
  }

  /** Stops the deletions, and waits until a running deletion has ended. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
    clearTimeout(this.#timer);
  }

  #after(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.#running = this.#events
        .expire()
        .catch((error) => this.#log.warn({ err: error }, 'expired events were not deleted; the next hour tries again'))
        .then(() => {
          this.#timer = this.#after(INTERVAL_MS);
        });
    }, ms).unref();
  }
}
