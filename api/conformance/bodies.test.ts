import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pipeline, rawExchange } from '../../tests/support/raw-socket.ts';
import { openTestService } from '../../tests/support/service.ts';
import {
  assertDetail,
  assertError,
  assertNames,
  assertQuick,
  assertStatus,
  DETAIL,
  type ItemAnswer,
} from './answers.ts';
import { addItem, addRegistry, ITEM } from './world.ts';

const t = await openTestService();
after(() => t.close());

const registry = addRegistry(t);
let item = 0;
before(async () => {
  item = (await addItem(t, registry.id)).id;
  await t.request('GET', '/items', { as: 'owner' });
});

/** Every route that takes a body, with a body that it accepts. */
const ROUTES: [method: string, path: () => string, body: object][] = [
  ['POST', () => '/items', { ...ITEM, registry_id: registry.id }],
  ['PUT', () => `/items/${item}`, { name: 'x' }],
  ['POST', () => '/registries', { title: 'x' }],
  ['PATCH', () => `/registries/${registry.id}`, { title: 'x' }],
  ['POST', () => `/registries/${registry.id}/items`, ITEM],
  ['POST', () => `/registries/${registry.id}/invitees`, { invitees: ['x'] }],
  ['PUT', () => `/registries/${registry.id}/items/${item}/affiliate`, { affiliate_url: 'https://aff.example/' }],
];
const put = (rawBody: string | Buffer, contentType?: string) =>
  t.request<ItemAnswer>('PUT', `/items/${item}`, {
    as: 'owner',
    rawBody,
    headers: contentType === undefined ? {} : { 'content-type': contentType },
  });

describe('rules: Errors, a body that is not JSON', () => {
  const named = (...bytes: number[]) => Buffer.concat(['{"name":"', Buffer.from(bytes), '"}'].map(Buffer.from));
  const bad: Record<string, string | Buffer> = {
    'a truncated object': '{"name":',
    'single quotes': "{'name':'x'}",
    'a trailing comma': '{"name":"x",}',
    'two values': '{} {}',
    'a comment': '{} // x',
    NaN: '{"price":NaN}',
    Infinity: '{"price":Infinity}',
    'a leading zero': '{"price":01}',
    'a bare word': 'name',
    'white space alone': ' \n',
    'deep nesting that never closes': '['.repeat(20_000),
    'a raw control character in a string': '{"name":"a\nb"}',
    'invalid UTF-8': named(0xc3, 0x28),
    'overlong UTF-8': named(0xc0, 0xaf),
    'UTF-8 of a lone surrogate': named(0xed, 0xa0, 0x80),
    'UTF-16': Buffer.from('{"name":"x"}', 'utf16le'),
    'a __proto__ key': '{"__proto__":{"is_active":false}}',
    'a __proto__ key inside': '{"name":"x","extra":{"__proto__":1}}',
    'an escaped __proto__ key': '{"\\u005f_proto__":1}',
  };
  for (const [what, body] of Object.entries(bad))
    it(`answers 400 to ${what}, in under 100 ms`, async () => {
      assertError(await put(body), 400, DETAIL.badJson);
      await assertQuick(() => put(body));
    });

  for (const [method, path, body] of ROUTES)
    it(`${method} ${path().replace(/\d+|undefined/g, '{}')} answers 400 to a body that is missing, empty or malformed, 422 to one that is no object, and accepts a good one`, async () => {
      for (const sent of [{}, { rawBody: '' }, { rawBody: '{"x"' }])
        assertError(await t.request(method, path(), { as: 'owner', ...sent }), 400, DETAIL.badJson);
      for (const rawBody of ['[]', '[{}]', 'null', '5', '"x"', 'true'])
        assertError(await t.request(method, path(), { as: 'owner', rawBody }), 422);
      assert.ok((await t.request(method, path(), { as: 'owner', body })).status < 300);
    });
});

it('rules: Requests, a body that is not a JSON object: answers 422 to deep nesting in valid JSON, in under 100 ms', async () => {
  const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const answer = await put(nested);
  assert.ok([400, 422].includes(answer.status), `${answer.status}`);
  assertError(answer, answer.status);
  await assertQuick(() => put(nested));
  assertNames(await put(`{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`), 'name');
});

describe('rules: Requests, bad input gets a clear answer', () => {
  it('rejects numbers beyond the range of a double', async () => {
    assertNames(await put('{"price":1e400}'), 'price');
    assertNames(await put('{"price":-1e400}'), 'price');
    assertNames(await put('{"quantity_needed":1e400}'), 'quantity_needed');
    assertNames(await put('{"quantity_needed":9007199254740993}'), 'quantity_needed');
  });

  it('accepts whole numbers in any notation, uses the last of duplicate keys, and skips a byte order mark', async () => {
    for (const [body, stored] of [
      ['{"quantity_needed":2.0,"quantity_purchased":1e1}', { quantity_needed: 2, quantity_purchased: 10 }],
      ['{"name":"first","name":"last"}', { name: 'last' }],
      ['\ufeff{"name":"marked"}', { name: 'marked' }],
      ...['constructor', 'toString', 'hasOwnProperty'].map((key) => [`{"name":"x","${key}":"y"}`, { name: 'x' }]),
    ] as [string, object][]) {
      const answer = await put(body);
      assertStatus(answer, 200);
      assert.partialDeepStrictEqual(answer.body.data, stored);
    }
    const inherited = await put('{"name":"x","constructor":{"prototype":{"is_active":false}}}');
    assert.ok([200, 400].includes(inherited.status), `${inherited.status}`);
    assertStatus(await t.request('GET', `/items/${item}`, { as: 'owner' }), 200);
  });

  it('returns emoji and right-to-left text unchanged', async () => {
    const name = '\u202Eمرحبا\u202C שלום 👩‍👩‍👧 é e\u0301 \u2028 ﷽';
    assert.equal((await put(JSON.stringify({ name, description: name }))).body.data.name, name);
    const read = await t.request<ItemAnswer>('GET', `/items/${item}`, { as: 'owner' });
    assert.deepEqual([read.body.data.name, read.body.data.description], [name, name]);
  });
});

describe('rules: Errors, size and type of a body', () => {
  const sized = (bytes: number) => {
    const frame = JSON.stringify({ name: 'x', filler: '' });
    return frame.replace('"filler":""', `"filler":"${'f'.repeat(bytes - frame.length)}"`);
  };

  it('accepts 64 KiB and answers 413 to one byte more', async () => {
    assertStatus(await put(sized(65_536)), 200);
    assertError(await put(sized(65_537)), 413);
  });

  it('answers the next request on the connection of a body that is too large', async () => {
    const head = `/items/${item} HTTP/1.1\r\nHost: x\r\nAuthorization: ${t.host.users.authorization('owner')}\r\n`;
    const large = `PUT ${head}Content-Type: application/json\r\nContent-Length: 500000\r\n\r\n${' '.repeat(500_000)}`;
    assert.deepEqual(await pipeline(t.url, [large, `GET ${head}\r\n`]), [413, 200]);
  });

  it('answers 413 to a chunked body that grows too large', async () => {
    const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`;
    const answer = await rawExchange(
      t.url,
      `PUT /items/${item} HTTP/1.1\r\nHost: x\r\nAuthorization: ${t.host.users.authorization('owner')}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(3)}0\r\n\r\n`,
    );
    assert.equal(answer.status, 413);
    assertDetail(answer.body);
  });

  it('answers 415 to other types than JSON', async () => {
    const form = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
    for (const type of [...form, 'text/plain', 'nonsense', 'application/xml', 'application/jsonx', undefined]) {
      const sent = { as: 'owner', rawBody: '{}', headers: { 'content-type': type } };
      assertError(await t.request('PUT', `/items/${item}`, sent), 415);
    }
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])
      assertStatus(await put('{"name":"x"}', type), 200);
  });

  it('ignores bodies of any type on GET and DELETE', async () => {
    for (const [type, rawBody] of [
      ['text/plain', 'hello'],
      ['application/json', '{bad'],
      ['application/json', '{"__proto__":1}'],
      ['nonsense', 'x'.repeat(5000)],
      ['application/json', undefined],
    ] as const) {
      const { id } = await addItem(t, registry.id);
      const sent = { as: 'owner', ...(rawBody && { rawBody }), headers: { 'content-type': type } };
      assertStatus(await t.request('GET', `/items/${id}`, sent), 200);
      assertStatus(await t.request('DELETE', `/items/${id}`, sent), 200);
    }
  });
});

describe('rules: Requests, tolerant input', () => {
  it('refuses an encoded body with 415, and accepts `identity`', async () => {
    const send = (encoding: string, rawBody: Buffer | string) =>
      t.request('PUT', `/items/${item}`, { as: 'owner', rawBody, headers: { 'content-encoding': encoding } });
    const refused = await send('gzip', gzipSync('{"name":"x"}'));
    assertError(refused, 415, 'Content-Encoding is not supported');
    assert.equal(refused.headers['accept-encoding'], 'identity');
    assertError(await send('gzip', '{"name":"x"}'), 415);
    assertStatus(await send('identity', '{"name":"x"}'), 200);
  });

  it('reads a repeated parameter as a list', async () => {
    const other = (await addItem(t, registry.id)).id;
    const last = (await addItem(t, registry.id)).id;
    const ids = async (query: string) => {
      const answer = await t.request<{ id: number }[]>('GET', `/items?${query}`, { as: 'owner' });
      assertStatus(answer, 200);
      return answer.body.map(({ id }) => id);
    };
    assert.deepEqual(await ids(`ids=${last}&ids=${item},${other}`), [last, item, other]);
    assertNames(await t.request('GET', `/items?ids=${item}&ids=x`, { as: 'owner' }), 'ids.1');
  });

  it('ignores a slash at the end of a path', async () => {
    for (const path of ['/items/', `/items/${item}/`, `/registries/${registry.id}/items/`])
      assertStatus(await t.request('GET', path, { as: 'owner' }), 200);
    assertError(await t.request('DELETE', '/items/', { as: 'owner' }), 405);
  });
});

describe('rules: Requests, unknown keys', () => {
  const send = (method: string, path: string, body?: object, prefer?: string) =>
    t.request(method, path, { as: 'owner', ...(body && { body }), headers: { prefer } });

  it('are ignored, and named in a header', async () => {
    const created = await send('POST', '/items', { ...ITEM, registry_id: registry.id, titel: 'x', 'é,\n': 1 });
    assertStatus(created, 201);
    assert.equal(created.headers['ignored-fields'], 'titel, %C3%A9%2C%0A');
    assert.equal((await send('GET', `/items/${item}?inclde=remaining`)).headers['ignored-fields'], 'inclde');
    assert.equal((await send('GET', `/items/${item}`)).headers['ignored-fields'], undefined);
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`k${n}`, n]));
    const crowded = await send('PUT', `/items/${item}`, { ...many, ['\ud800'.repeat(4000)]: 1 });
    assertStatus(crowded, 200);
    assert.equal(String(crowded.headers['ignored-fields']).split(', ').length, 20);
  });

  it('are 422 if the caller prefers strict handling', async () => {
    for (const prefer of ['handling=strict', 'respond-async, handling="strict"; x=1']) {
      const answer = await send('PUT', `/items/${item}?regstry_id=1`, { nam: 'changed' }, prefer);
      assertNames(answer, 'query');
      assertNames(answer, 'body');
      assert.equal(answer.headers['ignored-fields'], 'regstry_id, nam');
      assert.equal(answer.headers['preference-applied'], 'handling=strict');
    }
    assertStatus(await send('PUT', `/items/${item}`, { name: 'x' }, 'handling=strict'), 200);
    assertStatus(await send('PUT', `/items/${item}`, { nam: 'x' }, 'handling=lenient'), 200);
  });
});
