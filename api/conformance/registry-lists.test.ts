import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { valuesOf } from '../../tests/support/values-of.ts';
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
/** Returns the ids and the totals of a list. */
const seen = async (query = '', as = 'owner') => {
  const answer = await list(query, as);
  assertStatus(answer, 200);
  return [answer.body.map(({ id }) => id), answer.headers['x-host-total'], answer.headers['x-host-totalpages']];
};

describe('rules: Lists, GET /registries', () => {
  it("lists the caller's published and private registries by id, as a bare array", async () => {
    const answer = await list();
    assertStatus(answer, 200);
    assert.deepEqual(valuesOf(answer.body, 'id'), own);
    assert.deepEqual(new Set(answer.body.map((registry) => registry.status)), new Set(['publish', 'private']));
  });

  it('answers the same shape as GET /registries/{id}', async () => {
    const [first] = (await list('?limit=1')).body;
    assert.deepEqual(first, (await t.request<Registry>('GET', `/registries/${own[0]}`, { as: 'owner' })).body);
  });

  it('lists only their own to an admin, and nothing with totals of 0 to a caller without registries', async () => {
    const { id } = addRegistry(t, { of: 'admin' });
    assert.deepEqual(await seen('', 'admin'), [[id], '1', '1']);
    for (const query of ['', '?skip=5']) assert.deepEqual(await seen(query, 'guest'), [[], '0', '0']);
  });

  it('requests at most a page of 100 from the host', async () => {
    t.host.forgetCalls();
    await list('?limit=100');
    for (const call of t.host.calls) assert.ok(Number(call.query.get('per_page')) <= 100);
  });
});

describe('rules: Lists, pages of GET /registries', () => {
  for (const [limit, skips] of Object.entries({
    1: [0, 6, 2_147_483_647],
    2: [3, 5, 8],
    3: [0, 3, 6, 7],
    4: [4],
    5: [1],
    7: [0, 7],
    100: [0, 2, 500],
  }))
    it(`answers limit=${limit} exactly, with the true totals, also past the end, in at most two host calls`, async () => {
      const pages = String(Math.ceil(7 / Number(limit)));
      for (const skip of skips) {
        t.host.forgetCalls();
        const ids = own.slice(skip, skip + Number(limit));
        assert.deepEqual(await seen(`?skip=${skip}&limit=${limit}`), [ids, '7', pages], `${skip}`);
        assert.ok(t.host.calls.length <= 2, `${t.host.calls.length} host calls`);
      }
    });

  const refused = 'skip=-1 skip=2147483648 skip=x limit=0 limit=101 limit=-1 limit=1.5 limit=1&limit=1'.split(' ');
  for (const query of refused)
    it(`refuses ${query}`, async () => {
      t.host.forgetCalls();
      assertNames(await list(`?${query}`), query.split('=')[0] ?? '');
      assert.equal(t.host.calls.length, 0);
    });
});
