import type { ServerResponse } from 'node:http';
import type { Change } from '../database/events.ts';
import { ApiError } from '../http/errors.ts';
import { type EventStore, type EventView, isVisible, type LoggedEvent, type Position } from './store.ts';

/** Maximum number of waiting requests of a user, and of a process. */
const MAX_WAITING = { user: 10, all: 1000 };

/** Interval at which a process looks for events of other processes (milliseconds). */
const LOOK_MS = 1000;

/** Maximum number of events that a process reads at a time. */
const READ_AT_ONCE = 1000;

interface Waiter {
  view: EventView;
  /**
   * Wakes the request.
   * @param hasEvent true if an event has become visible, false if the wait is over
   */
  wake(hasEvent: boolean): void;
}

/**
 * Requests that wait for an event. A waiting request occupies no thread and no database connection: the process itself
 * watches the log, and wakes the requests whose callers may see a new event.
 *
 * A secret purchase wakes no recipient, and does not make the process read the log. Such a read could deliver another
 * process's event early, and its timing would reveal the secret to a recipient (rules: Surprise).
 */
export class EventWaits {
  readonly #events: EventStore;
  readonly #waiters = new Set<Waiter>();
  readonly #byUser = new Map<number, number>();
  readonly #hear = (changes: readonly Change[]): void => this.#wake(changes);
  readonly #hearShared = (changes: readonly Change[]): void => {
    if (changes.some(({ isSecret }) => !isSecret)) void this.#look();
  };
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  /** Position of the last event that this process has read from a shared log; null while no request waits. */
  #position: Promise<Position> | null = null;
  #isLooking = false;
  #isAskedAgain = false;

  constructor(events: EventStore) {
    this.#events = events;
  }

  /** Number of waiting requests. */
  get waiting(): number {
    return this.#waiters.size;
  }

  /**
   * Waits until `read` finds events.
   * @param answer response to the request; the wait ends when its connection closes
   * @returns the events; empty if the time is over or the process stops
   * @throws {ApiError} 429 or 503 if too many requests wait
   */
  async forEvents(
    userId: number,
    view: EventView,
    ms: number,
    answer: ServerResponse,
    read: () => Promise<LoggedEvent[]>,
  ): Promise<LoggedEvent[]> {
    if (this.#isStopped) return [];
    const ofUser = this.#byUser.get(userId) ?? 0;
    if (ofUser >= MAX_WAITING.user) throw new ApiError('tooManyWaiting');
    if (this.#waiters.size >= MAX_WAITING.all) throw new ApiError('waitingFull');
    let woken = Promise.withResolvers<boolean>();
    let isOver = false;
    const end = () => {
      isOver = true;
      woken.resolve(false);
    };
    const waiter: Waiter = { view, wake: (hasEvent) => (hasEvent ? woken.resolve(true) : end()) };
    const timer = setTimeout(end, ms);
    answer.once('close', end);
    this.#byUser.set(userId, ofUser + 1);
    this.#add(waiter);
    try {
      await this.#position;
      // Reads before the first wait, because an event may have arrived before this request began to wait.
      for (;;) {
        const found = await read();
        if (found.length > 0 || isOver) return found;
        if (!(await woken.promise)) return [];
        woken = Promise.withResolvers();
      }
    } finally {
      clearTimeout(timer);
      answer.off('close', end);
      this.#remove(waiter, userId);
    }
  }

  /** Ends all waits, and refuses new waits. */
  stop(): void {
    this.#isStopped = true;
    for (const waiter of this.#waiters) waiter.wake(false);
  }

  #add(waiter: Waiter): void {
    this.#waiters.add(waiter);
    if (this.#waiters.size > 1) return;
    const { recording } = this.#events;
    if (recording.oldestXid === null) {
      recording.listeners.add(this.#hear);
      return;
    }
    recording.listeners.add(this.#hearShared);
    this.#position = this.#events.head();
    this.#position.catch(() => {});
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
  }

  #remove(waiter: Waiter, userId: number): void {
    const ofUser = (this.#byUser.get(userId) ?? 1) - 1;
    if (ofUser === 0) this.#byUser.delete(userId);
    else this.#byUser.set(userId, ofUser);
    this.#waiters.delete(waiter);
    if (this.#waiters.size > 0) return;
    this.#events.recording.listeners.delete(this.#hear);
    this.#events.recording.listeners.delete(this.#hearShared);
    clearInterval(this.#timer);
    this.#position = null;
  }

  #wake(changes: readonly Change[]): void {
    for (const waiter of this.#waiters) if (changes.some((change) => isVisible(waiter.view, change))) waiter.wake(true);
  }

  /** Reads new events of all processes. If the read fails, the process tries again in the next interval. */
  async #look(): Promise<void> {
    this.#isAskedAgain = this.#isLooking;
    if (this.#isLooking) return;
    this.#isLooking = true;
    await this.#readNew().catch(() => {});
    this.#isLooking = false;
    if (this.#isAskedAgain) await this.#look();
  }

  async #readNew(): Promise<void> {
    for (let count = READ_AT_ONCE; count === READ_AT_ONCE; ) {
      const from = this.#position;
      const position = await from;
      if (!position) return;
      const found = await this.#events.after({ sees: 'everything' }, position, READ_AT_ONCE);
      // `#position` has changed if all waiting requests ended during the read. Newer requests do not need the events
      // that were found, because newer requests start from a later position.
      if (this.#position !== from) return;
      this.#position = Promise.resolve(found.at(-1) ?? position);
      this.#wake(found);
      count = found.length;
    }
  }
}
