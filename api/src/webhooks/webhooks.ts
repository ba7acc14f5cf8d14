import { randomUUID } from 'node:crypto';
import type { Delivery } from '@largesse/contract';
import type { Logger } from 'pino';
import type { Alongside, Database } from '../database/database.ts';
import type { EventStore } from '../events/store.ts';
import { internalHostsOf, PublicConnections } from '../internet/connections.ts';
import { type Internet, REAL_INTERNET } from '../internet/internet.ts';
import { userAgent } from '../internet/user-agent.ts';
import { inTime, monotonic } from '../scheduling/deadline.ts';
import type { Settings } from '../settings.ts';
import { Dispatcher, eventsOf } from './dispatcher.ts';
import type { WebhookWatch } from './endpoint-queue.ts';
import { TIMES, type WebhookTimes } from './schedule.ts';
import { newSecret, rotated } from './secrets.ts';
import { type Attempt, Sender } from './sender.ts';
import { type Backlog, type StoredWebhook, type WebhookFields, WebhookStore } from './store.ts';

/** Time limit for a query of the metrics (milliseconds), which need an answer even without the database. */
export const STATE_TIMEOUT_MS = 500;

/** Replacements for tests. */
export interface WebhookOverrides {
  internet?: Internet;
  /** Resolves the name of this service or of the site to IP addresses. */
  resolveOwn?: (name: string) => Promise<readonly string[]>;
  times?: Partial<WebhookTimes>;
  /** Milliseconds since 1970. */
  clock?: () => number;
  random?: () => number;
}

interface WebhooksOptions {
  settings: Settings;
  database: Database;
  events: EventStore;
  log: Logger;
  watch: WebhookWatch | null;
  overrides?: WebhookOverrides | undefined;
}

/** Manages webhooks for admins (rules: Webhooks). Sends no events before a call of `start`. */
export class Webhooks {
  readonly store: WebhookStore;
  /** Checks addresses, and connects to them. */
  readonly connections: PublicConnections;
  readonly #events: EventStore;
  readonly #sender: Sender;
  readonly #dispatcher: Dispatcher;
  readonly #times: WebhookTimes;
  readonly #clock: () => number;
  readonly #forgetting = new Set<Promise<void>>();
  #counting: Promise<Backlog | null> | null = null;

  constructor({ settings, database, events, log, watch, overrides = {} }: WebhooksOptions) {
    const { internet = REAL_INTERNET, resolveOwn, clock = Date.now, random = Math.random } = overrides;
    const internalHosts = internalHostsOf(settings, monotonic, resolveOwn);
    this.#clock = clock;
    this.#times = { ...TIMES, ...overrides.times };
    this.#events = events;
    this.store = new WebhookStore(database);
    this.connections = new PublicConnections(internet, internalHosts, settings.webhooksAllow);
    this.#sender = new Sender({
      connections: this.connections,
      userAgent: userAgent(settings.host.url),
      timeout: this.#times.attempt,
      clock,
    });
    const isAlone = settings.database.kind === 'sqlite';
    const [store, sender, times] = [this.store, this.#sender, this.#times];
    this.#dispatcher = new Dispatcher({ store, events, sender, log, watch, times, clock, random, isAlone });
  }

  start(): void {
    this.#dispatcher.look();
  }

  /** Returns null if the database does not answer in time. Simultaneous callers share a query. */
  backlog(): Promise<Backlog | null> {
    this.#counting ??= inTime(this.store.backlog(this.#clock()), { left: STATE_TIMEOUT_MS })
      .catch(() => null)
      .finally(() => {
        this.#counting = null;
      });
    return this.#counting;
  }

  /**
   * Creates a webhook for events from now on.
   * @param also returns a statement of the same transaction
   * @throws {OnSeveralServers} if each registry has its own log, and the webhook has no registry
   */
  async create(fields: WebhookFields, also?: Alongside<StoredWebhook>): Promise<StoredWebhook> {
    const position = await this.#head(fields.registry_id);
    const created = await this.store.create(fields, newSecret(), position, this.#clock(), also);
    this.#dispatcher.look();
    return created;
  }

  /** Changes a webhook; null if it was deleted. @throws {OnSeveralServers} as in `create` */
  async change(webhook: StoredWebhook, changes: Partial<WebhookFields & { is_active: boolean }>) {
    const { registry_id: registryId = webhook.registry_id, is_active: isActive = webhook.is_active } = changes;
    const { logOf } = this.#events.recording;
    const isMoved = logOf(registryId) !== logOf(webhook.registry_id);
    const isEnabled = isActive && !webhook.is_active;
    // The old settings apply to earlier events.
    if (webhook.is_active) await this.#dispatcher.catchUp(webhook);
    const position = isEnabled || isMoved ? await this.#head(registryId) : undefined;
    const state = { position, ...(isEnabled && { failing_since: null }) };
    const changed = await this.store.change(webhook.id, { ...changes, ...state });
    if (!isActive) this.#dispatcher.drop(webhook.id);
    this.#dispatcher.look();
    return changed;
  }

  /** Deletes a webhook and, in the background, its deliveries; null if there is none. */
  async delete(id: string): Promise<true | null> {
    if (!(await this.store.delete(id))) return null;
    this.#dispatcher.drop(id);
    const forgetting = this.#forget(id).finally(() => this.#forgetting.delete(forgetting));
    this.#forgetting.add(forgetting);
    return true;
  }

  /** Replaces the secret; null if there is no such webhook. */
  async rotate(id: string): Promise<StoredWebhook | null> {
    for (;;) {
      const webhook = await this.store.get(id);
      if (webhook === null) return null;
      const next = rotated(webhook.secrets, this.#clock(), this.#times.rotation);
      const changed = await this.store.rotate(webhook, next);
      if (changed === null) continue;
      this.#dispatcher.look();
      return changed;
    }
  }

  /** Sends a test event once. @returns the result, and its duration in milliseconds */
  async test(webhook: StoredWebhook): Promise<Attempt & { duration: number }> {
    const at = new Date(this.#clock()).toISOString();
    const event = { id: randomUUID(), type: 'test', at, registry_id: null, item_id: null, purchase_id: null };
    const begun = performance.now();
    const attempt = await this.#sender.send(webhook, event);
    return { ...attempt, duration: Math.round(performance.now() - begun) };
  }

  /** @param before id of the last delivery of the previous page */
  deliveries(id: string, before: number, limit: number) {
    return this.store.deliveries(id, { before, since: this.#clock() - this.#times.kept, limit });
  }

  /** Sends an event again; null if the webhook has no delivery of it. */
  async resend(id: string, eventId: string): Promise<Delivery | null> {
    const delivery = await this.store.resend(id, eventId, this.#clock());
    this.#dispatcher.wake(id);
    return delivery;
  }

  async close(): Promise<void> {
    await this.#dispatcher.close();
    await Promise.all(this.#forgetting);
  }

  /** Returns the position after the last event. @throws {OnSeveralServers} as in `create` */
  #head(registryId: number | null): Promise<number> {
    if (registryId === null) this.#events.recording.requireOneLog();
    return this.#events.last(eventsOf(this.#events, registryId));
  }

  async #forget(id: string): Promise<void> {
    // After an error, the rest stays until it is too old.
    while (await this.store.forget(id).catch(() => false));
  }
}
