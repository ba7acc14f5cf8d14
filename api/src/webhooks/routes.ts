import {
  CreationHeaders,
  Deliveries,
  DeliveriesQuery,
  Delivery,
  DeliveryPath,
  EVENT_TYPES,
  Webhook,
  WebhookCreate,
  WebhookPatch,
  WebhookPath,
  Webhooks,
  WebhookTest,
  WebhookWithSecret,
  wordedRule,
} from '@largesse/contract';
import { ApiError, invalidInput } from '../http/errors.ts';
import { writer } from '../http/json-writer.ts';
import { linkNextPage, nextPageHeader } from '../http/next-page.ts';
import { DESTRUCTIVE, operation, type Routes } from '../http/operation.ts';
import type { Creations } from '../idempotency/creations.ts';
import type { CreatedAnswer } from '../idempotency/store.ts';
import { hostAndPort } from '../internet/host-and-port.ts';
import { momentOf, type StoredWebhook } from './store.ts';
import type { Webhooks as AllWebhooks } from './webhooks.ts';

const NEXT_CURSOR = {
  headers: {
    ...nextPageHeader,
    'Next-Cursor': { type: 'string', description: 'Value of `after` for the next page; absent if the page is empty' },
  },
} as const;

/**
 * Adds the operations on webhooks, for admins (rules: Webhooks).
 * @param allowed hosts with ports, which may have `http:` addresses
 */
export function webhookRoutes(
  app: Routes,
  webhooks: AllWebhooks,
  allowed: readonly string[],
  creations: Creations,
): void {
  app.post(
    '/webhooks',
    operation('Webhooks', 'createWebhook', 'Create a webhook', 'admin', {
      description:
        'For admins. The service sends events that happen from now on. Only this answer and the answers of ' +
        '`/rotate` contain the secret.',
      headers: CreationHeaders,
      body: WebhookCreate,
      response: { 201: WebhookWithSecret },
    }),
    (request, reply) =>
      creations.answer(request, reply, {
        create: async (creation) => {
          const { body } = request;
          const fields = {
            url: await checkedUrl(body.url),
            types: [...new Set(body.types ?? EVENT_TYPES)],
            registry_id: body.registry_id ?? null,
            include_secret: body.include_secret ?? false,
            description: body.description ?? null,
          };
          const also = creation.alongside(([row]: StoredWebhook[]) => (row ? answerTo(row) : null));
          return answerTo(await webhooks.create(fields, also));
        },
      }),
  );

  app.get(
    '/webhooks',
    operation(
      'Webhooks',
      'listWebhooks',
      'List webhooks',
      'admin',
      {
        description: 'For admins. Oldest webhooks first.',
        response: { 200: Webhooks },
      },
      ['read'],
    ),
    async () => (await webhooks.store.list()).map(view),
  );

  app.get(
    '/webhooks/:webhook_id',
    operation(
      'Webhooks',
      'getWebhook',
      'Get a webhook',
      'admin',
      {
        description: 'For admins.',
        params: WebhookPath,
        response: { 200: Webhook },
      },
      ['read'],
    ),
    async ({ params }) => view(await opened(params.webhook_id)),
  );

  app.patch(
    '/webhooks/:webhook_id',
    operation('Webhooks', 'updateWebhook', 'Change a webhook', 'admin', {
      description:
        'For admins. Only supplied fields change. A webhook never gets events that happen while the webhook is ' +
        'disabled. Waiting deliveries continue when the webhook is active again.',
      params: WebhookPath,
      body: WebhookPatch,
      response: { 200: Webhook },
    }),
    async ({ params, body }) => {
      const webhook = await opened(params.webhook_id);
      const { url, types, registry_id, include_secret, description, status } = body;
      const changed = await webhooks.change(webhook, {
        ...(url !== undefined && { url: await checkedUrl(url) }),
        ...(types !== undefined && { types: [...new Set(types)] }),
        ...(registry_id !== undefined && { registry_id }),
        ...(include_secret !== undefined && { include_secret }),
        ...(description !== undefined && { description }),
        ...(status !== undefined && { is_active: status === 'active' }),
      });
      return view(found(changed));
    },
  );

  app.delete(
    '/webhooks/:webhook_id',
    operation('Webhooks', 'deleteWebhook', 'Delete a webhook', 'admin', {
      description: 'For admins. The service discards waiting deliveries.',
      params: WebhookPath,
      response: { 204: { description: 'Deleted' } },
    }),
    async ({ params }, reply) => {
      const { id } = await opened(params.webhook_id);
      found(await webhooks.delete(id));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/webhooks/:webhook_id/rotate',
    operation('Webhooks', 'rotateWebhookSecret', 'Replace the secret', 'admin', {
      ...DESTRUCTIVE,
      description: 'For admins. For 24 hours, the service signs events with both secrets.',
      params: WebhookPath,
      response: { 200: WebhookWithSecret },
    }),
    async ({ params }) => {
      const { id } = await opened(params.webhook_id);
      return withSecret(found(await webhooks.rotate(id)));
    },
  );

  app.post(
    '/webhooks/:webhook_id/test',
    operation('Webhooks', 'testWebhook', 'Send a test event', 'admin', {
      description: 'For admins. Sends an event of type `test` once, even to a disabled webhook.',
      params: WebhookPath,
      response: { 200: WebhookTest },
    }),
    async ({ params }) => {
      const { isDelivered, status, error, duration } = await webhooks.test(await opened(params.webhook_id));
      return { delivered: isDelivered, status, error, duration_ms: duration };
    },
  );

  app.get(
    '/webhooks/:webhook_id/deliveries',
    operation(
      'Webhooks',
      'listDeliveries',
      'List deliveries',
      'admin',
      {
        description: 'For admins. Lists the deliveries of the last 30 days, newest first.',
        params: WebhookPath,
        querystring: DeliveriesQuery,
        response: { 200: { ...Deliveries, ...NEXT_CURSOR } },
      },
      ['read'],
    ),
    async ({ params, query }, reply) => {
      const { id } = await opened(params.webhook_id);
      const page = await webhooks.deliveries(id, idIn(query.after), query.limit);
      const last = page.at(-1);
      if (last) reply.header('next-cursor', cursorOf(last.id));
      if (last && page.length === query.limit) linkNextPage(reply, { after: cursorOf(last.id) });
      return page.map(({ delivery }) => delivery);
    },
  );

  app.post(
    '/webhooks/:webhook_id/deliveries/:event_id/resend',
    operation('Webhooks', 'resendDelivery', 'Send an event again', 'admin', {
      description: 'For admins. The service queues the event for another delivery, with all retries.',
      params: DeliveryPath,
      response: { 202: Delivery },
    }),
    async ({ params }, reply) => {
      const { id } = await opened(params.webhook_id);
      return reply.code(202).send(found(UUID.test(params.event_id) && (await webhooks.resend(id, params.event_id))));
    },
  );

  /** @throws {ApiError} 404 */
  async function opened(id: string): Promise<StoredWebhook> {
    return found(UUID.test(id) && (await webhooks.store.get(id)));
  }

  /** Checks rules that the schema cannot express. @throws {ApiError} 422 if the service cannot send to the address */
  async function checkedUrl(address: string): Promise<string> {
    const url = URL.parse(address);
    if (url === null) throw invalidInput(wordedRule('url', 'format', 'http-address'));
    if (url.protocol === 'http:' && !allowed.includes(hostAndPort(url)))
      throw invalidInput(wordedRule('url', 'format', 'https-address'));
    const refused = await webhooks.connections.refusal(url);
    if (refused) throw invalidInput(wordedRule('url', 'format', refused.format));
    return address;
  }
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Returns `one` unchanged. @throws {ApiError} 404 if it is null or false */
function found<T>(one: T | null | false): T {
  if (one === null || one === false) throw new ApiError('webhookNotFound');
  return one;
}

function view({ secrets: _, position: __, is_active: isActive, ...webhook }: StoredWebhook): Webhook {
  return {
    ...webhook,
    types: [...webhook.types],
    status: isActive ? 'active' : 'disabled',
    created_at: new Date(webhook.created_at).toISOString(),
    last_delivered_at: momentOf(webhook.last_delivered_at),
    failing_since: momentOf(webhook.failing_since),
  };
}

const withSecret = (webhook: StoredWebhook): WebhookWithSecret => ({
  ...view(webhook),
  secret: webhook.secrets[0]?.value ?? '',
});

const written = writer(WebhookWithSecret);

const answerTo = (webhook: StoredWebhook): CreatedAnswer => ({
  location: `/webhooks/${webhook.id}`,
  body: written(withSecret(webhook)),
});

const cursorOf = (id: number): string => Buffer.from(String(id)).toString('base64url');

/** Without a cursor, returns the largest possible id. @throws {ApiError} 422 */
function idIn(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const id = Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isSafeInteger(id) || id < 1 || cursorOf(id) !== cursor)
    throw invalidInput(wordedRule('after', 'pattern'));
  return id;
}
