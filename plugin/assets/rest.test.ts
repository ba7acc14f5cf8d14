import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { type Fields, load } from '../testing/owner-data.ts';
import { SENT, setUpPage } from '../testing/owner-page.ts';
import { answerWith, asked } from '../testing/site.ts';

const { mayHaveSucceeded, send, TAB } = await load('../../assets/rest.ts');

setUpPage();

describe('a request', () => {
  it('states why it failed, and whether it may have succeeded', async () => {
    const error = (data: Fields = {}) => ({ code: 'x', message: 'No', data });
    for (const [status, body, expected, isUncertain] of [
      [404, error(), { kind: 'refused', status: 404, message: 'No', isUnchanged: false }, false],
      [500, error(), { kind: 'refused', status: 500, message: 'No', isUnchanged: false }, true],
      [503, error({ is_unchanged: true }), { kind: 'refused', status: 503, message: 'No', isUnchanged: true }, false],
      [422, error({ fields: { name: 'Short' } }), { kind: 'fields', message: 'No', fields: { name: 'Short' } }, false],
      [409, error({ current: { id: 1 } }), { kind: 'changed', message: 'No', current: { id: 1 } }, false],
      [400, error({ current: { id: 1 } }), { kind: 'refused', status: 400, message: 'No', isUnchanged: false }, false],
      [409, error(), { kind: 'refused', status: 409, message: 'No', isUnchanged: false }, false],
      [502, '<html>', { kind: 'failed', message: '' }, true],
      [200, '[]', { kind: 'failed', message: '' }, true],
    ] as const) {
      answerWith([status, body]);
      const answer = await send({ ...SENT.access }, 'POST', '/x');
      assert.deepEqual(answer, expected);
      assert.equal(mayHaveSucceeded(answer), isUncertain, JSON.stringify(expected));
    }
    assert.equal(mayHaveSucceeded(await send({ ...SENT.access }, 'GET', '/x')), true, 'offline');
  });

  it('is sent again once with a new nonce, if the user is still signed in', async () => {
    const access = { ...SENT.access };
    answerWith([403, { code: 'rest_cookie_invalid_nonce', message: 'x' }], [200, 'bcdef01'], [200, { a: 1 }]);
    assert.deepEqual(await send(access, 'DELETE', '/x'), { kind: 'done', body: { a: 1 } });
    assert.equal(access.nonce, 'bcdef01');
    assert.deepEqual(
      asked.map(({ method, path }) => [method, path]),
      [
        ['DELETE', '/x'],
        ['undefined', SENT.access.renew],
        ['DELETE', '/x'],
      ],
    );
    answerWith([401, { code: 'x', message: 'x' }], [200, '0'], [200, { a: 1 }]);
    assert.equal((await send(access, 'GET', '/x')).kind, 'signedOut');
  });
});

it('requests: name the page only for changes, and tell an outage of the site from one of the connection', async () => {
  assert.match(TAB, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  let error = new DOMException('', 'TimeoutError');
  const sent: (RequestInit & { headers: Fields })[] = [];
  mock.method(globalThis, 'fetch', async (_: string, options: (typeof sent)[number]) => {
    sent.push(options);
    throw error;
  });
  assert.deepEqual(await send({ ...SENT.access }, 'PATCH', '/x', { a: 1 }), { kind: 'timeout', message: '' });
  error = new DOMException('', 'NetworkError');
  assert.deepEqual(await send({ ...SENT.access }, 'GET', '/x'), { kind: 'offline', message: '' });
  assert.deepEqual(
    sent.map(({ method, body, credentials, headers }) => [method, body, credentials, Object.values(headers)]),
    [
      ['POST', '{"a":1}', 'same-origin', ['abcdef0', 'PATCH', TAB, 'application/json']],
      ['GET', undefined, 'same-origin', ['abcdef0']],
    ],
  );
});
