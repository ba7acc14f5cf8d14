import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Answer } from '../../tests/support/http-client.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertStatus } from './answers.ts';
import { addRegistry } from './world.ts';

/*
 * The tables of the specification, copied by hand. They are the source: never derive them from the contract, because a
 * new field of the contract must fail these tests. Data that uses only the specification has exactly these fields in
 * every answer that no parameter has extended (rules: Success).
 */

/** Specification, "Item (stored row)". */
const ITEM = `id registry_id name description url retailer affiliate_url affiliate_status image_url price
  quantity_needed quantity_purchased is_active created_at updated_at`.split(/\s+/);
/** Specification, "Response models": ItemPublic is Item without these fields. */
const ITEM_PUBLIC = ITEM.filter((field) => field !== 'affiliate_url' && field !== 'affiliate_status');
/** Specification, "Response models": ItemResponse and ItemPublicResponse. */
const ENVELOPE = ['success', 'data', 'message'];
/** Specification, "Response models": InviteesResponse. */
const INVITEES = ['invitees'];
/** Specification, "Response models": Error. */
const ERROR = ['detail'];
/** Specification, "Registry post meta (on the host)". */
const META = ['registry_item_ids', 'registry_invitees', 'registry_event_type', 'registry_event_date'];
/** Specification, "Health". */
const HEALTH = ['status', 'service'];
/**
 * The specification does not show the body of an affiliate link or a registry, and calls the body of `/` a message:
 * these fields are ours, and the only ones.
 */
const WELCOME = ['message'];
const AFFILIATE = ['affiliate_url', 'affiliate_status'];
const REGISTRY = `id user_id title story status is_public slug permalink share_key meta created_at updated_at
  version`.split(/\s+/);

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

function assertFields(value: unknown, fields: readonly string[], what: string): Json {
  assert.ok(isJson(value), `${what} is no object`);
  assert.deepEqual(Object.keys(value).sort(), [...fields].sort(), what);
  return value;
}

const one = (fields: readonly string[]) => (body: unknown, what: string) => {
  assertFields(body, fields, what);
};
const many = (check: (body: unknown, what: string) => void) => (body: unknown, what: string) => {
  assert.ok(Array.isArray(body) && body.length > 0, `${what} is empty or no list`);
  for (const entry of body) check(entry, what);
};
const enveloped = (fields: readonly string[]) => (body: unknown, what: string) => {
  assertFields(assertFields(body, ENVELOPE, what).data, fields, what);
};
const registry = (body: unknown, what: string) => {
  assertFields(assertFields(body, REGISTRY, what).meta, META, what);
};

/** Values of all fields that a caller can set, by the specification's request models. */
const FULL = {
  name: 'Kettle',
  description: '1.7 l',
  url: 'https://shop.example/kettle',
  retailer: 'Shop',
  affiliate_url: 'https://shop.example/kettle?ref=1',
  affiliate_status: 'active',
  image_url: 'https://shop.example/kettle.jpg',
  price: 49.5,
  quantity_needed: 2,
  quantity_purchased: 1,
  is_active: true,
};
const SMALL = { name: FULL.name, url: FULL.url };
const FULL_META = {
  registry_invitees: ['guest'],
  registry_event_type: 'wedding',
  registry_event_date: '2030-05-01',
};

const t = await openTestService();
after(() => t.close());

describe('data that uses only the specification has exactly its fields', () => {
  it('in open answers', async () => {
    for (const [path, fields] of [
      ['/', WELCOME],
      ['/health', HEALTH],
    ] as const)
      one(fields)((await t.request('GET', path)).body, path);
  });

  for (const as of ['admin', 'owner', 'guest']) {
    const shown = as === 'admin' ? ITEM : ITEM_PUBLIC;
    const isEditor = as !== 'guest';

    const send = async (
      method: string,
      path: string,
      check: ((body: unknown, what: string) => void) | null,
      body?: object,
    ): Promise<Answer<Json>> => {
      const answer = await t.request<Json>(method, path, { as, ...(body && { body }) });
      assert.ok(answer.status < 300, `${method} ${path} ${answer.status} ${answer.text}`);
      if (check) check(answer.body, `${method} ${path} as ${as}`);
      else assert.equal(answer.text, '');
      return answer;
    };

    for (const [kind, fields] of Object.entries({ 'few fields': SMALL, 'all fields': FULL }))
      it(`for ${as}, with ${kind}`, async () => {
        const { id } = addRegistry(t, { invitees: ['guest'] });
        const made = await send('POST', '/items', enveloped(shown), { registry_id: id, ...fields });
        const item = `/items/${Object(made.body.data).id}`;
        await send('GET', item, enveloped(shown));
        await send('GET', '/items', many(one(shown)));
        await send('GET', `/items?registry_id=${id}`, many(one(shown)));
        await send('GET', `/items?ids=${Object(made.body.data).id}`, many(one(shown)));
        await send('GET', `/registries/${id}/items`, many(one(shown)));
        await send('GET', `/registries/${id}${item}/affiliate`, one(AFFILIATE));
        await send('GET', `/registries/${id}/invitees`, one(INVITEES));
        await send('GET', `/registries/${id}`, registry);
        await send('PUT', item, enveloped(shown), { ...fields, name: 'Pan' });
        await send('PUT', item, enveloped(shown), {});
        await send('DELETE', item, enveloped(shown));
      });

    if (isEditor)
      it(`for ${as}, in a registry of the API`, async () => {
        const small = await send('POST', '/registries', registry, { title: 'Small' });
        const made = await send('POST', '/registries', registry, {
          title: 'Wedding',
          story: '<p>Us</p>',
          status: 'publish',
          meta: FULL_META,
        });
        const path = `/registries/${made.body.id}`;
        for (const fields of [SMALL, FULL]) {
          const item = await send('POST', `${path}/items`, enveloped(shown), fields);
          const link = `${path}/items/${Object(item.body.data).id}/affiliate`;
          await send('PUT', link, one(AFFILIATE), { affiliate_url: FULL.affiliate_url });
          await send('DELETE', link, null);
        }
        const items = await send('GET', `${path}/items`, many(one(shown)));
        await send('GET', path, registry);
        await send('GET', '/registries', many(registry));
        await send('PATCH', path, registry, { title: 'Party', meta: { registry_event_type: null } });
        await send('POST', `${path}/invitees`, one(INVITEES), { invitees: ['joe'] });
        await send('DELETE', `${path}/invitees/joe`, one(INVITEES));
        await send('DELETE', `${path}/items/${Object(Object.values(items.body)[0]).id}`, null);
        for (const { body } of [small, made]) await send('DELETE', `/registries/${body.id}`, null);
      });
  }

  it('in errors', async () => {
    const { id } = addRegistry(t);
    for (const [status, method, path, as, body] of [
      [400, 'POST', '/items', 'owner', '{'],
      [401, 'GET', '/items', null, undefined],
      [403, 'GET', `/registries/${id}`, 'stranger', undefined],
      [404, 'GET', '/items/999999', 'admin', undefined],
      [404, 'GET', '/nothing', 'admin', undefined],
      [405, 'PUT', '/items', 'admin', undefined],
      [422, 'POST', '/items', 'owner', { registry_id: id }],
    ] as const) {
      const answer = await t.request(method, path, {
        ...(as && { as }),
        ...(typeof body === 'string' ? { rawBody: body } : body && { body }),
      });
      assertStatus(answer, status);
      one(ERROR)(answer.body, `${method} ${path}`);
    }
  });
});

describe('a field beyond the specification', () => {
  it('is in a wish only if it is set', async () => {
    const { id } = addRegistry(t);
    for (const as of ['admin', 'owner']) {
      const shown = as === 'admin' ? ITEM : ITEM_PUBLIC;
      const made = await t.request<{ data: Json }>('POST', '/items', {
        as,
        body: { registry_id: id, ...FULL, currency: 'GBP' },
      });
      assertFields(made.body.data, [...shown, 'currency'], 'with a currency');
      const path = `/items/${made.body.data.id}`;
      const listed = await t.request<Json[]>('GET', `/items?registry_id=${id}`, { as });
      assert.deepEqual(
        listed.body.find((item) => item.id === made.body.data.id),
        made.body.data,
      );
      const cleared = await t.request<{ data: Json }>('PUT', path, { as, body: { currency: null } });
      assertFields(cleared.body.data, shown, 'without a currency');
    }
  });

  it('is in a registry only if it is set', async () => {
    const own = {
      registry_owners: ['partner'],
      registry_keepers: ['keeper'],
      registry_surprise: 'hidden',
      registry_reveal_date: '2030-05-02',
    };
    const { id } = addRegistry(t, { owners: ['partner'], keepers: ['keeper'] });
    const patch = (meta: object) =>
      t.request<{ meta: Json }>('PATCH', `/registries/${id}`, { as: 'owner', body: { meta } });
    const { registry_owners: _owners, registry_keepers: _keepers, ...levels } = own;
    const full = await patch(levels);
    assertFields(full.body.meta, [...META, ...Object.keys(own)], 'with all');
    assert.partialDeepStrictEqual(full.body.meta, own);
    const nothing = { registry_owners: [], registry_keepers: [], registry_surprise: null, registry_reveal_date: null };
    assertFields((await patch(nothing)).body.meta, META, 'with none');
  });
});
