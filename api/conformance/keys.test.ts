import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { KEY_SCOPES, type KeyScope, type Site } from '@largesse/contract';
import { SITE_ZONE } from '../../tests/support/fake-host.ts';
import { openTestService } from '../../tests/support/service.ts';
import { ASK_PROBLEM, assertError, assertProblem, assertStatus, type Purchase } from './answers.ts';
import { addItem, addRegistry } from './world.ts';

const t = await openTestService();
after(() => t.close());

for (const scope of [...KEY_SCOPES, 'of a later version'])
  t.host.users.add(scope, { roles: ['administrator'] }).key = scope;

interface Described {
  operationId: string;
  'x-keys'?: KeyScope[];
}
const contract: { paths: Record<string, Record<string, Described>> } = JSON.parse(
  readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'),
);
const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, 'x-keys': keys }]) => ({ path, method, operationId, keys })),
);

/** Returns a path whose parameters name nothing that exists. */
const addressOf = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => (/^(id|item_id)$/.test(name) ? '987654' : randomUUID()));

// rules: Keys
describe('rules: Keys', () => {
  for (const { path, method, operationId, keys } of operations)
    it(`${operationId}: ${keys ? `keys that may ${keys.join(' or ') || 'do nothing'}` : 'everyone'}`, async () => {
      for (const scope of [...KEY_SCOPES, 'of a later version'] as const) {
        const isAllowed = keys === undefined || keys.some((key) => key === scope);
        for (const verb of method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]) {
          const answer = await t.request(verb, addressOf(path), { as: scope, headers: ASK_PROBLEM });
          assert.equal(answer.status === 403, !isAllowed, `${verb} with a key for ${scope}: ${answer.status}`);
          if (isAllowed || verb === 'HEAD') continue;
          const errors = assertProblem(answer, 403, 'Not allowed');
          assert.deepEqual(errors, [{ field: 'authorization', rule: 'not_allowed', limit: null }]);
        }
      }
    });

  it('a key may read, write gifts, or read events, and nothing else', () => {
    const of = (scope: KeyScope) =>
      operations.filter(({ keys }) => keys?.includes(scope)).map(({ operationId }) => operationId);
    assert.deepEqual(of('events').sort(), ['getSite', 'listEvents']);
    const gifts = ['deletePurchase', 'getPurchase', 'getSite', 'listPurchases', 'putPurchase', 'updatePurchase'];
    assert.deepEqual(of('gifts').sort(), gifts);
    const reading = operations.filter(({ method, keys }) => method === 'get' && keys);
    // Previews change nothing, but their address is in a body.
    const read = [...reading.map(({ operationId }) => operationId), 'preview', 'previewPicture'];
    assert.deepEqual(of('read').sort(), read.sort());
  });

  it('has the rights of the administrator to whom it belongs, within its scope', async () => {
    const post = addRegistry(t, { surprise: 'hidden' });
    const item = await addItem(t, post.id, { quantity_needed: 2 }, 'owner');
    const path = `/purchases/${randomUUID()}`;
    assertStatus(await t.request('PUT', path, { as: 'gifts', body: { item_id: item.id } }), 201);
    const list = await t.request<Purchase[]>('GET', `/registries/${post.id}/purchases`, { as: 'read' });
    assert.equal(list.body.length, 1);
    assertStatus(await t.request('GET', `/events?registry_id=${post.id}`, { as: 'events' }), 200);
    assertError(await t.request('GET', `/registries/${post.id}`, { as: 'gifts' }), 403, 'Not allowed');
  });
});

// rules: Site
describe('rules: Site', () => {
  const read = async (as: string) => {
    const answer = await t.request<Site>('GET', '/site', { as });
    assertStatus(answer, 200);
    return answer.body;
  };

  it('names currency, zone, languages and versions, the caller and the limits of the caller', async () => {
    const { api_version, ...site } = await read('owner');
    assert.match(api_version, /^\d+\.\d+\.\d+/);
    const { id } = t.host.users.get('owner');
    const limits = { items_per_registry: 1000, items_per_request: 100, events_days: 30 };
    const ofMembers = { writes_per_minute: null, written_mb_per_day: 100, previews_per_minute: 10 };
    assert.deepEqual(site, {
      currency: 'EUR',
      time_zone: SITE_ZONE,
      languages: ['de-DE', 'en-US'],
      plugin_version: '1.2.3',
      is_copy: false,
      user: { id, username: 'owner', is_admin: false, key: null },
      limits: { ...ofMembers, ...limits },
    });
    const ofAdmin = await read('admin');
    assert.equal(ofAdmin.user.is_admin, true);
    const without = { writes_per_minute: null, written_mb_per_day: null, previews_per_minute: null };
    assert.deepEqual(ofAdmin.limits, { ...without, ...limits });
    assert.deepEqual([(await read('events')).user.key, (await read('read')).user.key], ['events', 'read']);
  });

  it('needs credentials, asks the host without them, and rarely', async () => {
    assertError(await t.request('GET', '/site'), 401, /.+/);
    await read('owner');
    t.host.forgetCalls();
    await read('owner');
    assert.equal(t.host.callsTo('/largesse/v1/status').length, 0);
    await using fresh = await openTestService({ host: t.host, env: { PREVIEWS: 'off', EVENTS_DAYS: '0' } });
    const { limits } = (await fresh.request<Site>('GET', '/site', { as: 'owner' })).body;
    assert.deepEqual([limits.previews_per_minute, limits.events_days], [0, 0]);
    const [call] = t.host.callsTo('/largesse/v1/status');
    assert.equal(call?.authorization, undefined);
  });

  it('is known without the plugin, and unknown without the host', async () => {
    t.host.registries.comparesLists = false;
    await using stock = await openTestService({ host: t.host });
    const { currency, languages, plugin_version, time_zone } = (
      await stock.request<Site>('GET', '/site', { as: 'owner' })
    ).body;
    assert.deepEqual([currency, languages, plugin_version, time_zone], [null, [], null, SITE_ZONE]);
    t.host.registries.comparesLists = true;
    await using unlucky = await openTestService({ host: t.host });
    await unlucky.request('GET', '/items', { as: 'owner' });
    t.host.misbehave(({ response }) => void response.destroy(), { route: '/largesse/v1/status' });
    assert.ok((await unlucky.request('GET', '/site', { as: 'owner' })).status >= 502);
    t.host.behave();
    assertStatus(await unlucky.request('GET', '/site', { as: 'owner' }), 200);
  });
});
