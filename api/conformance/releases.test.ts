import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { status } from '../../tests/support/host-faults.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertError, assertStatus, DETAIL, type Item, type Purchase } from './answers.ts';
import { addItem, addRegistry, dayFromNow, give } from './world.ts';

const t = await openTestService();
after(() => t.close());

const FAMILY = { invitees: ['guest'], owners: ['partner'], keepers: ['keeper'] };
const setUp = async (fields: Parameters<typeof addRegistry>[1] = {}): Promise<Item> => {
  const { id, meta } = addRegistry(t, { ...FAMILY, ...fields });
  const item = await addItem(t, id, { quantity_needed: 9 });
  meta.set('registry_item_ids', JSON.stringify([item.id]));
  return item;
};

/**
 * Deletes a purchase.
 * @returns the answer, and the calls to the host except the first call. The first call reads the registry.
 */
const remove = async ({ registry_id }: Item, { id }: Pick<Purchase, 'id'>, as: string) => {
  await t.request('GET', '/items?limit=1', { as });
  t.host.forgetCalls();
  const answer = await t.request('DELETE', `/registries/${registry_id}/purchases/${id}`, { as });
  const [read, ...calls] = t.host.calls;
  assert.equal(read?.route, `/wp/v2/registries/${registry_id}`);
  return { answer, calls };
};
const isThere = async ({ id }: Purchase) =>
  (await t.request('GET', `/purchases/${id}`, { as: 'admin' })).status === 200;

describe("rules: Mail, the site is notified of a guest's gift before it is deleted through the API", () => {
  for (const as of ['owner', 'partner', 'keeper', 'admin'])
    it(`by ${as}: one call, with their own credentials and without any data of the giver`, async () => {
      const item = await setUp();
      const gift = await give(t, item, { giver_name: 'Ada', message: 'Hi' });
      const { answer, calls } = await remove(item, gift, as);
      assertStatus(answer, 204);
      assert.deepEqual(
        calls.map(({ method, route, user, body }) => ({ method, route, user, body })),
        [
          {
            method: 'POST',
            route: `/largesse/v1/registries/${item.registry_id}/releases`,
            user: as,
            body: { purchase: gift.id },
          },
        ],
      );
      assert.equal(await isThere(gift), false);
    });

  it("not of recipients' own items, and not of the caller's gifts", async () => {
    const item = await setUp();
    const owned = await give(t, item, { as: 'owner' });
    assert.deepEqual((await remove(item, owned, 'partner')).calls, []);
    const kept = await give(t, item, { as: 'keeper' });
    assert.deepEqual((await remove(item, kept, 'keeper')).calls, []);
    const given = await give(t, item);
    t.host.forgetCalls();
    assertStatus(await t.request('DELETE', `/purchases/${given.id}`, { as: 'guest' }), 204);
    assert.deepEqual(t.host.calls, []);
  });

  it('not of a gift hidden from the owner: a secret one is answered like a missing one', async () => {
    const item = await setUp({ surprise: 'hidden', eventDate: dayFromNow(30) });
    const secret = await give(t, item);
    for (const gift of [secret, { id: randomUUID() }]) {
      const { answer, calls } = await remove(item, gift, 'owner');
      assertError(answer, 404, DETAIL.purchase);
      assert.deepEqual(calls, []);
    }
    assert.equal((await remove(item, secret, 'keeper')).calls.length, 1);
  });

  it('a site that fails, or cannot look up the gift, prevents its deletion', async () => {
    const item = await setUp();
    const gift = await give(t, item);
    t.host.registries.looksGiftsUp = false;
    try {
      assertError((await remove(item, gift, 'owner')).answer, 503, DETAIL.hostDown);
    } finally {
      t.host.registries.looksGiftsUp = true;
    }
    t.host.misbehave(status(500), { route: '/largesse/v1', times: 1 });
    assertError((await remove(item, gift, 'owner')).answer, 502, DETAIL.hostInvalid);
    assert.equal(await isThere(gift), true);
    assertStatus((await remove(item, gift, 'owner')).answer, 204);
  });

  it('a site with an older plugin, or without it, sends no mail: the gift is deleted', async () => {
    const item = await setUp();
    const [one, other] = [await give(t, item), await give(t, item)];
    t.host.registries.knowsReleases = false;
    t.host.registries.comparesLists = true;
    try {
      assertStatus((await remove(item, one, 'owner')).answer, 204);
      t.host.registries.comparesLists = false;
      const { answer, calls } = await remove(item, other, 'owner');
      assertStatus(answer, 204);
      assert.deepEqual(calls, []);
    } finally {
      Object.assign(t.host.registries, { knowsReleases: true, comparesLists: true });
    }
  });
});
