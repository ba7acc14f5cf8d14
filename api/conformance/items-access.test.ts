import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestService } from '../testing/service.ts';
import { assertError, assertStatus, DETAIL, type Item } from './answers.ts';
import { addItem, addRegistry, ITEM } from './world.ts';

const t = await openTestService({ env: { ITEMS_ACCESS: 'registry' } });
after(() => t.close());

const mine = addRegistry(t, {
  invitees: ['guest', 'granny@family.test'],
  owners: ['partner'],
  keepers: ['keeper'],
});
const open = addRegistry(t, { status: 'publish' });
let item = 0;
let openItem = 0;
let orphan = 0;
before(async () => {
  item = (await addItem(t, mine.id)).id;
  openItem = (await addItem(t, open.id)).id;
  orphan = (await addItem(t, 987654)).id;
});

const to = (method: string, path: string, as: string, body?: unknown) => t.request<Item[]>(method, path, { as, body });

describe('rules: Item routes, ITEMS_ACCESS=registry', () => {
  it('keeps GET /items for admins', async () => {
    assertStatus(await to('GET', '/items', 'admin'), 200);
    for (const as of ['owner', 'guest', 'stranger']) assertError(await to('GET', '/items', as), 403, DETAIL.notAllowed);
    assertError(await to('GET', `/items?ids=${item}`, 'owner'), 403, DETAIL.notAllowed);
  });

  it('allows a non-admin to list one readable registry', async () => {
    for (const as of ['owner', 'partner', 'keeper', 'guest', 'mailguest', 'admin']) {
      const answer = await to('GET', `/items?registry_id=${mine.id}`, as);
      assertStatus(answer, 200);
      assert.deepEqual(
        answer.body.map((one) => one.id),
        [item],
      );
    }
    const some = await to('GET', `/items?ids=${openItem},${item}&registry_id=${mine.id}`, 'guest');
    assert.deepEqual(
      some.body.map((one) => one.id),
      [item],
    );
    for (const id of [mine.id, open.id]) {
      assertError(await to('GET', `/items?registry_id=${id}`, 'stranger'), 403, DETAIL.notAllowed);
    }
  });

  it('shows an item only to owners, keepers, invitees and admins', async () => {
    for (const as of ['owner', 'partner', 'keeper', 'guest', 'mailguest', 'admin'])
      assertStatus(await to('GET', `/items/${item}`, as), 200);
    assertError(await to('GET', `/items/${item}`, 'stranger'), 403, DETAIL.notAllowed);
    assertError(await to('GET', `/items/${openItem}`, 'stranger'), 403, DETAIL.notAllowed);
  });

  it('reveals the registry of an item only to callers who may change it', async () => {
    for (const method of ['PUT', 'DELETE']) {
      for (const id of [mine.id, open.id])
        assertError(await to(method, `/items/${item}?registry_id=${id}`, 'stranger', {}), 403, DETAIL.notAllowed);
    }
    assertError(await to('PUT', `/items/${item}?registry_id=${open.id}`, 'owner', {}), 404, DETAIL.item);
  });

  it('allows writes by owners and admins, not by keepers and invitees', async () => {
    const change = { price: 2 };
    for (const as of ['owner', 'partner', 'admin']) assertStatus(await to('PUT', `/items/${item}`, as, change), 200);
    for (const as of ['guest', 'keeper', 'stranger']) {
      assertError(await to('PUT', `/items/${item}`, as, change), 403, DETAIL.notAllowed);
      assertError(await to('DELETE', `/items/${item}`, as), 403, DETAIL.notAllowed);
      assertError(await to('POST', '/items', as, { ...ITEM, registry_id: mine.id }), 403, DETAIL.notAllowed);
    }
    const made = await t.request<{ data: Item }>('POST', '/items', {
      as: 'owner',
      body: { ...ITEM, registry_id: mine.id },
    });
    assertStatus(made, 201);
    assertStatus(await to('DELETE', `/items/${made.body.data.id}`, 'owner'), 200);
    assertError(await to('PUT', `/items/${made.body.data.id}`, 'guest', { is_active: true }), 403, DETAIL.notAllowed);
    assertStatus(await to('PUT', `/items/${made.body.data.id}`, 'owner', { is_active: true }), 200);
    assertStatus(await to('DELETE', `/items/${made.body.data.id}`, 'owner'), 200);
  });

  it('leaves items of a deleted registry to admins, and answers 404 to others', async () => {
    assertStatus(await to('GET', `/items/${orphan}`, 'admin'), 200);
    assertStatus(await to('PUT', `/items/${orphan}`, 'admin', { price: 3 }), 200);
    for (const as of ['owner', 'stranger']) {
      assertStatus(await to('GET', `/items/${orphan}`, as), 404);
      assertStatus(await to('PUT', `/items/${orphan}`, as, { price: 4 }), 404);
      assertStatus(await to('DELETE', `/items/${orphan}`, as), 404);
      assertStatus(await to('POST', '/items', as, { ...ITEM, registry_id: 987654 }), 404);
    }
  });

  it('answers 404 for a missing item', async () => {
    for (const as of ['owner', 'admin']) assertError(await to('GET', '/items/99999999', as), 404, DETAIL.item);
  });
});

describe('rules: Item routes, ITEMS_ACCESS=authenticated', () => {
  it('allows any authenticated user to use /items, which is the default', async () => {
    await using usual = await openTestService({ host: t.host });
    const made = await addItem(usual, mine.id, {}, 'stranger');
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { price: 1 }],
      ['DELETE', undefined],
    ] as const) {
      assertStatus(await usual.request(method, `/items/${made.id}`, { as: 'guest', body }), 200);
    }
    assertStatus(await usual.request('GET', '/items', { as: 'stranger' }), 200);
  });

  it('reports only to admins, in Items-Access, whether the setting was chosen', async () => {
    await using decided = await openTestService({ host: t.host, env: { ITEMS_ACCESS: 'authenticated' } });
    await using undecided = await openTestService({ host: t.host });
    for (const [service, access] of [
      [t, 'registry'],
      [decided, 'authenticated'],
      [undecided, 'undecided'],
    ] as const) {
      const path = `/items?registry_id=${mine.id}`;
      assert.equal((await service.request('GET', path, { as: 'admin' })).headers['items-access'], access);
      assert.equal((await service.request('GET', path, { as: 'owner' })).headers['items-access'], undefined);
    }
  });
});
