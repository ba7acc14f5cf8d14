import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { SURPRISE_LEVELS } from '@largesse/contract';
import { IS_CITUS } from '../../tests/support/database.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertError, assertNames, assertStatus, type Purchase, type PurchaseAnswer } from './answers.ts';
import { addItem, addRegistry, dayFromNow, give } from './world.ts';

const t = await openTestService();
after(() => t.close());

const put = (body: object, as = 'admin') =>
  t.request<PurchaseAnswer>('PUT', `/purchases/${randomUUID()}`, { as, body });

// rules: Purchases
describe('rules: Purchases, orders of shops', () => {
  const levels = [null, ...SURPRISE_LEVELS] as const;
  const days = [null, 30, -1] as const;
  for (const level of levels)
    for (const day of days)
      it(`an order without secret is as secret as a guest’s gift: level ${level}, day ${day}`, async () => {
        const post = addRegistry(t, {
          invitees: ['guest'],
          ...(level && { surprise: level }),
          ...(day && { revealDate: dayFromNow(day) }),
        });
        const item = await addItem(t, post.id, { quantity_needed: 9 }, 'owner');
        const ofGuest = await give(t, item, { as: 'guest' });
        const order = { item_id: item.id, giver_name: 'Ada', giver_email: 'ada@mail.example', state: 'bought' };
        const answer = await put(order);
        assertStatus(answer, 201);
        assert.equal(answer.body.data.is_secret, ofGuest.is_secret);
        // The owner sees as much of the order as of the gift.
        const seen = await t.request<Purchase[]>('GET', `/registries/${post.id}/purchases`, { as: 'owner' });
        const shown = seen.body.map(({ is_secret, is_giver_shown }) => ({ is_secret, is_giver_shown }));
        assert.equal(shown.length, ofGuest.is_secret ? 0 : 2);
        assert.deepEqual(shown[0], shown[1]);
      });

  it('an order for a wish on several lists has their strictest level', {
    skip: IS_CITUS && 'on Citus, a wish is on one list',
  }, async () => {
    const [list, hidden] = [addRegistry(t, { surprise: 'names' }), addRegistry(t, { surprise: 'hidden' })];
    const item = await addItem(t, list.id, { quantity_needed: 9 }, 'owner');
    const path = `/registries/${hidden.id}/appearances/${item.id}`;
    assertStatus(await t.request('PUT', path, { as: 'owner' }), 204);
    assert.equal((await put({ item_id: item.id })).body.data.is_secret, true);
    assert.equal((await put({ item_id: item.id, level: 'names' })).body.data.is_secret, true);
  });

  it('level alone decides about secrecy; secret and level must not contradict each other', async () => {
    const post = addRegistry(t, { surprise: 'names' });
    const item = await addItem(t, post.id, { quantity_needed: 9 }, 'owner');
    t.host.forgetCalls();
    assert.equal((await put({ item_id: item.id, level: 'hidden' })).body.data.is_secret, true);
    assert.equal((await put({ item_id: item.id, secret: true })).body.data.is_secret, true);
    assert.equal(t.host.callsTo('/wp/v2/registries').length, 0);
    assertNames(await put({ item_id: item.id, level: 'hidden', secret: false }), 'level');
    t.host.registries.remove(post.id);
    assertError(await put({ item_id: item.id }), 404, 'Registry not found');
  });

  it('an order turns a reservation of the buyer into a bought gift, also that of a member', async () => {
    const post = addRegistry(t, { invitees: ['guest', 'granny@family.test'] });
    const item = await addItem(t, post.id, { quantity_needed: 1 }, 'owner');
    const reserved = await give(t, item, { as: 'mailguest' });
    const order = { item_id: item.id, giver_email: 'granny@family.test', state: 'bought' };
    assertError(await put(order), 409, 'Not enough left');
    const find = async (address: string, as = 'admin') =>
      t.request<Purchase[]>('GET', `/purchases?registry_id=${post.id}&buyer_email=${address}`, { as });
    const found = (await find('GRANNY@family.test')).body;
    assert.deepEqual(
      found.map(({ id, state }) => [id, state]),
      [[reserved.id, 'reserved']],
    );
    const path = `/purchases/${reserved.id}`;
    const bought = await t.request<PurchaseAnswer>('PATCH', path, { as: 'admin', body: { state: 'bought' } });
    assert.equal(bought.body.data.state, 'bought');
    assert.deepEqual((await find('nobody@family.test')).body, []);
    assert.deepEqual((await find('ny@family.test')).body, [], 'a part of an address is no address');
    assertError(await find('granny@family.test', 'mailguest'), 403, 'Not allowed');
    t.host.unconfirmed.add('mailguest');
    assert.deepEqual((await find('granny@family.test')).body, [], 'anybody can enter an address');
    t.host.unconfirmed.delete('mailguest');
  });

  it('finds gifts of a visitor and of a user with the same address together, in each view', async () => {
    const post = addRegistry(t, { invitees: ['granny@family.test', 'guest'] });
    const item = await addItem(t, post.id, { quantity_needed: 9 }, 'owner');
    const asMember = await give(t, item, { as: 'mailguest' });
    const asVisitor = (await put({ item_id: item.id, giver_email: 'Granny@family.test' })).body.data;
    await give(t, item, { as: 'guest' });
    for (const view of ['', '&view=owner_names']) {
      const query = `registry_id=${post.id}&buyer_email=granny@family.test${view}`;
      const { body } = await t.request<Purchase[]>('GET', `/purchases?${query}`, { as: 'admin' });
      assert.deepEqual(
        body.map(({ id }) => id),
        [asMember.id, asVisitor.id],
      );
    }
  });
});
