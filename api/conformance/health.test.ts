import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { assertError, assertStatus, DETAIL } from './answers.ts';

const t = await openTestService({ env: { GATEWAY_KEY: 'the-gateway-key' } });
after(() => t.close());

describe('rules: Open routes, health', () => {
  it('greets at /, and reports its health and name at /health, without credentials or gateway key', async () => {
    const { status, body } = await t.request<{ message: string }>('GET', '/');
    assert.deepEqual([status, Object.keys(body), typeof body.message], [200, ['message'], 'string']);
    const health = await t.request('GET', '/health');
    assert.deepEqual([health.status, health.body], [200, { status: 'healthy', service: 'largesse-api' }]);
  });

  it('is healthy while the host is down', async () => {
    await using other = await openTestService();
    await other.host.close();
    assertStatus(await other.request('GET', '/health'), 200);
  });

  it('keeps an idle connection for more than the 60 seconds of common gateways', async () => {
    const answer = await fetch(`${t.url}/health`);
    await answer.text();
    const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? [];
    assert.ok(Number(seconds) > 60, answer.headers.get('keep-alive') ?? 'no header');
  });
});

it('rules: Open routes, OPS_PORT: keeps /ready and /metrics off the public port', async () => {
  assertError(await t.request('GET', '/ready'), 404, DETAIL.notFound);
  assertError(await t.request('GET', '/metrics'), 404, DETAIL.notFound);
});
