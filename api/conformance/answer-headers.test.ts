import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Webhook } from '@largesse/contract';
import { readContract } from '../../tests/support/openapi.ts';
import { rawExchange } from '../../tests/support/raw-socket.ts';
import { openTestService } from '../../tests/support/service.ts';
import { addItem, addRegistry, give } from './world.ts';

const t = await openTestService();
after(() => t.close());

const assertProtected = (headers: Record<string, unknown>, what: string) => {
  assert.equal(headers['cache-control'], 'no-store', what);
  assert.equal(headers['x-content-type-options'], 'nosniff', what);
};

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
  const LONG = ['/items?limit=1000', '/registries/{id}/items'];
  const paths = readContract()
    .operations.filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace(/^\/(ideas|events)$/, '$&?registry_id={id}'));

  for (const path of [...paths, '/items?limit=1000', '/docs/', '/openapi.json', '/nowhere', '/items/x'])
    it(`has the status and the headers of GET ${path}`, async () => {
      const address = path.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
      const ask = (method: string) => t.request(method, address, { as: 'admin' });
      const [get, head] = [await ask('GET'), await ask('HEAD')];
      assert.equal(head.text, '');
      const ofGet = LONG.includes(path) ? undefined : String(Buffer.byteLength(get.text));
      assert.deepEqual([get.headers['content-length'], head.headers['content-length']], [ofGet, ofGet]);
      for (const [name, value] of Object.entries(get.headers)) {
        // These headers differ between two GET requests, too.
        if (['date', 'x-request-id', 'next-cursor', 'transfer-encoding'].includes(name)) continue;
        assert.equal(head.headers[name], value, name);
      }
      assert.equal(head.status, get.status);
    });
});

describe('every answer forbids caching and content sniffing', () => {
  for (const [method, path, status, sending] of [
    ['GET', '/', 200, {}],
    ['GET', '/health', 200, {}],
    ['HEAD', '/health', 200, {}],
    ['GET', '/items', 200, { as: 'owner' }],
    ['POST', '/items', 201, { as: 'owner', body: { registry_id: 1, name: 'x', url: 'https://shop.example/' } }],
    ['GET', '/items', 401, {}],
    ['GET', '/items/999999', 404, { as: 'owner' }],
    ['GET', '/nowhere', 404, {}],
    ['DELETE', '/health', 405, {}],
    ['POST', '/items', 422, { as: 'owner', body: {} }],
    ['GET', '/items/%', 400, { as: 'owner' }],
    ['GET', `/items?q=${'x'.repeat(9000)}`, 414, {}],
    ['GET', '/docs/', 200, {}],
    ['GET', '/docs/static/swagger-ui.css', 200, {}],
    ['GET', '/docs/static/nothing.js', 404, {}],
    ['GET', '/openapi.json', 200, {}],
  ] as const)
    it(`${method} ${path.slice(0, 40)}: ${status}`, async () => {
      const answer = await t.request(method, path, sending);
      assert.equal(answer.status, status, answer.text);
      assertProtected(answer.headers, path);
    });

  it('preflights', async () => {
    const origin = new URL(t.host.url).origin;
    const headers = { origin, 'access-control-request-method': 'PUT' };
    const answer = await t.request('OPTIONS', '/items/1', { headers });
    assert.equal(answer.status, 204);
    assertProtected(answer.headers, 'preflight');
  });

  it('also for input that is not HTTP, and for an impossible expectation', async () => {
    for (const [bytes, status] of [
      ['nonsense\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
      ['GET / HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n\r\n', 417],
      ['GET / HTTP/1.1\r\n\r\n', 400],
    ] as const) {
      const answer = await rawExchange(t.url, bytes);
      assert.equal(answer.status, status);
      assertProtected(answer.headers, String(status));
    }
  });

  it('/docs cannot be framed, and runs only its own scripts', async () => {
    const { headers } = await t.request('GET', '/docs/');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self'(;|$)/);
  });
});
