import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { NewHostPost } from '../../tests/support/host-posts.ts';
import { openTestService } from '../../tests/support/service.ts';
import { valuesOf } from '../../tests/support/values-of.ts';
import {
  assertStatus,
  EMPTY_META,
  type Item,
  type ItemAnswer,
  type Purchase,
  type PurchaseAnswer,
  type Registry,
} from './answers.ts';
import { addItem, addRegistry, dayFromNow, give } from './world.ts';

const t = await openTestService();
after(() => t.close());

const setUp = async (registry: Omit<NewHostPost, 'author'>, needed = 9): Promise<Item> => {
  const post = addRegistry(t, { invitees: ['guest', 'granny@family.test'], ...registry });
  return addItem(t, post.id, { quantity_needed: needed });
};
const list = async (item: Item, as: string) =>
  (await t.request<Purchase[]>('GET', `/registries/${item.registry_id}/purchases`, { as })).body;
const idsFor = async (item: Item, as: string) => (await list(item, as)).map(({ id }) => id);
const count = async ({ id }: Item) =>
  (await t.request<ItemAnswer>('GET', `/items/${id}`, { as: 'owner' })).body.data.quantity_purchased;
const reveal = (item: Item) =>
  t.request<{ revealed: number }>('POST', `/registries/${item.registry_id}/purchases/reveal`, { as: 'owner' });
const patchMeta = (item: Item, meta: object) =>
  t.request<Registry>('PATCH', `/registries/${item.registry_id}`, { as: 'owner', body: { meta } });

describe('rules: Surprise, the two fields of a registry', () => {
  it('are set, read and cleared like other fields of meta', async () => {
    const item = await setUp({});
    const set = await patchMeta(item, { registry_surprise: 'hidden', registry_reveal_date: '2099-12-25' });
    assert.deepEqual([set.body.meta.registry_surprise, set.body.meta.registry_reveal_date], ['hidden', '2099-12-25']);
    const kept = await patchMeta(item, { registry_event_type: 'birthday' });
    assert.equal(kept.body.meta.registry_surprise, 'hidden');
    const cleared = await patchMeta(item, { registry_surprise: null, registry_reveal_date: null });
    assert.deepEqual(Object.keys(cleared.body.meta), Object.keys(EMPTY_META));
    const created = await t.request<Registry>('POST', '/registries', {
      as: 'owner',
      body: { title: 'T', meta: { registry_surprise: 'names', registry_reveal_date: '2099-01-01' } },
    });
    assert.deepEqual(
      [created.body.meta.registry_surprise, created.body.meta.registry_reveal_date],
      ['names', '2099-01-01'],
    );
  });

  it('treat an invalid level as hidden, and an invalid day as unset', async () => {
    const item = await setUp({ surprise: 'whatever', revealDate: '2027-02-31' });
    const { meta } = (await t.request<Registry>('GET', `/registries/${item.registry_id}`, { as: 'owner' })).body;
    assert.deepEqual([meta.registry_surprise, meta.registry_reveal_date], ['hidden', undefined]);
    assert.equal((await give(t, item)).is_secret, true);
  });
});

describe('rules: Surprise, visibility', () => {
  it('counts: an owner sees numbers and no names, until the day of the reveal', async () => {
    const item = await setUp({ eventDate: dayFromNow(1) });
    await give(t, item, { quantity: 2, giver_name: 'Ada', message: 'Hi' });
    const [seen] = await list(item, 'owner');
    assert.deepEqual([seen?.quantity, seen?.giver_user_id, seen?.giver_name, seen?.message], [2, null, null, null]);
    const [own] = await list(item, 'guest');
    assert.deepEqual([own?.giver_name, own?.message], ['Ada', 'Hi']);
    t.host.registries.get(item.registry_id).meta.set('registry_event_date', dayFromNow(-1));
    const [shown] = await list(item, 'owner');
    assert.deepEqual([shown?.giver_name, shown?.message], ['Ada', 'Hi']);
  });

  it('names: an owner sees who gave, but no address', async () => {
    const item = await setUp({ surprise: 'names' });
    const id = randomUUID();
    const body = { item_id: item.id, secret: false, giver_name: 'Joe', giver_email: 'joe@mail.example', message: 'Hi' };
    assertStatus(await t.request('PUT', `/purchases/${id}`, { as: 'admin', body }), 201);
    const [seen] = await list(item, 'owner');
    assert.deepEqual([seen?.giver_name, seen?.message, seen?.giver_email], ['Joe', 'Hi', null]);
    const [whole] = await list(item, 'admin');
    assert.equal(whole?.giver_email, 'joe@mail.example');
  });

  it('an admin who is the owner gives as an owner and sees as an admin', async () => {
    const post = addRegistry(t, { of: 'admin', surprise: 'hidden', invitees: ['guest'] });
    const item = await addItem(t, post.id, { quantity_needed: 5 });
    const secret = await give(t, item);
    const own = await give(t, item, { as: 'admin' });
    assert.equal(own.is_owner, true);
    assert.deepEqual((await idsFor(item, 'admin')).sort(), [secret.id, own.id].sort());
    // Other recipients cannot increase a guest's gift, because the answer would reveal other gifts.
    assert.equal((await give(t, item, { as: 'admin', id: secret.id, quantity: 2 })).quantity, 2);
    const change = { as: 'admin', body: { quantity: 3 } };
    assertStatus(await t.request('PATCH', `/purchases/${secret.id}`, change), 200);
    const path = `/registries/${post.id}/items?include=remaining`;
    const { body } = await t.request<{ quantity_remaining: number }[]>('GET', path, { as: 'admin' });
    assert.deepEqual(valuesOf(body, 'quantity_remaining'), [1]);
  });
});

describe('rules: Surprise, the reveal', () => {
  it('on demand covers existing purchases; later ones are secret again', async () => {
    const item = await setUp({ surprise: 'hidden', eventDate: dayFromNow(30) });
    const { id } = await give(t, item, { quantity: 2, giver_name: 'Ada' });
    assert.deepEqual((await reveal(item)).body, { revealed: 1 });
    assert.deepEqual((await reveal(item)).body, { revealed: 0 });
    const [seen] = await list(item, 'owner');
    assert.deepEqual([seen?.id, seen?.giver_name, seen?.is_secret], [id, 'Ada', false]);
    assert.equal(await count(item), 2);
    const later = await give(t, item, { as: 'mailguest' });
    assert.equal(later.is_secret, true);
    assert.deepEqual(await idsFor(item, 'owner'), [id]);
  });

  it('does not change updated_at of items, and counts revealed gifts once', async () => {
    const item = await setUp({ surprise: 'hidden' });
    const { id } = await give(t, item, { quantity: 3 });
    await Promise.all([reveal(item), reveal(item), reveal(item)]);
    const after = (await t.request<ItemAnswer>('GET', `/items/${item.id}`, { as: 'owner' })).body.data;
    assert.deepEqual([after.quantity_purchased, after.updated_at], [3, item.updated_at]);
    await t.request('DELETE', `/purchases/${id}`, { as: 'guest' });
    assert.equal(await count(item), 0);
  });

  for (const route of ['', '/items', '/invitees', '/purchases'])
    it(`comes with the day, by GET /registries/{id}${route}`, async () => {
      const item = await setUp({ surprise: 'hidden', revealDate: dayFromNow(2) });
      await give(t, item, { quantity: 2 });
      const look = () => t.request('GET', `/registries/${item.registry_id}${route}`, { as: 'guest' });
      await look();
      assert.equal(await count(item), 0);
      t.host.registries.get(item.registry_id).meta.set('registry_reveal_date', dayFromNow(0));
      await look();
      assert.equal(await count(item), 2);
      const late = await give(t, item, { as: 'mailguest' });
      assert.equal(late.is_secret, false);
      assert.deepEqual((await reveal(item)).body, { revealed: 0 }, 'it was not secret from the start');
    });

  it('does not delay readers if it fails, and is retried at the next request', async () => {
    const item = await setUp({ surprise: 'hidden', revealDate: dayFromNow(2) });
    await give(t, item, { quantity: 2 });
    t.host.registries.get(item.registry_id).meta.set('registry_reveal_date', dayFromNow(0));
    {
      await using _lock = await t.database.lock();
      assertStatus(await t.request('GET', `/registries/${item.registry_id}`, { as: 'owner' }), 200);
    }
    assertStatus(await t.request('GET', `/registries/${item.registry_id}`, { as: 'owner' }), 200);
    assert.equal(await count(item), 2);
  });

  for (const [how, revealed] of [
    ['the owner', (item: Item) => reveal(item)],
    [
      'the site',
      ({ registry_id }: Item) => t.request('POST', '/purchases/reveal', { as: 'admin', body: { registry_id } }),
    ],
    [
      'the day',
      ({ registry_id }: Item) => {
        t.host.registries.get(registry_id).meta.set('registry_reveal_date', dayFromNow(-1));
        return t.request('GET', `/registries/${registry_id}`, { as: 'guest' });
      },
    ],
  ] as const)
    it(`by ${how} ends the secret in every answer: is_secret is false from then on`, async () => {
      const item = await setUp({ surprise: 'hidden', revealDate: dayFromNow(2), keepers: ['keeper'] });
      const byUser = await give(t, item);
      const bySite = { item_id: item.id, secret: true, giver_email: `${randomUUID()}@mail.example` };
      const [own, put] = [`/purchases/${byUser.id}`, `/purchases/${randomUUID()}`];
      const there = `/registries/${item.registry_id}`;
      const asked = async (method: string, path: string, as: string, body?: object) => {
        const answer = await t.request<Purchase[] | PurchaseAnswer>(method, path, { as, body });
        assert.ok(answer.status < 300, answer.text);
        const found = Array.isArray(answer.body) ? answer.body : [answer.body.data];
        return found.map(({ is_secret }) => is_secret);
      };
      const answers = async (quantity: number) => [
        ...(await asked('PUT', put, 'admin', bySite)),
        ...(await asked('PUT', put, 'admin', { ...bySite, quantity })),
        ...(await asked('GET', own, 'guest')),
        ...(await asked('GET', own, 'admin')),
        ...(await asked('PATCH', own, 'guest', { quantity })),
        ...(await asked('PATCH', own, 'admin', { thanked: quantity > 2 })),
        ...(await asked('PUT', there + own, 'guest', { item_id: item.id, quantity })),
        ...(await asked('PUT', there + own, 'guest', { item_id: item.id })),
        ...(await asked('GET', `/purchases?giver_email=${bySite.giver_email}`, 'admin')),
        ...(await asked('GET', `${there}/purchases`, 'guest')),
        ...(await asked('GET', `${there}/purchases`, 'keeper')),
        ...(await asked('GET', `${there}/purchases`, 'admin')),
      ];
      assert.deepEqual([...new Set(await answers(2))], [true]);
      assert.deepEqual(await asked('GET', `${there}/purchases`, 'owner'), []);
      assertStatus(await revealed(item), 200);
      assert.deepEqual([...new Set(await answers(3))], [false]);
      assert.deepEqual(await asked('GET', `${there}/purchases`, 'owner'), [false, false]);
      assert.deepEqual(await asked('PATCH', there + own, 'owner', { thanked: true }), [false]);
      const view = `/purchases?registry_id=${item.registry_id}&view=owner`;
      assert.deepEqual(await asked('GET', view, 'admin'), [false, false]);
    });

  it('does not follow from a change of the level', async () => {
    const item = await setUp({ surprise: 'hidden' });
    await give(t, item);
    await patchMeta(item, { registry_surprise: 'names' });
    assert.deepEqual(await idsFor(item, 'owner'), []);
    assert.equal((await give(t, item, { as: 'mailguest' })).is_secret, false);
  });
});

it('rules: Surprise, repeats: and changes keep the secrecy that a purchase was created with', async () => {
  const item = await setUp({ surprise: 'hidden' });
  const made = await give(t, item);
  await patchMeta(item, { registry_surprise: 'counts' });
  const changed = await give(t, item, { id: made.id, quantity: 3 });
  assert.equal(changed.is_secret, true);
  assert.equal(await count(item), 0);
  const answer = await t.request<PurchaseAnswer>('GET', `/purchases/${made.id}`, { as: 'guest' });
  assert.equal(answer.body.data.quantity, 3);
});
