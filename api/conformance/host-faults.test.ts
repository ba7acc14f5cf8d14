import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as faults from '../../tests/support/host-faults.ts';
import { HOST_CANARY, openTrap } from '../../tests/support/host-faults.ts';
import { readMetrics } from '../../tests/support/metrics.ts';
import { openTestService, type TestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { assertError, assertStatus, DETAIL } from './answers.ts';
import { assertFault, type Case, faultyService, knowOwner, TIMEOUT } from './faulty-host.ts';
import { addItem, addRegistry, ITEM } from './world.ts';

/** Number of connections to the host that one caller may use at the same time. */
const CONNECTIONS_OF_CALLER = 8;

/** Well-formed JSON that is an invalid answer. The keys are the kinds of requests. */
const WRONG = {
  user: [
    'null',
    '5',
    '"x"',
    '[]',
    '{}',
    '{"id":"1"}',
    '{"id":1}',
    '{"id":0,"username":"a","email":"b","roles":[],"capabilities":{}}',
    '{"id":1,"username":5,"email":"b","roles":[],"capabilities":{}}',
    '{"id":1,"username":"a","email":"b","roles":"administrator","capabilities":{}}',
  ],
  registry: [
    'null',
    '5',
    '[]',
    '{}',
    '{"id":"7"}',
    '{"id":7,"author":"x","status":"private","title":{"raw":"a"},"meta":{}}',
    '{"id":7,"author":1,"title":5,"content":null}',
  ],
};

const CASES: Record<string, Case> = {
  'answers 500': { fault: faults.status(500), status: 502 },
  'answers 502': { fault: faults.status(502), status: 502 },
  'answers 504': { fault: faults.status(504), status: 502 },
  'answers 503': { fault: faults.status(503), status: 503 },
  'answers 503 with Retry-After': { fault: faults.status(503, { 'retry-after': '7' }), status: 503 },
  'answers 503 with an invalid Retry-After': { fault: faults.status(503, { 'retry-after': 'soon' }), status: 503 },
  'answers 429': { fault: faults.status(429, { 'retry-after': '9' }), status: 503 },
  'answers HTML with 200': { fault: faults.html(), status: 502 },
  'answers HTML with 404': { fault: faults.html(404), status: 502 },
  'answers HTML with 500': { fault: faults.html(500), status: 502 },
  'answers truncated JSON': { fault: faults.text('{"id":1,"username":"ow'), status: 502 },
  'answers an empty body': { fault: faults.text(''), status: 502 },
  'answers 204': { fault: faults.text('', 204), status: 502 },
  'answers JSON of PHP notices': { fault: faults.text(`<br />\n<b>Warning</b>: ${HOST_CANARY}{"id":1}`), status: 502 },
  'answers an endless body': { fault: faults.endless(), status: 502 },
  'answers a gzip bomb': { fault: faults.gzipBomb(), status: 502 },
  'cuts its body': { fault: faults.cutMidBody(), status: 502 },
  'resets the connection': { fault: faults.reset(), status: 503, or: 502 },
  'never answers': { fault: faults.silence(), status: 504 },
  'answers a byte a second': { fault: faults.drip(), status: 504 },
  'answers later than the deadline': { fault: faults.delay(1500), status: 504 },
  'has no such route': {
    fault: faults.text('{"code":"rest_no_route","message":"x","data":{"status":404}}', 404),
    status: 502,
  },
  'answers an unexpected status': { fault: faults.text('{}', 418), status: 502 },
};

const REQUESTS: Record<string, (t: TestService, registry: number) => ReturnType<TestService['request']>> = {
  'the look-up of the caller': (t) => t.request('GET', '/items', { as: 'stranger' }),
  'GET /registries': (t) => t.request('GET', '/registries', { as: 'owner' }),
  'GET /registries/{id}': (t, id) => t.request('GET', `/registries/${id}`, { as: 'owner' }),
  'POST /registries': (t) => t.request('POST', '/registries', { as: 'owner', body: { title: 'T' } }),
};

describe('rules: Failures of the host', { concurrency: 4 }, () => {
  for (const [what, expected] of Object.entries(CASES))
    it(`a host that ${what} gives ${expected.status}, in time, and items are served to known callers`, async () => {
      const { t, registry, item } = await faultyService(expected.status === 504 ? TIMEOUT : undefined);
      await using _ = t;
      t.host.misbehave(expected.fault);
      for (const ask of Object.values(REQUESTS)) assertFault(await ask(t, registry), expected);
      assertStatus(await t.request('GET', `/items/${item}`, { as: 'owner' }), 200);
      assertStatus(await t.request('POST', '/items', { as: 'owner', body: { ...ITEM, registry_id: registry } }), 201);
    });

  for (const [route, bodies] of Object.entries(WRONG))
    it(`a host that answers JSON of the wrong types for a ${route} gives 502`, async () => {
      const { t, registry } = await faultyService();
      await using _ = t;
      const name = route === 'user' ? 'the look-up of the caller' : 'GET /registries/{id}';
      for (const body of bodies) {
        t.host.misbehave(faults.text(body));
        assertFault(await REQUESTS[name]!(t, registry), { fault: faults.text(body), status: 502 });
        // A correct answer of the host before the next fault keeps the breaker closed.
        t.host.behave();
        assertStatus(await t.request('GET', `/registries/${registry}`, { as: 'owner' }), 200);
      }
    });

  it('a list that is not an array, or has no totals, gives 502', async () => {
    const { t } = await faultyService();
    await using _ = t;
    for (const fault of [
      faults.text('{}'),
      faults.text('[{}]'),
      faults.text('[]'),
      faults.text('[]', 200, { 'x-wp-total': 'x', 'x-wp-totalpages': '1' }),
    ]) {
      t.host.behave();
      t.host.misbehave(fault);
      assertFault(await t.request('GET', '/registries', { as: 'owner' }), { fault, status: 502 });
    }
  });

  for (const code of [301, 302, 303, 307, 308])
    it(`a redirect (${code}) gives 502 and is never followed`, async () => {
      const { t, registry } = await faultyService();
      await using _ = t;
      await using trap = await openTrap();
      t.host.misbehave(faults.redirect(`${trap.url}/wp-json/wp/v2/users/me`, code));
      for (const ask of Object.values(REQUESTS))
        assertFault(await ask(t, registry), { fault: faults.reset(), status: 502 });
      assert.deepEqual(trap.hits, []);
    });

  it('a host that is down gives 503 with Retry-After, and items are served to known callers', async () => {
    const { t, registry, item } = await faultyService();
    await using _ = t;
    await t.host.close();
    for (const ask of Object.values(REQUESTS))
      assertFault(await ask(t, registry), { fault: faults.reset(), status: 503 });
    for (const path of [`/items/${item}`, '/items', `/items?ids=${item}`])
      assertStatus(await t.request('GET', path, { as: 'owner' }), 200);
    assertStatus(await t.request('PUT', `/items/${item}`, { as: 'owner', body: { price: 1 } }), 200);
    assertStatus(await t.request('DELETE', `/items/${item}`, { as: 'owner' }), 200);
  });
});

describe('rules: Load, more calls than the host can answer', () => {
  it('a request that waits too long for a connection is 503 with that cause, before the host is too late for others', async () => {
    await using t = await openTestService({ env: { HOST_TIMEOUT: '2', OPS_PORT: '0' } });
    await knowOwner(t);
    t.host.misbehave(faults.silence(), { method: 'POST' });
    const ended: number[] = [];
    const create = async () => {
      const answer = await t.request('POST', '/registries', { as: 'owner', body: { title: 'T' } });
      ended.push(answer.status);
      return answer;
    };
    const sent = Array.from({ length: CONNECTIONS_OF_CALLER }, create);
    await until('the host has its calls', () => t.host.callsTo('', 'POST').length === CONNECTIONS_OF_CALLER);
    const crowded = await create();
    assertError(crowded, 503, DETAIL.hostCrowded);
    assert.match(crowded.headers['retry-after'] ?? '', /^[1-9]\d*$/);
    for (const answer of await Promise.all(sent)) assertError(answer, 504, DETAIL.hostLate);
    assert.equal(ended[0], 503);
    assert.equal(t.host.callsTo('', 'POST').length, CONNECTIONS_OF_CALLER);
    const { value } = await readMetrics(t.opsUrl);
    assert.equal(value('largesse_errors_total', { status: '503', reason: 'host_crowded' }), 1);
  });
});

describe('rules: Failures of the host, the breaker', { concurrency: true }, () => {
  for (const [what, fault] of [
    ['fails', faults.status(500)],
    ['is silent', faults.silence()],
  ] as const)
    it(`opens when the host ${what}: 503 with Retry-After, no calls, items as usual; and closes again`, async () => {
      // A recovered host must answer within this time limit. Otherwise, the breaker opens again.
      await using t = await openTestService({ env: { HOST_TIMEOUT: '1' }, overrides: { host: { breakerPause: 500 } } });
      await knowOwner(t);
      const item = await addItem(t, 3, {}, 'owner');
      const { id } = addRegistry(t);
      const ask = () => t.request('GET', `/registries/${id}`, { as: 'owner' });
      t.host.misbehave(fault);
      await until('the breaker is open', async () => {
        const answers = await Promise.all(Array.from({ length: 10 }, ask));
        t.host.forgetCalls();
        return answers.some(({ status }) => status === 503);
      });
      const refused = await ask();
      assertError(refused, 503);
      assert.match(refused.headers['retry-after'] ?? '', /^[1-9]\d*$/);
      assertStatus(await t.request('GET', `/items/${item.id}`, { as: 'owner' }), 200);
      t.host.behave();
      await until('the breaker is closed', async () => (await ask()).status === 200);
    });
});

describe('rules: Failures of the host, writes of a registry that the host does not confirm', () => {
  for (const [method, path, body] of [
    ['PATCH', '', { title: 'T' }],
    ['POST', '/invitees', { invitees: ['x'] }],
    ['DELETE', '/invitees/ann', undefined],
    ['DELETE', '', undefined],
  ] as const)
    it(`${method} /registries/{id}${path} gives 502, and is not repeated`, async () => {
      await using t = await openTestService();
      const post = addRegistry(t, { invitees: ['ann'] });
      t.host.misbehave(faults.status(500), { method: 'POST' });
      t.host.misbehave(faults.status(500), { method: 'DELETE' });
      const answer = await t.request(method, `/registries/${post.id}${path}`, { as: 'owner', body });
      assertError(answer, 502, DETAIL.hostInvalid);
      assert.equal(t.host.callsTo('', 'POST', 'DELETE').length, 1);
    });

  it('invitees that the host ignores while it answers 200 are not reported as stored', async () => {
    await using t = await openTestService();
    const post = addRegistry(t);
    t.host.registries.ignoredMeta.add('registry_invitees');
    const body = { invitees: ['x'] };
    const answer = await t.request('POST', `/registries/${post.id}/invitees`, { as: 'owner', body });
    assertError(answer, 502, DETAIL.hostInvalid);
  });
});
