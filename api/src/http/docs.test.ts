import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openTestService } from '../../../tests/support/service.ts';
import { openForSuite } from '../../../tests/support/suite.ts';

interface Described {
  paths: Record<
    string,
    Record<
      string,
      {
        summary: string;
        parameters?: { in: string; name: string; example?: unknown }[];
        requestBody?: { content: Record<string, { example?: unknown }> };
        'x-destructive'?: boolean;
      }
    >
  >;
}

describe('the examples of the OpenAPI document', () => {
  const t = openForSuite(() => openTestService());
  const admin = (method: string, path: string, body?: unknown) =>
    t.request<unknown>(method, path, { as: 'admin', ...(body !== undefined && { body }) });

  before(async () => {
    // Ids from 1 to 60, as on a site that people use.
    const owner = t.host.users.get('owner').id;
    while (t.host.registries.all().every(({ id }) => id < 60)) t.host.registries.add({ author: owner });
    for (const { id } of t.host.registries.all())
      assert.equal(
        (await admin('POST', '/items', { registry_id: id, name: `Wish of ${id}`, url: 'https://shop.example/wish' }))
          .status,
        201,
      );
    const gift = '77777777-7777-4777-8777-777777777777';
    assert.equal((await admin('PUT', `/purchases/${gift}`, { item_id: 7, giver_name: 'Joe' })).status, 201);
    const idea = { registry_id: 7, name: 'Kite', author_name: 'Joe' };
    assert.equal((await admin('PUT', `/ideas/${gift}`, idea)).status, 201);
    const hook = { url: 'https://hooks.example/', types: ['purchases.revealed'] };
    assert.equal((await admin('POST', '/webhooks', hook)).status, 201);
  });

  /** Everything that the service and the host have stored, as an admin reads it. */
  const stored = async () => {
    const lists = t.host.registries.all().map((one) => JSON.stringify(one));
    const listOf7 = t.host.registries.all()[6]?.id;
    const read = [];
    for (const path of ['/items?limit=1000', `/purchases?registry_id=${listOf7}`, '/ideas?registry_id=7', '/webhooks'])
      read.push(...((await admin('GET', path)).body as object[]).map((one) => JSON.stringify(one)));
    return new Set([...lists, ...read]);
  };

  it('change no stored data if an admin sends them unchanged', async () => {
    const { body } = await t.request<Described>('GET', '/openapi.json');
    const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
    const before = await stored();
    assert.equal(before.size, 2 * t.host.registries.all().length + 3);
    let sent = 0;
    for (const { method, path, operation } of operations) {
      if (method === 'GET') continue;
      const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path');
      const asked = inPath.reduce(
        (all, { name, example }) => all.replace(`{${name}}`, encodeURIComponent(String(example))),
        path,
      );
      assert.doesNotMatch(asked, /undefined/, `${method} ${path}`);
      const answer = await admin(method, asked, operation.requestBody?.content['application/json']?.example);
      assert.ok(answer.status < 500 || path.startsWith('/previews'), `${method} ${asked}: ${answer.status}`);
      const now = await stored();
      assert.deepEqual(
        [...before].filter((one) => !now.has(one)),
        [],
        `${method} ${asked}`,
      );
      sent++;
    }
    assert.ok(sent > 30);
  });

  it('are destructive if they delete, reveal, erase or replace what nobody can restore', async () => {
    const { body } = await t.request<Described>('GET', '/openapi.json');
    const marked = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { 'x-destructive': is }]) => (is ? [`${method} ${path}`] : [])),
    );
    const posted = marked.filter((one) => !one.startsWith('delete '));
    assert.deepEqual(posted.sort(), [
      'post /purchases/erase',
      'post /purchases/reveal',
      'post /purchases/uncount',
      'post /registries/{id}/purchases/reveal',
      'post /webhooks/{webhook_id}/rotate',
    ]);
    const deleting = Object.entries(body.paths).flatMap(([path, methods]) => ('delete' in methods ? [path] : []));
    assert.equal(marked.length - posted.length, deleting.length);
  });
});
