import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { Fault } from '../../tests/support/host-faults.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertError, assertStatus, DETAIL, type Invitees, type ItemAnswer, type Registry } from './answers.ts';
import { addItem, addRegistry, ITEM } from './world.ts';

const t = await openTestService();
after(() => t.close());

const route = (id: number) => `/wp/v2/registries/${id}`;
const invite = (id: number, ...invitees: string[]) =>
  t.request<Invitees>('POST', `/registries/${id}/invitees`, { as: 'owner', body: { invitees } });

/** Changes a list on the site after the service has read the list, and before the service writes it. */
function changeBeforeWrite(id: number, key: string, next: (list: unknown[]) => unknown[], times = 1): void {
  const change: Fault = ({ pass }) => {
    const { meta } = t.host.registries.get(id);
    meta.set(key, JSON.stringify(next(JSON.parse(meta.get(key) ?? '[]'))));
    return pass();
  };
  t.host.misbehave(change, { method: 'POST', route: route(id), times });
}

/** Returns the HTTP method of each call that the service has made about a registry. */
const calls = (id: number) => t.host.callsTo(route(id)).map(({ method }) => method);

describe('rules: Changing lists on the host, on a host with the plugin', () => {
  it('keeps people invited on the site in the meantime', async () => {
    const { id } = addRegistry(t, { invitees: ['ann'] });
    changeBeforeWrite(id, 'registry_invitees', (list) => [...list, 'carol']);
    const answer = await invite(id, 'bob');
    assertStatus(answer, 200);
    assert.deepEqual(answer.body, { invitees: ['ann', 'carol', 'bob'] });
    assert.deepEqual(t.host.registries.invitees(id), ['ann', 'carol', 'bob']);
    assert.deepEqual(calls(id), ['GET', 'POST', 'GET', 'POST']);
  });

  it('applies the rules to the current list', async () => {
    const { id } = addRegistry(t, { invitees: ['ann'] });
    changeBeforeWrite(id, 'registry_invitees', () => []);
    assertError(await t.request('DELETE', `/registries/${id}/invitees/ann`, { as: 'owner' }), 404, DETAIL.invitee);
  });

  it('keeps an order from the site', async () => {
    const { id } = addRegistry(t);
    const items = [await addItem(t, id), await addItem(t, id)].map((item) => item.id);
    t.host.registries.get(id).meta.set('registry_item_ids', JSON.stringify(items));
    changeBeforeWrite(id, 'registry_item_ids', (list) => list.toReversed());
    const added = await t.request<ItemAnswer>('POST', `/registries/${id}/items`, { as: 'owner', body: ITEM });
    assertStatus(added, 201);
    assert.equal(added.headers['registry-sync'], undefined);
    assert.deepEqual(t.host.registries.itemIds(id), [...items.toReversed(), added.body.data.id]);
    // The site changes the list directly after the service has written it.
    const next = [added.body.data.id, ...items];
    t.host.registries.get(id).meta.set('registry_item_ids', JSON.stringify(next));
    const { body } = await t.request<Registry>('GET', `/registries/${id}`, { as: 'owner' });
    assert.deepEqual(body.meta.registry_item_ids, next);
  });

  it('makes nobody a keeper who became an owner, or was removed from the keepers, in the meantime', async () => {
    for (const [owners, keepers, changed, next] of [
      [[], [], 'registry_owners', ['newcomer']],
      [['newcomer'], ['newcomer'], 'registry_keepers', []],
    ] as const) {
      const { id } = addRegistry(t, { owners, keepers });
      changeBeforeWrite(id, changed, () => [...next]);
      const body = { meta: { registry_keepers: ['newcomer', 'ann'] } };
      const answer = await t.request('PATCH', `/registries/${id}`, { as: 'owner', body });
      assertError(answer, 422, 'meta.registry_keepers: must not name an owner who is not a keeper already');
      assert.equal(t.host.registries.get(id).meta.get('registry_keepers'), '[]');
    }
  });

  it('includes an item added in the meantime in a new order', async () => {
    const { id } = addRegistry(t);
    const items = [await addItem(t, id), await addItem(t, id)].map((item) => item.id);
    let late = 0;
    t.host.misbehave(
      async ({ pass }) => {
        late = (await addItem(t, id)).id;
        t.host.registries.get(id).meta.set('registry_item_ids', JSON.stringify([...items, late]));
        await pass();
      },
      { method: 'POST', route: route(id), times: 1 },
    );
    const answer = await t.request<Registry>('PATCH', `/registries/${id}`, {
      as: 'owner',
      body: { title: 'Ordered', meta: { registry_item_ids: items.toReversed() } },
    });
    assertStatus(answer, 200);
    assert.deepEqual(answer.body.meta.registry_item_ids, [...items.toReversed(), late]);
    assert.deepEqual(t.host.registries.itemIds(id), [...items.toReversed(), late]);
  });

  it('computes the digest from the stored list, in any notation', async () => {
    const { id } = addRegistry(t);
    const stored = '[ "Zo\\u00eb", "a\\/b", "🎁" ]';
    t.host.registries.get(id).meta.set('registry_invitees', stored);
    t.host.forgetCalls();
    assertStatus(await invite(id, 'bob'), 200);
    const [write] = t.host.callsTo(route(id), 'POST');
    assert.equal(write?.condition, `registry_invitees=${hash('sha256', stored)}`);
    assert.deepEqual(t.host.registries.invitees(id), ['Zoë', 'a/b', '🎁', 'bob']);
  });

  it('replaces a list unconditionally if the caller requests it', async () => {
    const { id } = addRegistry(t, { invitees: ['ann'] });
    changeBeforeWrite(id, 'registry_invitees', (list) => [...list, 'carol']);
    t.host.forgetCalls();
    const body = { meta: { registry_invitees: ['bob'] } };
    assertStatus(await t.request('PATCH', `/registries/${id}`, { as: 'owner', body }), 200);
    assert.deepEqual(t.host.registries.invitees(id), ['bob']);
    assert.equal(t.host.callsTo(route(id), 'POST')[0]?.condition, undefined);
  });

  it('answers its own error for a registry that never stops changing, and loses nothing', async () => {
    const { id } = addRegistry(t);
    let round = 0;
    changeBeforeWrite(id, 'registry_invitees', (list) => [...list, `site${round++}`], Number.POSITIVE_INFINITY);
    const answer = await invite(id, 'bob');
    t.host.behave();
    assertError(answer, 503, DETAIL.busy);
    assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
    assert.equal((t.host.registries.invitees(id) as string[]).length, round);
    assert.ok(round <= 20, `${round} tries`);
  });
});

describe('rules: Changing lists on the host, on stock WordPress', async () => {
  const stock = await openTestService();
  after(() => stock.close());
  stock.host.registries.comparesLists = false;

  /** Changes a list on the site immediately after the service's first read. */
  function afterTheFirstRead(id: number, key: string, next: (list: unknown[]) => unknown[]): void {
    const change: Fault = async ({ pass }) => {
      await pass();
      const { meta } = stock.host.registries.get(id);
      meta.set(key, JSON.stringify(next(JSON.parse(meta.get(key) ?? '[]'))));
    };
    stock.host.misbehave(change, { method: 'GET', route: route(id), times: 1 });
  }
  const methods = (id: number) => stock.host.callsTo(route(id)).map(({ method }) => method);

  it('keeps invitations and removals on the site between read and write, 20 times of 20', async () => {
    for (let time = 0; time < 20; time++) {
      const { id } = addRegistry(stock, { invitees: ['ann', 'bob'] });
      afterTheFirstRead(id, 'registry_invitees', () => ['bob', 'carol']);
      const invited = await stock.request<Invitees>('POST', `/registries/${id}/invitees`, {
        as: 'owner',
        body: { invitees: ['dora'] },
      });
      assert.deepEqual(invited.body, { invitees: ['bob', 'carol', 'dora'] });
      afterTheFirstRead(id, 'registry_invitees', (list) => [...list, 'emil']);
      assertStatus(await stock.request('DELETE', `/registries/${id}/invitees/carol`, { as: 'owner' }), 200);
      assert.deepEqual(stock.host.registries.invitees(id), ['bob', 'dora', 'emil']);
      assert.deepEqual(methods(id), ['GET', 'GET', 'POST', 'GET', 'GET', 'POST']);
    }
  });

  it('keeps an order set on the site between read and write', async () => {
    const { id } = addRegistry(stock);
    const items = [await addItem(stock, id), await addItem(stock, id)].map((item) => item.id);
    stock.host.registries.get(id).meta.set('registry_item_ids', JSON.stringify(items));
    afterTheFirstRead(id, 'registry_item_ids', (list) => list.toReversed());
    stock.host.forgetCalls();
    const added = await stock.request<ItemAnswer>('POST', `/registries/${id}/items`, { as: 'owner', body: ITEM });
    assertStatus(added, 201);
    assert.deepEqual(stock.host.registries.itemIds(id), [...items.toReversed(), added.body.data.id]);
    assert.deepEqual(methods(id), ['GET', 'GET', 'POST']);
  });

  it('needs no second read for a change that replaces a whole list', async () => {
    const { id } = addRegistry(stock, { invitees: ['ann'] });
    const body = { title: 'New', meta: { registry_invitees: ['bob'] } };
    assertStatus(await stock.request('PATCH', `/registries/${id}`, { as: 'owner', body }), 200);
    assert.deepEqual(methods(id), ['GET', 'POST']);
  });
});
