import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { after, afterEach, describe, it } from 'node:test';
import { type Delivery, EVENT_TYPES, type Webhook, type WebhookTest, type WebhookWithSecret } from '@largesse/contract';
import pg from 'pg';
import { realNow } from '../../contract/testing/clock.ts';
import { IS_CITUS, itOnPostgres } from '../../tests/support/database.ts';
import { readMetrics } from '../../tests/support/metrics.ts';
import { readContract } from '../../tests/support/openapi.ts';
import { openReceiver, type Receiver, verify } from '../../tests/support/receiver.ts';
import { openTestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { REAL_INTERNET } from '../src/internet/internet.ts';
import { ASK_PROBLEM, assertError, assertNames, assertProblem, assertStatus } from './answers.ts';
import { addItem, addRegistry } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const itOnCitus: typeof itOnPostgres = IS_CITUS ? itOnPostgres : () => {};

/** Time by which tests have advanced the clock (milliseconds). */
let passed = 0;
const ENDPOINTS = 4;

/** IP addresses of names. All other names have none. */
const resolved = new Map<string, readonly string[]>();

/** Opens the service with some receivers. Tests can advance the clock of the service. */
async function open() {
  const receivers: Receiver[] = [];
  for (let count = 0; count < ENDPOINTS; count++) receivers.push(await openReceiver());
  const log: string[] = [];
  const t = await openTestService({
    env: { WEBHOOKS_ALLOW: receivers.map(({ host }) => host).join(), OPS_PORT: '0' },
    overrides: {
      webhooks: {
        clock: () => realNow() + passed,
        random: () => 0,
        // On a busy machine, the receivers may take longer than ten seconds.
        times: { attempt: 10 * MINUTE, poll: 10, recheck: 50 },
        internet: { ...REAL_INTERNET, resolve: async (name) => resolved.get(name) ?? [] },
      },
      log: { write: (line) => void log.push(line) },
    },
  });
  const registry = addRegistry(t, { invitees: ['guest'] });
  return Object.assign(t, {
    registry: registry.id,
    receivers,
    log,
    /** Creates a webhook. On Citus, the webhook receives only events of this suite's registry. */
    webhook: async (receiver: Receiver, fields: object = {}) => {
      const ofRegistry = IS_CITUS ? { registry_id: registry.id } : {};
      const body = { url: receiver.url, ...ofRegistry, ...fields };
      const answer = await t.request<WebhookWithSecret>('POST', '/webhooks', { as: 'admin', body });
      assertStatus(answer, 201);
      return answer.body;
    },
    patch: (id: string, body: object) => t.request<Webhook>('PATCH', `/webhooks/${id}`, { as: 'admin', body }),
    get: async (id: string) => (await t.request<Webhook>('GET', `/webhooks/${id}`, { as: 'admin' })).body,
    deliveries: async (id: string, query = '') =>
      (await t.request<Delivery[]>('GET', `/webhooks/${id}/deliveries${query}`, { as: 'admin' })).body,
    [Symbol.asyncDispose]: async () => {
      await t.close();
      for (const receiver of receivers) await receiver[Symbol.asyncDispose]();
    },
  });
}

const t = await open();
after(() => t[Symbol.asyncDispose]());
const receiver = () => t.receivers[0]!;

/** Deletes all webhooks, and resets the clock and the receivers. */
async function reset() {
  passed = 0;
  const { body } = await t.request<Webhook[]>('GET', '/webhooks', { as: 'admin' });
  for (const { id } of body) await t.request('DELETE', `/webhooks/${id}`, { as: 'admin' });
  for (const one of t.receivers) {
    one.answering = 204;
    one.requests.length = 0;
  }
}

/** Waits until a receiver has got this number of requests. @returns the requests */
async function received(count: number, from = receiver()) {
  await until(`${count} requests arrive`, () => from.requests.length >= count);
  assert.equal(from.requests.length, count);
  return from.requests;
}

/** Waits until the newest delivery of a webhook has this status. @returns the delivery */
async function newest(id: string, status: Delivery['status'], attempts?: number): Promise<Delivery> {
  let found: Delivery | undefined;
  await until(`the delivery is ${status}`, async () => {
    [found] = await t.deliveries(id);
    return found?.status === status && (attempts === undefined || found.attempts === attempts);
  });
  return found ?? assert.fail();
}

/** Returns the pause between the last attempt of a delivery and the next one (milliseconds). */
const pauseOf = ({ last_attempt_at: last, next_attempt_at: next }: Delivery): number =>
  Date.parse(next ?? '') - Date.parse(last ?? '');

describe('rules: Webhooks, routes', () => {
  afterEach(reset);

  it('create a webhook with a secret, and show it without the secret', async () => {
    const { secret, ...created } = await t.webhook(receiver(), { description: 'Stock' });
    assert.match(secret, /^whsec_[\w+/]{43}=$/);
    assert.deepEqual(created, {
      id: created.id,
      url: receiver().url,
      types: [...EVENT_TYPES],
      registry_id: IS_CITUS ? t.registry : null,
      include_secret: false,
      description: 'Stock',
      status: 'active',
      created_at: created.created_at,
      last_delivered_at: null,
      failing_since: null,
    });
    assert.deepEqual(await t.get(created.id), created);
    const all: Webhook[] = [created];
    for (let more = 0; more < 5; more++) {
      passed += SECOND;
      const { secret: _, ...later } = await t.webhook(t.receivers[1]!);
      all.push(later);
    }
    assert.deepEqual((await t.request<Webhook[]>('GET', '/webhooks', { as: 'admin' })).body, all);
  });

  it('change any field, and only supplied ones', async () => {
    const { secret: _, ...created } = await t.webhook(receiver(), {
      types: ['item.created', 'item.created'],
      description: 'x',
    });
    assert.deepEqual(created.types, ['item.created']);
    assert.deepEqual((await t.patch(created.id, { types: ['item.updated', 'item.updated'] })).body.types, [
      'item.updated',
    ]);
    const changes = {
      types: ['item.updated', 'item.deleted'],
      registry_id: 7,
      include_secret: true,
      description: null,
    };
    assert.deepEqual((await t.patch(created.id, changes)).body, { ...created, ...changes });
    const unchanged = await t.patch(created.id, {});
    assert.deepEqual(unchanged.body, { ...created, ...changes });
    const disabled = await t.patch(created.id, { status: 'disabled', url: 'https://shop.example/' });
    assert.deepEqual(disabled.body, { ...created, ...changes, status: 'disabled', url: 'https://shop.example/' });
  });

  it('answer 404 to unknown ids', async () => {
    const { id } = await t.webhook(receiver());
    const routes = (webhook: string): [method: string, path: string, body?: object][] => [
      ['GET', `/webhooks/${webhook}`],
      ['PATCH', `/webhooks/${webhook}`, {}],
      ['DELETE', `/webhooks/${webhook}`],
      ['POST', `/webhooks/${webhook}/rotate`],
      ['POST', `/webhooks/${webhook}/test`],
      ['GET', `/webhooks/${webhook}/deliveries`],
      ['POST', `/webhooks/${webhook}/deliveries/${randomUUID()}/resend`],
    ];
    for (const unknown of [randomUUID(), 'nothing', '7'])
      for (const [method, path, body] of routes(unknown))
        assertError(await t.request(method, path, { as: 'admin', body }), 404, 'Webhook not found');
    assertError(
      await t.request('POST', `/webhooks/${id}/deliveries/${randomUUID()}/resend`, { as: 'admin' }),
      404,
      'Webhook not found',
    );
  });

  // sender.test.ts and guard.test.ts contain more addresses.
  it('refuse addresses to which the service never sends', async () => {
    resolved.set('inside.example', ['93.184.215.14', '10.0.0.7']);
    const { id } = await t.webhook(receiver());
    const own = `https://${new URL(t.host.url).hostname}/`;
    for (const [url, limit, text] of [
      ['https://shop.example:8443/', 'standard-port', 'an address with the port 80 or 443'],
      ['https://a:b@shop.example/', 'plain-address', 'an address without a user name and a password'],
      ['https://2130706433/', 'http-address', 'an absolute http or https address'],
      ['https://127.0.0.1/', 'public-address', 'an address of a public server'],
      ['https://inside.example/', 'public-address', 'an address of a public server'],
      [own, 'public-address', 'an address of a public server'],
    ] as const) {
      const sent = { as: 'admin', headers: ASK_PROBLEM, body: { url, registry_id: t.registry } };
      for (const answer of [
        await t.request('POST', '/webhooks', sent),
        await t.request('PATCH', `/webhooks/${id}`, sent),
      ]) {
        const errors = assertProblem(answer, 422, `url: must be ${text}`);
        assert.deepEqual(errors, [{ field: 'url', rule: 'format', limit }], url);
      }
    }
    assert.equal((await t.get(id)).url, receiver().url);
    // The lookup of a name without addresses may succeed later.
    assertStatus(await t.patch(id, { url: 'https://new.example/' }), 200);
  });

  it('delete a webhook with its deliveries', async () => {
    receiver().answering = 500;
    const { id } = await t.webhook(receiver());
    await addItem(t, t.registry);
    await newest(id, 'waiting', 1);
    assertStatus(await t.request('DELETE', `/webhooks/${id}`, { as: 'admin' }), 204);
    assertError(await t.request('GET', `/webhooks/${id}`, { as: 'admin' }), 404, 'Webhook not found');
    await until('its deliveries are deleted', async () => {
      return (await t.database.query('SELECT count(*) AS count FROM webhook_deliveries'))[0]?.count === 0;
    });
    passed += MINUTE;
    const other = await t.webhook(t.receivers[1]!);
    await addItem(t, t.registry);
    await newest(other.id, 'delivered');
    assert.equal(receiver().requests.length, 1);
  });

  itOnCitus('need a registry, because all events have no common order', async () => {
    assertError(await t.request('POST', '/webhooks', { as: 'admin', body: { url: receiver().url } }), 501);
    const { id } = await t.webhook(receiver());
    assertError(await t.patch(id, { registry_id: null }), 501);
    const other = addRegistry(t);
    assertStatus(await t.patch(id, { registry_id: other.id }), 200);
    await addItem(t, t.registry);
    const item = await addItem(t, other.id);
    const [request] = await received(1);
    assert.equal(request?.body.data.item_id, item.id);
  });

  it('answer 404 without events', async () => {
    await using off = await openTestService({ env: { EVENTS_DAYS: '0' } });
    for (const path of ['/webhooks', `/webhooks/${randomUUID()}`])
      assertError(await off.request('GET', path, { as: 'admin' }), 404);
    assertError(await off.request('POST', '/webhooks', { as: 'admin', body: { url: receiver().url } }), 404);
  });
});

describe('rules: Webhooks, deliveries', () => {
  afterEach(reset);

  it('post each event with a signature, in the format of the specification', async () => {
    const webhook = await t.webhook(receiver());
    const item = await addItem(t, t.registry);
    const [request] = await received(1);
    assert.ok(request);
    verify(request, webhook.secret);
    assert.equal(request.method, 'POST');
    assert.equal(request.path, '/hook');
    assert.match(String(request.headers['content-type']), /^application\/json/);
    const { data } = request.body;
    assert.deepEqual(request.body, { type: 'item.created', timestamp: data.at, data });
    assert.equal(readContract().faults(readContract().webhookBody, request.body), '');
    assert.deepEqual(data, {
      id: request.headers['webhook-id'],
      type: 'item.created',
      at: data.at,
      registry_id: t.registry,
      item_id: item.id,
      purchase_id: null,
    });
    const delivery = await newest(webhook.id, 'delivered');
    assert.deepEqual(delivery, {
      event: data,
      attempts: 1,
      status: 'delivered',
      last_status: 204,
      last_error: null,
      last_attempt_at: delivery.last_attempt_at,
      next_attempt_at: null,
    });
    assert.equal((await t.get(webhook.id)).last_delivered_at, delivery.last_attempt_at);
  });

  it('are limited to the types and the registry of a webhook', async () => {
    const other = addRegistry(t);
    const typed = await t.webhook(t.receivers[1]!, { types: ['item.deleted'] });
    const ofOther = await t.webhook(t.receivers[2]!, { registry_id: other.id });
    const item = await addItem(t, t.registry);
    const another = await addItem(t, other.id);
    await t.request('DELETE', `/items/${item.id}`, { as: 'admin' });
    const [deleted] = await received(1, t.receivers[1]);
    assert.equal(deleted?.body.type, 'item.deleted');
    const [created] = await received(1, t.receivers[2]);
    assert.equal(created?.body.data.item_id, another.id);
    assert.deepEqual([(await t.deliveries(typed.id)).length, (await t.deliveries(ofOther.id)).length], [1, 1]);
  });

  it('contain secret purchases only if the webhook includes them, and never a purchase’s id', async () => {
    await t.webhook(receiver());
    const { id } = await t.webhook(t.receivers[1]!, { include_secret: true });
    const item = await addItem(t, t.registry, { quantity_needed: 5 });
    for (const secret of [true, false]) {
      const body = { item_id: item.id, secret };
      assertStatus(await t.request('PUT', `/purchases/${randomUUID()}`, { as: 'admin', body }), 201);
    }
    const types = (from: Receiver) => from.requests.map(({ body }) => body.type).sort();
    await received(2);
    await received(3, t.receivers[1]);
    assert.deepEqual(types(receiver()), ['item.created', 'purchase.created']);
    assert.deepEqual(types(t.receivers[1]!), ['item.created', 'purchase.created', 'purchase.created']);
    const reveal = { registry_id: t.registry };
    assertStatus(await t.request('POST', '/purchases/reveal', { as: 'admin', body: reveal }), 200);
    await received(3);
    await received(4, t.receivers[1]);
    assert.equal(types(receiver()).at(-1), 'purchases.revealed');
    for (const { body } of t.receivers[1]!.requests) assert.equal(body.data.purchase_id, null);
    const before = await t.deliveries(id);
    assert.equal(before.length, 4);
    const body = { include_secret: false };
    assertStatus(await t.request('PATCH', `/webhooks/${id}`, { as: 'admin', body }), 200);
    const left = (await t.deliveries(id)).map(({ event }) => event.id);
    assert.equal(left.length, 3);
    const [secret] = before.filter(({ event }) => !left.includes(event.id));
    const resend = await t.request('POST', `/webhooks/${id}/deliveries/${secret?.event.id}/resend`, { as: 'admin' });
    assertStatus(resend, 404);
  });

  it('of secret purchases are not retried once the webhook excludes them', async () => {
    const { id } = await t.webhook(receiver(), { include_secret: true, types: ['purchase.created', 'item.updated'] });
    const item = await addItem(t, t.registry);
    receiver().answering = 500;
    const body = { item_id: item.id, secret: true };
    assertStatus(await t.request('PUT', `/purchases/${randomUUID()}`, { as: 'admin', body }), 201);
    await newest(id, 'waiting', 1);
    assertStatus(await t.patch(id, { include_secret: false }), 200);
    receiver().answering = 204;
    passed += MINUTE;
    await t.request('PUT', `/items/${item.id}`, { as: 'admin', body: { name: 'Pot' } });
    await newest(id, 'delivered');
    const types = receiver().requests.map(({ body }) => body.type);
    assert.deepEqual(types, ['purchase.created', 'item.updated']);
  });

  it('begin with the creation of a webhook', async () => {
    await addItem(t, t.registry);
    const { id } = await t.webhook(receiver());
    const item = await addItem(t, t.registry);
    const [first] = await received(1);
    assert.equal(first?.body.data.item_id, item.id);
    await newest(id, 'delivered');
    assert.equal((await t.deliveries(id)).length, 1);
  });

  itOnPostgres('begin and pause in the order of commits, even if an earlier transaction is still running', async () => {
    const transaction = new pg.Client(t.database.url);
    await transaction.connect();
    try {
      await transaction.query('BEGIN; SELECT pg_current_xact_id()');
      await addItem(t, t.registry);
      const { id } = await t.webhook(receiver());
      const second = await addItem(t, t.registry);
      await t.patch(id, { status: 'disabled' });
      await addItem(t, t.registry);
      await t.patch(id, { status: 'active' });
      const fourth = await addItem(t, t.registry);
      await transaction.query('COMMIT');
      const requests = await received(2);
      const items = requests.map(({ body }) => body.data.item_id);
      assert.deepEqual(items, [second.id, fourth.id]);
      await until('both are stored', async () =>
        (await t.deliveries(id)).every(({ status }) => status === 'delivered'),
      );
      assert.equal((await t.deliveries(id)).length, 2);
    } finally {
      await transaction.end();
    }
  });

  it('omit events that happened while the webhook was disabled, and continue those from before', async () => {
    const { id } = await t.webhook(receiver());
    receiver().answering = 500;
    const before = await addItem(t, t.registry);
    await newest(id, 'waiting', 1);
    assertStatus(await t.patch(id, { status: 'disabled' }), 200);
    await addItem(t, t.registry);
    passed += MINUTE;
    receiver().answering = 204;
    assertStatus(await t.patch(id, { status: 'active' }), 200);
    const after = await addItem(t, t.registry);
    const requests = await received(3);
    const items = requests.map(({ body }) => body.data.item_id);
    assert.deepEqual(items.toSorted(), [before.id, before.id, after.id].toSorted());
  });

  it('are retried with the same id, after 5 s, 1 minute and so on, then have failed, and get all retries again when resent', async () => {
    const { id } = await t.webhook(receiver());
    receiver().answering = 500;
    await addItem(t, t.registry);
    const pauses = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR];
    for (const [index, pause] of pauses.entries()) {
      const delivery = await newest(id, 'waiting', index + 1);
      assert.equal(pauseOf(delivery), pause);
      assert.deepEqual([delivery.last_status, delivery.last_error], [500, 'answered 500']);
      assert.equal(receiver().requests.length, index + 1);
      passed += pause;
    }
    const failed = await newest(id, 'failed', 10);
    assert.equal(failed.next_attempt_at, null);
    const { failing_since: since, status } = await t.get(id);
    assert.notEqual(since, null);
    assert.equal(status, 'active', 'all retries take less than five days');

    const resend = async () => {
      const path = `/webhooks/${id}/deliveries/${failed.event.id}/resend`;
      const answer = await t.request<Delivery>('POST', path, { as: 'admin' });
      assertStatus(answer, 202);
      assert.ok(Date.parse(answer.body.next_attempt_at ?? '') <= realNow() + passed, 'it is sent at once');
    };
    // Resends the delivery twice: first in the state `failed`, then in the state `waiting`.
    for (const attempts of [11, 12]) {
      await resend();
      assert.equal(pauseOf(await newest(id, 'waiting', attempts)), pauses[0]);
    }
    receiver().answering = 204;
    for (const attempts of [13, 14]) {
      await resend();
      await newest(id, 'delivered', attempts);
    }
    assert.equal((await t.get(id)).failing_since, null);
    assert.deepEqual([...new Set(receiver().ids)], [failed.event.id]);
  });

  for (const failedBefore of [0, 1])
    it(`get all retries again when resent during an attempt, after ${failedBefore} failed attempts`, async () => {
      const { id } = await t.webhook(receiver());
      const { promise: attempt, resolve } = Promise.withResolvers<ServerResponse>();
      receiver().answering = failedBefore > 0 ? 500 : resolve;
      await addItem(t, t.registry);
      if (failedBefore > 0) {
        await newest(id, 'waiting', failedBefore);
        receiver().answering = resolve;
        passed += 5 * SECOND;
      }
      const unanswered = await attempt;
      const { event } = await newest(id, 'waiting', failedBefore);
      assertStatus(await t.request('POST', `/webhooks/${id}/deliveries/${event.id}/resend`, { as: 'admin' }), 202);
      receiver().answering = 500;
      unanswered.writeHead(500).end();
      assert.equal(pauseOf(await newest(id, 'waiting', failedBefore + 2)), 5 * SECOND);
    });

  it('end with 410, which disables the webhook', async () => {
    const { id } = await t.webhook(receiver());
    receiver().answering = 410;
    await addItem(t, t.registry);
    const delivery = await newest(id, 'failed', 1);
    assert.equal(delivery.last_status, 410);
    await until('it is disabled', async () => (await t.get(id)).status === 'disabled');
    await until('a line is logged', () => t.log.some((line) => line.includes(id) && line.includes('it answered 410')));
    const metrics = await readMetrics(t.opsUrl);
    assert.ok(metrics.value('largesse_webhooks_disabled_total', { reason: 'gone' }) > 0);
    await until('it counts as disabled', async () => {
      const { value } = await readMetrics(t.opsUrl);
      return value('largesse_webhooks_disabled') === 1;
    });
  });

  it('disable an endpoint that fails for five days', async () => {
    const { id } = await t.webhook(receiver());
    receiver().answering = 500;
    await addItem(t, t.registry);
    await newest(id, 'waiting', 1);
    passed += 5 * DAY - HOUR;
    await newest(id, 'waiting', 2);
    const { failing_since: since } = (await t.patch(id, { status: 'active' })).body;
    assert.notEqual(since, null, 'it was active already');
    passed += 2 * HOUR;
    await until('it is disabled', async () => (await t.get(id)).status === 'disabled');
    await until('a line is logged', () => t.log.some((line) => line.includes(id) && line.includes('five days')));
    const metrics = await readMetrics(t.opsUrl);
    assert.ok(metrics.value('largesse_webhooks_disabled_total', { reason: 'failing' }) > 0);
    receiver().answering = 204;
    const enabled = await t.patch(id, { status: 'active' });
    assert.equal(enabled.body.failing_since, null);
    passed += HOUR;
    await newest(id, 'delivered');
  });

  it('are listed newest first, in pages', async () => {
    const { id } = await t.webhook(receiver());
    for (let count = 0; count < 5; count++) await addItem(t, t.registry);
    await until('all are sent', async () => (await t.deliveries(id)).length === 5);
    const all = (await t.deliveries(id)).map(({ event }) => event.item_id);
    assert.deepEqual(
      all,
      all.toSorted((one, other) => Number(other) - Number(one)),
    );
    const pages: unknown[][] = [];
    for (let after = ''; ; ) {
      const path = `/webhooks/${id}/deliveries?limit=2${after}`;
      const page = await t.request<Delivery[]>('GET', path, { as: 'admin' });
      assertStatus(page, 200);
      if (page.body.length === 0) break;
      pages.push(page.body.map(({ event }) => event.item_id));
      after = `&after=${page.headers['next-cursor']}`;
      const next = page.body.length === 2 ? `<?limit=2${after}>; rel="next"` : undefined;
      assert.equal(page.headers.link, next);
    }
    assert.deepEqual(
      pages.map((page) => page.length),
      [2, 2, 1],
    );
    assert.deepEqual(pages.flat(), all);
    for (const cursor of ['x', ' 5', '5.0', '0', '-1']) {
      const path = `/webhooks/${id}/deliveries?after=${Buffer.from(cursor).toString('base64url')}`;
      assertNames(await t.request('GET', path, { as: 'admin' }), 'after');
    }
    passed += 29 * DAY;
    assert.equal((await t.deliveries(id)).length, 5);
    passed += 2 * DAY;
    assert.deepEqual(await t.deliveries(id), []);
  });

  it('are deleted from the database after 30 days', async () => {
    const { id } = await t.webhook(receiver());
    for (let count = 0; count < 3; count++) await addItem(t, t.registry);
    await until('all are delivered', async () => {
      const all = await t.deliveries(id);
      return all.length === 3 && all.every(({ status }) => status === 'delivered');
    });
    const [newer] = await t.deliveries(id);
    const kept = newer?.event.id;
    await t.database.query(`UPDATE webhook_deliveries SET at = at - ${30 * DAY} WHERE event_id <> '${kept}'`);
    // The service looks for old deliveries after its start, and then every ten minutes.
    await t.restart();
    await until('the old deliveries are deleted', async () => {
      const rows = await t.database.query('SELECT event_id FROM webhook_deliveries');
      return rows.length === 1 && rows[0]?.event_id === kept;
    });
  });
});

describe('rules: Webhooks, secrets', () => {
  afterEach(reset);

  it('both sign for 24 hours after a rotation', async () => {
    const { id, secret: old } = await t.webhook(receiver());
    const answer = await t.request<WebhookWithSecret>('POST', `/webhooks/${id}/rotate`, { as: 'admin' });
    assertStatus(answer, 200);
    const { secret } = answer.body;
    assert.notEqual(secret, old);
    await addItem(t, t.registry);
    const [both] = await received(1);
    assert.ok(both);
    assert.equal(String(both.headers['webhook-signature']).split(' ').length, 2);
    for (const one of [old, secret]) verify(both, one);
    passed += DAY - MINUTE;
    // Another rotation does not extend the time of the first secret.
    assertStatus(await t.request('POST', `/webhooks/${id}/rotate`, { as: 'admin' }), 200);
    passed += 2 * MINUTE;
    await addItem(t, t.registry);
    const [, later] = await received(2);
    assert.equal(String(later?.headers['webhook-signature']).split(' ').length, 2);
    passed += DAY;
    await addItem(t, t.registry);
    const [, , last] = await received(3);
    assert.equal(String(last?.headers['webhook-signature']).split(' ').length, 1);
  });

  it('appear only when they are new', async () => {
    const { id, secret } = await t.webhook(receiver());
    for (const path of ['/webhooks', `/webhooks/${id}`, `/webhooks/${id}/deliveries`]) {
      const { text } = await t.request('GET', path, { as: 'admin' });
      assert.ok(!text.includes('whsec_') && !text.includes(secret.slice(6)), path);
    }
    const patched = await t.patch(id, { description: 'x' });
    assert.ok(!patched.text.includes('whsec_'));
    assert.ok(!t.log.some((line) => line.includes('whsec_')));
  });
});

describe('rules: Webhooks, a test', () => {
  afterEach(reset);

  it('sends one event now, which is not in the log and not retried', async () => {
    const { id, secret } = await t.webhook(receiver(), { types: ['item.created'] });
    await t.patch(id, { status: 'disabled' });
    const test = () => t.request<WebhookTest>('POST', `/webhooks/${id}/test`, { as: 'admin' });
    const good = await test();
    assertStatus(good, 200);
    const result = ({ duration_ms: _, ...rest }: WebhookTest) => rest;
    assert.deepEqual(result(good.body), { delivered: true, status: 204, error: null });
    const [request] = await received(1);
    assert.equal(request?.body.type, 'test');
    assert.equal(readContract().faults(readContract().webhookBody, request.body), '');
    assert.ok(secret);
    const { data } = request?.body ?? assert.fail();
    assert.deepEqual(data, {
      id: request?.headers['webhook-id'],
      type: 'test',
      at: data.at,
      registry_id: null,
      item_id: null,
      purchase_id: null,
    });
    receiver().answering = 500;
    assert.deepEqual(result((await test()).body), { delivered: false, status: 500, error: 'answered 500' });
    receiver().answering = (response) => void response.destroy();
    const error = 'connection closed without an answer';
    assert.deepEqual(result((await test()).body), { delivered: false, status: null, error });
    assert.deepEqual(await t.deliveries(id), []);
    assert.equal((await t.get(id)).failing_since, null);
  });
});
