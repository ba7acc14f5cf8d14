import type { Delivery, Webhook, WebhookTest } from '@largesse/contract';
import { request } from 'undici';
import { SettingError } from '../settings.ts';

/** Time limit for an answer (milliseconds): more than the ten seconds of a test event. */
const ANSWER_TIMEOUT_MS = 15_000;

const PAGE = 1000;

/** Calls the running service as an operator. */
export class ServiceClient {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, authorization: string, gatewayKey: string | null) {
    this.#url = url;
    this.#headers = { authorization, ...(gatewayKey !== null && { 'x-api-key': gatewayKey }) };
  }

  /** Returns decoded JSON, and the cursor of the next page. @throws {SettingError} with one line for the operator */
  async ask<T>(method: 'GET' | 'POST', path: string): Promise<{ body: T; next: string | null }> {
    const answer = await request(`${this.#url}${path}`, {
      method,
      headers: this.#headers,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    }).catch(() => {
      throw new SettingError(`REGISTRY_API_BASE_URL: ${this.#url} does not answer`);
    });
    const body: unknown = await answer.body.json().catch(() => null);
    const { detail = 'not an answer of the Largesse API' } = Object(body);
    if (answer.statusCode === 404 && detail === 'Not found')
      throw new SettingError(`${this.#url} sends no events: EVENTS_DAYS is 0, or the service has an older version`);
    if (answer.statusCode >= 300) throw new SettingError(`${this.#url} answered ${answer.statusCode}: ${detail}`);
    // The contract of the service guarantees the type.
    return { body: body as T, next: [answer.headers['next-cursor']].flat()[0] ?? null };
  }
}

type Service = Pick<ServiceClient, 'ask'>;

/** Returns a description of every webhook. @throws {SettingError} */
export async function listWebhooks(service: Service): Promise<string> {
  const { body: webhooks } = await service.ask<Webhook[]>('GET', '/webhooks');
  if (webhooks.length === 0) return 'There are no webhooks.';
  const lines: string[] = [];
  for (const webhook of webhooks) {
    const counts = new Map<Delivery['status'], number>();
    for (const { status } of await deliveriesOf(service, webhook.id)) counts.set(status, (counts.get(status) ?? 0) + 1);
    const count = (status: Delivery['status']) => counts.get(status) ?? 0;
    lines.push(
      `${webhook.id}  ${webhook.status}  ${webhook.url}`,
      `  ${describe(webhook)}`,
      `  last 30 days: ${count('delivered')} delivered, ${count('waiting')} waiting, ${count('failed')} failed`,
    );
  }
  return lines.join('\n');
}

function describe({
  description,
  registry_id: registry,
  failing_since: failing,
  last_delivered_at: last,
}: Webhook): string {
  return [
    ...(description === null ? [] : [description]),
    registry === null ? 'all registries' : `registry ${registry}`,
    last === null ? 'nothing delivered yet' : `last delivered ${last}`,
    ...(failing === null ? [] : [`failing since ${failing}`]),
  ].join(', ');
}

/** Sends a test event. @throws {SettingError} */
export async function testWebhook(service: Service, id: string): Promise<{ isDelivered: boolean; line: string }> {
  const { body } = await service.ask<WebhookTest>('POST', `/webhooks/${encodeURIComponent(id)}/test`);
  const outcome = body.delivered ? `delivered: answered ${body.status}` : `not delivered: ${body.error}`;
  return { isDelivered: body.delivered, line: `${outcome}, after ${body.duration_ms} ms` };
}

/** @param events ids of events to send again; if empty, all failed ones @throws {SettingError} */
export async function resendDeliveries(service: Service, id: string, events: readonly string[]): Promise<string> {
  const wanted =
    events.length > 0
      ? events
      : (await deliveriesOf(service, id))
          .filter(({ status }) => status === 'failed')
          .map(({ event }) => event.id)
          // The oldest events first.
          .toReversed();
  for (const event of wanted)
    await service.ask('POST', `/webhooks/${encodeURIComponent(id)}/deliveries/${encodeURIComponent(event)}/resend`);
  return wanted.length === 1 ? '1 event is sent again' : `${wanted.length} events are sent again`;
}

async function deliveriesOf(service: Service, id: string): Promise<Delivery[]> {
  const all: Delivery[] = [];
  for (let after = ''; ; ) {
    const path = `/webhooks/${encodeURIComponent(id)}/deliveries?limit=${PAGE}${after}`;
    const { body, next } = await service.ask<Delivery[]>('GET', path);
    all.push(...body);
    if (body.length < PAGE || next === null) return all;
    after = `&after=${next}`;
  }
}
