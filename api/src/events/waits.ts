import type { ServerResponse } from 'node:http';
import type { LoggedChange } from '../database/events.ts';
import { ApiError } from '../http/errors.ts';
import { WaitingLine } from '../scheduling/waiting-line.ts';
import { type EventStore, type EventView, isVisible, type LoggedEvent, START } from './store.ts';

/** Maximum number of waiting requests of a user, and of a process. */
const MAX_WAITING = { user: 10, all: 1000 };

/**
 * Time that the transaction of an event takes at most (milliseconds). If each registry has a log of its own, events
 * that are older than this and two looks no longer wake requests.
 */
const TRANSACTION_MS = 3000;

/**
 * Number of requests that read the log at the same time. Otherwise, requests that arrive together would occupy all
 * connections to the database, and writes would be refused.
 */
const READS_AT_ONCE = 4;

const READ_TIMEOUT_MS = 5000;

const READ_AT_ONCE = 1000;

interface Waiter {
  view: EventView;
  /** Position after which the request wants events. */
  after: number;
  /** @param found new events that the caller may see; null to read the log; empty if the wait is over */
  wake(found: readonly LoggedEvent[] | null): void;
}

/** A way to find the events of all processes. */
interface Watch {
  /** Returns the position from which requests wait. */
  begin(): Promise<number>;
  /** Wakes the requests that may see new events. */
  look(): Promise<void>;
}

/**
 * Requests that wait for an event. They occupy no thread and no database connection: the process watches the log, and
 * wakes the requests whose callers may see a new event. If several processes write, the process looks at fixed
 * intervals, not after its own changes. So the moment at which a recipient's request ends does not depend on secret
 * purchases (rules: Surprise).
 */
export class EventWaits {
  readonly #events: EventStore;
  readonly #waiters = new Set<Waiter>();
  readonly #byUser = new Map<number, number>();
  readonly #reads = new WaitingLine(READS_AT_ONCE, Number.POSITIVE_INFINITY);
  readonly #hear = (changes: readonly LoggedChange[]): void => this.#wake(changes);
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  /** Last position that this process has read from a shared log; null while no request waits. */
  #position: Promise<number> | null = null;
  #isLooking = false;

  constructor(events: EventStore) {
    this.#events = events;
  }

  get waiting(): number {
    return this.#waiters.size;
  }

  /**
   * Waits until `read` finds events.
   * @param answer the wait ends when its connection closes
   * @returns the events; none if the time is over or the process stops
   * @throws {ApiError} 429 or 503 if too many requests wait
   */
  async forEvents(
    userId: number,
    view: EventView,
    ms: number,
    { after, limit }: { after: number; limit: number },
    answer: ServerResponse,
    read: () => Promise<LoggedEvent[]>,
  ): Promise<LoggedEvent[]> {
    if (this.#isStopped) return [];
    const ofUser = this.#byUser.get(userId) ?? 0;
    if (ofUser >= MAX_WAITING.user) throw new ApiError('tooManyWaiting');
    if (this.#waiters.size >= MAX_WAITING.all) throw new ApiError('waitingFull');
    let woken = Promise.withResolvers<readonly LoggedEvent[] | null>();
    let isOver = false;
    const end = () => {
      isOver = true;
      woken.resolve([]);
    };
    const waiter: Waiter = { view, after, wake: (found) => (found?.length === 0 ? end() : woken.resolve(found)) };
    const timer = setTimeout(end, ms);
    answer.once('close', end);
    this.#byUser.set(userId, ofUser + 1);
    this.#add(waiter);
    try {
      await this.#position;
      // An event may have arrived before this request began to wait.
      for (;;) {
        const found = await this.inTurn(read);
        if (found.length > 0 || isOver) return found;
        // This request has read all earlier events, so the events that woke it are the next ones.
        const next = await woken.promise;
        if (next !== null) return next.slice(0, limit);
        woken = Promise.withResolvers();
      }
    } finally {
      clearTimeout(timer);
      answer.off('close', end);
      this.#remove(waiter, userId);
    }
  }

  /** Reads the log when one of READS_AT_ONCE places is free. @throws {ApiError} 503 */
  async inTurn<T>(read: () => Promise<T>): Promise<T> {
    await this.#reads.enter({ left: READ_TIMEOUT_MS }).catch(() => {
      throw new ApiError('waitingFull');
    });
    try {
      return await read();
    } finally {
      this.#reads.leave();
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const waiter of this.#waiters) waiter.wake([]);
  }

  #add(waiter: Waiter): void {
    this.#waiters.add(waiter);
    if (this.#waiters.size > 1) return;
    const { recording } = this.#events;
    if (recording.settle === null) {
      recording.listeners.add(this.#hear);
      return;
    }
    const { lookMs } = recording.pace;
    const recentMs = 2 * lookMs + TRANSACTION_MS;
    const { begin, look } = recording.choose<Watch>({
      anywhere: { begin: () => this.#events.head(), look: () => this.#wakeNew() },
      perRegistry: { begin: async () => START, look: () => this.#wakeChanged(recentMs) },
    });
    this.#position = begin();
    this.#position.catch(() => {});
    this.#timer = setInterval(() => void this.#look(look), lookMs);
  }

  #remove(waiter: Waiter, userId: number): void {
    const ofUser = (this.#byUser.get(userId) ?? 1) - 1;
    if (ofUser === 0) this.#byUser.delete(userId);
    else this.#byUser.set(userId, ofUser);
    this.#waiters.delete(waiter);
    if (this.#waiters.size > 0) return;
    this.#events.recording.listeners.delete(this.#hear);
    clearInterval(this.#timer);
    this.#position = null;
  }

  #wake(changes: readonly LoggedChange[]): void {
    for (const waiter of this.#waiters) if (changes.some((change) => isVisible(waiter.view, change))) waiter.wake(null);
  }

  /** Reads new events of all processes. If the read fails, the process tries again in the next interval. */
  async #look(read: () => Promise<void>): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    await read().catch(() => {});
    this.#isLooking = false;
  }

  async #wakeNew(): Promise<void> {
    for (let count = READ_AT_ONCE; count === READ_AT_ONCE; ) {
      const from = this.#position;
      const position = await from;
      if (position === null) return;
      const found = await this.#events.after({ sees: 'everything' }, position, READ_AT_ONCE);
      // All waiting requests have ended in the meantime. Newer ones start from a later position.
      if (this.#position !== from) return;
      this.#position = Promise.resolve(found.at(-1)?.position ?? position);
      for (const waiter of this.#waiters) {
        const visible = found.filter((event) => event.position > waiter.after && isVisible(waiter.view, event));
        if (visible.length > 0) waiter.wake(visible);
      }
      count = found.length;
    }
  }

  /** Wakes the requests for registries with recent events. A request that finds nothing new waits again. */
  async #wakeChanged(recentMs: number): Promise<void> {
    const changed = await this.#events.changedSince(Date.now() - recentMs);
    for (const waiter of this.#waiters) {
      const { view } = waiter;
      if (view.sees === 'everything') continue;
      const seesSecrets = view.sees === 'registry' || view.sees === 'guest';
      if (changed.some(({ registryId, isSecret }) => registryId === view.registryId && (seesSecrets || !isSecret)))
        waiter.wake(null);
    }
  }
}
