import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { fetchOnce } from '../../tests/support/http-client.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertStatus } from './answers.ts';
import { addItem, addRegistry, give, unusedRegistryId } from './world.ts';

describe('rules: Open routes, OPS_PORT and DOCS', () => {
  it('serves /ready and /metrics to operators on their own port', async () => {
    await using t = await openTestService({ env: { OPS_PORT: '0' } });
    await addItem(t, unusedRegistryId());
    const ready = await fetchOnce(`${t.opsUrl}/ready`);
    assert.equal(ready.status, 200);
    const metrics = await fetchOnce(`${t.opsUrl}/metrics`);
    assert.equal(metrics.status, 200);
    const text = await metrics.text();
    assert.match(text, /^# HELP /m);
    assert.ok(!text.includes(t.host.users.get('admin').password ?? ''), 'the metrics contain a password');
    const elsewhere = await fetchOnce(`${t.opsUrl}/items`);
    assert.equal(elsewhere.status, 404, 'the operators port serves the API');
    for (const { headers } of [ready, metrics, elsewhere]) {
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
    }
  });

  it('counts purchases and rejections for operators, without details', async () => {
    await using t = await openTestService({ env: { OPS_PORT: '0' } });
    const counted = async () =>
      (await (await fetchOnce(`${t.opsUrl}/metrics`)).text())
        .split('\n')
        .filter((line) => /^largesse_purchases/.test(line));
    const registry = addRegistry(t, { invitees: ['guest'], surprise: 'hidden' });
    const item = await addItem(t, registry.id, { quantity_needed: 3 });
    const [first, second] = [await give(t, item), await give(t, item)];
    await give(t, item, { id: first.id });
    await give(t, item, { id: first.id, quantity: 2 });
    const put = (id: string, itemId = item.id) =>
      t.request('PUT', `/registries/${registry.id}/purchases/${id}`, { as: 'guest', body: { item_id: itemId } });
    assertStatus(await put(randomUUID()), 409);
    assertStatus(await put(randomUUID(), 987_654), 404);
    const more = await t.request('PATCH', `/purchases/${second.id}`, { as: 'guest', body: { quantity: 9 } });
    assertStatus(more, 409);
    await t.request('DELETE', `/purchases/${second.id}`, { as: 'guest' });
    await t.request('POST', `/registries/${registry.id}/purchases/reveal`, { as: 'owner' });
    assert.deepEqual(await counted(), [
      'largesse_purchases_total{event="made"} 2',
      'largesse_purchases_total{event="changed"} 1',
      'largesse_purchases_total{event="given_back"} 1',
      'largesse_purchases_total{event="revealed"} 1',
      'largesse_purchases_refused_total{reason="not_enough_left"} 2',
      'largesse_purchases_refused_total{reason="other"} 1',
    ]);
  });

  it('serves /docs and /openapi.json without credentials and without resources from other sites', async () => {
    await using t = await openTestService();
    const page = await t.request('GET', '/docs');
    const target = page.status >= 300 && page.status < 400 ? (page.headers.location ?? '') : '/docs';
    const shown = await t.request('GET', new URL(target, `${t.url}/docs`).pathname);
    assertStatus(shown, 200);
    assert.match(shown.headers['content-type'] ?? '', /text\/html/);
    assert.doesNotMatch(shown.text, /(src|href)="(https?:)?\/\//);
    const description = await t.request<{ openapi: string; paths: object }>('GET', '/openapi.json');
    assertStatus(description, 200);
    assert.match(description.body.openapi, /^3\./);
    assert.ok(Object.keys(description.body.paths).includes('/registries/{id}/items/{item_id}/affiliate'));
  });

  it('hides the docs when DOCS is off, and in production unless DOCS is on', async () => {
    const cases: [Record<string, string>, number][] = [
      [{ DOCS: 'off' }, 404],
      [{ NODE_ENV: 'production' }, 404],
      [{ NODE_ENV: 'production', DOCS: 'on' }, 200],
    ];
    for (const [env, expected] of cases) {
      await using t = await openTestService({ env });
      assertStatus(await t.request('GET', '/openapi.json'), expected);
      if (expected === 404) assertStatus(await t.request('GET', '/docs'), 404);
    }
  });
});
