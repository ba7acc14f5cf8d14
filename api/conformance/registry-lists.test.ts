import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { assertNames, assertStatus, type Registry } from './answers.ts';
import { addRegistry } from './world.ts';

const t = await openTestService();
after(() => t.close());

// Ids of the seven registries that the list of `owner` must contain. The list must not contain the other registries.
const own: number[] = [];
before(async () => {
  for (let n = 0; n < 7; n++) {
    own.push(addRegistry(t, { status: n % 2 === 0 ? 'publish' : 'private' }).id);
    addRegistry(t, { of: 'stranger', status: 'publish', invitees: ['owner'] });
  }
  for (const status of ['draft', 'pending', 'trash']) addRegistry(t, { status });
  await t.request('GET', '/items', { as: 'owner' });
  await t.request('GET', '/items', { as: 'guest' });
});

const list = (query = '', as = 'owner') => t.request<Registry[]>('GET', `/registries${query}`, { as });

describe('rules: Lists, GET /registries', () => {
  it("lists the caller's published and private registries by id, as a bare array", async () => {
    const answer = await list();
    assertStatus(answer, 200);
    assert.deepEqual(
      answer.body.map((registry) => registry.id),
      own,
    );
    assert.deepEqual(new Set(answer.body.map((registry) => registry.status)), new Set(['publish', 'private']));
  });

  it('answers the same shape as GET /registries/{id}', async () => {
    const [first] = (await list('?limit=1')).body;
    assert.deepEqual(first, (await t.request<Registry>('GET', `/registries/${own[0]}`, { as: 'owner' })).body);
  });

  it('lists only their own to an admin', async () => {
    const mine = addRegistry(t, { of: 'admin' });
    const answer = await list('', 'admin');
    assert.deepEqual(
      answer.body.map((registry) => registry.id),
      [mine.id],
    );
    assert.equal(answer.headers['x-host-total'], '1');
  });

  it('returns an empty list with totals of 0 to a caller without registries', async () => {
    const answer = await list('', 'guest');
    assertStatus(answer, 200);
    assert.deepEqual(answer.body, []);
    assert.equal(answer.headers['x-host-total'], '0');
    assert.equal(answer.headers['x-host-totalpages'], '0');
  });

  it('requests at most a page of 100 from the host', async () => {
    t.host.forgetCalls();
    await list('?limit=100');
    for (const call of t.host.calls) assert.ok(Number(call.query.get('per_page')) <= 100);
  });
});

describe('rules: Lists, pages of GET /registries', () => {
  const pages: [skip: number, limit: number][] = [
    [0, 1],
    [0, 3],
    [3, 3],
    [6, 3],
    [3, 2],
    [1, 5],
    [5, 2],
    [6, 1],
    [2, 100],
    [4, 4],
    [0, 7],
    [0, 100],
  ];
  for (const [skip, limit] of pages) {
    it(`answers skip=${skip}&limit=${limit} exactly, with the true totals`, async () => {
      const answer = await list(`?skip=${skip}&limit=${limit}`);
      assertStatus(answer, 200);
      assert.deepEqual(
        answer.body.map((registry) => registry.id),
        own.slice(skip, skip + limit),
      );
      assert.equal(answer.headers['x-host-total'], '7');
      assert.equal(answer.headers['x-host-totalpages'], String(Math.ceil(7 / limit)));
    });
  }

  for (const [skip, limit] of [
    [7, 7],
    [7, 3],
    [8, 2],
    [500, 100],
    [2_147_483_647, 1],
  ] as const) {
    it(`returns an empty page and correct totals past the end, skip=${skip}&limit=${limit}, in at most two host calls`, async () => {
      t.host.forgetCalls();
      const answer = await list(`?skip=${skip}&limit=${limit}`);
      assertStatus(answer, 200);
      assert.deepEqual(answer.body, []);
      assert.equal(answer.headers['x-host-total'], '7');
      assert.equal(answer.headers['x-host-totalpages'], String(Math.ceil(7 / limit)));
      assert.ok(t.host.calls.length <= 2, `${t.host.calls.length} host calls`);
    });
  }

  it('reports totals of 0 past the end, too', async () => {
    const answer = await list('?skip=5', 'guest');
    assertStatus(answer, 200);
    assert.deepEqual([answer.headers['x-host-total'], answer.headers['x-host-totalpages']], ['0', '0']);
  });

  for (const query of [
    'skip=-1',
    'skip=2147483648',
    'skip=x',
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=1&limit=1',
  ]) {
    it(`refuses ${query}`, async () => {
      t.host.forgetCalls();
      assertNames(await list(`?${query}`), query.split('=')[0] ?? '');
      assert.equal(t.host.calls.length, 0);
    });
  }
});
