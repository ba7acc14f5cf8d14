import type { Logger } from 'pino';
import type { BackgroundIndex } from './database/database.ts';
import type { EventStore } from './events/store.ts';
import type { CreationStore } from './idempotency/store.ts';
import type { ItemStore } from './items/store.ts';
import type { Promises } from './promises/promises.ts';

/** Time before the first deletion of expired rows, and between two deletions (milliseconds). */
const EXPIRY = { interval: 3_600_000, first: 60_000 };

/** Time before the first reveal of promises for items that have left a list, and between two reveals (milliseconds). */
const REVEALS = { interval: 3_600_000, first: 30_000 };

/** Time before the index of the searches is built, and between two checks of the index (milliseconds). */
const INDEXING = { interval: 60_000, first: 15_000 };

/** Time without success after which a warning is logged (milliseconds). */
const LATE_MS = 10_000;

type Log = Pick<Logger, 'warn'>;

/**
 * Begins the regular work of a process: deletes expired answers and events, which readers no longer see, and the
 * contents of lists that were deleted 30 days ago, assigns positions to events that no reader has asked for, reveals
 * promises on the day of lists that no longer exist, and builds the index of the searches.
 * @returns a function that stops, and waits until running work has ended
 */
export function beginUpkeep(
  creations: Pick<CreationStore, 'expire'>,
  events: Pick<EventStore, 'expire' | 'settle' | 'recording'> | null,
  promises: Pick<Promises, 'revealPast'>,
  items: Pick<ItemStore, 'expire'>,
  searches: BackgroundIndex | null,
  log: Log,
): () => Promise<unknown> {
  const expiry = (rows: { expire(): Promise<void> }, what: string) =>
    repeat(
      () => rows.expire().catch((err) => log.warn({ err }, `${what} were not deleted; the next hour tries again`)),
      EXPIRY,
    );
  const reveal = () =>
    promises
      .revealPast()
      .catch((err) =>
        log.warn({ err }, 'gifts of lists that no longer exist were not revealed; the next hour tries again'),
      );
  const ends = [
    expiry(creations, 'expired answers'),
    expiry(items, 'the contents of deleted lists'),
    repeat(reveal, REVEALS),
  ];
  const stop = new AbortController();
  if (searches) ends.push(repeat(indexing(searches, stop.signal, log), INDEXING));
  if (events) ends.push(expiry(events, 'expired events'));
  if (events?.recording.settle) {
    const interval = events.recording.pace.settleMs;
    const settling = warnsIfLate(() => events.settle(), log);
    ends.push(repeat(settling, { interval, first: interval }));
  }
  return () => {
    stop.abort();
    return Promise.all(ends.map((end) => end()));
  };
}

/**
 * Repeats work that never fails. Each pause begins when the work has ended. Does not delay the end of the process.
 * @returns a function that stops, and waits until running work has ended
 */
function repeat(work: () => Promise<void>, { first, interval }: { first: number; interval: number }) {
  let running = Promise.resolve();
  const after = (ms: number): NodeJS.Timeout =>
    setTimeout(() => {
      running = work().then(() => {
        timer = after(interval);
      });
    }, ms).unref();
  let timer = after(first);
  return async (): Promise<void> => {
    clearTimeout(timer);
    await running;
    clearTimeout(timer);
  };
}

/** Never fails. Logs one warning, because a database that cannot build the index fails each minute. */
function indexing(searches: BackgroundIndex, stop: AbortSignal, log: Log): () => Promise<void> {
  let hasWarned = false;
  return async () => {
    try {
      await searches.build(stop);
      hasWarned = false;
    } catch (err) {
      if (!hasWarned) log.warn({ err }, 'the index of the searches was not updated: searches may take longer');
      hasWarned = true;
    }
  };
}

/** Never fails. Logs one warning after LATE_MS without success. */
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
