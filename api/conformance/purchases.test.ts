import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { valuesOf } from '../../tests/support/values-of.ts';
import {
  ASK_PROBLEM,
  assertError,
  assertNames,
  assertProblem,
  assertStatus,
  DETAIL,
  type Item,
  type ItemAnswer,
  type Purchase,
  type PurchaseAnswer,
} from './answers.ts';
import { addItem, addRegistry, give } from './world.ts';

const t = await openTestService();
after(() => t.close());

/** Creates an item with this wished quantity, in a registry of `owner` that invites `guest`. */
async function setUp(needed = 3): Promise<Item> {
  const post = addRegistry(t, { invitees: ['guest', 'granny@family.test'] });
  return addItem(t, post.id, { quantity_needed: needed });
}

const put = (item: Item, id: string, body: object, as = 'guest') =>
  t.request<PurchaseAnswer>('PUT', `/registries/${item.registry_id}/purchases/${id}`, {
    as,
    body: { item_id: item.id, ...body },
  });
const sitePut = (id: string, body: object, as = 'admin', headers: Record<string, string> = {}) =>
  t.request<PurchaseAnswer>('PUT', `/purchases/${id}`, { as, body, headers });
const stored = async ({ id }: Item): Promise<Item> =>
  (await t.request<ItemAnswer>('GET', `/items/${id}`, { as: 'admin' })).body.data;
const listed = async (item: Item, as: string): Promise<Purchase[]> =>
  (await t.request<Purchase[]>('GET', `/registries/${item.registry_id}/purchases`, { as })).body;

describe('rules: Purchases, giving', () => {
  it('creates a purchase, counts it, and returns it', async () => {
    const item = await setUp();
    const id = randomUUID();
    const body = { quantity: 2, state: 'bought', giver_name: 'Aunt Ada', message: 'All the best' };
    const answer = await put(item, id.toUpperCase(), body);
    assertStatus(answer, 201);
    const { created_at, updated_at, ...rest } = answer.body.data;
    assert.deepEqual(rest, {
      id,
      item_id: item.id,
      registry_id: item.registry_id,
      quantity: 2,
      state: 'bought',
      is_secret: false,
      is_owner: false,
      giver_user_id: t.host.users.get('guest').id,
      giver_name: 'Aunt Ada',
      giver_email: null,
      message: 'All the best',
      is_giver_shown: true,
      thanked_at: null,
      item_name: 'Kettle',
      item_price: null,
      item_currency: null,
      item_url: 'https://shop.example/kettle',
    });
    assert.equal(created_at, updated_at);
    const after = await stored(item);
    assert.deepEqual([after.quantity_purchased, after.updated_at], [2, item.updated_at]);
  });

  it('has defaults, treats blank texts as missing, and ignores unknown keys', async () => {
    const item = await setUp();
    const answer = await put(item, randomUUID(), {
      giver_name: ' ',
      message: '',
      is_owner: true,
      giver_email: 'x@y.z',
    });
    const { quantity, state, giver_name, giver_email, message, is_owner } = answer.body.data;
    assert.deepEqual(
      [quantity, state, giver_name, giver_email, message, is_owner],
      [1, 'reserved', null, null, null, false],
    );
  });

  it('the same request again, with the id in any case, is the same purchase', async () => {
    const item = await setUp();
    const id = randomUUID();
    const first = await put(item, id, { quantity: 2 });
    const again = await put(item, id.toUpperCase(), { quantity: 2 });
    assertStatus(again, 200);
    assert.deepEqual(again.body.data, first.body.data);
    assert.equal((await stored(item)).quantity_purchased, 2);
  });

  it('other content changes it; omitted fields return to their defaults', async () => {
    const item = await setUp();
    const id = randomUUID();
    await put(item, id, { quantity: 1, giver_name: 'Ada', message: 'Hi' });
    const changed = await put(item, id, { quantity: 3 });
    assertStatus(changed, 200);
    assert.deepEqual(
      [changed.body.data.quantity, changed.body.data.giver_name, changed.body.data.message],
      [3, null, null],
    );
    assert.equal((await stored(item)).quantity_purchased, 3);
    await put(item, id, { quantity: 1 });
    assert.equal((await stored(item)).quantity_purchased, 1);
  });

  it('a change of any single field is stored', async () => {
    const item = await setUp();
    const id = randomUUID();
    const body = { item_id: item.id, secret: false, giver_email: 'ada@mail.example', giver_name: 'Ada', message: 'Hi' };
    await sitePut(id, body);
    for (const change of [
      { quantity: 2 },
      { state: 'bought' },
      { giver_user_id: 4 },
      { giver_name: 'Bo' },
      { giver_email: 'bo@mail.example' },
      { message: 'Hello' },
    ])
      assert.partialDeepStrictEqual((await sitePut(id, Object.assign(body, change))).body.data, change);
    for (const [change, expected] of [
      [{ message: ' ' }, { message: null }],
      [{ giver_name: 'Cy' }, { giver_name: 'Cy', giver_email: 'bo@mail.example' }],
      [{ giver_email: 'Cy@Mail.example' }, { giver_email: 'cy@mail.example', giver_name: 'Cy' }],
      [
        { giver_name: '', giver_email: null, quantity: 1 },
        { giver_name: null, giver_email: null, quantity: 1 },
      ],
    ]) {
      const patched = await t.request<PurchaseAnswer>('PATCH', `/purchases/${id}`, { as: 'admin', body: change });
      assertStatus(patched, 200);
      assert.partialDeepStrictEqual(patched.body.data, expected);
    }
    const address = { as: 'guest', body: { giver_email: 'cy@mail.example' } };
    assertError(await t.request('PATCH', `/purchases/${id}`, address), 404, DETAIL.purchase);
    await t.request('DELETE', `/purchases/${id}`, { as: 'admin' });
    const late = { as: 'admin', body: { giver_name: 'Di', giver_email: 'di@mail.example', quantity: 1 } };
    assertError(await t.request('PATCH', `/purchases/${id}`, late), 404, DETAIL.purchase);
    assert.equal((await stored(item)).quantity_purchased, 0);
  });

  it('lets the giver change the name by PATCH, and only admins the address', async () => {
    const item = await setUp(2);
    const { id } = await give(t, item, {});
    const patch = (body: object) => t.request<PurchaseAnswer>('PATCH', `/purchases/${id}`, { as: 'guest', body });
    assert.equal((await patch({ giver_name: 'Ed' })).body.data.giver_name, 'Ed');
    assertStatus(await patch({ giver_email: 'ed@mail.example' }), 403);
    assertStatus(await patch({ giver_email: null }), 200);
  });

  it('rejects more than the remaining quantity, and reports that quantity', async () => {
    const item = await setUp(3);
    const id = randomUUID();
    await put(item, id, { quantity: 2 });
    const refused = await put(item, randomUUID(), { quantity: 2 }, 'mailguest');
    assertError(refused, 409, DETAIL.notEnough);
    assert.equal(refused.headers['quantity-remaining'], '1');
    const more = await put(item, id, { quantity: 4 });
    assertError(more, 409, DETAIL.notEnough);
    assert.equal(more.headers['quantity-remaining'], '1', 'in addition to their own');
    assertStatus(await put(item, id, { quantity: 3 }), 200);
  });

  it('a wish with more purchases than wished only accepts reductions', async () => {
    const item = await setUp(3);
    const id = randomUUID();
    await put(item, id, { quantity: 3 });
    await t.request('PUT', `/items/${item.id}`, { as: 'owner', body: { quantity_needed: 1 } });
    const refused = await put(item, randomUUID(), {}, 'mailguest');
    assert.deepEqual([refused.status, refused.headers['quantity-remaining']], [409, '0']);
    assertStatus(await put(item, id, { quantity: 2 }), 200);
    assertStatus(await put(item, id, { quantity: 2, state: 'bought' }), 200);
  });

  it('reveals nothing about purchases of other users', async () => {
    const item = await setUp();
    const { id } = await give(t, item);
    for (const as of ['mailguest', 'owner']) assertError(await put(item, id, {}, as), 404, DETAIL.purchase);
    const changed = await put(item, id, { quantity: 2, message: 'by an admin' }, 'admin');
    assert.equal(changed.body.data.giver_user_id, t.host.users.get('guest').id, 'the giver stays the same');
  });

  it('requires an item of this registry, and a purchase keeps its item', async () => {
    const item = await setUp();
    const second = await addItem(t, item.registry_id, { quantity_needed: 2 });
    const elsewhere = await setUp();
    const { id } = await give(t, item);
    assertError(await put(item, id, { item_id: second.id }), 409, DETAIL.anotherItem);
    assertError(await put(item, id, { item_id: elsewhere.id }), 404, DETAIL.item);
    assertError(await put(item, randomUUID(), { item_id: 987_654 }), 404, DETAIL.item);
    assertError(await put(elsewhere, id, {}), 409, DETAIL.anotherItem);
    await t.request('DELETE', `/items/${second.id}`, { as: 'owner' });
    assertError(await put(item, id, { item_id: second.id }), 404, DETAIL.item);
  });

  it('gifts of an inactive item can be changed and given back, but not added', async () => {
    const item = await setUp();
    const { id } = await give(t, item);
    await t.request('DELETE', `/items/${item.id}`, { as: 'owner' });
    assertError(await put(item, randomUUID(), {}), 404, DETAIL.item);
    assertStatus(await put(item, id, {}), 200);
    assertStatus(await put(item, id, { quantity: 2 }), 200);
    assertStatus(await t.request('DELETE', `/purchases/${id}`, { as: 'guest' }), 204);
  });

  it('owners can mark an item as theirs, even if guests have secretly given all of it', async () => {
    const item = await setUp(2);
    await sitePut(randomUUID(), { item_id: item.id, secret: true, quantity: 2 });
    const had = await put(item, randomUUID(), {}, 'owner');
    assertStatus(had, 201);
    assert.deepEqual([had.body.data.is_owner, had.body.data.is_secret], [true, false]);
    // When the owner raises the quantity, secret gifts do not count either.
    assertStatus(await put(item, had.body.data.id, { quantity: 2 }, 'owner'), 200);
    assertStatus(await put(item, had.body.data.id, {}, 'owner'), 200);
    assertStatus(await put(item, randomUUID(), {}, 'owner'), 201);
    const refused = await put(item, randomUUID(), {}, 'owner');
    assert.deepEqual([refused.status, refused.headers['quantity-remaining']], [409, '0']);
  });
});

describe("rules: Purchases, a giver's purchases", () => {
  it('can be listed, changed and given back by the giver', async () => {
    const item = await setUp(5);
    const { id } = await give(t, item, { quantity: 2 });
    const mine = await t.request<Purchase[]>('GET', '/purchases?limit=1000&unknown=1', { as: 'guest' });
    assert.equal(mine.body.at(-1)?.id, id);
    const found = await t.request<PurchaseAnswer>('GET', `/purchases/${id}`, { as: 'guest' });
    assert.equal(found.body.data.quantity, 2);
    const changed = await t.request<PurchaseAnswer>('PATCH', `/purchases/${id}`, {
      as: 'guest',
      body: { state: 'bought', message: 'Soon' },
    });
    assert.deepEqual(
      [changed.body.data.state, changed.body.data.quantity, changed.body.data.message],
      ['bought', 2, 'Soon'],
    );
    assert.ok(changed.body.data.updated_at > found.body.data.updated_at);
    const same = await t.request<PurchaseAnswer>('PATCH', `/purchases/${id}`, { as: 'guest', body: {} });
    assert.deepEqual(same.body.data, changed.body.data);
    const tooMany = await t.request('PATCH', `/purchases/${id}`, { as: 'guest', body: { quantity: 6 } });
    assert.deepEqual([tooMany.status, tooMany.headers['quantity-remaining']], [409, '3']);
    const back = await t.request('DELETE', `/purchases/${id}`, { as: 'guest' });
    assert.deepEqual([back.status, back.text], [204, '']);
    assertError(await t.request('DELETE', `/purchases/${id}`, { as: 'guest' }), 404, DETAIL.purchase);
    assert.equal((await stored(item)).quantity_purchased, 0);
    assertStatus(await put(item, id, {}), 201);
  });

  it('reduce the counter when given back, but never below zero', async () => {
    const item = await setUp(5);
    const { id } = await give(t, item, { quantity: 2 });
    await t.request('PUT', `/items/${item.id}`, { as: 'owner', body: { quantity_purchased: 1 } });
    await t.request('DELETE', `/purchases/${id}`, { as: 'guest' });
    assert.equal((await stored(item)).quantity_purchased, 0);
  });

  it('change the hidden counter if they are secret, and the visible counter at most to 2^53 − 1', async () => {
    const most = Number.MAX_SAFE_INTEGER;
    const item = await setUp(most);
    const id = randomUUID();
    const secret = { item_id: item.id, secret: true };
    const left = async () => {
      const path = `/items?registry_id=${item.registry_id}&include=remaining`;
      return (await t.request<(Item & { quantity_remaining: number })[]>('GET', path, { as: 'admin' })).body[0]
        ?.quantity_remaining;
    };
    assertStatus(await sitePut(id, { ...secret, quantity: 3 }), 201);
    assertStatus(await sitePut(id, { ...secret, quantity: 2 }), 200);
    assert.deepEqual([await left(), (await stored(item)).quantity_purchased], [most - 2, 0]);
    assertStatus(await t.request('DELETE', `/purchases/${id}`, { as: 'admin' }), 204);
    assert.deepEqual([await left(), (await stored(item)).quantity_purchased], [most, 0]);
    await give(t, item, { quantity: 2 });
    await sitePut(id, { ...secret, quantity: 3 });
    await t.request('PUT', `/items/${item.id}`, { as: 'admin', body: { quantity_purchased: most - 1 } });
    await t.request('POST', '/purchases/reveal', { as: 'admin', body: { registry_id: item.registry_id } });
    assert.equal((await stored(item)).quantity_purchased, most);
  });

  it('are paged in order of time', async () => {
    const item = await setUp(9);
    const given: string[] = [];
    for (let n = 0; n < 5; n++) {
      const { id } = await give(t, item, { as: 'mailguest' });
      given.unshift(id);
      await t.database.query(`UPDATE purchases SET created_at = '2099-01-0${9 - n}T00:00:00.000Z' WHERE id = '${id}'`);
    }
    const pages: string[] = [];
    for (let skip = 0; skip < 6; skip += 2) {
      const page = await t.request<Purchase[]>('GET', `/purchases?skip=${skip}&limit=2`, { as: 'mailguest' });
      pages.push(...page.body.map((one) => one.id));
    }
    assert.deepEqual(pages.slice(-5), given, 'the oldest first');
    assertNames(await t.request('GET', '/purchases?limit=1001', { as: 'mailguest' }), 'limit');
  });

  it('do not change when an admin removes counts without a purchase', async () => {
    const item = await setUp(9);
    await sitePut(randomUUID(), { item_id: item.id, secret: false, quantity: 2 });
    await sitePut(randomUUID(), { item_id: item.id, secret: true, quantity: 3 });
    await t.request('PUT', `/items/${item.id}`, { as: 'admin', body: { quantity_purchased: 4 } });
    const { updated_at } = await stored(item);
    const uncount = async (body: object, as = 'admin') =>
      (await t.request('POST', '/purchases/uncount', { as, body: { item_id: item.id, ...body } })).body;
    assert.deepEqual(await uncount({ quantity: 3 }), { uncounted: 0 }, 'only the whole quantity');
    assert.deepEqual(await uncount({}), { uncounted: 1 });
    const atOnce = await Promise.all([uncount({}), uncount({}), uncount({})]);
    assert.deepEqual(atOnce.filter((body) => JSON.stringify(body) === '{"uncounted":1}').length, 1);
    const after = await stored(item);
    assert.deepEqual([after.quantity_purchased, after.updated_at], [2, updated_at]);
    await t.request('POST', '/purchases/reveal', { as: 'admin', body: { registry_id: item.registry_id } });
    assert.deepEqual(await uncount({}), { uncounted: 0 });
    assert.equal((await stored(item)).quantity_purchased, 5);
    assert.deepEqual(await uncount({ item_id: 987_654 }), { uncounted: 0 });
    assertNames(
      await t.request('POST', '/purchases/uncount', { as: 'admin', body: { item_id: item.id, quantity: 0 } }),
      'quantity',
    );
  });

  it('get thanks from admins, too, but not from givers', async () => {
    const item = await setUp();
    const id = randomUUID();
    await put(item, id, {});
    const thank = (as: string, thanked: boolean) =>
      t.request<PurchaseAnswer>('PATCH', `/purchases/${id}`, { as, body: { thanked } });
    assertError(await thank('guest', true), 403, DETAIL.notAllowed);
    assertError(await thank('owner', true), 404, 'Purchase not found');
    assert.notEqual((await thank('admin', true)).body.data.thanked_at, null);
    // Changes by the giver keep the thanks.
    await t.request('PATCH', `/purchases/${id}`, { as: 'guest', body: { message: 'Soon' } });
    await put(item, id, { message: 'Now' });
    const kept = await t.request<PurchaseAnswer>('GET', `/purchases/${id}`, { as: 'guest' });
    assert.notEqual(kept.body.data.thanked_at, null);
    assert.equal((await thank('admin', false)).body.data.thanked_at, null);
  });

  it('can be assigned to a user by an admin, once', async () => {
    const item = await setUp();
    const id = randomUUID();
    const given = await t.request('PUT', `/purchases/${id}`, {
      as: 'admin',
      body: { item_id: item.id, secret: false, quantity: 2, message: 'All the best', giver_email: 'ada@mail.example' },
    });
    assert.equal(given.status, 201);
    const take = (as: string, user: number) =>
      t.request<PurchaseAnswer>('PATCH', `/purchases/${id}`, { as, body: { giver_user_id: user } });
    assertError(await take('guest', 7), 404, 'Purchase not found');
    const taken = await take('admin', 7);
    assert.equal(taken.status, 200);
    const { giver_user_id, quantity, message, giver_email } = taken.body.data;
    assert.deepEqual(
      { giver_user_id, quantity, message, giver_email },
      { giver_user_id: 7, quantity: 2, message: 'All the best', giver_email: 'ada@mail.example' },
    );
    assert.deepEqual((await take('admin', 7)).body.data, taken.body.data);
    assertError(await take('admin', 8), 409, 'Purchase belongs to another user');
    const own = randomUUID();
    await put(item, own, {});
    const themselves = await t.request('PATCH', `/purchases/${own}`, { as: 'guest', body: { giver_user_id: 7 } });
    assertError(themselves, 403, DETAIL.notAllowed);
  });

  it('are limited to 2,000 by guests and 2,000 by owners of a registry', async () => {
    const item = await setUp(9000);
    const moment = "'2026-05-01T09:30:00.000Z'";
    const row = (n: number) =>
      `('${randomUUID()}', ${item.id}, ${item.registry_id}, 1, 'reserved', 0, ${n % 2}, ${moment}, ${moment})`;
    const columns = 'id, item_id, registry_id, quantity, state, is_secret, is_owner, created_at, updated_at';
    await t.database.query(
      `INSERT INTO purchases (${columns}) VALUES ${Array.from({ length: 3998 }, (_, n) => row(n))}`,
    );
    for (const as of ['guest', 'owner']) {
      assertStatus(await put(item, randomUUID(), {}, as), 201);
      assertNames(await put(item, randomUUID(), {}, as), 'registry_id');
    }
    assert.equal((await listed(item, 'admin')).length, 4000);
  });

  it('are shown to admins as the owner of the registry may see them', async () => {
    const item = await setUp(9);
    const gift = { item_id: item.id, giver_user_id: 5, giver_name: 'Ada', giver_email: 'ada@b.example', message: 'Hi' };
    const [secret, open, later] = [randomUUID(), randomUUID(), randomUUID()];
    await sitePut(secret, { ...gift, secret: true });
    await sitePut(open, { ...gift, secret: false });
    const path = `/purchases?registry_id=${item.registry_id}`;
    const seen = async (view: string) =>
      (await t.request<Purchase[]>('GET', `${path}&view=${view}`, { as: 'admin' })).body
        .map((one) => [one.id, one.giver_user_id, one.giver_name, one.message, one.giver_email])
        .sort();
    assert.deepEqual(await seen('owner'), [[open, null, null, null, null]]);
    assert.deepEqual(await seen('owner_names'), [[open, 5, 'Ada', 'Hi', null]]);
    assert.deepEqual(await seen('owner&skip=1'), []);
    await t.request('POST', '/purchases/reveal', { as: 'admin', body: { registry_id: item.registry_id } });
    await sitePut(later, { ...gift, secret: false });
    const shown = [secret, open].map((id) => [id, 5, 'Ada', 'Hi', null]);
    assert.deepEqual(await seen('owner'), [...shown, [later, null, null, null, null]].sort());
    assert.deepEqual(await seen('owner_names'), [...shown, [later, 5, 'Ada', 'Hi', null]].sort());
    for (const as of ['guest', 'admin']) {
      assertNames(await t.request('GET', '/purchases?view=owner', { as }), 'view');
      assertNames(await t.request('GET', '/purchases?giver_user_id=5&view=owner', { as }), 'view');
      assertNames(await t.request('GET', `${path}&view=all`, { as }), 'view');
    }
  });
});

describe('rules: Purchases, a registry', () => {
  it('lists them in the order of its items, inactive ones last, then by time', async () => {
    const first = await setUp(9);
    const second = await addItem(t, first.registry_id, { quantity_needed: 9 });
    const gone = await addItem(t, first.registry_id, { quantity_needed: 9 });
    const of = [gone, second, first, second];
    const ids: string[] = [];
    for (const item of of) ids.push((await give(t, item)).id);
    await t.request('DELETE', `/items/${gone.id}`, { as: 'owner' });
    await t.request('PATCH', `/registries/${first.registry_id}`, {
      as: 'owner',
      body: { meta: { registry_item_ids: [second.id, first.id] } },
    });
    const list = await listed(first, 'owner');
    assert.deepEqual(valuesOf(list, 'id'), [ids[1], ids[3], ids[2], ids[0]]);
  });

  it('allows owner and admin to remove a purchase, and to note thanks', async () => {
    const item = await setUp();
    const { id } = await give(t, item);
    const path = `/registries/${item.registry_id}/purchases/${id}`;
    const thanked = await t.request<PurchaseAnswer>('PATCH', path, { as: 'owner', body: { thanked: true } });
    assert.match(thanked.body.data.thanked_at ?? '', /^\d{4}-/);
    const again = await t.request<PurchaseAnswer>('PATCH', path, { as: 'admin', body: { thanked: true } });
    assert.equal(again.body.data.thanked_at, thanked.body.data.thanked_at);
    const not = await t.request<PurchaseAnswer>('PATCH', path, { as: 'owner', body: { thanked: false } });
    assert.equal(not.body.data.thanked_at, null);
    // Other fields of a gift are unknown to this route.
    const more = { thanked: false, quantity: 2, state: 'bought', giver_user_id: 2, giver_name: 'No', message: 'No' };
    const ignored = await t.request<PurchaseAnswer>('PATCH', path, { as: 'owner', body: more });
    assert.deepEqual(ignored.body.data, not.body.data);
    assertNames(await t.request('PATCH', path, { as: 'owner', body: {} }), 'thanked');
    const elsewhere = await setUp();
    const wrong = `/registries/${elsewhere.registry_id}/purchases/${id}`;
    assertError(await t.request('DELETE', wrong, { as: 'owner' }), 404, DETAIL.purchase);
    assertStatus(await t.request('DELETE', path, { as: 'owner' }), 204);
    assertError(await t.request('DELETE', path, { as: 'owner' }), 404, DETAIL.purchase);
    assert.equal((await stored(item)).quantity_purchased, 0);
  });
});

describe('rules: Purchases, on behalf of visitors', () => {
  it('allows admins to give for others, without a call to the host', async () => {
    const item = await setUp();
    const id = randomUUID();
    await t.request('GET', '/items?limit=1', { as: 'admin' });
    t.host.forgetCalls();
    const body = {
      item_id: item.id,
      secret: false,
      giver_user_id: 3,
      giver_name: 'Joe',
      giver_email: 'joe@mail.example',
    };
    const made = await sitePut(id, body);
    assertStatus(made, 201);
    assert.deepEqual([made.body.data.giver_user_id, made.body.data.giver_email], [3, 'joe@mail.example']);
    const whole = await sitePut(id, { item_id: item.id, secret: true });
    assert.deepEqual(
      [whole.status, whole.body.data.giver_name, whole.body.data.giver_email, whole.body.data.is_secret],
      [200, null, null, false],
    );
    // Checks only the calls for this registry, because the service may still be repairing other registries.
    assert.deepEqual(t.host.callsTo(`/wp/v2/registries/${item.registry_id}`), []);
  });

  it('can demand that the item belongs to a registry', async () => {
    const [item, other] = [await setUp(), await setUp()];
    const id = randomUUID();
    const gift = { item_id: item.id, secret: false };
    assertError(await sitePut(id, { ...gift, registry_id: other.registry_id }), 404, DETAIL.item);
    assertStatus(await sitePut(id, { ...gift, registry_id: item.registry_id }), 201);
    assertStatus(await sitePut(id, { ...gift, registry_id: item.registry_id }), 200);
    assertError(await sitePut(id, { ...gift, registry_id: other.registry_id }), 404, DETAIL.item);
    assertNames(await sitePut(id, { ...gift, registry_id: 0 }), 'registry_id');
    assert.equal((await stored(item)).quantity_purchased, 1);
  });

  it('can keep the wish as it was promised before it was on the list', async () => {
    const item = await setUp();
    const [priced, bare] = [randomUUID(), randomUUID()];
    const url = 'https://shop.example/red';
    const given = { item_id: item.id, registry_id: item.registry_id, level: 'counts' };
    const wishOf = ({ item_name, item_price, item_currency, item_url }: Purchase) => [
      item_name,
      item_price,
      item_currency,
      item_url,
    ];
    const wish = { name: 'Red kettle', price: 49.9, currency: 'EUR', url };
    const made = await sitePut(priced, { ...given, wish });
    assertStatus(made, 201);
    assert.deepEqual(wishOf(made.body.data), ['Red kettle', 49.9, 'EUR', url]);
    const repeated = await sitePut(priced, { ...given, quantity: 2, wish: { name: 'Other' } });
    assert.deepEqual(wishOf(repeated.body.data), ['Red kettle', 49.9, 'EUR', url], 'never changed');
    const second = await sitePut(bare, { ...given, wish: { name: 'Lamp', currency: 'EUR' } });
    assert.deepEqual(wishOf(second.body.data), ['Lamp', null, null, null]);
    assertStatus(await sitePut(randomUUID(), { ...given, wish: { price: 3 } }), 422);
  });

  it('can demand that the purchase is new', async () => {
    const item = await setUp();
    const id = randomUUID();
    const gift = { item_id: item.id, secret: false };
    const isNew = { 'if-none-match': '*' };
    assertStatus(await sitePut(id, gift, 'admin', isNew), 201);
    for (const body of [gift, { ...gift, quantity: 2 }, { ...gift, item_id: 987_654 }]) {
      const again = await sitePut(id.toUpperCase(), body, 'admin', { ...isNew, ...ASK_PROBLEM });
      const errors = assertProblem(again, 412, 'Purchase already exists');
      assert.deepEqual(errors, [{ field: 'if-none-match', rule: 'purchase_exists', limit: null }]);
    }
    assert.equal((await stored(item)).quantity_purchased, 1);
    assertStatus(await sitePut(id, { ...gift, quantity: 2 }), 200);
    assertNames(await sitePut(id, gift, 'admin', { 'if-none-match': '"x"' }), 'if-none-match');
    assertStatus(await t.request('DELETE', `/purchases/${id}`, { as: 'admin' }), 204);
    assertStatus(await sitePut(id, gift, 'admin', isNew), 201);
  });

  it('makes one purchase if several with the same id arrive at once and each must be new', async () => {
    const item = await setUp(20);
    const id = randomUUID();
    const gift = { item_id: item.id, registry_id: item.registry_id, secret: false };
    // Other gifts come first, so that gifts with the same id wait together. Only one of them fits.
    const others = Array.from({ length: 4 }, () => sitePut(randomUUID(), gift));
    const same = Array.from({ length: 6 }, (_, n) =>
      sitePut(id, { ...gift, quantity: n + 9 }, 'admin', { 'if-none-match': '*' }),
    );
    for (const other of await Promise.all(others)) assertStatus(other, 201);
    const answers = await Promise.all(same);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 412, 412, 412, 412, 412]);
    const made = answers.find(({ status }) => status === 201);
    assert.equal((await stored(item)).quantity_purchased, 4 + (made?.body.data.quantity ?? 0));
  });

  it('rejects an owner with a secret, and wrong fields', async () => {
    const item = await setUp();
    assertNames(await sitePut(randomUUID(), { item_id: item.id, secret: true, owner: true }), 'owner');
    assertNames(await sitePut(randomUUID(), { item_id: item.id, secret: false, giver_email: 'joe' }), 'giver_email');
    assertNames(await sitePut(randomUUID(), { item_id: item.id, secret: false, giver_user_id: 0 }), 'giver_user_id');
  });

  it('erases the data of a person, and keeps the counts', async () => {
    const item = await setUp(9);
    const make = async (fields: object) => {
      const id = randomUUID();
      assertStatus(await sitePut(id, { item_id: item.id, secret: false, message: 'Hi', ...fields }), 201);
      return id;
    };
    const [byAddress, byUser] = [await make({ giver_email: 'Eve@x.example' }), await make({ giver_user_id: 77 })];
    const erase = async (body: object) =>
      (await t.request<{ erased: number }>('POST', '/purchases/erase', { as: 'admin', body })).body;
    const seen = async (id: string) =>
      (await t.request<PurchaseAnswer>('GET', `/purchases/${id}`, { as: 'admin' })).body.data;
    assert.deepEqual(await erase({ giver_email: 'eve@X.example', only: 'addresses' }), { erased: 1 });
    assert.deepEqual([(await seen(byAddress)).giver_email, (await seen(byAddress)).message], [null, 'Hi']);
    assert.deepEqual(await erase({ giver_user_id: 77 }), { erased: 1 });
    assert.deepEqual([(await seen(byUser)).giver_user_id, (await seen(byUser)).message], [null, null]);
    assert.deepEqual(await erase({ registry_id: item.registry_id, before: '2000-01-01' }), { erased: 0 });
    const minute = 60_000;
    const given = Math.floor(Date.parse((await seen(byAddress)).created_at) / minute) * minute;
    const written = (time: number, hours: number) => new Date(time + hours * 60 * minute).toISOString().slice(0, 16);
    for (const [before, erased] of [
      [`${written(given, 2)}+02:00`, 0],
      [`${written(given + minute, -1)}-01:00`, 1],
    ] as const)
      assert.deepEqual(await erase({ registry_id: item.registry_id, before }), { erased }, before);
    await make({ giver_name: 'Eve' });
    assert.deepEqual(await erase({ registry_id: item.registry_id }), { erased: 1 });
    assert.deepEqual(await erase({ registry_id: item.registry_id }), { erased: 0 });
    assert.equal((await stored(item)).quantity_purchased, 3);
    for (const [field, body] of [
      ['body', {}],
      ['body', { giver_user_id: 1, registry_id: 2 }],
      ['before', { giver_user_id: 1, before: '2026-01-01' }],
      ['before', { registry_id: 2, before: '2026-02-31' }],
      ['before', { registry_id: 2, before: 'yesterday' }],
      ['before', { registry_id: 2, before: '0001-01-01T00:00+01:00' }],
      ['before', { registry_id: 2, before: '9999-12-31T23:59-01:00' }],
      ['only', { registry_id: 2, only: 'names' }],
    ] as const)
      assertNames(await t.request('POST', '/purchases/erase', { as: 'admin', body }), field);
  });
});

describe('rules: Purchases, addresses', () => {
  it('stores an address in lower case and ASCII, and finds and erases it in any spelling', async () => {
    const item = await setUp(9);
    const id = randomUUID();
    const body = { item_id: item.id, secret: false };
    for (const email of ['ADA@Müller.example', 'ada@MÜLLER.example', 'Ada@xn--mller-kva.example'])
      assert.equal(
        (await sitePut(id, { ...body, giver_email: email })).body.data.giver_email,
        'ada@xn--mller-kva.example',
      );
    for (const email of ['ADA@MÜLLER.EXAMPLE', 'Ada@xn--mller-kva.example']) {
      const path = `/purchases?giver_email=${encodeURIComponent(email)}`;
      assert.deepEqual(valuesOf((await t.request<Purchase[]>('GET', path, { as: 'admin' })).body, 'id'), [id]);
    }
    const erase = { giver_email: 'ADA@müller.example' };
    const { body: erased } = await t.request('POST', '/purchases/erase', { as: 'admin', body: erase });
    assert.deepEqual(erased, { erased: 1 });
  });
});

it('rules: Purchases, include=remaining: returns the remaining quantities', async () => {
  const item = await setUp(4);
  await give(t, item);
  await sitePut(randomUUID(), { item_id: item.id, secret: true, quantity: 2 });
  const path = `/registries/${item.registry_id}/items`;
  const remaining = async (route: string, as: string) => {
    const { body } = await t.request<(Item & { quantity_remaining?: number })[]>('GET', route, { as });
    return body.map((one) => one.quantity_remaining);
  };
  assert.deepEqual(await remaining(`${path}?include=remaining`, 'guest'), [1]);
  assert.deepEqual(await remaining(`${path}?include=remaining`, 'admin'), [1]);
  assert.deepEqual(await remaining(`${path}?include=remaining`, 'owner'), [3]);
  assert.deepEqual(await remaining(path, 'guest'), [undefined]);
  assert.deepEqual(await remaining(`/items?registry_id=${item.registry_id}&include=remaining`, 'admin'), [1]);
  assert.deepEqual(await remaining(`/items?ids=${item.id}&include=remaining`, 'admin'), [1]);
  assertNames(await t.request('GET', `${path}?include=all`, { as: 'owner' }), 'include');
  assertNames(await t.request('GET', '/items?include=all', { as: 'admin' }), 'include');
});
