import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { assertStatus, type Item } from './answers.ts';
import { addItem, addListedItem, addRegistry, give } from './world.ts';

const t = await openTestService();
after(() => t.close());

const ask = (path: string, as: string, tag?: string) =>
  t.request('GET', path, { as, headers: { 'if-none-match': tag } });

describe('rules: Entity tags', () => {
  it('spare the caller an answer until it changes', async () => {
    const { id } = addRegistry(t, { invitees: ['guest'] });
    const item = await addListedItem(t, id, { quantity_needed: 2 });
    const rename = () => t.request('PATCH', `/registries/${id}`, { as: 'owner', body: { title: 'New' } });
    for (const [path, change] of [
      [`/registries/${id}`, rename],
      ['/registries', () => t.request('PATCH', `/registries/${id}`, { as: 'owner', body: { title: 'Newer' } })],
      [`/items/${item.id}`, () => t.request('PUT', `/items/${item.id}`, { as: 'owner', body: { price: 3 } })],
      [`/items/${item.id}`, () => give(t, item)],
    ] as const) {
      const first = await ask(path, 'owner');
      const tag = String(first.headers.etag);
      for (const sent of [tag, `"x", W/${tag.replace('W/', '')}`, '*']) {
        const again = await ask(path, 'owner', sent);
        const { status, text, headers } = again;
        assert.deepEqual(
          [status, text, headers.etag, headers['content-length']],
          [304, '', tag, undefined],
          `${path} ${sent}`,
        );
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
    const items = [`/items?registry_id=${id}`, `/registries/${id}/items`, `/registries/${id}/items?include=remaining`];
    const paths = [`/registries/${id}`, '/registries', `/items/${item.id}`, ...items];
    const tags = async () => Promise.all(paths.map(async (path) => (await ask(path, 'owner')).headers.etag));
    const before = await tags();
    await give(t, item, { as: 'guest', secret: true });
    assert.deepEqual(await tags(), before);
  });

  it('of lists of items change with each change that the caller sees, and only then', async () => {
    const { id, meta } = addRegistry(t, { invitees: ['guest'], surprise: 'hidden' });
    const [one, two] = [
      await addListedItem(t, id, { quantity_needed: 9, price: 100 }),
      await addListedItem(t, id, { price: 5 }),
    ];
    const change = (fields: object) => t.request('PUT', `/items/${one.id}`, { as: 'admin', body: fields });
    const share = async (amount: number, secret: boolean) => {
      const body = { item_id: two.id, amount, secret, giver_user_id: 5 };
      const path = `/registries/${id}/shares/${randomUUID()}`;
      assertStatus(await t.request('PUT', path, { as: 'admin', body }), 201);
    };
    const changes: Record<string, () => Promise<unknown>> = {
      'a field': () => change({ price: 5 }),
      'an affiliate link': () => change({ affiliate_url: 'https://shop.example/?a' }),
      'a gift': () => give(t, one),
      'a secret gift': () => give(t, one, { secret: true }),
      'a reveal': () => t.request('POST', `/registries/${id}/purchases/reveal`, { as: 'owner', body: {} }),
      'a share': () => share(2, false),
      'a secret share of the rest': () => share(3, true),
      'another order': async () => meta.set('registry_item_ids', JSON.stringify([two.id, one.id])),
      'a new item': () => addItem(t, id),
      'an item of another list': async () => {
        const { id: other } = await addListedItem(t, addRegistry(t).id);
        await t.request('PUT', `/registries/${id}/appearances/${other}`, { as: 'owner' });
      },
      'a deletion': () => t.request('DELETE', `/items/${two.id}`, { as: 'admin' }),
      nothing: () => change({ price: 5 }),
    };
    const lists = ['/registries/ID/items', '/registries/ID/items?include=remaining', '/items?registry_id=ID'].flatMap(
      (path) => ['owner', 'guest', 'admin'].map((as) => ({ path: path.replace('ID', `${id}`), as })),
    );
    const read = () => Promise.all(lists.map(({ path, as }) => ask(path, as)));
    for (const [what, act] of Object.entries(changes)) {
      const before = await read();
      await act();
      const after = await read();
      for (const [index, { path, as }] of lists.entries()) {
        const [then, now] = [before[index], after[index]];
        const again = await ask(path, as, String(then?.headers.etag));
        const isSame = then?.text === now?.text;
        assert.deepEqual(
          [again.status, now?.headers.etag === then?.headers.etag],
          [isSame ? 304 : 200, isSame],
          `${what}: ${path} ${as}`,
        );
        assert.deepEqual([again.text, again.headers.etag], [isSame ? '' : now?.text, now?.headers.etag]);
      }
    }
  });

  it('of lists with more than 100 items change with each item', async () => {
    const { id } = addRegistry(t);
    const names = Array.from({ length: 100 }, (_, n) => ({ name: `${n}`, url: 'shop.example/1' }));
    for (let n = 0; n < 2; n++)
      assertStatus(await t.request('POST', `/registries/${id}/items`, { as: 'owner', body: names }), 201);
    const lists = [`/registries/${id}/items`, `/items?registry_id=${id}&limit=1000`];
    for (const [index, path] of lists.entries()) {
      const { headers, body } = await t.request<Item[]>('GET', path, { as: 'owner' });
      assert.equal(body.length, 200);
      const tag = String(headers.etag);
      assert.deepEqual((await ask(path, 'owner', tag)).status, 304);
      await t.request('PUT', `/items/${body.at(-1)?.id}`, { as: 'owner', body: { price: 7 + index } });
      const changed = await ask(path, 'owner', tag);
      assert.deepEqual([changed.status, changed.headers.etag === tag], [200, false]);
    }
  });

  it('are those of a role', async () => {
    const { id } = addRegistry(t);
    await addListedItem(t, id);
    const tagFor = async (as: string) => (await ask(`/registries/${id}/items`, as)).headers.etag;
    assert.notEqual(await tagFor('owner'), await tagFor('admin'));
    assert.equal((await ask('/items?limit=1000', 'owner', '*')).status, 304);
    const ids = await ask('/items?ids=987654', 'owner');
    assert.equal((await ask('/items?ids=987654', 'owner', String(ids.headers.etag))).status, 304);
  });
});
