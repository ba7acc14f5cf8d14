import assert from 'node:assert/strict';
import { STATUS_CODES } from 'node:http';
import { after, before, describe, it } from 'node:test';
import Fastify from 'fastify';
import type { Answer } from '../../tests/support/http-client.ts';
import { readContract } from '../../tests/support/openapi.ts';
import { rawExchange } from '../../tests/support/raw-socket.ts';
import { openTestService, type TestRequest } from '../../tests/support/service.ts';
import { ApiError, ERRORS, sendError } from '../src/http/errors.ts';
import {
  ASK_PROBLEM,
  assertDetail,
  assertError,
  assertNames,
  assertProblem,
  assertProtected,
  DETAIL,
  ITEM_KEYS,
} from './answers.ts';
import { addItem, addRegistry } from './world.ts';

const t = await openTestService();
after(() => t.close());

const registry = addRegistry(t);
let item = 0;
before(async () => {
  item = (await addItem(t, registry.id)).id;
});

const { operations } = readContract();

/** Methods of every path of the API, except paths that other templates match, too: `/items/search`. */
const PATHS = Map.groupBy(
  operations.filter(({ path }) => !operations.some((other) => other.path !== path && other.pattern.test(path))),
  ({ path }) => path.replace(/\{\w+\}/g, '1'),
);

// rules: Problem details
it('rules: Errors, 404: answers Not found at unknown paths, without credentials, to every method', async () => {
  const unknown = ['/nowhere', '/items/1/x', '/registries/1/nothing', '/registries/1/items/1/affiliate/x', '/Items'];
  for (const path of unknown)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      assertError(await t.request(method, path), 404, DETAIL.notFound);
});

describe('rules: Errors, 405', () => {
  for (const [path, all] of PATHS) {
    const allowed = all.map(({ method }) => method);
    it(`names the methods of ${path} in Allow, without credentials`, async () => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE']) {
        if (allowed.includes(method)) continue;
        const answer = await t.request(method, path);
        assertError(answer, 405, DETAIL.method);
        const withHead = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed;
        assert.equal(answer.headers.allow, withHead.sort().join(', '));
      }
    });
  }

  it('answers OPTIONS like other methods if it is no preflight', async () => {
    const origin = new URL(t.host.url).origin;
    for (const headers of [{ origin }, { 'access-control-request-method': 'PUT' }]) {
      assertError(await t.request('OPTIONS', '/items/x?y=z', { headers }), 405, DETAIL.method);
      assertError(await t.request('OPTIONS', '/nowhere', { headers }), 404, DETAIL.notFound);
    }
  });

  it('precedes a check of parameters and body, of any type, and so does 404', async () => {
    for (const type of ['application/json', 'text/plain', 'nonsense']) {
      const sending = { rawBody: '{bad', headers: { 'content-type': type } };
      assertError(await t.request('POST', '/items/1', sending), 405, DETAIL.method);
      assertError(await t.request('PUT', '/registries', sending), 405, DETAIL.method);
      assertError(await t.request('POST', '/nowhere', sending), 404, DETAIL.notFound);
    }
    assertError(await t.request('PATCH', '/items/abc'), 405, DETAIL.method);
  });
});

describe('rules: Errors, malformed URL', () => {
  for (const path of ['/items/%', '/items/%zz', '/items/%c3%28', '/registries/1/invitees/%E0%A4%A', '/%ff'])
    it(`answers 400 to ${path}`, async () => assertError(await t.request('GET', path), 400, DETAIL.badRequest));

  it('answers 414 or 431 to an address of 20,000 characters, 4xx to one of 8,000', async () => {
    const endless = await t.request('GET', `/items?x=${'y'.repeat(20_000)}`, { as: 'owner' });
    assert.ok([414, 431].includes(endless.status), `${endless.status}`);
    assertError(endless, endless.status);
    const long = await t.request('GET', `/items/${'9'.repeat(8000)}`, { as: 'owner' });
    assert.ok([414, 422].includes(long.status), `${long.status}`);
    assertError(long, long.status);
  });
});

describe('rules: Errors, order of checks', () => {
  const stranger = { as: 'stranger' };

  it('checks credentials before parameters and body', async () => {
    assertError(await t.request('GET', '/items/abc'), 401, DETAIL.credentials);
    assertError(await t.request('GET', '/items?limit=0'), 401, DETAIL.credentials);
    assertError(await t.request('POST', '/items', { body: {} }), 401, DETAIL.credentials);
    assertError(await t.request('POST', '/items', { rawBody: '{bad' }), 401, DETAIL.credentials);
    assertError(await t.request('POST', '/items', { rawBody: 'x', headers: { 'content-type': 'text/plain' } }), 401);
  });

  it('checks parameters and body before registry and role', async () => {
    t.host.forgetCalls();
    await t.request('GET', '/items', stranger);
    t.host.forgetCalls();
    for (const id of [registry.id, 987654]) {
      assertNames(await t.request('PATCH', `/registries/${id}`, { ...stranger, body: { title: '' } }), 'title');
      assertNames(await t.request('POST', `/registries/${id}/items`, { ...stranger, body: { name: 'x' } }), 'url');
      assertNames(
        await t.request('POST', `/registries/${id}/invitees`, { ...stranger, body: { invitees: [] } }),
        'invitees',
      );
      assertNames(await t.request('DELETE', `/registries/${id}/items/abc`, stranger), 'item_id');
      assertError(await t.request('PATCH', `/registries/${id}`, { ...stranger, rawBody: '{' }), 400, DETAIL.badJson);
    }
    assert.equal(t.host.calls.length, 0, 'the host was asked about a rejected request');
  });

  it('checks the registry before the role, the role before the item', async () => {
    assertError(await t.request('DELETE', `/registries/987654/items/${item}`, stranger), 404, DETAIL.registry);
    assertError(await t.request('DELETE', `/registries/${registry.id}/items/987654`, stranger), 403, DETAIL.notAllowed);
    assertError(
      await t.request('DELETE', `/registries/${registry.id}/items/987654`, { as: 'owner' }),
      404,
      DETAIL.item,
    );
  });
});

describe('rules: Broken rules', () => {
  const url = 'https://shop.example/kettle';
  /** Each error is a text: the field, the rule and its limit. */
  const cases: [method: string, path: string, body: object | undefined, errors: string[]][] = [
    ['POST', '/items', {}, ['registry_id required null', 'name required null', 'url required null']],
    ['POST', '/items', [], ['body type ["object"]']],
    [
      'POST',
      '/items',
      { registry_id: 7, url, name: '', price: 0, quantity_needed: 0, affiliate_status: 'x', retailer: 5 },
      [
        'name minLength 1',
        'retailer type ["string","null"]',
        'affiliate_status enum ["active","inactive","expired","none"]',
        'price exclusiveMinimum 0',
        'quantity_needed minimum 1',
      ],
    ],
    ['POST', '/items', { registry_id: 7, url, name: 'x'.repeat(101) }, ['name maxLength 100']],
    ['POST', `/registries/${registry.id}/invitees`, { invitees: [] }, ['invitees minItems 1']],
    ['POST', `/registries/${registry.id}/invitees`, { invitees: ['a', ' '] }, ['invitees.1 not_blank null']],
    [
      'PATCH',
      `/registries/${registry.id}`,
      { meta: { registry_event_date: '2026-02-30', registry_owners: Array(21).fill('a') } },
      ['meta.registry_owners maxItems 20', 'meta.registry_event_date format "date"'],
    ],
    ['GET', '/items?limit=0&skip=2147483648', undefined, ['skip maximum 2147483647', 'limit minimum 1']],
  ];

  for (const [method, path, body, expected] of cases)
    it(`lists ${expected.join(', ')}`, async () => {
      const answer = await t.request(method, path, { as: 'owner', headers: ASK_PROBLEM, body });
      const errors = assertProblem(answer, 422).map(
        ({ field, rule, limit }) => `${field} ${rule} ${JSON.stringify(limit)}`,
      );
      assert.deepEqual(errors, expected);
    });

  it('names the keys that an object may have', async () => {
    const sent = { as: 'owner', headers: ASK_PROBLEM, body: { meta: { x: 1 } } };
    const [error] = assertProblem(await t.request('PATCH', `/registries/${registry.id}`, sent), 422);
    assert.deepEqual([error?.field, error?.rule], ['meta', 'additionalProperties']);
    assert.ok(Array.isArray(error?.limit) && error.limit.includes('registry_keepers') && !error.limit.includes('x'));
  });

  it('lists at most ten fields', async () => {
    const body = Object.fromEntries(ITEM_KEYS.map((key) => [key, [1]]));
    const answer = await t.request('POST', '/items', { as: 'owner', headers: ASK_PROBLEM, body });
    assert.equal(assertProblem(answer, 422).length, 10);
  });
});

/** Values of `Accept` that do not name the type of problem details. */
const NOT_NAMED = [
  undefined,
  '',
  '*/*',
  'application/*',
  'application/json',
  'application/problem',
  'application/problem+jsonx',
  'application/problem+xml, */*',
  'application/problem+json;q=0',
  'application/json, application/problem+json ; Q=0.000',
  'text/plain;a=", application/problem+json, "',
];

/** Values of `Accept` that name it. */
const NAMED = [
  'application/problem+json',
  'Application/Problem+JSON',
  'application/json, application/problem+json',
  'text/html,application/problem+json;q=0.1,*/*;q=0',
  'application/problem+json; charset=utf-8',
];

describe('rules: Errors, every kind of error', () => {
  const app = Fastify().decorate('countError', () => {});
  after(() => app.close());
  for (const { name } of ERRORS) app.get(`/${name}`, (_, reply) => sendError(reply, new ApiError(name)));

  const ask = (name: string, accept: string | undefined) =>
    app.inject({ method: 'GET', url: `/${name}`, headers: accept === undefined ? {} : { accept } });

  it('is a problem only for callers whose Accept names the type of problems', async () => {
    for (const [values, type] of [
      [NOT_NAMED, 'application/json; charset=utf-8'],
      [NAMED, 'application/problem+json'],
    ] as const)
      for (const accept of values) {
        const { headers } = await ask('itemNotFound', accept);
        assert.deepEqual([headers['content-type'], headers.vary], [type, 'Accept'], accept);
      }
  });

  for (const { name, status } of ERRORS)
    it(`${name} has only the key detail, or is a problem`, async () => {
      const answer = await ask(name, undefined);
      assert.deepEqual([answer.statusCode, Object.keys(answer.json())], [status, ['detail']]);
      const { detail, errors, ...rest } = (await ask(name, 'application/problem+json')).json();
      assert.deepEqual(rest, { type: 'about:blank', title: STATUS_CODES[status], status });
      assertDetail(answer.body, detail);
      // The route that rejects fields adds the rules that they break.
      if (name !== 'invalidInput')
        assert.equal(
          errors.length > 0,
          [401, 404, 409, 412, 422].includes(status) || ['notAllowed', 'copiedSite', 'databaseFull'].includes(name),
        );
    });
});

it('rules: Broken rules: every 401 and 404 has a rule of its own', async () => {
  const rules = ERRORS.filter(({ status }) => [401, 404].includes(status)).map(
    ({ name }) => new ApiError(name).errors[0]?.rule,
  );
  assert.ok(rules.every((rule) => rule !== undefined));
  assert.equal(new Set(rules).size, rules.length);
  for (const [method, path, as, rule] of [
    ['GET', '/items', undefined, 'invalid_credentials'],
    ['GET', '/nothing', 'owner', 'path_not_found'],
    ['GET', '/items/987654', 'owner', 'item_not_found'],
    ['GET', '/registries/987654', 'owner', 'registry_not_found'],
    ['GET', '/webhooks/0b9d1e34-6f0a-4a55-9a3c-6f0f2b7d1c11', 'admin', 'webhook_not_found'],
    ['DELETE', '/purchases/0b9d1e34-6f0a-4a55-9a3c-6f0f2b7d1c11', 'owner', 'purchase_not_found'],
  ] as const) {
    const answer = await t.request(method, path, { ...(as && { as }), headers: ASK_PROBLEM });
    const errors = assertProblem(answer, rule === 'invalid_credentials' ? 401 : 404);
    assert.deepEqual(
      errors.map((error) => error.rule),
      [rule],
    );
  }
});

describe('rules: Errors, errors of every layer', () => {
  type Ask = (accept?: string) => Promise<Answer<unknown>>;
  const raw =
    (head: string, body = ''): Ask =>
    async (accept) => {
      const header = accept === undefined ? '' : `Accept: ${accept}\r\n`;
      const answer = await rawExchange(t.url, `${head}${header}Connection: close\r\n\r\n${body}`);
      return { ...answer, text: answer.body };
    };
  const sent =
    (method: string, path: string, sending: TestRequest = {}): Ask =>
    (accept) =>
      t.request(method, path, { ...sending, headers: { ...sending.headers, accept } });
  const wrong = { authorization: 'Basic !' };
  const CHUNKED = `Authorization: ${t.host.users.authorization('owner')}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n`;
  const LAYERS: Record<string, [status: number, ask: Ask]> = {
    'an unknown path': [404, sent('GET', '/nowhere')],
    'an unknown method': [405, sent('PATCH', '/items')],
    'an address that cannot be decoded': [400, sent('GET', '/items/%')],
    'an address that is too long': [414, sent('GET', `/items?x=${'y'.repeat(9000)}`)],
    'no credentials': [401, sent('GET', '/items')],
    'malformed credentials': [401, sent('GET', '/items', { headers: wrong })],
    'a body that is no JSON': [400, sent('POST', '/items', { as: 'owner', rawBody: '{' })],
    'a body of another type': [
      415,
      sent('POST', '/items', { as: 'owner', rawBody: 'x', headers: { 'content-type': 'a/b' } }),
    ],
    'a body that is too large': [413, sent('POST', '/items', { as: 'owner', rawBody: 'x'.repeat(70_000) })],
    'fields that break rules': [422, sent('POST', '/items', { as: 'owner', body: {} })],
    'a parameter that breaks its rule': [422, sent('GET', '/items?limit=0', { as: 'owner' })],
    'a caller without rights': [403, sent('DELETE', `/registries/${registry.id}`, { as: 'stranger' })],
    'a missing registry': [404, sent('GET', '/registries/987654', { as: 'owner' })],
    'a missing item': [404, sent('GET', '/items/987654', { as: 'owner' })],
    'a changed item': [
      412,
      (accept) => sent('PUT', `/items/${item}`, { as: 'owner', body: {}, headers: { 'if-match': '"x"' } })(accept),
    ],
    'two Host headers': [400, raw('GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n')],
    'an impossible expectation': [417, raw('GET /health HTTP/1.1\r\nHost: a\r\nExpect: x\r\n')],
    'a malformed chunk': [400, raw(`POST /items HTTP/1.1\r\nHost: a\r\n${CHUNKED}`, 'zz\r\n')],
  };
  for (const [what, [status, ask]] of Object.entries(LAYERS))
    it(`answers ${what} with detail only, or with a problem if Accept names its type`, async () => {
      for (const accept of [undefined, '*/*']) {
        const answer = await ask(accept);
        assertError(answer, status);
        assertProtected(answer);
        assert.equal(answer.headers.vary, 'Accept');
      }
      const problem = await ask('application/problem+json');
      assertProblem(problem, status);
      assert.equal(problem.headers.vary, 'Accept');
    });

  const bytes = (line: string, header = '', body = '') =>
    `${line}\r\nHost: a\r\n${header}${header && '\r\n'}\r\n${body}`;
  const UNREADABLE: Record<string, string> = {
    'a line that is not HTTP': 'nonsense\r\n\r\n',
    'bytes of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
    'an unknown method': bytes('FOO /items HTTP/1.1'),
    'a wrong HTTP version': bytes('GET /items HTTP/9.9'),
    'a content length that is not a number': bytes('POST /items HTTP/1.1', 'Content-Length: abc'),
    'two content lengths': bytes('POST /items HTTP/1.1', 'Content-Length: 3\r\nContent-Length: 5', 'abc'),
    'length and chunks at once': bytes(
      'POST /items HTTP/1.1',
      'Content-Length: 3\r\nTransfer-Encoding: chunked',
      '0\r\n\r\n',
    ),
    'a header without a colon': bytes('GET /items HTTP/1.1', 'NoColon'),
    'a NUL in a header': bytes('GET /items HTTP/1.1', 'X-A: a\0b'),
    'a space before the colon': bytes('GET /items HTTP/1.1', 'Content-Length : 3', 'abc'),
    'no Host header': 'GET /items HTTP/1.1\r\n\r\n',
    'a space in the path': bytes('GET /items /x HTTP/1.1'),
    'headers that are too long': bytes('GET /items HTTP/1.1', `X-Long: ${'x'.repeat(40_000)}`),
  };
  for (const [what, sent] of Object.entries(UNREADABLE))
    it(`answers ${what} with detail only`, async () => {
      const answer = await rawExchange(t.url, sent);
      assert.equal(answer.status, what.includes('too long') ? 431 : 400, answer.body);
      assertError({ ...answer, text: answer.body }, answer.status);
      assertProtected(answer);
    });

  it('answers HTTP/1.0, chunked bodies, and upgrades without upgrading', async () => {
    assert.equal((await rawExchange(t.url, 'GET /health HTTP/1.0\r\n\r\n')).status, 200);
    const put = `PUT /items/987654 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${CHUNKED}\r\n`;
    const chunked = await rawExchange(t.url, `${put}c\r\n{"name":"x"}\r\n0\r\n\r\n`);
    assert.equal(chunked.status, 404, chunked.body);
    assertDetail(chunked.body, DETAIL.item);
    const upgrade = await rawExchange(t.url, bytes('GET /items HTTP/1.1', 'Connection: Upgrade\r\nUpgrade: websocket'));
    assert.ok(upgrade.status >= 400 && upgrade.status < 500, `${upgrade.status}`);
    assertDetail(upgrade.body);
  });
});

it('rules: Errors, their common format: says when to try again if the status is 503', () => {
  const late = ERRORS.filter(({ status }) => status === 503);
  assert.ok(late.length > 5);
  for (const { name } of late) assert.match(new ApiError(name).headers['retry-after'] ?? '', /^[1-9]$/, name);
});
