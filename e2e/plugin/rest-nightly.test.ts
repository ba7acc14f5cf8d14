import assert from 'node:assert/strict';
import { it } from 'node:test';
import { activeItems } from './connected.ts';
import { openProxiedSite } from './proxied-site.ts';
import { ask, type NamespaceBody } from './rest-namespace.ts';

it('a registry is created, filled, changed and deleted on the next WordPress', async () => {
  await using t = await openProxiedSite('nightly');
  const { site } = t.system;
  const send = async (status: number, method: string, path: string, body?: unknown): Promise<NamespaceBody> => {
    const answer = await ask(site, 'owner', method, path, body);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    return answer.body;
  };
  const title = 'Mum & Dad <3 \\ &#38; [gallery] 🎁';
  const made = await send(201, 'POST', '', { title, story: `${title}\n\nhttps://video.example/x` });
  assert.equal(made.registry.title, title);
  assert.equal(made.registry.story, `${title}\n\nhttps://video.example/x`);
  const { id, version } = made.registry;
  const a = await send(201, 'POST', `/${id}/items`, { name: 'A', url: 'https://shop.example/a' });
  const b = await send(201, 'POST', `/${id}/items`, { name: 'B', url: 'https://shop.example/b', price: 3 });
  const moved = await send(200, 'POST', `/${id}/items/${b.item}/move`, { before: a.item });
  assert.deepEqual(
    moved.registry.items.map(({ name }) => name),
    ['B', 'A'],
  );
  const removed = await send(200, 'DELETE', `/${id}/items/${b.item}`);
  const restored = await send(200, 'POST', `/${id}/items/${b.item}/restore`, removed.undo);
  assert.deepEqual(
    restored.registry.items.map(({ name }) => name),
    ['B', 'A'],
  );
  const known = restored.registry.items[1]?.version;
  await send(200, 'PATCH', `/${id}/items/${a.item}`, { version: known, name: 'C' });
  const outdated = await send(409, 'PATCH', `/${id}/items/${a.item}`, { version: known, name: 'D' });
  assert.equal(outdated.data.current?.items[1]?.name, 'C');
  const wrong = await send(422, 'POST', `/${id}/items`, { name: 'A', url: 'https://shop.example/a', price: 0 });
  assert.deepEqual(wrong.data.fields, { price: 'Enter a price above zero, or leave the field empty.' });
  await send(200, 'PATCH', `/${id}`, { version, is_public: true, event_date: '2027-06-12' });
  await send(409, 'PATCH', `/${id}`, { version, is_public: false });
  assert.deepEqual((await send(200, 'POST', `/${id}/invitees`, { invitee: 'grandma' })).registry.invitees, ['grandma']);
  await send(200, 'DELETE', `/${id}`);
  await send(404, 'GET', `/${id}`);
  assert.deepEqual(await activeItems(t.system, id), []);
});
