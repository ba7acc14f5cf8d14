import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { readContract } from '../../tests/support/openapi.ts';
import { rawExchange } from '../../tests/support/raw-socket.ts';
import { openTestService } from '../../tests/support/service.ts';
import { ASK_PROBLEM, assertError, assertProblem, assertStatus, DETAIL } from './answers.ts';

const KEY = 'the-gateway-key';
const ORIGINS = { listed: 'https://shop.example', second: 'http://localhost:3000' };
const t = await openTestService({ env: { GATEWAY_KEY: KEY, CORS_ORIGINS: `${ORIGINS.listed}, ${ORIGINS.second}` } });
after(() => t.close());

describe('rules: Credentials, GATEWAY_KEY', () => {
  it('rejects a request without the key or with a wrong one, before any check of the caller', async () => {
    for (const key of [undefined, '', 'wrong', `${KEY}x`, KEY.slice(1), KEY.toUpperCase()])
      for (const as of ['owner', undefined]) {
        const answer = await t.request('GET', '/items', { ...(as ? { as } : {}), headers: { 'x-api-key': key } });
        assertError(answer, 403, DETAIL.gatewayKey);
      }
    assert.deepEqual(
      assertProblem(await t.request('GET', '/items', { headers: ASK_PROBLEM }), 403, DETAIL.gatewayKey),
      [],
    );
  });

  it('accepts a request with the key, which still needs credentials, and never sends the key to the host', async () => {
    t.host.forgetCalls();
    assertStatus(await t.request('GET', '/registries', { as: 'owner', headers: { 'x-api-key': KEY } }), 200);
    assert.ok(t.host.calls.length > 0);
    assertError(await t.request('GET', '/items', { headers: { 'x-api-key': KEY } }), 401, DETAIL.credentials);
  });

  it('leaves / and /health open, and follows the checks of path and method', async () => {
    for (const path of ['/', '/health']) assertStatus(await t.request('GET', path), 200);
    assertError(await t.request('GET', '/nowhere'), 404, DETAIL.notFound);
    assertError(await t.request('PATCH', '/items'), 405, DETAIL.method);
  });

  it('accepts two keys during a key change', async () => {
    await using both = await openTestService({ host: t.host, env: { GATEWAY_KEY: 'new', GATEWAY_KEY_2: KEY } });
    for (const [key, status] of [
      ['new', 200],
      [KEY, 200],
      [`new, ${KEY}`, 403],
      ['old', 403],
    ] as const)
      assertStatus(await both.request('GET', '/items', { as: 'owner', headers: { 'x-api-key': key } }), status);
  });
});

describe('rules: Pages of other origins', () => {
  const names = (value: string | undefined) => (value ?? '').toLowerCase().split(/\s*,\s*/);
  const foreign = [
    'https://evil.example',
    `${ORIGINS.listed}.evil.example`,
    'https://evilshop.example',
    'http://shop.example',
    'null',
    'https://shop.example:8443',
  ];
  const requests: [string, string, number, string | undefined][] = [
    ['GET', '/items', 200, 'owner'],
    ['GET', '/items', 401, undefined],
    ['GET', '/items/987654', 404, 'owner'],
    ['GET', '/items/x', 422, 'owner'],
    ['GET', '/nowhere', 404, undefined],
    ['PATCH', '/items', 405, undefined],
    ['GET', '/health', 200, undefined],
  ];

  for (const [method, path, expected, as] of requests)
    it(`listed origins may read ${method} ${path} ${expected}, and no others`, async () => {
      const ask = (origin: string) =>
        t.request(method, path, { ...(as && { as }), headers: { origin, 'x-api-key': KEY } });
      for (const origin of [ORIGINS.listed, ORIGINS.second]) {
        const answer = await ask(origin);
        assertStatus(answer, expected);
        assert.equal(answer.headers['access-control-allow-origin'], origin);
        assert.equal(answer.headers['access-control-allow-credentials'], undefined);
        assert.deepEqual(names(answer.headers.vary), expected < 400 ? ['origin'] : ['origin', 'accept']);
        assert.deepEqual(
          names(answer.headers['access-control-expose-headers']).sort().join(),
          'allow,etag,ignored-fields,link,location,next-cursor,preference-applied,quantity-remaining,ratelimit,ratelimit-policy,registry-sync,retry-after,www-authenticate,x-host-total,x-host-totalpages,x-request-id',
        );
      }
      for (const origin of foreign) {
        const answer = await ask(origin);
        assertStatus(answer, expected);
        assert.equal(answer.headers['access-control-allow-origin'], undefined, origin);
      }
    });

  it('sends the CORS headers even if it rejects the gateway key', async () => {
    const answer = await t.request('GET', '/items', { headers: { origin: ORIGINS.listed } });
    assertError(answer, 403, DETAIL.gatewayKey);
    assert.equal(answer.headers['access-control-allow-origin'], ORIGINS.listed);
  });

  it('sends the CORS headers of requests that no route answers', async () => {
    const exchange = (line: string, header: string, origin: string) =>
      rawExchange(t.url, `${line} HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\n${header}\r\n\r\n`);
    for (const [line, header, status] of [
      ['GET /items/%zz', 'X-A: b', 400],
      ['GET /items', 'Expect: more', 417],
    ] as const) {
      const listed = await exchange(line, header, ORIGINS.listed);
      assert.deepEqual([listed.status, listed.headers['access-control-allow-origin']], [status, ORIGINS.listed]);
      const other = await exchange(line, header, 'https://evil.example');
      assert.deepEqual([other.status, other.headers['access-control-allow-origin']], [status, undefined]);
    }
    for (const [header, status] of [
      ['Broken', 400],
      [`X-Long: ${'x'.repeat(70_000)}`, 431],
    ] as const) {
      const answer = await exchange('GET /items', header, ORIGINS.listed);
      assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [status, '*']);
    }
  });

  const preflight = (path: string, origin: string, method: string) =>
    t.request('OPTIONS', path, {
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,x-api-key,x-request-id',
      },
    });

  it('a preflight passes without key and credentials', async () => {
    for (const { method, path } of readContract().operations) {
      const answer = await preflight(path.replace(/\{\w+\}/g, '5'), ORIGINS.listed, method);
      assertStatus(answer, 204);
      assert.equal(answer.headers['access-control-allow-origin'], ORIGINS.listed);
      assert.ok(names(answer.headers['access-control-allow-methods']).includes(method.toLowerCase()));
      assert.deepEqual(
        names(answer.headers['access-control-allow-headers']).sort().join(),
        'authorization,content-type,idempotency-key,if-match,if-none-match,prefer,traceparent,x-api-key,x-request-id',
      );
    }
  });

  it('a preflight of another origin allows nothing', async () => {
    for (const origin of foreign) {
      const answer = await preflight('/items', origin, 'POST');
      assertStatus(answer, 204);
      assert.equal(answer.headers['access-control-allow-origin'], undefined, origin);
    }
  });

  it('allows the origin of HOST_URL if CORS_ORIGINS is unset', async () => {
    await using open = await openTestService({ host: t.host });
    const headers = { origin: new URL(t.host.url).origin };
    const answer = await open.request('GET', '/items', { as: 'owner', headers });
    assert.equal(answer.headers['access-control-allow-origin'], headers.origin);
    const other = await open.request('GET', '/items', { as: 'owner', headers: { origin: ORIGINS.listed } });
    assert.equal(other.headers['access-control-allow-origin'], undefined);
  });
});
