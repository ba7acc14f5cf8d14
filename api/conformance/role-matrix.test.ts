import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { basic } from '../testing/host-users.ts';
import { openTestService } from '../testing/service.ts';
import { assertError, DETAIL } from './answers.ts';
import { addItem, addRegistry, freshName, ITEM } from './world.ts';

/*
 * Who may do what, as a table: every route × what it is about × who asks → status.
 *
 * `own` is a private registry of `owner`, who invited `guest` by name and `mailguest` by e-mail address, with an
 * active item. `other` is another member's private registry and an item in it. `open` is that member's public
 * one. `inactive` is the own registry and an item that was deleted. `missing` never was.
 */
const t = await openTestService();
after(() => t.close());

type Target = 'own' | 'other' | 'open' | 'inactive' | 'missing';
/** Statuses of stranger, invitee by name, invitee by e-mail, owner, admin, in this order. */
type Statuses = [stranger: number, guest: number, mailguest: number, owner: number, admin: number];
interface Row {
  body?: object;
  cases: Partial<Record<Target | 'any', Statuses>>;
}

const READ = {
  own: [403, 200, 200, 200, 200],
  other: [403, 403, 403, 403, 200],
  open: [403, 403, 403, 403, 200],
  missing: [404, 404, 404, 404, 404],
} satisfies Row['cases'];
const write = (success: number) =>
  ({
    own: [403, 403, 403, success, success],
    other: [403, 403, 403, 403, success],
    open: [403, 403, 403, 403, success],
    missing: [404, 404, 404, 404, 404],
  }) satisfies Row['cases'];
const everybody = (status: number): Statuses => [status, status, status, status, status];
const anyItem = (success: number) => ({
  own: everybody(success),
  other: everybody(success),
  open: everybody(success),
  inactive: everybody(404),
  missing: everybody(404),
});
const deletedItem = { inactive: [403, 403, 403, 404, 404] satisfies Statuses };
const deletedItemRead = { inactive: [403, 404, 404, 404, 404] satisfies Statuses };

const TABLE: Record<string, Row> = {
  'GET /': { cases: { any: everybody(200) } },
  'GET /health': { cases: { any: everybody(200) } },
  'GET /items': { cases: { any: everybody(200) } },
  'POST /items': { body: { ...ITEM, registry_id: 5 }, cases: { any: everybody(201) } },
  'GET /items/{item_id}': { cases: anyItem(200) },
  'PUT /items/{item_id}': { body: { price: 3 }, cases: anyItem(200) },
  'DELETE /items/{item_id}': { cases: anyItem(200) },
  'GET /registries': { cases: { any: everybody(200) } },
  'POST /registries': { body: { title: 'T' }, cases: { any: everybody(201) } },
  'GET /registries/{id}': { cases: READ },
  'PATCH /registries/{id}': { body: { title: 'T' }, cases: write(200) },
  'DELETE /registries/{id}': { cases: write(204) },
  'GET /registries/{id}/items': { cases: READ },
  'POST /registries/{id}/items': { body: ITEM, cases: write(201) },
  'DELETE /registries/{id}/items/{item_id}': { cases: { ...write(204), ...deletedItem } },
  'GET /registries/{id}/invitees': { cases: READ },
  'POST /registries/{id}/invitees': { body: { invitees: ['ann'] }, cases: write(200) },
  'DELETE /registries/{id}/invitees/{invitee}': { cases: write(200) },
  'GET /registries/{id}/items/{item_id}/affiliate': { cases: { ...READ, ...deletedItemRead } },
  'PUT /registries/{id}/items/{item_id}/affiliate': {
    body: { affiliate_url: 'https://aff.example/' },
    cases: { ...write(200), ...deletedItem },
  },
  'DELETE /registries/{id}/items/{item_id}/affiliate': { cases: { ...write(204), ...deletedItem } },
};

const CALLERS = ['stranger', 'guest', 'mailguest', 'owner', 'admin'] as const;
const OPEN = ['GET /', 'GET /health'];

/** Builds what a case is about anew, so that no case depends on what another one did. */
async function path(template: string, target: Target | 'any'): Promise<string> {
  if (target === 'any' || !template.includes('{')) return template;
  const invitees = ['guest', 'granny@family.test', 'leaver'];
  const registry =
    target === 'missing'
      ? 987_654
      : target === 'other' || target === 'open'
        ? addRegistry(t, { of: 'neighbour', invitees: ['leaver'], status: target === 'open' ? 'publish' : 'private' })
            .id
        : addRegistry(t, { invitees }).id;
  const needsItem = template.includes('{item_id}');
  const item = needsItem && target !== 'missing' ? (await addItem(t, registry)).id : 987_654;
  if (needsItem && target === 'inactive') await t.request('DELETE', `/items/${item}`, { as: 'admin' });
  return template.replace('{id}', String(registry)).replace('{item_id}', String(item)).replace('{invitee}', 'leaver');
}

before(() => {
  t.host.users.add('neighbour');
});

describe('spec: who may do what', () => {
  for (const [operation, { body, cases }] of Object.entries(TABLE)) {
    const [method = '', template = ''] = operation.split(' ');
    describe(operation, () => {
      for (const [target, statuses] of Object.entries(cases) as [Target | 'any', Statuses][]) {
        it(`${target}: ${CALLERS.map((caller, n) => `${caller} ${statuses[n]}`).join(', ')}`, async () => {
          const found: number[] = [];
          for (const as of CALLERS) {
            const answer = await t.request(method, await path(template, target), { as, body });
            found.push(answer.status);
            if (answer.status === 403) assertError(answer, 403, DETAIL.notAllowed);
            if (answer.status === 404) assertError(answer, 404, /^(Item|Registry) not found$/);
          }
          assert.deepEqual(found, statuses);
        });

        const expected = OPEN.includes(operation) ? 200 : 401;
        it(`${target}: ${expected} without, with malformed and with rejected credentials`, async () => {
          // A new name each time: failed logins for one name add up to a 429.
          for (const authorization of [undefined, 'Basic !!', basic(freshName(), 'wrong')]) {
            const answer = await t.request(method, await path(template, target), { body, headers: { authorization } });
            if (expected === 401) assertError(answer, 401, DETAIL.credentials);
            else assert.equal(answer.status, 200);
          }
        });
      }
    });
  }

  it('the table has a row for every route of /openapi.json, and no other', async () => {
    const { body } = await t.request<{ paths: Record<string, object> }>('GET', '/openapi.json');
    const routes = Object.entries(body.paths).flatMap(([route, methods]) =>
      Object.keys(methods)
        .filter((method) => /^(get|put|post|delete|patch|head|options|trace)$/.test(method))
        .map((method) => `${method.toUpperCase()} ${route}`),
    );
    assert.deepEqual(routes.sort(), Object.keys(TABLE).sort());
  });

  it('every route that names a registry or an item is asked about own, other and missing ones', () => {
    for (const [operation, { cases }] of Object.entries(TABLE)) {
      if (!operation.includes('{')) continue;
      const needed = [
        'missing',
        'open',
        'other',
        'own',
        ...(operation.includes('{item_id}') ? ['inactive'] : []),
      ].sort();
      assert.deepEqual(Object.keys(cases).sort(), needed, operation);
    }
  });
});

describe('scorecard: it lets nobody in', () => {
  it('shows affiliate fields to non-admins on the affiliate routes alone', async () => {
    const post = addRegistry(t, { invitees: ['guest'] });
    const canary = 'affiliate-canary';
    const { id } = await addItem(t, post.id, { affiliate_url: canary, affiliate_status: 'active' });
    for (const as of ['owner', 'guest', 'stranger']) {
      for (const route of [
        '/items?limit=1000',
        `/items/${id}`,
        `/items?ids=${id}`,
        `/registries/${post.id}/items`,
        `/registries/${post.id}`,
      ]) {
        const { text } = await t.request('GET', route, { as });
        assert.ok(!text.includes(canary) && !text.includes('affiliate_'), `${as} ${route}`);
      }
    }
    assert.ok((await t.request('GET', `/items/${id}`, { as: 'admin' })).text.includes(canary));
  });

  it('shows invitees to nobody but owner, admin and invitees', async () => {
    const post = addRegistry(t, { status: 'publish', invitees: ['guest', 'invitee-canary'] });
    for (const route of ['', '/invitees', '/items']) {
      assert.ok(
        !(await t.request('GET', `/registries/${post.id}${route}`, { as: 'stranger' })).text.includes('canary'),
      );
    }
  });

  it('does not tell a stranger whether an item of a registry exists', async () => {
    const post = addRegistry(t);
    const { id } = await addItem(t, post.id);
    const there = await t.request('DELETE', `/registries/${post.id}/items/${id}`, { as: 'stranger' });
    const missing = await t.request('DELETE', `/registries/${post.id}/items/987654`, { as: 'stranger' });
    assert.deepEqual([there.status, there.text], [missing.status, missing.text]);
  });
});
