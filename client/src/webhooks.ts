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
export const webhookCalls = ({ request, requestPage }: Transport) => ({
  /** Creates a webhook. Only this answer and the answer of `rotateWebhookSecret` contain the secret. */
  createWebhook: (body: WebhookCreate, { key = newKey() }: CreateOptions = {}): Promise<WebhookWithSecret | null> =>
    request('POST', ['webhooks'], { body, key }),
  listWebhooks: (): Promise<Webhook[] | null> => request('GET', ['webhooks']),
  getWebhook: (id: string): Promise<Webhook | null> => request('GET', ['webhooks', id]),
  updateWebhook: (id: string, body: WebhookPatch): Promise<Webhook | null> =>
    request('PATCH', ['webhooks', id], { body }),
  deleteWebhook: (id: string): Promise<null> => request('DELETE', ['webhooks', id]),
  /** Replaces the secret. For 24 hours, the service signs with the old secret and the new secret. */
  rotateWebhookSecret: (id: string): Promise<WebhookWithSecret | null> =>
    request('POST', ['webhooks', id, 'rotate'], { body: {} }),
  /** Sends a test event once. */
  testWebhook: (id: string): Promise<WebhookTest | null> => request('POST', ['webhooks', id, 'test'], { body: {} }),
  /** Lists the deliveries of the last 30 days. */
  listDeliveries: async (id: string, query: Partial<DeliveriesQuery> = {}): Promise<DeliveryPage | null> => {
    const page = await requestPage<Delivery[]>('GET', ['webhooks', id, 'deliveries'], { query });
    return page && { deliveries: page.list, next_cursor: page.cursor || null };
  },
  /** Sends an event again. */
  resendDelivery: (id: string, eventId: string): Promise<Delivery | null> =>
    request('POST', ['webhooks', id, 'deliveries', eventId, 'resend'], { body: {} }),
});
