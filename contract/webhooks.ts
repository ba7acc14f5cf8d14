import type { XStatic } from 'typebox/schema';
import { Event } from './events.ts';
import { Id } from './items.ts';
import {
  DELIVERY_STATES,
  EVENT_TYPES,
  ITEM_MAX_CHARS,
  MAX_DELIVERIES_LISTED,
  MAX_WEBHOOK_CHARS,
  MIN_ADDRESS_CHARS,
  WEBHOOK_STATES,
} from './limits.ts';
import { complete, titled } from './objects.ts';
import { STORY } from './story.ts';
import { answeredUuid, clearableText, httpAddress, integer, moment, nullableString, string, text } from './text.ts';

const nullableMoment = { ...moment, type: ['string', 'null'] } as const;

const url = httpAddress({
  minLength: MIN_ADDRESS_CHARS,
  maxLength: ITEM_MAX_CHARS.url,
  description:
    'An https address of a public server, with the port 80 or 443. `WEBHOOKS_ALLOW` of the operator lists exceptions, ' +
    'which may also be http addresses',
  examples: ['https://shop.example/hooks/largesse'],
});
const types = {
  type: 'array',
  items: { type: 'string', enum: EVENT_TYPES },
  minItems: 1,
  maxItems: EVENT_TYPES.length,
  description: 'Types of events to send; by default, all types',
  examples: [['purchase.created']],
} as const;
const registryId = {
  ...Id,
  type: ['integer', 'null'],
  description: 'Only events of this registry. Required if the items are sharded',
  examples: [STORY.list],
} as const;
const includeSecret = {
  type: 'boolean',
  default: false,
  description: 'Whether to send secret events, too: events of secret purchases and shares, and of ideas',
  examples: [false],
} as const;
const description = clearableText({ maxLength: MAX_WEBHOOK_CHARS.description, examples: ['The stock of our shop'] });
const status = { type: 'string', enum: WEBHOOK_STATES, examples: ['active'] } as const;

const settable = { url, types, registry_id: registryId, include_secret: includeSecret, description } as const;

/** Body of `POST /webhooks`; unknown keys are ignored. */
export const WebhookCreate = {
  title: 'WebhookCreate',
  type: 'object',
  required: ['url'],
  properties: settable,
} as const;
export type WebhookCreate = XStatic<typeof WebhookCreate>;

/** Body of `PATCH /webhooks/{id}`: missing fields stay unchanged. */
export const WebhookPatch = { title: 'WebhookPatch', type: 'object', properties: { ...settable, status } } as const;
export type WebhookPatch = XStatic<typeof WebhookPatch>;

const shown = {
  id: answeredUuid({ examples: [STORY.webhook] }),
  url: string({ examples: url.examples }),
  types: { type: 'array', items: types.items, examples: types.examples },
  registry_id: { type: registryId.type, examples: registryId.examples },
  include_secret: { type: 'boolean', examples: includeSecret.examples },
  description: nullableString({ examples: description.examples }),
  status: { ...status, description: '`disabled` by an admin, after a 410, or after five days without success' },
  created_at: moment,
  last_delivered_at: nullableMoment,
  failing_since: { ...nullableMoment, description: 'Time of the first failure since the last success' },
} as const;
/** A receiver of events (rules: Webhooks). */
export const Webhook = titled('Webhook', shown);
export type Webhook = XStatic<typeof Webhook>;

/** A webhook with its secret. The API shows the secret only when a webhook is created or its secret is rotated. */
export const WebhookWithSecret = titled('WebhookWithSecret', {
  ...shown,
  secret: string({
    description: '`whsec_` and base64 of 32 random bytes. The service signs events with this secret',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
  }),
});
export type WebhookWithSecret = XStatic<typeof WebhookWithSecret>;

/** Answer of `GET /webhooks`. */
export const Webhooks = { type: 'array', items: Webhook } as const;

/** Answer of `POST /webhooks/{id}/test`. */
export const WebhookTest = titled('WebhookTest', {
  delivered: { type: 'boolean', examples: [true] },
  status: { type: ['integer', 'null'], description: 'HTTP status; `null` without an answer', examples: [204] },
  error: nullableString({ description: 'Reason if the event was not delivered, otherwise null', examples: [null] }),
  duration_ms: integer({ examples: [35] }),
});
export type WebhookTest = XStatic<typeof WebhookTest>;

/** Event of a test; the log does not contain it. */
export const TestEvent = titled('TestEvent', {
  id: Event.properties.id,
  type: { type: 'string', const: 'test', examples: ['test'] },
  at: moment,
  registry_id: { type: 'null' },
  item_id: { type: 'null' },
  purchase_id: { type: 'null' },
});
export type TestEvent = XStatic<typeof TestEvent>;

/** Body of a request to a receiver. */
export const WebhookMessage = titled('WebhookMessage', {
  type: string({ description: 'Type of the event', examples: ['item.updated'] }),
  timestamp: { ...moment, description: 'Time of the event' },
  data: { description: 'The event; `purchase_id` is always `null`', oneOf: [Event, TestEvent] },
});

/** The delivery of one event to one webhook. */
export const Delivery = titled('Delivery', {
  event: { ...Event, description: 'Event that the receiver gets; `purchase_id` is always `null`' },
  attempts: integer({ examples: [1] }),
  status: { type: 'string', enum: DELIVERY_STATES, examples: ['delivered'] },
  last_status: { type: ['integer', 'null'], description: 'HTTP status of the last attempt', examples: [204] },
  last_error: nullableString({ description: 'Reason if the last attempt failed, otherwise null', examples: [null] }),
  last_attempt_at: nullableMoment,
  next_attempt_at: nullableMoment,
});
export type Delivery = XStatic<typeof Delivery>;

/** Answer of `GET /webhooks/{id}/deliveries`. */
export const Deliveries = { type: 'array', items: Delivery } as const;

/** Query of `GET /webhooks/{id}/deliveries`. */
export const DeliveriesQuery = {
  type: 'object',
  required: ['limit'],
  properties: {
    after: text({ description: '`Next-Cursor` of the last page', examples: ['NDI'] }),
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_DELIVERIES_LISTED,
      default: 100,
      description: 'Maximum number of deliveries to return',
      examples: [100],
    },
  },
} as const;
export type DeliveriesQuery = XStatic<typeof DeliveriesQuery>;

const webhookId = text({ description: 'Id of the webhook', examples: shown.id.examples });
export const WebhookPath = complete({ webhook_id: webhookId });
export const DeliveryPath = complete({
  webhook_id: webhookId,
  event_id: text({ description: 'Id of the event', examples: [STORY.event] }),
});
