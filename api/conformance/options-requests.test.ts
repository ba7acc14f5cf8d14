import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { assertError, assertStatus, DETAIL } from './answers.ts';

const ORIGIN = 'https://shop.example';
const t = await openTestService({ env: { CORS_ORIGINS: ORIGIN, GATEWAY_KEY: 'the-gateway-key' } });
after(() => t.close());

/** Allowed methods of each path. A path that allows GET also allows HEAD. */
const ALLOWED: Record<string, string> = {
  '/': 'GET, HEAD',
  '/health': 'GET, HEAD',
  '/items': 'GET, HEAD, POST',
  '/items/5': 'DELETE, GET, HEAD, PUT',
  '/items/x?y=z': 'DELETE, GET, HEAD, PUT',
  '/registries/5': 'DELETE, GET, HEAD, PATCH',
  '/registries/5/invitees/ann': 'DELETE',
  '/registries/5/items/6/affiliate': 'DELETE, GET, HEAD, PUT',
};

/** Headers of OPTIONS requests that are not preflights. */
const PLAIN: Record<string, Record<string, string>> = {
  'without Origin': {},
  'without Origin but with a method': { 'access-control-request-method': 'PUT' },
  'without a method': { origin: ORIGIN },
};

describe('rules: Pages of other origins, an OPTIONS request other than a preflight is an ordinary method', () => {
  for (const [what, headers] of Object.entries(PLAIN)) {
    for (const [path, allowed] of Object.entries(ALLOWED)) {
      it(`${what}: 405 with Allow on ${path}`, async () => {
        const answer = await t.request('OPTIONS', path, { headers });
        assertError(answer, 405, DETAIL.method);
        assert.equal(answer.headers.allow, allowed);
      });
    }

    for (const path of ['/nowhere', '/items/5/6', '/registries/5/items/6/affiliate/7']) {
      it(`${what}: 404 on ${path}`, async () => {
        const answer = await t.request('OPTIONS', path, { headers });
        assertError(answer, 404, DETAIL.notFound);
        assert.equal(answer.headers.allow, undefined);
      });
    }
  }

  it('a preflight is still answered', async () => {
    const headers = { origin: ORIGIN, 'access-control-request-method': 'PUT' };
    const answer = await t.request('OPTIONS', '/items/5', { headers });
    assertStatus(answer, 204);
    assert.equal(answer.headers['access-control-allow-origin'], ORIGIN);
  });
});
