import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { MAX_ACTIVE_ITEMS, MAX_ITEMS_AT_ONCE, MAX_ITEMS_BYTES } from '@largesse/contract';
import { openTestService } from '../../tests/support/service.ts';
import { ASK_PROBLEM, assertError, assertProblem, assertStatus, ITEM_KEYS, type Item } from './answers.ts';
import { addRegistry, ITEM } from './world.ts';

const t = await openTestService({ env: { EVENTS_DAYS: '30' } });
after(() => t.close());

interface Made {
  data: Item[];
  message: string;
}

const add = (id: number, body: unknown, as = 'admin') =>
  t.request<Made>('POST', `/registries/${id}/items`, { as, headers: ASK_PROBLEM, rawBody: JSON.stringify(body) });

const stored = async (id: number) => (await t.request<Item[]>('GET', `/registries/${id}/items`, { as: 'admin' })).body;

/** Returns items with all kinds of values: odd texts, prices with many digits, and missing fields. */
const several = (count: number): object[] =>
  Array.from({ length: count }, (_, n) => ({
    ...ITEM,
    name: `${n} "ä" '\\ 👩‍👩‍👧 שלום`,
    ...(n % 2 && {
      price: n / 3,
      currency: 'GBP',
      description: `a\n\tb${n}`,
      affiliate_status: 'none',
      quantity_needed: 2 ** 53 - n,
    }),
    ...(n % 3 && { retailer: null, price: 1e21 * n, image_url: '{"a":[1,null]}' }),
  }));

describe('rules: Items, several at once', () => {
  it('creates up to 100 items in their order, exactly as single requests would, with one change of the host', async () => {
    const { id } = addRegistry(t);
    const single = addRegistry(t).id;
    t.host.forgetCalls();
    const answer = await add(id, several(MAX_ITEMS_AT_ONCE));
    assertStatus(answer, 201);
    assert.equal(answer.headers.location, `/registries/${id}/items`);
    assert.equal(answer.body.message, '100 items created');
    assert.deepEqual(t.host.calls.filter(({ method }) => method !== 'GET').length, 1);
    assert.deepEqual(await stored(id), answer.body.data);
    assert.deepEqual(
      t.host.registries.itemIds(id),
      answer.body.data.map((item) => item.id),
    );
    const fieldsOf = ({ id: _, registry_id: _registry, created_at, updated_at, ...fields }: Item) => fields;
    for (const fields of several(8)) assertStatus(await add(single, fields), 201);
    assert.deepEqual(answer.body.data.slice(0, 8).map(fieldsOf), (await stored(single)).map(fieldsOf));
    assert.deepEqual(Object.keys(answer.body.data[0] ?? {}).sort(), ITEM_KEYS);
    const events = await t.request<{ type: string; item_id: number }[]>('GET', `/events?registry_id=${id}`, {
      as: 'admin',
    });
    assert.deepEqual(
      events.body.map(({ type, item_id }) => `${type} ${item_id}`),
      answer.body.data.map((item) => `item.created ${item.id}`),
    );
    const [one] = (await add(id, [ITEM], 'owner')).body.data;
    assert.equal(one !== undefined && 'affiliate_url' in one, false, 'only admins receive affiliate fields');
  });

  it('stores nothing if an item is invalid, and names each invalid item', async () => {
    const { id } = addRegistry(t);
    const all = several(MAX_ITEMS_AT_ONCE).map((item, n) => (n % 2 ? { ...item, url: 'x', price: 0 } : item));
    const { body } = await t.request<{ errors: { field: string; rule: string }[] }>('POST', `/registries/${id}/items`, {
      as: 'owner',
      headers: ASK_PROBLEM,
      body: [...all.slice(0, 98), { name: 'x' }, 7],
    });
    const wrong = Array.from({ length: 49 }, (_, n) => [
      `${2 * n + 1}.url minLength`,
      `${2 * n + 1}.price exclusiveMinimum`,
    ]);
    assert.deepEqual(
      body.errors.map(({ field, rule }) => `${field} ${rule}`).sort(),
      [...wrong.flat(), '98.url required', '99 type'].sort(),
    );
    for (const [refused, detail] of [
      [[], 'body: must have 1 to 100 entries'],
      [several(101), 'body: must have 1 to 100 entries'],
      [[[ITEM]], '0: must be a JSON object'],
      [[ITEM, { ...ITEM, name: 5 }], '1.name: must be a string'],
    ] as const)
      assertProblem(await add(id, refused), 422, new RegExp(`^${detail}$`));
    assert.deepEqual(await stored(id), []);
  });

  it('names unknown keys of all items', async () => {
    const { id } = addRegistry(t);
    const items = [ITEM, { ...ITEM, titel: 1 }, { ...ITEM, titel: 2, statuss: 3 }];
    const send = (headers: Record<string, string>) =>
      t.request('POST', `/registries/${id}/items`, { as: 'owner', headers, body: items });
    const { status, headers } = await send({});
    assert.deepEqual([status, headers['ignored-fields']], [201, 'titel, statuss']);
    assertStatus(await send({ prefer: 'handling=strict' }), 422);
  });

  it('fills a registry to its last place, and then adds all or none; inactive items take no place', async () => {
    const { id } = addRegistry(t);
    for (let n = 0; n < MAX_ACTIVE_ITEMS / MAX_ITEMS_AT_ONCE - 1; n++) assertStatus(await add(id, several(100)), 201);
    assertStatus(await add(id, several(97)), 201);
    const inactive = { ...ITEM, is_active: false };
    const tried = await Promise.all(Array.from({ length: 5 }, () => add(id, [ITEM, inactive, ITEM])));
    assert.deepEqual(tried.map(({ status }) => status).sort(), [201, 422, 422, 422, 422]);
    const refused = tried.find(({ status }) => status === 422);
    assert.ok(refused);
    assertProblem(refused, 422, /^registry_id: a registry holds at most 1000 items$/);
    assertStatus(await add(id, [ITEM]), 201);
    assertStatus(await add(id, [ITEM, inactive]), 422);
    assertStatus(await add(id, [inactive, inactive]), 201);
    assert.equal((await stored(id)).length, MAX_ACTIVE_ITEMS);
  });

  it('accepts a body of 512 KiB, but no more, and needs the rights of an editor', async () => {
    const { id } = addRegistry(t, { invitees: ['guest'] });
    const list = JSON.stringify([ITEM]);
    const send = (bytes: number) =>
      t.request('POST', `/registries/${id}/items`, { as: 'owner', rawBody: list.padEnd(bytes) });
    assertStatus(await send(MAX_ITEMS_BYTES), 201);
    assertError(await send(MAX_ITEMS_BYTES + 1), 413, 'Request body is too large');
    assertStatus(await add(id, [ITEM], 'guest'), 403);
    assertStatus(await add(987_654, [ITEM, ITEM]), 404);
  });
});
