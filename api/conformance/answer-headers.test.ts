import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Webhook } from '@largesse/contract';
import type { Answer } from '../../tests/support/http-client.ts';
import { readContract } from '../../tests/support/openapi.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertProtected, assertStatus } from './answers.ts';
import { addItem, addRegistry, give } from './world.ts';

const t = await openTestService();
after(() => t.close());

describe('rules: Requests, HEAD', () => {
  const values: Record<string, number | string> = {};
  before(async () => {
    const registry = addRegistry(t, { of: 'admin' });
    const item = await addItem(t, registry.id);
    for (let n = 0; n < 101; n++) await addItem(t, registry.id);
    const purchase = await give(t, item, { as: 'admin' });
    const sent = { as: 'admin', body: { url: 'https://receiver.example/' } };
    const webhook = await t.request<Webhook>('POST', '/webhooks', sent);
    Object.assign(values, { id: registry.id, item_id: item.id, purchase_id: purchase.id, webhook_id: webhook.body.id });
  });
  const paths = readContract()
    .operations.filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace(/^\/(ideas|shares|events)$/, '$&?registry_id={id}'));

  for (const path of [
    ...paths,
    '/items?limit=1000',
    '/docs/',
    '/docs/start.js',
    '/docs/guides/api-rules.md',
    '/openapi.json',
    '/nowhere',
    '/items/x',
  ])
    it(`has the status and the headers of GET ${path}`, async () => {
      const address = path.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
      const ask = (method: string) => t.request(method, address, { as: 'admin' });
      const [get, head] = [await ask('GET'), await ask('HEAD')];
      assert.equal(head.text, '');
      assertProtected(get);
      const ofGet = String(Buffer.byteLength(get.text));
      assert.deepEqual([get.headers['content-length'], head.headers['content-length']], [ofGet, ofGet]);
      for (const [name, value] of Object.entries(get.headers)) {
        // These headers differ between two GET requests, too.
        if (['date', 'x-request-id', 'next-cursor', 'transfer-encoding'].includes(name)) continue;
        if (name === 'link' && get.headers['next-cursor'] !== undefined) continue;
        assert.equal(head.headers[name], value, name);
      }
      assert.equal(head.status, get.status);
    });
});

describe('rules: Requests, headers of every answer', () => {
  it('forbid caching and content sniffing, also of preflights', async () => {
    const headers = { origin: new URL(t.host.url).origin, 'access-control-request-method': 'PUT' };
    const answer = await t.request('OPTIONS', '/items/1', { headers });
    assertStatus(answer, 204);
    assertProtected(answer);
  });

  it('forbid frames around /docs, and scripts of others in it', async () => {
    const { headers } = await t.request('GET', '/docs/');
    const policy = String(headers['content-security-policy']);
    for (const rule of [/frame-ancestors 'none'/, /default-src 'none'/, /script-src 'self'(;|$)/])
      assert.match(policy, rule);
  });
});

it('rules: Success, Location: is the address of what a POST has created', async () => {
  const { id } = addRegistry(t, { of: 'admin' });
  const wish = { name: 'x', url: 'https://shop.example/' };
  for (const [path, body] of [
    ['/items', { ...wish, registry_id: id }],
    [`/registries/${id}/items`, wish],
    ['/registries', { title: 'x' }],
    ['/webhooks', { url: 'https://receiver.example/', registry_id: id }],
  ] as const) {
    const created = await t.request<{ id: number; data?: { id: number } }>('POST', path, { as: 'admin', body });
    assert.equal(created.status, 201, path);
    const { location } = created.headers;
    const read = await t.request<{ id: number; data?: { id: number } }>('GET', String(location), { as: 'admin' });
    assert.equal(read.status, 200, `${path}: ${location}`);
    assert.equal((read.body.data ?? read.body).id, (created.body.data ?? created.body).id);
  }
});

describe('rules: Lists, the next page', () => {
  it('is named until the last page', async () => {
    t.host.users.add('lister');
    const registry = addRegistry(t, { of: 'lister' });
    addRegistry(t, { of: 'lister' });
    addRegistry(t, { of: 'lister' });
    for (let n = 0; n < 3; n++) await give(t, await addItem(t, registry.id), { as: 'lister' });
    for (let n = 0; n < 2; n++)
      await t.request('PUT', `/ideas/${randomUUID()}`, {
        as: 'admin',
        body: { registry_id: registry.id, name: 'Pot' },
      });
    for (const [path, as, pages] of [
      [`/items?registry_id=${registry.id}&limit=2`, 'lister', [2, 1]],
      [`/items?limit=2&registry_id=${registry.id}&skip=1`, 'lister', [2, 0]],
      ['/registries?limit=1', 'lister', [1, 1, 1]],
      ['/purchases?limit=2', 'lister', [2, 1]],
      [`/items/search?q_registry_ids=${registry.id}&q=%20nothing&limit=2`, 'admin', [2, 1]],
      [`/ideas?registry_id=${registry.id}&limit=1`, 'admin', [1, 1, 0]],
      [`/events?registry_id=${registry.id}&limit=4`, 'admin', [4, 4, 0]],
    ] as const) {
      const sizes: number[] = [];
      for (let url: string | undefined = path; url !== undefined; ) {
        const answer: Answer<{ items?: unknown[] }> = await t.request('GET', url, { as });
        assert.equal(answer.status, 200, url);
        sizes.push([answer.body.items ?? answer.body].flat().length);
        const [, query] = /^<(\?.*)>; rel="next"$/.exec(String(answer.headers.link)) ?? [];
        url = query === undefined ? undefined : new URL(query, new URL(url, t.url)).href.slice(t.url.length);
      }
      assert.deepEqual(sizes, pages, path);
    }
  });

  it('is not named if the parameters name each item', async () => {
    const { id } = await addItem(t, addRegistry(t, { of: 'admin' }).id);
    const answer = await t.request('GET', `/items?ids=${id}&limit=1`, { as: 'admin' });
    assert.deepEqual([answer.status, answer.headers.link], [200, undefined]);
  });
});
