import { type CreateOptions, newKey, type Transport } from './transport.ts';
import type {
  DeliveriesQuery,
  Delivery,
  Webhook,
  WebhookCreate,
  WebhookPatch,
  WebhookTest,
  WebhookWithSecret,
} from './types.ts';

/** A page of deliveries. */
export interface DeliveryPage {
  /** Newest first. */
  deliveries: Delivery[];
  /** Value of `after` for the next page; null after the last page. */
  next_cursor: string | null;
}

/** The operations on webhooks; for admins. */
export interface WebhookCalls {
  /** Creates a webhook. Only this answer and the answer of `rotateWebhookSecret` contain the secret. */
  createWebhook(body: WebhookCreate, options?: CreateOptions): Promise<WebhookWithSecret | null>;
  listWebhooks(): Promise<Webhook[] | null>;
  getWebhook(id: string): Promise<Webhook | null>;
  updateWebhook(id: string, body: WebhookPatch): Promise<Webhook | null>;
  deleteWebhook(id: string): Promise<null>;
  /** Replaces the secret. For 24 hours, the service signs with the old secret and the new secret. */
  rotateWebhookSecret(id: string): Promise<WebhookWithSecret | null>;
  /** Sends a test event once. */
  testWebhook(id: string): Promise<WebhookTest | null>;
  /** Lists the deliveries of the last 30 days. */
  listDeliveries(id: string, query?: Partial<DeliveriesQuery>): Promise<DeliveryPage | null>;
  /** Sends an event again. */
  resendDelivery(id: string, eventId: string): Promise<Delivery | null>;
}

export const webhookCalls = ({ request, requestPage }: Transport): WebhookCalls => ({
  createWebhook: (body, { key = newKey() } = {}) => request('POST', ['webhooks'], { body, key }),
  listWebhooks: () => request('GET', ['webhooks']),
  getWebhook: (id) => request('GET', ['webhooks', id]),
  updateWebhook: (id, body) => request('PATCH', ['webhooks', id], { body }),
  deleteWebhook: (id) => request('DELETE', ['webhooks', id]),
  rotateWebhookSecret: (id) => request('POST', ['webhooks', id, 'rotate'], { body: {} }),
  testWebhook: (id) => request('POST', ['webhooks', id, 'test'], { body: {} }),
  listDeliveries: async (id, query = {}) => {
    const page = await requestPage<Delivery[]>('GET', ['webhooks', id, 'deliveries'], { query });
    return page && { deliveries: page.list, next_cursor: page.cursor || null };
  },
  resendDelivery: (id, eventId) => request('POST', ['webhooks', id, 'deliveries', eventId, 'resend'], { body: {} }),
});
