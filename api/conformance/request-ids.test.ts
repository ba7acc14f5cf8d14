import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openTestDatabase } from '../../tests/support/database.ts';
import { openFakeHost } from '../../tests/support/fake-host.ts';
import { status } from '../../tests/support/host-faults.ts';
import { rawExchange } from '../../tests/support/raw-socket.ts';
import { addCast, openTestService } from '../../tests/support/service.ts';
import { spawnService, untilHealthy } from '../../tests/support/spawned-service.ts';
import { openForSuite } from '../../tests/support/suite.ts';
import { until } from '../../tests/support/wait.ts';
import { addRegistry, ITEM } from './world.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('rules: Request ids', () => {
  const t = openForSuite(() => openTestService({ env: { DOCS: 'off' } }));

  const askedAs = (id: string | undefined, path = '/health', as?: string) =>
    t.request('GET', path, { ...(as === undefined ? {} : { as }), headers: { 'x-request-id': id } });

  it('a request keeps a harmless id, and gets a new one instead of any other', async () => {
    for (const id of ['a', 'gw-7f3.2_A', '0'.repeat(64), '3fa85f64-5717-4562-b3fc-2c963f66afa6'])
      assert.equal((await askedAs(id)).headers['x-request-id'], id);
    for (const id of ['', '0'.repeat(65), 'a b', 'a"b', 'a{b}', 'a,b', 'a\tb', '<b>', 'ö', undefined])
      assert.match(String((await askedAs(id)).headers['x-request-id']), UUID, id);
  });

  it('a request gets a new id instead of two ids, or one with a line break', async () => {
    const head = 'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
    const two = await rawExchange(t.url, `${head}X-Request-Id: one\r\nX-Request-Id: two\r\n\r\n`);
    assert.equal(two.status, 200);
    assert.match(String(two.headers['x-request-id']), UUID);
    const broken = await rawExchange(t.url, `${head}X-Request-Id: one\n"level":60\r\n\r\n`);
    assert.equal(broken.status, 400);
  });

  it('an error contains the id of its request', async () => {
    for (const [path, expected, as] of [
      ['/nowhere', 404],
      ['/items', 401],
      ['/items/%', 400],
      ['/items/x', 422, 'owner'],
      [`/items?q=${'x'.repeat(9000)}`, 414],
    ] as const) {
      const { status, headers, text } = await askedAs('of-an-error', path, as);
      assert.deepEqual([status, headers['x-request-id']], [expected, 'of-an-error'], text);
    }
  });

  it('an answer contains an id even if the request has an impossible expectation, or is not HTTP', async () => {
    const head = 'GET / HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n';
    const refused = await rawExchange(t.url, `${head}X-Request-Id: hopeful\r\n\r\n`);
    assert.deepEqual([refused.status, refused.headers['x-request-id']], [417, 'hopeful']);
    const broken = await rawExchange(t.url, 'nonsense\r\n\r\n');
    assert.equal(broken.status, 400);
    assert.match(String(broken.headers['x-request-id']), UUID);
  });

  it('every call to the host contains the id of its request', async () => {
    const { host } = t;
    host.users.add('newcomer');
    const { id } = addRegistry(t, { of: 'newcomer' });
    host.forgetCalls();
    assert.equal((await askedAs('reads', `/registries/${id}`, 'newcomer')).status, 200);
    assert.deepEqual(
      host.calls.map(({ route, requestId }) => [route, requestId]),
      [
        ['/wp/v2/users/me', 'reads'],
        [`/wp/v2/registries/${id}`, 'reads'],
      ],
    );
    host.forgetCalls();
    const headers = { 'x-request-id': 'writes' };
    const added = await t.request('POST', `/registries/${id}/items`, { as: 'newcomer', headers, body: ITEM });
    assert.equal(added.status, 201, added.text);
    assert.deepEqual(
      host.calls.map(({ method, requestId }) => [method, requestId]),
      [
        ['GET', 'writes'],
        ['POST', 'writes'],
      ],
    );
  });
});

it('rules: Request ids, in the log: every log line of a request contains its id', async () => {
  await using database = await openTestDatabase();
  await using host = await openFakeHost();
  addCast(host);
  const { id } = host.registries.add({ author: host.users.get('owner').id });
  await using service = spawnService({ HOST_URL: host.url, DATABASE_URL: database.url, LOG_LEVEL: 'trace' });
  await untilHealthy(service);
  const ask = async (requestId: string, method: string, path: string, body?: object) => {
    const headers = {
      authorization: host.users.authorization('owner'),
      'content-type': 'application/json',
      'x-request-id': requestId,
      'x-forwarded-for': '192.0.2.1',
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(service.url + path, { method, headers, ...sent });
    await answer.text();
    return answer;
  };
  assert.equal((await ask('reads', 'GET', `/registries/${id}`)).status, 200);
  host.misbehave(status(500), { method: 'POST' });
  assert.equal((await ask('adds', 'POST', `/registries/${id}/items`, ITEM)).headers.get('registry-sync'), 'pending');
  // The list on the host now lacks the item. The service tries to repair the list in the background, and fails.
  assert.equal((await ask('repairs', 'GET', `/registries/${id}`)).status, 200);
  host.misbehave(status(500));
  assert.equal((await ask('fails', 'GET', `/registries/${id}`)).status, 502);
  const lines = () =>
    service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): { msg: string; reqId?: string } => JSON.parse(line))
      // Ignores the health checks at the start of the test.
      .filter(({ reqId = '' }) => !UUID.test(reqId));
  const of = (request: string) =>
    lines()
      .filter(({ reqId }) => reqId === request)
      .map(({ msg }) => msg.split(' ').slice(0, 3).join(' '))
      .sort();
  // The service logs a request when it sends the answer. Repairs continue in the background.
  await until('all lines are logged', () => [...of('repairs'), ...of('fails')].length === 4);
  assert.deepEqual(of('reads'), ['TRUST_PROXY: does not', 'answered']);
  assert.deepEqual(of('adds'), ['answered', 'registry_item_ids is not']);
  assert.deepEqual(of('repairs'), ['answered', 'registry_item_ids is not']);
  assert.deepEqual(of('fails'), ['answered', 'request could not']);
  assert.deepEqual(
    lines().filter(({ reqId }) => reqId === undefined),
    [],
  );
});
