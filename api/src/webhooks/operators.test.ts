import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listWebhooks, resendDeliveries, type ServiceClient } from './operators.ts';

/** Returns a service with one webhook and many deliveries, newest first. Every 600th delivery has failed. */
function service() {
  const asked: string[] = [];
  const deliveries = Array.from({ length: 1201 }, (_, index) => ({
    status: index % 600 === 0 ? 'failed' : 'delivered',
    event: { id: `event-${index}` },
  }));
  const webhook = { id: 'w', status: 'active', url: 'https://hooks.example/', registry_id: null, description: null };
  const ask: ServiceClient['ask'] = async <T>(method: string, path: string) => {
    asked.push(`${method} ${path}`);
    const isFirst = path.endsWith('?limit=1000');
    const body = path === '/webhooks' ? [webhook] : isFirst ? deliveries.slice(0, 1000) : deliveries.slice(1000);
    // Tests need only some fields of each answer.
    return { body: body as T, next: isFirst ? 'next' : null };
  };
  return { asked, ask };
}

describe('commands for webhooks', () => {
  it('count all deliveries, page by page', async () =>
    assert.match(await listWebhooks(service()), /1198 delivered, 0 waiting, 3 failed/));

  it('send failed events again, the oldest first', async () => {
    const { asked, ask } = service();
    assert.equal(await resendDeliveries({ ask }, 'w', []), '3 events are sent again');
    const sent = ['event-1200', 'event-600', 'event-0'].map((id) => `POST /webhooks/w/deliveries/${id}/resend`);
    assert.deepEqual(asked, [
      'GET /webhooks/w/deliveries?limit=1000',
      'GET /webhooks/w/deliveries?limit=1000&after=next',
      ...sent,
    ]);
  });
});
