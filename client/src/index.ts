import { eventCalls } from './events.ts';
import { healthCalls } from './health.ts';
import { ideaCalls } from './ideas.ts';
import { itemCalls } from './items.ts';
import { previewCalls } from './previews.ts';
import { purchaseCalls } from './purchases.ts';
import { affiliateCalls, inviteeCalls, registryCalls, registryItemCalls } from './registries.ts';
import { type ClientSettings, readSettings } from './settings.ts';
import { shareCalls } from './shares.ts';
import { siteCalls } from './site.ts';
import { type FetchFunction, openTransport } from './transport.ts';
import { webhookCalls } from './webhooks.ts';

export { RegistryApiError, type RegistryApiErrorCode } from './error.ts';
export type { EventFeed, EventPage, FollowOptions } from './follow.ts';
export type { ExpectedItem, VisibleItem } from './items.ts';
export type { Picture } from './previews.ts';
export type { ExpectedRegistry, ExpectedVersion } from './registries.ts';
export type { ClientSettings } from './settings.ts';
export { type CreateOptions, type FetchFunction, type KnownList, type Listed, NOT_MODIFIED } from './transport.ts';
export type * from './types.ts';
export {
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts';
export type { DeliveryPage } from './webhooks.ts';

/** The settings, and the function that sends requests. */
export interface ClientOptions extends ClientSettings {
  /** Used instead of the global `fetch`. */
  fetch?: FetchFunction | undefined;
  /** True if the service must refuse unknown fields (422) instead of ignoring them: sends `Prefer: handling=strict`. */
  strict?: boolean | undefined;
}

/**
 * The API: one method for each operation, named as in its OpenAPI document. Every method resolves to the decoded
 * answer, or to null after a 404 or an empty body. If a call fails in another way, the method rejects with a {@link
 * RegistryApiError}.
 */
export interface RegistryClient
  extends ReturnType<typeof healthCalls>,
    ReturnType<typeof siteCalls>,
    ReturnType<typeof itemCalls>,
    ReturnType<typeof registryCalls>,
    ReturnType<typeof registryItemCalls>,
    ReturnType<typeof inviteeCalls>,
    ReturnType<typeof affiliateCalls>,
    ReturnType<typeof purchaseCalls>,
    ReturnType<typeof ideaCalls>,
    ReturnType<typeof shareCalls>,
    ReturnType<typeof eventCalls>,
    ReturnType<typeof previewCalls>,
    ReturnType<typeof webhookCalls> {}

/** Creates a client. Missing settings come from the environment. */
export function createClient({ fetch, strict, ...settings }: ClientOptions = {}): RegistryClient {
  const transport = openTransport(readSettings(settings), fetch, strict);
  return {
    ...healthCalls(transport.request),
    ...siteCalls(transport.request),
    ...itemCalls(transport),
    ...registryCalls(transport),
    ...registryItemCalls(transport),
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
