import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { valuesOf } from '../../tests/support/values-of.ts';
import { assertStatus, type Item } from './answers.ts';
import { addItem, addRegistry, dayFromNow, give } from './world.ts';

/** Returns the types of the recorded events, oldest first. */
async function recorded(t: TestService): Promise<unknown[]> {
  const order = t.database.path === '' ? 'number' : 'position';
  const rows = await t.database.query(`SELECT type, is_secret FROM events ORDER BY ${order}`);
  return rows.map(({ type, is_secret }) => (Number(is_secret) === 1 ? `secret ${type}` : type));
}

/** A request, and the events that it records. */
type Step = [method: string, path: string, body: object | undefined, as: string, expected: string[]];

async function check(t: TestService, steps: readonly Step[]): Promise<void> {
  let known = (await recorded(t)).length;
  for (const [method, path, body, as, expected] of steps) {
    const answer = await t.request(method, path, { as, ...(body && { body }) });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text}`);
    const all = await recorded(t);
    assert.deepEqual(all.slice(known), expected, `${method} ${path} ${JSON.stringify(body)}`);
    known = all.length;
  }
}

describe('rules: Events, the log', () => {
  it('records each change of an item once, and ignores requests without effect', async () => {
    await using t = await openTestService();
    const post = addRegistry(t, {});
    const kettle = { name: 'Kettle', url: 'https://shop.example/', price: 12.5 };
    const { body } = await t.request<{ data: Item }>('POST', '/items', {
      as: 'owner',
      body: { registry_id: post.id, ...kettle },
    });
    const { id } = body.data;
    assert.deepEqual(await recorded(t), ['item.created']);
    const item = `/items/${id}`;
    const inRegistry = `/registries/${post.id}/items/${id}`;
    const link = { affiliate_url: 'https://a.example/x' };
    await check(t, [
      ['POST', '/items', { registry_id: post.id, ...kettle, is_active: false }, 'owner', ['item.created']],
      ['POST', `/registries/${post.id}/items`, kettle, 'owner', ['item.created']],
      ['PUT', item, { name: 'Pot' }, 'owner', ['item.updated']],
      ['PUT', item, { name: 'Pot' }, 'owner', []],
      ['PUT', item, { name: 'Pot', price: 12.5, retailer: null, quantity_purchased: 0 }, 'owner', []],
      ['PUT', item, { name: 'Pot', price: 12 }, 'owner', ['item.updated']],
      ['PUT', item, { price: null }, 'owner', ['item.updated']],
      ['PUT', item, {}, 'owner', []],
      ['PUT', item, { is_active: true }, 'owner', []],
      ['PUT', item, { is_active: true, name: 'Pan' }, 'owner', ['item.updated']],
      ['PUT', item, { is_active: false, name: 'Pot' }, 'owner', ['item.deleted']],
      ['PUT', item, { is_active: true, name: 'Pan' }, 'owner', ['item.restored']],
      ['DELETE', item, undefined, 'owner', ['item.deleted']],
      ['PUT', item, { is_active: true }, 'owner', ['item.restored']],
      ['PUT', `${inRegistry}/affiliate`, link, 'owner', ['item.updated']],
      ['PUT', `${inRegistry}/affiliate`, link, 'owner', []],
      ['DELETE', `${inRegistry}/affiliate`, undefined, 'owner', ['item.updated']],
      ['DELETE', `${inRegistry}/affiliate`, undefined, 'owner', []],
      ['PUT', item, { quantity_needed: 5, quantity_purchased: 3 }, 'owner', ['item.updated']],
      ['POST', '/purchases/uncount', { item_id: id, quantity: 2 }, 'admin', ['item.updated']],
      ['POST', '/purchases/uncount', { item_id: id, quantity: 2 }, 'admin', []],
      ['DELETE', inRegistry, undefined, 'owner', ['item.deleted']],
    ]);
  });

  it('records each change of a purchase, and neither its counters nor erased data', async () => {
    await using t = await openTestService();
    const post = addRegistry(t, { invitees: ['guest'], surprise: 'hidden', eventDate: dayFromNow(30) });
    const item = await addItem(t, post.id, { quantity_needed: 9 }, 'owner');
    const [id, own, sites] = [randomUUID(), randomUUID(), randomUUID()];
    const path = `/registries/${post.id}/purchases/${id}`;
    const guests = { item_id: item.id, giver_name: 'Ann', giver_email: 'ann@family.test' };
    await check(
      t,
      [
        ['PUT', path, { item_id: item.id }, 'guest', ['secret purchase.created']],
        ['PUT', path, { item_id: item.id }, 'guest', []],
        ['PUT', path, { item_id: item.id, quantity: 2 }, 'guest', ['secret purchase.updated']],
        ['PATCH', `/purchases/${id}`, { state: 'bought' }, 'guest', ['secret purchase.updated']],
        ['PATCH', `/purchases/${id}`, { state: 'bought' }, 'guest', []],
        ['PUT', `/registries/${post.id}/purchases/${own}`, { item_id: item.id }, 'owner', ['purchase.created']],
        ['PUT', `/purchases/${sites}`, { ...guests, secret: true }, 'admin', ['secret purchase.created']],
        ['PATCH', `/purchases/${sites}`, { thanked: true }, 'admin', ['secret purchase.updated']],
        ['PATCH', `/purchases/${sites}`, { thanked: true }, 'admin', []],
        ['POST', `/registries/${post.id}/purchases/reveal`, undefined, 'owner', ['purchases.revealed']],
        ['POST', `/registries/${post.id}/purchases/reveal`, undefined, 'owner', []],
        ['POST', '/purchases/reveal', { registry_id: post.id }, 'admin', []],
        ['PATCH', path, { thanked: true }, 'owner', ['purchase.updated']],
        ['PATCH', `/purchases/${sites}`, { thanked: false, state: 'bought' }, 'admin', ['purchase.updated']],
        ['POST', '/purchases/erase', { registry_id: post.id }, 'admin', []],
        ['DELETE', path, undefined, 'owner', ['purchase.deleted']],
        ['DELETE', `/purchases/${own}`, undefined, 'admin', ['purchase.deleted']],
      ].map(([method, where, body, as, expected]) => [method, where, body, as, expected] as Step),
    );
    const left = await t.database.query('SELECT giver_user_id FROM events WHERE giver_user_id IS NOT NULL');
    assert.deepEqual(left, []);
  });

  it('records the items and purchases of a deleted registry', async () => {
    await using t = await openTestService();
    const post = addRegistry(t, { invitees: ['guest'] });
    const item = await addItem(t, post.id, { quantity_needed: 3 }, 'owner');
    await addItem(t, post.id, {}, 'owner');
    const inactive = await addItem(t, post.id, {}, 'owner');
    assertStatus(await t.request('DELETE', `/items/${inactive.id}`, { as: 'owner' }), 200);
    for (let count = 0; count < 3; count++) await give(t, item);
    const deleted = ['item', 'item', 'purchase', 'purchase', 'purchase'].map((what) => `${what}.deleted`);
    await check(t, [['DELETE', `/registries/${post.id}`, undefined, 'owner', deleted]]);
  });

  it('records a reveal only if it shows a purchase or names', async () => {
    await using t = await openTestService();
    const post = addRegistry(t, { invitees: ['guest'], surprise: 'names' });
    const item = await addItem(t, post.id, { quantity_needed: 9 }, 'owner');
    await give(t, item);
    const reveal = `/registries/${post.id}/purchases/reveal`;
    await check(t, [['POST', reveal, undefined, 'owner', []]]);
    post.meta.set('registry_surprise', 'counts');
    await give(t, item);
    await check(t, [['POST', reveal, undefined, 'owner', ['purchases.revealed']]]);
    post.meta.set('registry_surprise', 'hidden');
    await give(t, item);
    post.meta.set('registry_reveal_date', dayFromNow(-1));
    await check(t, [
      ['GET', `/registries/${post.id}`, undefined, 'guest', ['purchases.revealed']],
      ['GET', `/registries/${post.id}`, undefined, 'guest', []],
      // After the reveal, the names of later gifts are visible at once. The service records no further reveal.
      [
        'PUT',
        `/purchases/${randomUUID()}`,
        { item_id: item.id, giver_name: 'Ann', secret: false },
        'admin',
        ['purchase.created'],
      ],
      ['GET', `/registries/${post.id}`, undefined, 'guest', []],
    ]);
    post.meta.set('registry_reveal_date', dayFromNow(30));
    post.meta.set('registry_surprise', 'counts');
    await give(t, item);
    await t.database.query(`UPDATE purchases SET created_at = '2020-01-01T00:00:00.000Z' WHERE revealed_at IS NULL`);
    post.meta.set('registry_reveal_date', dayFromNow(0));
    await check(t, [
      // The owner sees the name of this gift at once, but not the name of the earlier gift.
      ['PUT', `/purchases/${randomUUID()}`, { item_id: item.id, secret: false }, 'admin', ['purchase.created']],
      ['GET', `/registries/${post.id}`, undefined, 'guest', ['purchases.revealed', 'registry.updated']],
    ]);
    const named = addRegistry(t, { invitees: ['guest'], surprise: 'names', revealDate: dayFromNow(30) });
    await give(t, await addItem(t, named.id, {}, 'owner'));
    await t.database.query(`UPDATE purchases SET created_at = '2020-01-01T00:00:00.000Z' WHERE revealed_at IS NULL`);
    named.meta.set('registry_reveal_date', dayFromNow(-1));
    await check(t, [['GET', `/registries/${named.id}`, undefined, 'guest', []]]);
  });

  it('records a reveal by the site only if it shows a purchase, or names that were hidden', async () => {
    await using t = await openTestService();
    const post = addRegistry(t, { invitees: ['guest'] });
    const item = await addItem(t, post.id, { quantity_needed: 9 }, 'owner');
    const reveal = (names_since: string | undefined, expected: string[]) =>
      check(t, [['POST', '/purchases/reveal', { registry_id: post.id, names_since }, 'admin', expected]]);
    const buy = async (secret: boolean) => {
      const body = { item_id: item.id, giver_name: 'Ann', secret };
      assertStatus(await t.request('PUT', `/purchases/${randomUUID()}`, { as: 'admin', body }), 201);
    };
    const [earlier, later] = [dayFromNow(-1), dayFromNow(1)];
    await reveal(earlier, []);
    await buy(false);
    await reveal(earlier, []);
    await buy(false);
    await reveal(later, ['purchases.revealed']);
    await buy(false);
    await reveal(undefined, ['purchases.revealed']);
    await buy(true);
    await reveal(earlier, ['purchases.revealed']);
    await reveal(undefined, []);
    const wrong = { registry_id: post.id, names_since: 'yesterday' };
    const refused = await t.request('POST', '/purchases/reveal', { as: 'admin', body: wrong });
    assertStatus(refused, 422);
    assert.match(refused.text, /names_since: must be a date/);
  });

  it('stores neither a change nor its event if one of them fails', async () => {
    await using t = await openTestService();
    const post = addRegistry(t, {});
    const item = await addItem(t, post.id, {}, 'owner');
    await t.database.query('ALTER TABLE events RENAME TO hidden_events');
    for (const [method, path, body] of [
      ['PUT', `/items/${item.id}`, { name: 'Pot' }],
      ['POST', '/items', { registry_id: post.id, name: 'Pot', url: 'https://shop.example/' }],
    ] as const)
      assertStatus(await t.request(method, path, { as: 'owner', body }), 500);
    await t.database.query('ALTER TABLE hidden_events RENAME TO events');
    const answer = await t.request('GET', `/items?registry_id=${post.id}`, { as: 'owner' });
    assert.deepEqual(valuesOf(JSON.parse(answer.text) as Item[], 'name'), [item.name]);
    assert.deepEqual(await recorded(t), ['item.created']);
  });

  it('records nothing with EVENTS_DAYS=0', async () => {
    await using t = await openTestService({ env: { EVENTS_DAYS: '0' } });
    const post = addRegistry(t, { invitees: ['guest'] });
    const item = await addItem(t, post.id, {}, 'owner');
    await give(t, item);
    assert.deepEqual(await recorded(t), []);
  });
});
