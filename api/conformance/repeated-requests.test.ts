import assert from 'node:assert/strict';
import { hash, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { letPass } from '../../contract/testing/clock.ts';
import { IS_CITUS } from '../../tests/support/database.ts';
import { type Exchange, hold, reset } from '../../tests/support/host-faults.ts';
import type { Answer } from '../../tests/support/http-client.ts';
import { openTestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { DatabaseUnavailable } from '../src/database/database.ts';
import { assertError, assertStatus, DETAIL } from './answers.ts';
import { addRegistry, ITEM } from './world.ts';

/** Number of statements until one fails; none fails if it is 0. */
let failsIn = 0;

/** Number of statements until all fail; none fails if it is null. */
let goesAwayIn: number | null = null;

const statements = {
  begin: () => {
    if (goesAwayIn !== null && goesAwayIn-- <= 0) throw new DatabaseUnavailable('is away in this test');
    if (failsIn > 0 && --failsIn === 0) throw new DatabaseUnavailable('fails in this test');
    return () => {};
  },
};
const t = await openTestService({ overrides: { statements }, env: { HOST_TIMEOUT: '5' } });
after(() => t.close());

const registry = addRegistry(t, { of: 'admin' });
const several = addRegistry(t, { of: 'admin' });
const WEBHOOK = { url: 'https://receiver.example/' };

/** Requests that create something. A sharded database has no webhooks. */
const ROUTES = [
  { path: '/items', body: { ...ITEM, registry_id: registry.id }, table: 'items', rows: 1 },
  { path: `/registries/${registry.id}/items`, body: ITEM, table: 'items', rows: 1 },
  { path: `/registries/${several.id}/items`, body: [ITEM, ITEM, ITEM], table: 'items', rows: 3 },
  ...(IS_CITUS ? [] : [{ path: '/webhooks', body: WEBHOOK, table: 'webhooks', rows: 1 } as const]),
  { path: '/registries', body: { title: 'Ours', story: 'x' }, table: null, rows: 1 },
] as const;
type Route = (typeof ROUTES)[number];

/** Returns an object with its keys in alphabetical order. */
const sorted = (one: object) => Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const create = (route: Route, key: string, body: object = route.body): Promise<Answer<{ detail: string }>> =>
  t.request('POST', route.path, { as: 'admin', headers: { 'idempotency-key': key }, body });

async function count({ table }: Route): Promise<number> {
  if (table === null) return t.host.registries.all().length;
  const [row] = await t.database.query(`SELECT count(*) AS n FROM ${table}`);
  return Number(row?.n);
}

/** Sends a request, and closes the connection after some bytes of the answer. */
async function lose(route: Route, key: string, bytes: number): Promise<void> {
  const { hostname, port } = new URL(t.url);
  const body = JSON.stringify(route.body);
  const lines = [
    `POST ${route.path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: ${t.host.users.authorization('admin')}`,
    `Idempotency-Key: ${key}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`, resolve));
  let left = bytes;
  for await (const chunk of bytes === 0 ? [] : socket) {
    left -= chunk.length;
    if (left <= 0) break;
  }
  socket.destroy();
}

/** Repeats a request until it has an answer. */
async function answered(route: Route, key: string): Promise<Answer<{ detail: string }>> {
  for (;;) {
    const answer = await create(route, key);
    if (answer.status !== 409 && answer.status < 500) return answer;
    await letPass(20, 'the service tells repeating clients to pause');
  }
}

/** The host stores a registry, but its answer is lost. */
const loseAnswer = async ({ request, pass }: Exchange) => {
  request.socket.write = () => true;
  await pass();
  request.socket.destroy();
};

describe('rules: Repeated requests', () => {
  before(() => t.request('GET', '/items', { as: 'admin' }));

  it('create nothing twice, wherever the answer is lost', async () => {
    const losses = [
      ...Array.from({ length: 30 }, (_, n) => (route: Route, key: string) => lose(route, key, n * 30)),
      ...Array.from({ length: 8 }, (_, n) => async (route: Route, key: string) => {
        failsIn = n + 1;
        await create(route, key);
        failsIn = 0;
      }),
      async (route: Route, key: string) => {
        t.host.misbehave(loseAnswer, { method: 'POST', times: 1 });
        await create(route, key);
        t.host.behave();
      },
      async (route: Route, key: string) => {
        t.host.misbehave(reset(), { method: 'POST', times: 1 });
        await create(route, key);
        t.host.behave();
      },
    ];
    assert.equal(losses.length, 40);
    for (const route of ROUTES) {
      const before = await count(route);
      const locations = new Set();
      for (const [n, loseAt] of losses.entries()) {
        // Stock WordPress does not know marks, so the service looks for the registry.
        t.host.registries.knowsMarks = n % 2 === 0;
        const key = randomUUID();
        await loseAt(route, key);
        const answer = await answered(route, key);
        assert.equal(answer.status, 201, `${route.path} ${n}`);
        const again = await create(route, key);
        assert.deepEqual(
          [again.status, again.text, again.headers.location, again.headers['content-type']],
          [201, answer.text, answer.headers.location, answer.headers['content-type']],
        );
        locations.add(answer.headers.location);
      }
      const locationsOf: number = route.rows === 1 ? losses.length : 1;
      assert.deepEqual(
        [locations.size, await count(route)],
        [locationsOf, before + losses.length * route.rows],
        route.path,
      );
    }
    t.host.registries.knowsMarks = true;
  });

  it('run again as soon as the database is back, wherever it went away', async () => {
    for (const route of ROUTES)
      for (let n = 0; n < 6; n++) {
        const key = randomUUID();
        goesAwayIn = n;
        await create(route, key);
        goesAwayIn = null;
        const again = await create(route, key);
        assert.equal(again.status, 201, `${route.path} after ${n} statements: ${again.text}`);
      }
  });

  it('are refused if the caller has lost the rights since the first answer', async () => {
    const own = addRegistry(t, { of: 'owner' });
    const { meta } = own;
    meta.set('registry_owners', '["stranger"]');
    const path = `/registries/${own.id}/items`;
    const send = (at: string, body: object, as = 'stranger') =>
      t.request<{ detail: string }>('POST', at, { as, body, headers: { 'idempotency-key': 'lost' } });
    const stored = await send(path, ITEM);
    assertStatus(stored, 201);
    assert.equal((await send(path, ITEM)).text, stored.text);
    meta.set('registry_owners', '[]');
    assertError(await send(path, ITEM), 403, DETAIL.notAllowed);
    meta.set('registry_owners', '["stranger"]');
    assert.equal((await send(path, ITEM)).text, stored.text);

    assertStatus(await send('/registries', { title: 'Ours' }), 201);
    const made = t.host.registries.all().at(-1);
    assert.ok(made);
    Object.assign(made, { author: t.host.users.get('owner').id, status: 'private' });
    assertError(await send('/registries', { title: 'Ours' }), 403, DETAIL.notAllowed);
    // The caller may read the registry again, but not change it.
    for (const list of ['registry_invitees', 'registry_keepers']) {
      made.meta.set(list, '["stranger"]');
      assertStatus(await t.request('GET', `/registries/${made.id}`, { as: 'stranger' }), 200);
      assertError(await send('/registries', { title: 'Ours' }), 403, DETAIL.notAllowed);
      made.meta.delete(list);
    }
    t.host.registries.remove(made.id);
    assertError(await send('/registries', { title: 'Ours' }), 404, DETAIL.registry);
  });

  it('have the same answer after a restart, for a day', async () => {
    const [route] = ROUTES;
    const first = await create(route, 'day');
    await t.restart();
    assert.equal((await create(route, 'day')).text, first.text);
    await t.database.query("UPDATE creations SET created_at = created_at - 86400001 WHERE key = 'day'");
    const next = await create(route, 'day', { ...route.body, name: 'Pot' });
    assertStatus(next, 201);
    assert.notEqual(next.text, first.text);
  });

  it('are the same for all versions of the service that run on one database', async () => {
    const digestOf = (body: object) => hash('sha256', JSON.stringify(body));
    const storedAs = (digest: string, where = '') =>
      t.database.query(`UPDATE creations SET digest = $1, sorted_digest = NULL${where} WHERE key = 'versions'`, [
        digest,
      ]);
    for (const route of ROUTES) {
      let { text } = await answered(route, 'versions');
      // Every version has compared this digest.
      const [stored] = await t.database.query("SELECT digest FROM creations WHERE key = 'versions'");
      assert.equal(stored?.digest, digestOf(route.body));
      // Earlier versions have stored one of these.
      const sortedBody = Array.isArray(route.body) ? route.body.map(sorted) : sorted(route.body);
      for (const digest of [digestOf(route.body), digestOf(sortedBody)]) {
        await storedAs(digest);
        assert.equal((await create(route, 'versions')).text, text);
        await storedAs(digest, ', status = NULL, until = 0');
        const again = await create(route, 'versions');
        assertStatus(again, 201);
        text = again.text;
      }
      await storedAs(digestOf({ name: 'Other' }));
      assertError(await create(route, 'versions'), 422, 'idempotency-key: belongs to another request');
      await t.database.query("DELETE FROM creations WHERE key = 'versions'");
    }
  });

  it('are 422 with another body, and 409 while the first runs', async () => {
    for (const route of ROUTES) {
      await create(route, 'body');
      const body = Array.isArray(route.body) ? [ITEM] : { ...route.body, description: 'Other' };
      assertError(await create(route, 'body', body), 422, 'idempotency-key: belongs to another request');
      const turned = (one: object) => Object.fromEntries(Object.entries(one).toReversed());
      const same = Array.isArray(route.body) ? route.body.map(turned) : turned(route.body);
      assert.equal(
        (await create(route, 'body', same)).text,
        (await create(route, 'body')).text,
        'another order of keys',
      );
    }
    const registries = ROUTES.at(-1) ?? ROUTES[0];
    const { fault, release } = hold();
    t.host.forgetCalls();
    t.host.misbehave(fault, { method: 'POST', times: 1 });
    const first = create(registries, 'busy');
    await until('the host is asked', () => t.host.callsTo('/wp/v2/registries', 'POST').length > 0);
    const second = await create(registries, 'busy');
    assertError(second, 409, 'Request with this key is still running');
    assert.equal(second.headers['retry-after'], '1');
    release();
    assert.equal((await create(registries, 'busy')).status === 409 || (await first).status === 201, true);
    assert.equal((await answered(registries, 'busy')).text, (await first).text);
  });

  it('belong to a user and an address, and a refusal is not remembered', async () => {
    const other = addRegistry(t, { of: 'owner' });
    const path = `/registries/${other.id}/items`;
    const send = (as: string, body: object = ITEM, at = path) =>
      t.request<{ data: { id: number } }>('POST', at, { as, body, headers: { 'idempotency-key': 'one' } });
    assertStatus(await send('stranger'), 403);
    const ids = [await send('owner'), await send('admin'), await send('admin', ITEM, ROUTES[1].path)];
    assert.equal(new Set(ids.map(({ body }) => body.data.id)).size, 3);
    assertStatus(await send('owner', ITEM, `${path}/?x=1`), 201);
    assert.equal((await send('owner', ITEM, `${path}/?x=1`)).body.data.id, ids[0]?.body.data.id);
    other.meta.set('registry_invitees', '["stranger"]');
    other.meta.set('registry_owners', '["stranger"]');
    assertStatus(await send('stranger', { ...ITEM, name: 'Changed after the refusal' }), 201);
  });

  it('need keys of 1 to 255 visible characters', async () => {
    const detail = 'idempotency-key: must be 1 to 255 visible ASCII characters';
    for (const key of ['', ' ', 'a b', 'ä', 'x'.repeat(256)])
      for (const route of ROUTES) assertError(await create(route, key), 422, detail);
    assertStatus(await create(ROUTES[0], '~'.repeat(255)), 201);
  });
});
