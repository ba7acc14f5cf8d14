import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { Registry } from '@largesse/contract';
import { readContract } from '../../tests/support/openapi.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertError, assertStatus } from './answers.ts';
import { addListedItem, addRegistry, ITEM } from './world.ts';

const t = await openTestService();
after(() => t.close());

const send = <T = unknown>(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
  as = 'owner',
) => t.request<T>(method, path, { as, headers, body });

describe('rules: Changes on condition, registries', () => {
  for (const hasPlugin of [true, false])
    it(`change only the version that was read, on a host ${hasPlugin ? 'with' : 'without'} the plugin`, async () => {
      t.host.registries.comparesLists = hasPlugin;
      const { id } = addRegistry(t, { invitees: ['ann'] });
      const path = `/registries/${id}`;
      const read = async () => (await t.request<Registry>('GET', path, { as: 'owner' })).body.version;
      const patch = (version: string, body: object) =>
        send<Registry>('PATCH', path, { 'if-match': `"${version}"` }, body);
      const changes: (() => Promise<unknown>)[] = [
        ...[
          { title: 'New' },
          { story: 'Once' },
          { status: 'publish' },
          { meta: { registry_event_date: '2026-12-24' } },
        ].map((body) => () => t.request('PATCH', path, { as: 'owner', body })),
        () => t.request('POST', `${path}/invitees`, { as: 'owner', body: { invitees: ['bob'] } }),
        () => t.request('POST', `${path}/items`, { as: 'owner', body: ITEM }),
        async () => t.host.registries.get(id).meta.set('registry_surprise', 'hidden'),
      ];
      const versions = new Set([await read()]);
      for (const change of changes) {
        const before = await read();
        await change();
        versions.add(await read());
        assertError(await patch(before, { meta: { registry_invitees: [] } }), 412, 'Registry has changed');
        assertError(await send('DELETE', path, { 'if-match': `"${before}"` }), 412, 'Registry has changed');
      }
      assert.equal(versions.size, changes.length + 1);
      const changed = await patch(await read(), { title: 'Last', meta: { registry_invitees: ['carol'] } });
      assertStatus(changed, 200);
      assert.equal(changed.body.version, await read());
      const racers = await Promise.all(['a', 'b', 'c'].map((title) => patch(changed.body.version, { title })));
      assert.deepEqual(racers.map(({ status }) => status).sort(), [200, 412, 412]);
      assertStatus(await send('PATCH', path, { 'if-match': '*' }, { title: 'Any' }), 200);
      assertStatus(await send('DELETE', path, { 'if-match': `"x", "${await read()}"` }), 204);
      t.host.registries.comparesLists = true;
    });

  it('have the same version for a recipient, whatever guests give in secret', async () => {
    const { id } = addRegistry(t, { invitees: ['guest'] });
    const item = await addListedItem(t, id);
    await t.request('PATCH', `/registries/${id}`, { as: 'owner', body: { meta: { registry_surprise: 'hidden' } } });
    const read = () => t.request<Registry>('GET', `/registries/${id}`, { as: 'owner' });
    const before = await read();
    const path = `/registries/${id}/purchases/${randomUUID()}`;
    assertStatus(await t.request('PUT', path, { as: 'guest', body: { item_id: item.id } }), 201);
    assert.equal((await read()).text, before.text);
  });
});

describe('rules: Changes on condition, the ETag of an item', () => {
  it('works as If-Match on every route that changes the item, also after a gift, but not after a change', async () => {
    for (const as of ['admin', 'owner']) {
      const { id } = addRegistry(t, { invitees: ['guest'] });
      const item = await addListedItem(t, id);
      const path = `/items/${item.id}`;
      const link = `/registries/${id}${path}/affiliate`;
      const url = { affiliate_url: 'https://shop.example/?ref=us' };
      const tag = async () => (await t.request('GET', path, { as })).headers.etag ?? assert.fail('there is no tag');
      const old = await tag();
      assert.match(old, /^W\//);
      const changed = await send('PUT', path, { 'if-match': old }, { price: 5 }, as);
      assertStatus(changed, 200);
      for (const condition of [old, `${old}, "x"`, old.replace('W/', '').replace(/\.\d+(\.admin)?"$/, '"')])
        for (const [method, route, body] of [
          ['PUT', path, { price: 6 }],
          ['DELETE', path, undefined],
          ['PUT', link, url],
          ['DELETE', link, undefined],
          ['DELETE', `/registries/${id}${path}`, undefined],
        ] as const)
          assertError(await send(method, route, { 'if-match': condition }, body, as), 412, 'Item has changed');
      const fresh = await tag();
      const gift = { item_id: item.id };
      assertStatus(
        await t.request('PUT', `/registries/${id}/purchases/${randomUUID()}`, { as: 'guest', body: gift }),
        201,
      );
      assert.notEqual(await tag(), fresh);
      assertStatus(await send('PUT', link, { 'if-match': fresh }, url, as), 200);
      assertStatus(await send('DELETE', path, { 'if-match': `"x", ${await tag()}` }, undefined, as), 200);
    }
  });

  it('is the only weak tag that matches', async () => {
    const { id } = addRegistry(t);
    const { id: itemId, updated_at } = await addListedItem(t, id);
    for (const condition of [
      `W/"${updated_at}"`,
      `"${updated_at}.0"`,
      `W/"x.${updated_at}.0"`,
      `W/"${updated_at}.0.x"`,
    ])
      assertError(await send('DELETE', `/items/${itemId}`, { 'if-match': condition }), 412, 'Item has changed');
  });
});

describe('rules: Changes on condition, other routes', () => {
  it('change an affiliate link and delete an item of a registry only in the version that was read', async () => {
    const { id } = addRegistry(t);
    const item = await addListedItem(t, id);
    const [path, old] = [`/registries/${id}/items/${item.id}`, { 'if-match': `"${item.updated_at}"` }];
    const link = { affiliate_url: 'https://shop.example/?ref=1' };
    assertStatus(await send('PUT', `${path}/affiliate`, old, link), 200);
    assertError(await send('PUT', `${path}/affiliate`, old, link), 412, 'Item has changed');
    assertError(await send('DELETE', `${path}/affiliate`, old), 412, 'Item has changed');
    assertError(await send('DELETE', path, old), 412, 'Item has changed');
    assertStatus(await send('DELETE', path, { 'if-match': '*' }), 204);
    assertError(await send('DELETE', path, { 'if-match': '*' }), 404, 'Item not found');
  });

  it('make a purchase only if its id is new', async () => {
    const { id } = addRegistry(t, { invitees: ['guest'] });
    const { id: item_id } = await addListedItem(t, id);
    const path = `/registries/${id}/purchases/${randomUUID()}`;
    const put = () => send('PUT', path, { 'if-none-match': '*' }, { item_id }, 'guest');
    assertStatus(await put(), 201);
    assertError(await put(), 412, 'Purchase already exists');
  });

  it('refuse conditions that they do not check', async () => {
    const { id } = addRegistry(t, { of: 'admin' });
    const ids: Record<string, number | string> = { id, item_id: 1, purchase_id: randomUUID(), idea_id: randomUUID() };
    const bodies: Record<string, object> = {
      '/registries': { title: 'x' },
      '/items': { ...ITEM, registry_id: id },
      '/registries/{id}/items': ITEM,
      '/registries/{id}/invitees': { invitees: ['x'] },
      '/webhooks': { url: 'https://receiver.example/' },
      '/purchases/uncount': { item_id: 1 },
      '/purchases/erase': { registry_id: id },
      '/purchases/reveal': { registry_id: id },
      '/previews': { url: 'https://shop.example/' },
      '/previews/picture': { url: 'https://shop.example/' },
    };
    const { operations } = readContract();
    const checked: string[] = [];
    for (const { method, path } of operations.filter((one) => one.method !== 'GET')) {
      const body = bodies[path];
      const address = path.replace(/\{(\w+)\}/g, (_, name) => String(ids[name] ?? randomUUID()));
      for (const name of ['if-match', 'if-none-match', 'if-unmodified-since']) {
        if (method !== 'DELETE' && body === undefined) continue;
        const query = path === '/ideas/{idea_id}' ? `?registry_id=${id}` : '';
        const answer = await send<{ detail: string }>(method, address + query, { [name]: '*' }, body, 'admin');
        if (answer.status === 422) assertError(answer, 422, `${name}: is no condition of this request`);
        else checked.push(`${method} ${path} ${name}`);
      }
    }
    assert.deepEqual(checked.sort(), [
      'DELETE /ideas/{idea_id} if-match',
      'DELETE /items/{item_id} if-match',
      'DELETE /registries/{id} if-match',
      'DELETE /registries/{id}/items/{item_id} if-match',
      'DELETE /registries/{id}/items/{item_id}/affiliate if-match',
      'DELETE /registries/{id}/shares/{share_id} if-match',
    ]);
  });
});
