import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Delivery, Site } from '@largesse/contract';
import { openReceiver } from '../../tests/support/receiver.ts';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { MOVED_TABLES } from '../src/database/move.ts';
import { openDatabase } from '../src/database/open.ts';
import { readSettings } from '../src/settings.ts';
import { withSite } from '../src/site-mark.ts';
import { assertStatus } from './answers.ts';
import { addItem, addListedItem, addRegistry, dayFromNow, ITEM } from './world.ts';

/*
 * A request and a database each belong to a site: none named, the site of `HOST_URL` in any spelling, the address that
 * this site names itself, or another site. The operations come from the document of the API, and the tables from the
 * copy of all data. So a new operation and a new table are tested, too.
 */

const COPY = { 'x-largesse-site': 'https://test.family.example/lists' };
const PROBLEM = { accept: 'application/problem+json' };

const receiver = await openReceiver();
const log: string[] = [];
const t = await openTestService({
  env: { WEBHOOKS_ALLOW: receiver.host },
  overrides: {
    webhooks: { times: { attempt: 600_000, poll: 10, recheck: 50 } },
    log: { write: (line) => void log.push(line) },
  },
});
after(async () => {
  await t.close();
  await receiver[Symbol.asyncDispose]();
});

interface Document {
  paths: Record<string, Record<string, { operationId: string; 'x-role'?: string }>>;
}

/** Returns the operations that change something: method, and path with placeholders. */
async function writingDoors(): Promise<(readonly [method: string, path: string])[]> {
  const { body } = await t.request<Document>('GET', '/openapi.json');
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'get' && method !== 'parameters')
      .map((method) => [method.toUpperCase(), path] as const),
  );
}

/** Returns all rows of all tables with data. */
async function rowsOf({ database }: TestService): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of MOVED_TABLES) {
    const found = await database.query(`SELECT * FROM ${table}`);
    rows[table] = found.map((row) => JSON.stringify(row)).sort();
  }
  return rows;
}

const changesOnHost = () => t.host.calls.filter(({ method }) => method !== 'GET');

const ids = { registry: 0, item: 0, gift: randomUUID(), webhook: '' };

before(async () => {
  const registry = addRegistry(t, { invitees: ['guest'], surprise: 'hidden', revealDate: dayFromNow(30) });
  const item = await addListedItem(t, registry.id, { quantity_needed: 20 });
  const path = `/registries/${registry.id}/purchases/${ids.gift}`;
  assertStatus(await t.request('PUT', path, { as: 'guest', body: { item_id: item.id, quantity: 3 } }), 201);
  const webhook = await t.request<{ id: string }>('POST', '/webhooks', { as: 'admin', body: { url: receiver.url } });
  assertStatus(webhook, 201);
  Object.assign(ids, { registry: registry.id, item: item.id, webhook: webhook.body.id });
});

/** Returns the address of an operation for the data of this test. */
const addressOf = (path: string): string =>
  path
    .replace(/^\/registries\/\{[^}]+\}/, `/registries/${ids.registry}`)
    .replace('{item_id}', String(ids.item))
    .replace('{purchase_id}', ids.gift)
    .replace('{webhook_id}', ids.webhook)
    .replace('{invitee}', 'guest')
    .replace(/\{[^}]+\}/g, randomUUID());

/** Sends all operations that change something, as an administrator. @returns the rules that the answers name */
async function pressAll(headers: Record<string, string>): Promise<Map<string, string>> {
  const rules = new Map<string, string>();
  for (const [method, path] of await writingDoors()) {
    const body = method === 'DELETE' ? undefined : { ...ITEM, registry_id: ids.registry, item_id: ids.item };
    const answer = await t.request<{ errors?: { rule: string }[]; detail: string }>(method, addressOf(path), {
      as: 'admin',
      headers: { ...PROBLEM, ...headers },
      body,
    });
    rules.set(`${method} ${path}`, `${answer.status} ${answer.body?.errors?.[0]?.rule ?? ''}`);
  }
  return rules;
}

describe('rules: Copies, a copy of the site', () => {
  it('changes nothing through any operation, and reads everything', async () => {
    t.host.forgetCalls();
    const before = await rowsOf(t);
    const rules = await pressAll(COPY);
    assert.ok(rules.size > 30, `${rules.size} operations`);
    assert.deepEqual(
      [...rules].filter(([, rule]) => rule !== '403 copied_site'),
      [],
    );
    assert.deepEqual(await rowsOf(t), before);
    assert.deepEqual(changesOnHost(), []);
    for (const path of ['/items', `/registries/${ids.registry}`, `/registries/${ids.registry}/items`, '/webhooks'])
      assertStatus(await t.request('GET', path, { as: 'admin', headers: COPY }), 200);
    const site = await t.request<Site>('GET', '/site', { as: 'admin', headers: COPY });
    assert.equal(site.body.is_copy, true);
    const lines = log.filter((line) => line.includes('a copy of the site uses this service'));
    assert.equal(lines.length, 1, 'the log names each copy once');
    assert.match(lines[0] ?? '', /"site":"test\.family\.example\/lists"/);
  });

  it('does not concern other programs, and the site itself in any spelling of its address', async () => {
    const { port } = new URL(t.host.url);
    const own = [t.host.url, `${t.host.url}/`, `https://127.0.0.1:${port}`, `http://www.127.0.0.1:${port}//`, '', 'x'];
    for (const headers of [{}, ...own.map((address) => ({ 'x-largesse-site': address }))]) {
      const body = { ...ITEM, registry_id: ids.registry };
      assertStatus(await t.request('POST', '/items', { as: 'admin', headers, body }), 201);
    }
  });

  it('is no copy if the site at HOST_URL names the same address: behind a proxy, or after a move', async () => {
    await using service = await openTestService({ host: t.host });
    const sent = (address: string) =>
      service.request('POST', '/items', {
        as: 'admin',
        headers: { 'x-largesse-site': address },
        body: { ...ITEM, registry_id: ids.registry },
      });
    t.host.home = 'https://www.moved.example/lists/';
    assertStatus(await sent('http://moved.example/lists'), 201);
    assertStatus(await sent('https://moved.example'), 403);
    t.host.home = null;
  });

  it('is no copy at the address that the site named once, also after a restart', async () => {
    const sent = () =>
      t.request('POST', '/items', {
        as: 'admin',
        headers: { 'x-largesse-site': 'https://proxy.example' },
        body: { ...ITEM, registry_id: ids.registry },
      });
    // A new process has not just asked.
    await t.restart();
    t.host.home = 'https://proxy.example';
    assertStatus(await sent(), 201);
    t.host.misbehave(({ response }) => void response.writeHead(500).end(), { route: /^\/$/ });
    await t.restart();
    assertStatus(await sent(), 201);
    t.host.behave();
    t.host.home = null;
  });

  it('is refused later, not now, if nobody knows whether it is a copy', async () => {
    await using service = await openTestService({ host: t.host });
    t.host.misbehave(({ response }) => void response.writeHead(500).end(), { route: /^\/$/ });
    const body = { ...ITEM, registry_id: ids.registry };
    assertStatus(await service.request('POST', '/items', { as: 'admin', headers: COPY, body }), 502);
    t.host.behave();
  });
});

describe('rules: Copies, a service whose database was made for another site', () => {
  /** Another name for the fake host, as for a clone of site and database. */
  const other = () => t.host.url.replace('127.0.0.1', 'localhost');

  it('reads everything, and changes, reveals and sends nothing, until an operator says what it is', async () => {
    const due = addRegistry(t, { invitees: ['guest'], surprise: 'hidden', revealDate: dayFromNow(1) });
    const item = await addItem(t, due.id);
    const gift = `/registries/${due.id}/purchases/${randomUUID()}`;
    assertStatus(await t.request('PUT', gift, { as: 'guest', body: { item_id: item.id } }), 201);
    await until(
      'the receiver has all events',
      async () => {
        const { body } = await t.request<Delivery[]>('GET', `/webhooks/${ids.webhook}/deliveries`, { as: 'admin' });
        // The last event that is not secret. Before it is a delivery, the service may still send it.
        const isLast = ({ event }: Delivery) => event.item_id === item.id;
        return body.some(isLast) && body.every(({ status }) => status === 'delivered');
      },
      15_000,
    );
    const sent = receiver.requests.length;
    const settings = readSettings({ HOST_URL: other(), DATABASE_URL: t.database.url });
    const database = await openDatabase(settings.database);
    await withSite(settings, database, (site) => site.keepHome('https://original.example'));
    await t.restart({ HOST_URL: other() });
    // The day of the reveal has come, and the list on the host lacks an item.
    t.host.registries.get(due.id).meta.set('registry_reveal_date', dayFromNow(0));
    t.host.forgetCalls();
    log.length = 0;
    const before = await rowsOf(t);
    for (const path of ['', '/items', '/purchases', '/invitees'])
      assertStatus(await t.request('GET', `/registries/${due.id}${path}`, { as: 'owner' }), 200);
    assert.equal((await t.request<Site>('GET', '/site', { as: 'owner' })).body.is_copy, true);
    const rules = [...(await pressAll({})).values()];
    assert.deepEqual(new Set(rules), new Set(['403 copied_site']));
    assert.deepEqual(await rowsOf(t), before);
    assert.deepEqual(changesOnHost(), []);
    assert.equal(receiver.requests.length, sent);

    await t.restart({ HOST_URL: other() });
    assert.equal(log.filter((line) => line.includes('"level":50') && line.includes('npm run site')).length > 0, true);
    await withSite(settings, database, (site) => site.move(other()));
    await database.close();
    await until('the service works again', async () => {
      const answer = await t.request('POST', '/items', { as: 'admin', body: { ...ITEM, registry_id: due.id } });
      return answer.status === 201;
    });
    const headers = { 'x-largesse-site': 'https://original.example' };
    const body = { ...ITEM, registry_id: due.id };
    assertStatus(await t.request('POST', '/items', { as: 'admin', headers, body }), 403);
    await until('the webhook works again', () => receiver.requests.length > sent);
    const seen = await t.request<unknown[]>('GET', `/registries/${due.id}/purchases`, { as: 'owner' });
    assert.equal(seen.body.length, 1, 'the gift is revealed');
  });

  it('begins without questions if the address is only spelled differently, and in two processes', async () => {
    await t.restart({ HOST_URL: `${other()}//` });
    assertStatus(await t.request('POST', '/items', { as: 'admin', body: { ...ITEM, registry_id: ids.registry } }), 201);
  });

  it('sends nothing to the webhooks of the original after “copy”', async () => {
    await t.restart({ HOST_URL: t.host.url });
    assertStatus(await t.request('POST', '/items', { as: 'admin', body: { ...ITEM, registry_id: ids.registry } }), 403);
    const settings = readSettings({ HOST_URL: t.host.url, DATABASE_URL: t.database.url });
    const database = await openDatabase(settings.database);
    await withSite(settings, database, (site) => site.separate(t.host.url));
    await database.close();
    await t.restart({ HOST_URL: t.host.url });
    assertStatus(await t.request('POST', '/items', { as: 'admin', body: { ...ITEM, registry_id: ids.registry } }), 201);
    const { body } = await t.request<{ status: string }[]>('GET', '/webhooks', { as: 'admin' });
    assert.deepEqual(
      body.map(({ status }) => status),
      ['disabled'],
    );
  });
});
