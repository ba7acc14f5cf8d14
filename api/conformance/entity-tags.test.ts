import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { assertStatus } from './answers.ts';
import { addListedItem, addRegistry } from './world.ts';

const t = await openTestService();
after(() => t.close());

const ask = (path: string, as: string, tag?: string) =>
  t.request('GET', path, { as, headers: { 'if-none-match': tag } });

describe('rules: Entity tags', () => {
  it('spare the caller an answer until it changes', async () => {
    const { id } = addRegistry(t, { invitees: ['guest'] });
    const item = await addListedItem(t, id, { quantity_needed: 2 });
    const rename = () => t.request('PATCH', `/registries/${id}`, { as: 'owner', body: { title: 'New' } });
    const give = async () =>
      assertStatus(
        await t.request('PUT', `/registries/${id}/purchases/${randomUUID()}`, {
          as: 'guest',
          body: { item_id: item.id },
        }),
        201,
      );
    for (const [path, change] of [
      [`/registries/${id}`, rename],
      ['/registries', () => t.request('PATCH', `/registries/${id}`, { as: 'owner', body: { title: 'Newer' } })],
      [`/items/${item.id}`, () => t.request('PUT', `/items/${item.id}`, { as: 'owner', body: { price: 3 } })],
      [`/items/${item.id}`, give],
    ] as const) {
      const first = await ask(path, 'owner');
      const tag = String(first.headers.etag);
      for (const sent of [tag, `"x", W/${tag.replace('W/', '')}`, '*']) {
        const again = await ask(path, 'owner', sent);
        assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', tag], `${path} ${sent}`);
      }
      await change();
      const changed = await ask(path, 'owner', tag);
      assert.equal(changed.status, 200, path);
      assert.notEqual(changed.headers.etag, tag);
    }
  });

  it('are the same for a recipient, whatever guests give in secret', async () => {
    const { id } = addRegistry(t, { invitees: ['guest'], surprise: 'hidden' });
    const item = await addListedItem(t, id);
    const paths = [`/registries/${id}`, '/registries', `/items/${item.id}`];
    const tags = async () => Promise.all(paths.map(async (path) => (await ask(path, 'owner')).headers.etag));
    const before = await tags();
    const path = `/registries/${id}/purchases/${randomUUID()}`;
    assertStatus(await t.request('PUT', path, { as: 'guest', body: { item_id: item.id } }), 201);
    assert.deepEqual(await tags(), before);
  });
});
