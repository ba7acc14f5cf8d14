import { randomUUID } from 'node:crypto';
import type { Delivery } from '@largesse/contract';
import type { Alongside } from '../database/database.ts';
import type { EventStore } from '../events/store.ts';
import { ApiError } from '../http/errors.ts';
import type { AddressRefused, PublicConnections } from '../internet/connections.ts';
import { type Dispatcher, eventsOf } from './dispatcher.ts';
import type { WebhookTimes } from './schedule.ts';
import { type Attempt, newSecret, rotated, type Sender } from './sender.ts';
import type { StoredWebhook, WebhookFields, WebhookStore } from './store.ts';

export interface WebhooksOptions {
  connections: PublicConnections;
  store: WebhookStore;
  events: EventStore;
  sender: Sender;
  dispatcher: Dispatcher;
  times: WebhookTimes;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** Manages webhooks for admins (rules: Webhooks). */
export class Webhooks {
  readonly #options: WebhooksOptions;
  readonly #forgetting = new Set<Promise<void>>();

  constructor(options: WebhooksOptions) {
    this.#options = options;
  }

  /** Returns why the service would never send to an address; null if there is no reason. */
  refusal(url: URL): Promise<AddressRefused | null> {
    return this.#options.connections.refusal(url);
  }

  /** Returns all webhooks, oldest first. @throws {DatabaseUnavailable} */
  list(): Promise<StoredWebhook[]> {
    return this.#options.store.list();
  }

  /** Returns a webhook, or null. @throws {DatabaseUnavailable} */
  get(id: string): Promise<StoredWebhook | null> {
    return this.#options.store.get(id);
  }

  /**
   * Creates a webhook for events from now on.
   * @param also returns a statement of the transaction that creates the webhook
   * @throws {ApiError} 501 if each registry has its own log, and the webhook has no registry
   * @throws {DatabaseUnavailable}
   */
  async create(fields: WebhookFields, also?: Alongside<StoredWebhook>): Promise<StoredWebhook> {
    const { store, dispatcher, clock } = this.#options;
    const created = await store.create(fields, newSecret(), await this.#head(fields.registryId), clock(), also);
    dispatcher.look();
    return created;
  }

  /**
   * Changes a webhook.
   * @returns the webhook; null if it was deleted
   * @throws {ApiError} 501 as in `create`
   * @throws {DatabaseUnavailable}
   */
  async change(webhook: StoredWebhook, changes: Partial<WebhookFields & { isActive: boolean }>) {
    const { store, events, dispatcher } = this.#options;
    const { registryId = webhook.registryId, isActive = webhook.isActive } = changes;
    const isMoved = events.recording.isPerRegistry && registryId !== webhook.registryId;
    const isEnabled = isActive && !webhook.isActive;
    // First creates deliveries for earlier events, because the webhook's old settings apply to these events.
    if (webhook.isActive && (isMoved || !isActive)) await dispatcher.catchUp(webhook);
    const position = isEnabled || isMoved ? await this.#head(registryId) : undefined;
    const changed = await store.change(webhook.id, { ...changes, ...(isEnabled && { failingSince: null }) }, position);
    if (!isActive) dispatcher.drop(webhook.id);
    dispatcher.look();
    return changed;
  }

  /**
   * Deletes a webhook and, in the background, its deliveries.
   * @returns null if there is no such webhook
   * @throws {DatabaseUnavailable}
   */
  async delete(id: string): Promise<true | null> {
    const { store, dispatcher } = this.#options;
    if (!(await store.delete(id))) return null;
    dispatcher.drop(id);
    const forgetting = this.#forget(id).finally(() => this.#forgetting.delete(forgetting));
    this.#forgetting.add(forgetting);
    return true;
  }

  /** Replaces the secret. @returns null if the webhook does not exist @throws {DatabaseUnavailable} */
  async rotate(id: string): Promise<StoredWebhook | null> {
    const { store, dispatcher, clock, times } = this.#options;
    for (;;) {
      const webhook = await store.get(id);
      if (webhook === null) return null;
      const changed = await store.rotate(webhook, rotated(webhook.secrets, clock(), times.rotation));
      if (changed === null) continue;
      dispatcher.look();
      return changed;
    }
  }

  /** Sends a test event once. @returns the result of the attempt, and its duration in milliseconds */
  async test(webhook: StoredWebhook): Promise<Attempt & { duration: number }> {
    const { sender, clock } = this.#options;
    const at = new Date(clock()).toISOString();
    const event = { id: randomUUID(), type: 'test', at, registry_id: null, item_id: null, purchase_id: null };
    const begun = performance.now();
    const attempt = await sender.send(webhook, event);
    return { ...attempt, duration: Math.round(performance.now() - begun) };
  }

  /**
   * Returns a page of deliveries, newest first.
   * @param before id of the last delivery of the previous page
   */
  deliveries(id: string, before: number, limit: number) {
    const { store, clock, times } = this.#options;
    return store.deliveries(id, { before, since: clock() - times.kept, limit });
  }

  /**
   * Sends an event again.
   * @returns the delivery; null if the webhook has no delivery of this event
   * @throws {DatabaseUnavailable}
   */
  async resend(id: string, eventId: string): Promise<Delivery | null> {
    const { store, dispatcher, clock } = this.#options;
    const delivery = await store.resend(id, eventId, clock());
    dispatcher.wake(id);
    return delivery;
  }

  /** Stops sending, and waits until the deliveries of deleted webhooks are deleted. */
  async close(): Promise<void> {
    await this.#options.dispatcher.close();
    await Promise.all(this.#forgetting);
  }

  /**
   * Returns the position after the last event.
   * @throws {ApiError} 501 if each registry has its own log, and `registryId` is null
   */
  #head(registryId: number | null): Promise<number> {
    const { events } = this.#options;
    if (events.recording.isPerRegistry && registryId === null) throw new ApiError('feedNeedsRegistry');
    return events.last(eventsOf(events, { registryId }));
  }

  async #forget(id: string): Promise<void> {
    // After an error, the remaining deliveries stay until they are too old.
    while (await this.#options.store.forget(id).catch(() => false));
  }
}
