import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { type Affiliate, assertNames, assertStatus, type ItemAnswer } from './answers.ts';
import { addItem, addRegistry } from './world.ts';

const t = await openTestService();
after(() => t.close());

const link = { affiliate_url: 'https://aff.example/1', affiliate_status: 'expired' };
const setUp = async (fields: object = link) => {
  const post = addRegistry(t, { invitees: ['guest'] });
  const item = await addItem(t, post.id, { ...fields });
  return { item, registry: post.id, path: `/registries/${post.id}/items/${item.id}/affiliate` };
};
const put = (path: string, body: unknown, as = 'owner') => t.request<Affiliate>('PUT', path, { as, body });

it('rules: Items, GET and DELETE …/affiliate: answer address and status to everyone with access to the registry, and set both to null', async () => {
  const { path, item } = await setUp();
  for (const as of ['owner', 'admin', 'guest']) {
    const answer = await t.request<Affiliate>('GET', path, { as });
    assertStatus(answer, 200);
    assert.deepEqual(answer.body, link);
  }
  const answer = await t.request('DELETE', path, { as: 'owner' });
  assert.deepEqual([answer.status, answer.text], [204, '']);
  const none = { affiliate_url: null, affiliate_status: null };
  assert.deepEqual((await t.request('GET', path, { as: 'owner' })).body, none);
  const seen = (await t.request<ItemAnswer>('GET', `/items/${item.id}`, { as: 'admin' })).body.data;
  assert.partialDeepStrictEqual(seen, { ...none, is_active: true });
});

describe('rules: Items, PUT …/affiliate', () => {
  it('stores and returns address and status, by default active', async () => {
    const { path, item } = await setUp({});
    const answer = await put(path, link);
    assertStatus(answer, 200);
    assert.deepEqual(answer.body, link);
    const seen = (await t.request<ItemAnswer>('GET', `/items/${item.id}`, { as: 'admin' })).body.data;
    assert.deepEqual(seen, { ...item, ...link, updated_at: seen.updated_at });
    const { body } = await put(path, { affiliate_url: 'https://aff.example/2' });
    assert.deepEqual(body, { affiliate_url: 'https://aff.example/2', affiliate_status: 'active' });
  });

  for (const affiliate_url of [`http://a.b/`.padEnd(10, 'x'), `https://a.b/${'p'.repeat(488)}`, 'HTTPS://A.B/x?y#z'])
    it(`accepts an address of ${affiliate_url.length} characters, ${affiliate_url.slice(0, 15)}`, async () => {
      const answer = await put((await setUp()).path, { affiliate_url });
      assertStatus(answer, 200);
      assert.equal(answer.body.affiliate_url, affiliate_url);
    });

  // rule-cases.test.ts contains more addresses.
  for (const affiliate_url of ['http://a.', `https://a.b/${'p'.repeat(489)}`, 'https:///////', null, 5, undefined])
    it(`refuses affiliate_url ${JSON.stringify(affiliate_url)?.slice(0, 30)}`, async () =>
      assertNames(await put((await setUp()).path, { affiliate_url, affiliate_status: 'active' }), 'affiliate_url'));

  for (const affiliate_status of ['', 'Active', 'paused', 'x'.repeat(51), 5, ['active']])
    it(`refuses affiliate_status ${JSON.stringify(affiliate_status).slice(0, 20)}`, async () =>
      assertNames(await put((await setUp()).path, { ...link, affiliate_status }), 'affiliate_status'));
});
