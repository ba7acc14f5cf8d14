import { randomUUID } from 'node:crypto';
import { openedByService } from '../auth/opened.ts';
import { DatabaseUnavailable } from '../database/database.ts';
import type { EventStore, EventView, LoggedEvent } from '../events/store.ts';
import { inTime } from '../scheduling/deadline.ts';
import { Rounds } from '../scheduling/rounds.ts';
import { EndpointQueue, type QueueOptions } from './endpoint-queue.ts';
import { Leadership } from './leadership.ts';
import type { WebhookTimes } from './schedule.ts';
import type { Sender } from './sender.ts';
import type { StoredWebhook, WebhookStore } from './store.ts';

/** Number of events that are read at a time. The embedded database reads this number within milliseconds. */
const EVENTS_AT_ONCE = 100;

/** Maximum number of rows in one statement. */
const ROWS_AT_ONCE = 250;

/** Time that the process waits for more events before it reads them together (milliseconds). */
const GATHER_MS = 10;

const FORGET_INTERVAL_MS = 600_000;

interface DispatcherOptions extends Omit<QueueOptions, 'stop'> {
  store: WebhookStore;
  events: EventStore;
  sender: Sender;
  log: { warn(fields: object, text: string): void; error(fields: object, text: string): void };
  times: WebhookTimes;
  /** True if no other process uses this database. */
  isAlone: boolean;
}

/**
 * Sends events to webhooks (rules: Webhooks). Only one of several processes sends. It copies events from the log to the
 * deliveries of each webhook, whose queue sends them. The database contains all progress: a process that takes over
 * repeats only deliveries that were just being sent.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #leadership: Leadership;
  readonly #queues = new Map<string, EndpointQueue>();
  readonly #stop = new AbortController();
  /** Queues that end: they start no attempt, and store their last results. */
  readonly #ending = new Set<Promise<void>>();
  readonly #recorded = (): void => this.#lookSoon();
  readonly #rounds = new Rounds(() => this.#round());
  /** Timer of the next regular round. */
  #timer: NodeJS.Timeout | undefined;
  /** Timer of a round after recorded events. */
  #soon: NodeJS.Timeout | undefined;
  /** True while this process delivers to at least one webhook. */
  #hasWork = false;
  #isClosing = false;
  #forgottenAt = Number.NEGATIVE_INFINITY;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    const { store, times, isAlone } = options;
    this.#leadership = new Leadership(store, times, isAlone, randomUUID());
  }

  /** Looks for events and changed webhooks now. Further rounds follow regularly. */
  look(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    if (!this.#isClosing) this.#rounds.ask();
  }

  /** Drops the queue of a webhook. Running attempts continue, but no new ones start. */
  drop(webhookId: string): void {
    const queue = this.#queues.get(webhookId);
    if (!queue) return;
    this.#queues.delete(webhookId);
    const ending = queue.close().then(() => void this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  wake(webhookId: string): void {
    this.#queues.get(webhookId)?.wake();
  }

  /** Creates deliveries of all recorded events after a webhook's position. @throws {DatabaseUnavailable} */
  async catchUp(webhook: StoredWebhook): Promise<void> {
    // If a round copies the same events at the same time, this copy adds nothing, so read the webhook again.
    for (let current: StoredWebhook | null = webhook; current; current = await this.#options.store.get(webhook.id))
      if ((await this.#copy([current])) === null) return;
  }

  /** Waits a short time for running attempts, and then releases the leadership. */
  async close(): Promise<void> {
    this.#options.events.recording.listeners.delete(this.#recorded);
    clearTimeout(this.#timer);
    clearTimeout(this.#soon);
    this.#isClosing = true;
    await this.#rounds.idle();
    this.#dropAll();
    const ended = Promise.all(this.#ending);
    await inTime(ended, { left: this.#options.times.closing });
    this.#stop.abort();
    await ended;
    this.#options.sender.close();
    await this.#leadership.resign();
  }

  /** Waits, so that the process reads the events of several writes together. */
  #lookSoon(): void {
    if (!this.#isClosing) this.#soon ??= setTimeout(() => this.look(), GATHER_MS);
  }

  async #round(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isClosing) return;
    try {
      this.#hasWork = await this.#deliver();
    } catch (error) {
      if (!this.#leadership.isHeld) this.#dropAll();
      if (!(error instanceof DatabaseUnavailable))
        this.#options.log.error({ err: error }, 'sending events failed; the next attempt follows');
    }
    if (!this.#isClosing) this.#planNextRound();
  }

  #planNextRound(): void {
    const { events, times } = this.#options;
    if (this.#hasWork) events.recording.listeners.add(this.#recorded);
    else events.recording.listeners.delete(this.#recorded);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), this.#hasWork ? times.poll : times.beat).unref();
  }

  /**
   * Copies events to deliveries, and runs the queues, if this process is the one that delivers.
   * @returns whether it is
   */
  async #deliver(): Promise<boolean> {
    const { store } = this.#options;
    if (!this.#leadership.isHeld && (await store.active()).length === 0) return false;
    if (!(await this.#leadership.hold())) {
      this.#dropAll();
      return false;
    }
    const webhooks = await store.active();
    this.#updateQueues(webhooks);
    if (webhooks.length === 0) {
      await this.#leadership.resign();
      return false;
    }
    for (const group of groupsOf(webhooks, this.#options.events)) {
      const position = await this.#copy(group);
      if (position === null) continue;
      // There may be more events than one round copies.
      this.#rounds.ask();
      for (const { id } of group) this.#queues.get(id)?.wake();
    }
    for (const queue of this.#queues.values()) queue.run();
    await this.#forgetOld();
    return true;
  }

  #updateQueues(webhooks: readonly StoredWebhook[]): void {
    const ids = new Set(webhooks.map(({ id }) => id));
    for (const id of this.#queues.keys()) if (!ids.has(id)) this.drop(id);
    for (const webhook of webhooks) {
      const queue = this.#queues.get(webhook.id);
      if (queue?.isOpen) queue.update(webhook);
      else {
        this.drop(webhook.id);
        this.#queues.set(webhook.id, new EndpointQueue(webhook, { ...this.#options, stop: this.#stop.signal }));
      }
    }
  }

  #dropAll(): void {
    for (const id of [...this.#queues.keys()]) this.drop(id);
  }

  /**
   * Copies the next events to the deliveries of webhooks with the same position. Returns their new position; null
   * without events.
   */
  async #copy(webhooks: readonly StoredWebhook[]): Promise<number | null> {
    const { store, events } = this.#options;
    const [first] = webhooks;
    if (!first) return null;
    const found = await events.after(eventsOf(events, first.registry_id), first.position, EVENTS_AT_ONCE);
    const position = found.at(-1)?.position;
    if (position === undefined) return null;
    await this.#add(webhooks, first.position, found);
    // After a crash between the two steps, the next copy ignores events that the deliveries already contain.
    const ids = webhooks.map(({ id }) => id);
    await store.advance(ids, first.position, position);
    return position;
  }

  async #add(webhooks: readonly StoredWebhook[], from: number, events: readonly LoggedEvent[]): Promise<void> {
    const { store, clock } = this.#options;
    const rows = webhooks.flatMap((webhook) =>
      events.filter((event) => isFor(webhook, event)).map((event) => ({ webhookId: webhook.id, event })),
    );
    for (let done = 0; done < rows.length; done += ROWS_AT_ONCE)
      await store.add(rows.slice(done, done + ROWS_AT_ONCE), from, clock());
  }

  async #forgetOld(): Promise<void> {
    const { clock, store, times } = this.#options;
    const now = performance.now();
    if (now - this.#forgottenAt < FORGET_INTERVAL_MS) return;
    if (!(await store.forgetBefore(clock() - times.kept))) this.#forgottenAt = now;
  }
}

/** Returns the events that webhooks of a registry read: all events of its log. */
export function eventsOf({ recording }: EventStore, registryId: number | null): EventView {
  const log = recording.logOf(registryId);
  return log === null ? { sees: 'everything' } : { sees: 'registry', registryId: openedByService(log) };
}

const isFor = ({ types, registry_id: registryId, include_secret }: StoredWebhook, event: LoggedEvent): boolean =>
  types.includes(event.type) &&
  (registryId === null || registryId === event.registryId) &&
  (include_secret || !event.isSecret);

/** Groups webhooks with the same position in the same log, which the service then reads only once. */
function groupsOf(webhooks: readonly StoredWebhook[], { recording }: EventStore): StoredWebhook[][] {
  const placeOf = ({ position, registry_id }: StoredWebhook) => `${recording.logOf(registry_id)} ${position}`;
  return [...Map.groupBy(webhooks, placeOf).values()];
}
