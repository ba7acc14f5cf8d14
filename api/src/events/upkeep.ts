import type { Logger } from 'pino';
import { EXPIRY, Repeated } from '../repeated.ts';
import type { EventStore } from './store.ts';

/**
 * Time between two assignments of positions (milliseconds). Readers assign positions themselves, so this interval only
 * limits the number of events that they find.
 */
const SETTLING_MS = 1000;

/** Time between two assignments if registries are on several servers: each one asks all servers (milliseconds). */
const SETTLING_OF_SERVERS_MS = 60_000;

/** Time without success after which a warning is logged (milliseconds). */
const LATE_MS = 10_000;

type Log = Pick<Logger, 'warn'>;

/**
 * Takes care of the log of events. Deletes expired events every hour; `EventStore` hides them from readers even before
 * their deletion. Assigns positions to events that no reader has asked for.
 */
export class EventUpkeep {
  readonly #repeated: readonly Repeated[];

  constructor(events: Pick<EventStore, 'expire' | 'settle' | 'recording'>, log: Log) {
    const failed = (err: unknown) => log.warn({ err }, 'expired events were not deleted; the next hour tries again');
    const expiry = new Repeated(() => events.expire().catch(failed), EXPIRY);
    const { settle, isPerRegistry } = events.recording;
    const interval = isPerRegistry ? SETTLING_OF_SERVERS_MS : SETTLING_MS;
    const settling =
      settle &&
      new Repeated(
        warnsIfLate(() => events.settle(), log),
        { interval, first: interval },
      );
    this.#repeated = settling ? [expiry, settling] : [expiry];
  }

  /** Stops, and waits until running work has ended. */
  async close(): Promise<void> {
    await Promise.all(this.#repeated.map((each) => each.close()));
  }
}

/** Wraps work so that it never fails, and logs one warning if it has had no success for LATE_MS. */
function warnsIfLate(work: () => Promise<void>, log: Log): () => Promise<void> {
  let failingSince: number | null = null;
  let hasWarned = false;
  return async () => {
    try {
      await work();
      failingSince = null;
      hasWarned = false;
    } catch (err) {
      failingSince ??= performance.now();
      if (hasWarned || performance.now() - failingSince < LATE_MS) return;
      hasWarned = true;
      log.warn({ err }, 'events have waited for their positions for ten seconds: feeds and webhooks do not get them');
    }
  };
}
