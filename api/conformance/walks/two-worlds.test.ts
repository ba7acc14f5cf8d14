import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { realNow } from '../../../contract/testing/clock.ts';
import * as fc from '../../../contract/testing/properties.ts';
import { IS_CITUS } from '../../../tests/support/database.ts';
import { readContract } from '../../../tests/support/openapi.ts';
import { openTestService, type TestService } from '../../../tests/support/service.ts';
import { assertStatus, type Item } from '../answers.ts';
import { CALLERS, ROWS as ROLE_ROWS } from '../role-rows.ts';
import { addItem, addRegistry, dayFromNow, give } from '../world.ts';

/*
 * Two sites with the same events. On one site, guests also give in secret. Both sites must send identical answers to an
 * owner, except for times and values that differ with each request (rules: Surprise).
 */

interface World {
  t: TestService;
  hasSecrets: boolean;
  /** The registry in which guests give. */
  given: number;
  /** The list that the looker reads. */
  registry: number;
  /** The other list, which may have the wishes, too. */
  other: number;
  items: Item[];
  /** Ids of purchases that are secret on one site, and missing on the other site. */
  secrets: string[];
  /** Ids of the purchases that `looker` has made. The ids are the same on both sites. */
  own: string[];
  looker: Looker;
}

/** A recipient whose answers are compared. */
interface Looker {
  as: string;
  name: string;
  /** True if the wishes appear on another list, which does not hide gifts (rules: Appearances). */
  appears?: boolean;
  /** True if the looker reads this other list. */
  readsOther?: boolean;
}

/** The co-owner gave something as an invitee before they became an owner. */
const LOOKERS: readonly Looker[] = [
  { as: 'owner', name: 'the author' },
  { as: 'partner', name: 'a co-owner' },
  { as: 'owner', name: 'the author, on another list with the wishes', appears: true, readsOther: true },
  { as: 'partner', name: 'a co-owner of one of two lists with the wishes', appears: true },
  { as: 'stranger', name: 'a co-owner of another list with the wishes', appears: true, readsOther: true },
  { as: 'keeper', name: 'a keeper who co-owns another list with the wishes', appears: true },
];

/**
 * An action. Actions on secret purchases and ideas happen only on the site with secrets. Other actions happen on both
 * sites.
 */
type Act =
  | { kind: 'secret'; item: number; quantity: number; at: number; isThroughOther: boolean }
  | { kind: 'other level'; level: string; day: string | null }
  | { kind: 'leave'; item: number }
  | { kind: 'change'; at: number; quantity: number }
  | { kind: 'give back'; at: number }
  | { kind: 'idea'; at: number; state: 'reserved' | null; audience: 'guests' | 'owners' }
  | { kind: 'share'; at: number; item: number; amount: number; days: number }
  | { kind: 'drop idea'; at: number }
  | { kind: 'own'; item: number; quantity: number; at: number }
  | { kind: 'edit'; item: number; needed: number }
  | { kind: 'remove'; item: number };

const item = fc.nat(2);
const quantity = fc.integer({ min: 1, max: 3 });
const at = fc.nat(5);
const acts = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('secret' as const), item, quantity, at, isThroughOther: fc.boolean() }),
    },
    // The registry of the wishes hides gifts all the time, so the gifts stay secret whatever the other list does.
    fc.record({
      kind: fc.constant('other level' as const),
      level: fc.constantFrom('hidden', 'counts', 'names'),
      day: fc.constantFrom(null, dayFromNow(-1), dayFromNow(9)),
    }),
    fc.record({ kind: fc.constant('leave' as const), item }),
    fc.record({ kind: fc.constant('change' as const), at, quantity }),
    fc.record({ kind: fc.constant('give back' as const), at }),
    fc.record({
      kind: fc.constant('idea' as const),
      at,
      state: fc.constantFrom('reserved' as const, null),
      audience: fc.constantFrom('guests' as const, 'owners' as const),
    }),
    fc.record({
      kind: fc.constant('share' as const),
      at,
      item,
      amount: fc.constantFrom(2, 20, 30),
      days: fc.constantFrom(0.000005, 7),
    }),
    fc.record({ kind: fc.constant('drop idea' as const), at }),
    fc.record({ kind: fc.constant('own' as const), item, quantity, at }),
    fc.record({ kind: fc.constant('edit' as const), item, needed: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ kind: fc.constant('remove' as const), item }),
  ),
  { minLength: 1, maxLength: 14 },
);

const ids = (): string[] => Array.from({ length: 6 }, () => randomUUID());

async function begin(
  t: TestService,
  hasSecrets: boolean,
  secrets: string[],
  own: string[],
  looker: Looker,
): Promise<World> {
  const post = addRegistry(t, { invitees: ['guest', 'partner'], surprise: 'hidden', eventDate: dayFromNow(30) });
  const items: Item[] = [];
  for (let n = 0; n < 3; n++)
    items.push(await addItem(t, post.id, { price: 30, quantity_needed: n === 0 ? 4 : 1 }, 'owner'));
  const [first] = items;
  const [id] = own;
  if (looker.as === 'partner' && first && id) await give(t, first, { as: looker.as, id });
  post.meta.set('registry_owners', '["partner"]');
  post.meta.set('registry_keepers', '["keeper"]');
  const other = addRegistry(t, { owners: ['stranger', 'keeper'], keepers: ['mailguest'], invitees: ['guest'] });
  if (looker.appears)
    for (const { id: item } of items)
      assertStatus(await t.request('PUT', `/registries/${other.id}/appearances/${item}`, { as: 'owner' }), 204);
  const registry = looker.readsOther ? other.id : post.id;
  return { t, hasSecrets, given: post.id, registry, other: other.id, items, secrets, own, looker };
}

async function act(
  { t, hasSecrets, given, registry, other, items, secrets, own, looker }: World,
  one: Act,
): Promise<void> {
  const path = (id: string | undefined, list = given) => `/registries/${list}/purchases/${id}`;
  const itemId = 'item' in one ? items[one.item]?.id : undefined;
  const guest = async (method: string, to: string, body?: object) => {
    if (hasSecrets) await t.request(method, to, { as: 'guest', ...(body && { body }) });
  };
  const site = async (method: string, to: string, body?: object) => {
    if (hasSecrets) await t.request(method, to, { as: 'admin', ...(body && { body }) });
  };
  switch (one.kind) {
    case 'idea':
      return site('PUT', `/ideas/${secrets[one.at]}`, {
        registry_id: given,
        name: 'canary',
        state: one.state,
        audience: one.audience,
        author_email: 'ada@mail.example',
      });
    case 'share':
      return site('PUT', `/registries/${given}/shares/${secrets[one.at]}`, {
        item_id: itemId,
        amount: one.amount,
        secret: true,
        giver_name: 'canary',
        giver_email: 'ada@mail.example',
        ends_at: new Date(realNow() + one.days * 86_400_000).toISOString(),
      });
    case 'drop idea':
      await site('DELETE', `/registries/${given}/shares/${secrets[one.at]}`);
      return site('DELETE', `/ideas/${secrets[one.at]}?registry_id=${given}`);
    case 'secret':
      return guest('PUT', path(secrets[one.at], one.isThroughOther ? other : given), {
        item_id: itemId,
        quantity: one.quantity,
        giver_name: 'canary',
        message: 'canary',
      });
    case 'other level': {
      const meta = { registry_surprise: one.level, registry_reveal_date: one.day };
      await t.request('PATCH', `/registries/${other}`, { as: 'owner', body: { meta } });
      return;
    }
    case 'leave':
      await t.request('DELETE', `/registries/${other}/appearances/${itemId}`, { as: 'owner' });
      return;
    case 'change':
      return guest('PATCH', `/purchases/${secrets[one.at]}`, { quantity: one.quantity });
    case 'give back':
      return guest('DELETE', `/purchases/${secrets[one.at]}`);
    case 'own':
      await t.request('PUT', path(own[one.at], registry), {
        as: looker.as,
        body: { item_id: itemId, quantity: one.quantity },
      });
      return;
    case 'edit':
      await t.request('PUT', `/items/${itemId}`, { as: looker.as, body: { quantity_needed: one.needed } });
      return;
    case 'remove':
      await t.request('DELETE', `/registries/${registry}/items/${itemId}`, { as: looker.as });
  }
}

type Ask = [method: string, path: string, body?: object];

/** Requests that the site sends as an admin to get the data for an owner's page. */
const FOR_OWNER: Record<string, (world: World) => Ask[]> = {
  'GET /items': ({ registry, items }) => [
    ['GET', `/items?registry_id=${registry}`],
    ['GET', `/items?ids=${items.map(({ id }) => id)}`],
  ],
  'GET /items/{item_id}': ({ items }) => items.map(({ id }) => ['GET', `/items/${id}`]),
  'GET /purchases': ({ registry }) =>
    ['view=owner', 'view=owner_names', 'view=owner&skip=1&limit=2'].map((query) => [
      'GET',
      `/purchases?registry_id=${registry}&${query}`,
    ]),
  'GET /ideas': ({ registry }) => [['GET', `/ideas?registry_id=${registry}&view=owner`]],
  'GET /shares': ({ registry }) => [['GET', `/shares?registry_id=${registry}&view=owner_names`]],
  'POST /purchases/uncount': ({ items }) =>
    items.map(({ id }) => ['POST', '/purchases/uncount', { item_id: id, quantity: 1 }]),
};

/**
 * The requests that the test sends as the owner, by route. The test sends them in the order of this table, so requests
 * that change data are last.
 */
const ROWS: Record<string, (world: World) => Ask[]> = {
  'GET /': () => [['GET', '/']],
  'GET /health': () => [['GET', '/health']],
  'GET /site': () => [['GET', '/site']],
  'GET /items': ({ registry, items }) => [
    ['GET', `/items?registry_id=${registry}`],
    ['GET', `/items?ids=${items.map(({ id }) => id)}`],
    ['GET', `/items?ids=${items[0]?.id}&include=remaining`],
    ['GET', `/items?limit=5&after=${(items[0]?.id ?? 1) - 1}`],
  ],
  'GET /items/{item_id}': ({ items }) => items.map(({ id }) => ['GET', `/items/${id}`]),
  'GET /registries': () => [
    ['GET', '/registries?limit=100'],
    ['GET', '/registries?role=any'],
  ],
  'GET /registries/{id}': ({ registry }) => [['GET', `/registries/${registry}`]],
  'GET /registries/{id}/items': ({ registry }) => [
    ['GET', `/registries/${registry}/items`],
    ['GET', `/registries/${registry}/items?include=remaining`],
    ['HEAD', `/registries/${registry}/items`],
  ],
  'GET /registries/{id}/invitees': ({ registry }) => [['GET', `/registries/${registry}/invitees`]],
  'GET /registries/{id}/items/{item_id}/affiliate': ({ registry, items }) =>
    items.map(({ id }) => ['GET', `/registries/${registry}/items/${id}/affiliate`]),
  'GET /registries/{id}/purchases': ({ registry }) => [['GET', `/registries/${registry}/purchases`]],
  'GET /purchases': ({ registry }) => [
    ['GET', '/purchases?limit=1000'],
    ['GET', `/purchases?registry_id=${registry}`],
    ['GET', `/purchases?registry_id=${registry}&view=owner_names`],
  ],
  'GET /purchases/{purchase_id}': ({ secrets, own }) => [...secrets, ...own].map((id) => ['GET', `/purchases/${id}`]),
  'PATCH /purchases/{purchase_id}': ({ secrets, own }) =>
    [...secrets, ...own].map((id) => ['PATCH', `/purchases/${id}`, { quantity: 2 }]),
  'PUT /registries/{id}/purchases/{purchase_id}': ({ registry, items, own }) =>
    // Uses only ids of the owner's purchases, because owners never see ids of secret purchases.
    own.flatMap((id) =>
      items.map(({ id: item_id }): Ask => ['PUT', `/registries/${registry}/purchases/${id}`, { item_id, quantity: 3 }]),
    ),
  'PATCH /registries/{id}/purchases/{purchase_id}': ({ registry, secrets, own }) =>
    [...secrets, ...own].map((id) => ['PATCH', `/registries/${registry}/purchases/${id}`, { thanked: true }]),
  'PUT /purchases/{purchase_id}': ({ items, secrets }) =>
    secrets.map((id) => ['PUT', `/purchases/${id}`, { item_id: items[0]?.id, secret: false }]),
  'GET /events': ({ registry }) =>
    [`registry_id=${registry}`, `registry_id=${registry}&limit=2`, `registry_id=${registry}&after=now`, ''].map(
      (query) => ['GET', `/events?${query}`],
    ),
  'GET /ideas': ({ registry }) => [
    ['GET', `/ideas?registry_id=${registry}`],
    ['GET', `/ideas?registry_id=${registry}&view=owner`],
    ['GET', '/ideas?person_email=ada@mail.example'],
  ],
  'DELETE /ideas/{idea_id}': ({ registry, secrets }) =>
    secrets.map((id) => ['DELETE', `/ideas/${id}?registry_id=${registry}`]),
  'GET /shares': ({ registry }) => [
    ['GET', `/shares?registry_id=${registry}`],
    ['GET', '/shares?giver_email=ada@mail.example'],
  ],
  'PUT /registries/{id}/shares/{share_id}': ({ registry, items, secrets }) =>
    secrets.map((id) => [
      'PUT',
      `/registries/${registry}/shares/${id}`,
      { item_id: items[1]?.id, amount: 5, secret: false, giver_user_id: 5 },
    ]),
  'DELETE /registries/{id}/shares/{share_id}': ({ registry, secrets }) =>
    secrets.map((id) => ['DELETE', `/registries/${registry}/shares/${id}`]),
  'POST /previews': () => [['POST', '/previews', { url: 'https://shop.example:8443/' }]],
  'DELETE /registries/{id}/purchases/{purchase_id}': ({ registry, secrets, own }) =>
    [...secrets, ...own].map((id) => ['DELETE', `/registries/${registry}/purchases/${id}`]),
  'DELETE /purchases/{purchase_id}': ({ secrets, own }) =>
    [...secrets, ...own].map((id) => ['DELETE', `/purchases/${id}`]),
  'PUT /items/{item_id}': ({ items }) =>
    items.map(({ id }) => ['PUT', `/items/${id}`, { quantity_purchased: 1, quantity_needed: 1 }]),
  'PUT /registries/{id}/items/{item_id}/affiliate': ({ registry, items }) =>
    items.map(({ id }) => [
      'PUT',
      `/registries/${registry}/items/${id}/affiliate`,
      { affiliate_url: 'https://a.example/x' },
    ]),
  'DELETE /registries/{id}/items/{item_id}/affiliate': ({ registry, items }) =>
    items.map(({ id }) => ['DELETE', `/registries/${registry}/items/${id}/affiliate`]),
  'POST /items': ({ registry }) => [
    ['POST', '/items', { registry_id: registry, name: 'Pot', url: 'https://shop.example/' }],
  ],
  'POST /registries/{id}/items': ({ registry }) => [
    ['POST', `/registries/${registry}/items`, { name: 'Pot', url: 'https://shop.example/' }],
  ],
  'POST /registries/{id}/invitees': ({ registry }) => [
    ['POST', `/registries/${registry}/invitees`, { invitees: ['x'] }],
  ],
  'DELETE /registries/{id}/invitees/{invitee}': ({ registry }) => [['DELETE', `/registries/${registry}/invitees/x`]],
  'PUT /registries/{id}/appearances/{item_id}': ({ registry, items }) =>
    items.map(({ id }) => ['PUT', `/registries/${registry}/appearances/${id}`]),
  'DELETE /registries/{id}/appearances/{item_id}': ({ registry }) => [
    ['DELETE', `/registries/${registry}/appearances/1`],
  ],
  'PATCH /registries/{id}': ({ registry }) => [
    ['PATCH', `/registries/${registry}`, { meta: { registry_surprise: 'names' } }],
    ['GET', `/registries/${registry}/purchases`],
    ['GET', `/registries/${registry}/items?include=remaining`],
  ],
  'DELETE /items/{item_id}': ({ items }) => items.map(({ id }) => ['DELETE', `/items/${id}`]),
  'DELETE /registries/{id}/items/{item_id}': ({ registry, items }) =>
    items.map(({ id }) => ['DELETE', `/registries/${registry}/items/${id}`]),
  'POST /registries': () => [['POST', '/registries', { title: 'T' }]],
  'DELETE /registries/{id}': ({ registry }) => [['DELETE', `/registries/${registry}`]],
};

/** Routes that refuse owners, whatever they name (role-matrix.test.ts). */
const REFUSING = Object.entries(ROLE_ROWS).flatMap(([row, { cases }]) =>
  cases.any?.[CALLERS.indexOf('owner')] === 403 ? [row.replace(/\?.*/, '')] : [],
);

/** Routes that intentionally reveal to the owner that something was secret. */
const REVEALING = ['POST /registries/{id}/purchases/reveal'];

/**
 * Replaces times and the ids of events, because they differ between the sites. The replacement for `updated_at` still
 * shows whether an object was changed after its creation. Exception: objects of the host, because the host stores times
 * in whole seconds.
 */
function withoutTimes(text: string): string {
  if (!text.startsWith('{') && !text.startsWith('[')) return text;
  return JSON.stringify(JSON.parse(text), function (key, value) {
    if (key === 'id' && 'at' in this) return 'the id of an event';
    if (key === 'at') return 'some time';
    // A hash that contains times.
    if (key === 'version') return 'some version';
    if (typeof value !== 'string' || !key.endsWith('_at')) return value;
    if (key !== 'updated_at' || 'meta' in this) return 'some time';
    return value === this.created_at ? 'when it was made' : 'later';
  });
}

/** Returns everything that the owner sees through the API and the site: one text for each request. */
async function seenByOwner(world: World): Promise<string[]> {
  const seen: string[] = [];
  const rows = [
    ...Object.entries(FOR_OWNER).map((row) => ['admin', ...row] as const),
    ...Object.entries(ROWS).map((row) => [world.looker.as, ...row] as const),
  ];
  for (const [as, route, asks] of rows)
    for (const [method, path, body] of asks(world)) {
      const answer = await world.t.request(method, path, { as, ...(body && { body }) });
      // `ratelimit` names the seconds until the end of the minute.
      const { date: _, 'x-request-id': __, ratelimit: ___, ...headers } = answer.headers;
      // Times differ, and tags of registries and lists are hashes that contain times.
      if (headers.etag) headers.etag = headers.etag.replace(/^(W\/)?"[\w-]*(\.admin)?"|\d{4}-[^.]*\.\d+Z/, 'some time');
      const cursor = headers['next-cursor'];
      // Every cursor is encrypted and looks different, even for the same event. The test therefore compares the events
      // after the cursor.
      if (typeof cursor === 'string') {
        const rest = await world.t.request('GET', `${path.replace('&after=now', '')}&after=${cursor}`, { as });
        assert.equal(rest.status, 200);
        if (rest.text === '[]') assert.equal(rest.headers['next-cursor'], cursor);
        headers['next-cursor'] = `${cursor.length} characters, before ${withoutTimes(rest.text)}`;
        if (headers.link) headers.link = String(headers.link).replace(cursor, 'the cursor');
      }
      const { port } = new URL(world.t.host.url);
      const text = withoutTimes(answer.text).replaceAll(port, 'PORT');
      seen.push(`${as} ${route} ${method} ${path}: ${answer.status} ${JSON.stringify(headers)} ${text}`);
    }
  return seen;
}

describe('rules: Surprise, two worlds', () => {
  for (const looker of LOOKERS)
    it(
      `no route reveals secret purchases to ${looker.name}, whatever was done`,
      { skip: looker.appears && IS_CITUS && 'Citus has no appearances' },
      () => compareWorlds(looker),
    );

  async function compareWorlds(looker: Looker): Promise<void> {
    await using one = await openTestService();
    await using other = await openTestService();
    let compared = 0;
    let given = 0;
    await fc.assert(
      fc.asyncProperty(acts, async (all) => {
        const [secrets, own] = [ids(), ids()];
        const worlds = [
          await begin(one, true, secrets, own, looker),
          await begin(other, false, secrets, own, looker),
        ] as const;
        for (const world of worlds) for (const done of all) await act(world, done);
        const admin = await one.request<unknown[]>('GET', `/purchases?registry_id=${worlds[0].given}`, {
          as: 'admin',
        });
        given += admin.body.length - (looker.as === 'partner' ? 1 : 0);
        const [here, there] = [await seenByOwner(worlds[0]), await seenByOwner(worlds[1])];
        assert.deepEqual(here, there);
        assert.ok(here.every((text) => !text.includes('canary')));
        compared += here.length;
      }),
      // Random actions may create no gift, or delete every gift. The example below always creates a gift.
      {
        numRuns: 3,
        examples: [
          [[{ kind: 'secret', isThroughOther: false, item: 0, quantity: 1, at: 0 }]],
          // A list hides its gifts until its reveal, also after the item has left it.
          [
            [
              { kind: 'secret', isThroughOther: false, item: 2, quantity: 1, at: 0 },
              { kind: 'leave', item: 2 },
            ],
          ],
        ],
      },
    );
    console.log(`two worlds: ${compared} answers on ${Object.keys(ROWS).length} routes alike, ${given} purchases`);
    assert.ok(given > 0);
  }

  it('every route has its row', () => {
    const routes = readContract().operations.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual([...new Set([...Object.keys(ROWS), ...REVEALING, ...REFUSING])].sort(), routes.sort());
  });
});
