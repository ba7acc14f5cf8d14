import { type AffiliateCalls, affiliateCalls } from './affiliate-links.ts';
import { type EventCalls, eventCalls } from './events.ts';
import { type HealthCalls, healthCalls } from './health.ts';
import { type IdeaCalls, ideaCalls } from './ideas.ts';
import { type InviteeCalls, inviteeCalls } from './invitees.ts';
import { type ItemCalls, itemCalls } from './items.ts';
import { type PreviewCalls, previewCalls } from './previews.ts';
import { type PurchaseCalls, purchaseCalls } from './purchases.ts';
import { type RegistryCalls, registryCalls } from './registries.ts';
import { type RegistryItemCalls, registryItemCalls } from './registry-items.ts';
import { type ClientSettings, readSettings } from './settings.ts';
import { type ShareCalls, shareCalls } from './shares.ts';
import { type FetchFunction, openTransport } from './transport.ts';
import { type WebhookCalls, webhookCalls } from './webhooks.ts';

export type { AffiliateCalls } from './affiliate-links.ts';
export { RegistryApiError, type RegistryApiErrorCode } from './error.ts';
export type { EventCalls } from './events.ts';
export type { EventFeed, EventPage, FollowOptions } from './follow.ts';
export type { HealthCalls } from './health.ts';
export type { IdeaCalls } from './ideas.ts';
export type { InviteeCalls } from './invitees.ts';
export type { ExpectedItem, ItemCalls, VisibleItem } from './items.ts';
export type { Picture, PreviewCalls } from './previews.ts';
export type { PurchaseCalls } from './purchases.ts';
export type { ExpectedRegistry, RegistryCalls } from './registries.ts';
export type { ExpectedVersion, RegistryItemCalls } from './registry-items.ts';
export type { ClientSettings } from './settings.ts';
export type { ShareCalls } from './shares.ts';
export type { CreateOptions, FetchFunction } from './transport.ts';
export type * from './types.ts';
export {
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts';
export type { DeliveryPage, WebhookCalls } from './webhooks.ts';

/** The settings, and the function that sends requests. */
export interface ClientOptions extends ClientSettings {
  /** Used instead of the global `fetch`. */
  fetch?: FetchFunction | undefined;
}

/**
 * The API: one method for each operation, named as in its OpenAPI document. Every method resolves to the decoded
 * answer, or to null after a 404 or an empty body. If a call fails in another way, the method rejects with a {@link
 * RegistryApiError}.
 */
export interface RegistryClient
  extends HealthCalls,
    ItemCalls,
    RegistryCalls,
    RegistryItemCalls,
    InviteeCalls,
    AffiliateCalls,
    PurchaseCalls,
    IdeaCalls,
    ShareCalls,
    EventCalls,
    PreviewCalls,
    WebhookCalls {}

/** Creates a client. Missing settings come from the environment. */
export function createClient({ fetch, ...settings }: ClientOptions = {}): RegistryClient {
  const transport = openTransport(readSettings(settings), fetch);
  return {
    ...healthCalls(transport.request),
    ...itemCalls(transport),
    ...registryCalls(transport.request),
    ...registryItemCalls(transport.request),
    ...inviteeCalls(transport.request),
    ...affiliateCalls(transport.request),
    ...purchaseCalls(transport.request),
    ...ideaCalls(transport.request),
    ...shareCalls(transport.request),
    ...eventCalls(transport),
    ...previewCalls(transport),
    ...webhookCalls(transport),
  };
}
