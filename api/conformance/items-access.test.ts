import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { valuesOf } from '../../tests/support/values-of.ts';
import { assertError, assertStatus, DETAIL, type Item } from './answers.ts';
import { addItem, addRegistry, unusedRegistryId } from './world.ts';

const t = await openTestService({ env: { ITEMS_ACCESS: 'registry' } });
after(() => t.close());

const mine = addRegistry(t, { invitees: ['guest'] });
const open = addRegistry(t, { status: 'publish' });
let item = 0;
let openItem = 0;
before(async () => {
  item = (await addItem(t, mine.id)).id;
  openItem = (await addItem(t, open.id)).id;
});

const to = (method: string, path: string, as: string, body?: unknown) => t.request<Item[]>(method, path, { as, body });

describe('rules: Item routes, ITEMS_ACCESS=registry', () => {
  it('lists the items of one registry', async () => {
    for (const query of ['', `ids=${openItem},${item}&`]) {
      const answer = await to('GET', `/items?${query}registry_id=${mine.id}`, 'guest');
      assertStatus(answer, 200);
      assert.deepEqual(valuesOf(answer.body, 'id'), [item]);
    }
  });

  it('reveals the registry of an item only to callers who may change it', async () => {
    for (const method of ['PUT', 'DELETE'])
      for (const id of [mine.id, open.id])
        assertError(await to(method, `/items/${item}?registry_id=${id}`, 'stranger', {}), 403, DETAIL.notAllowed);
    assertError(await to('PUT', `/items/${item}?registry_id=${open.id}`, 'owner', {}), 404, DETAIL.item);
  });

  it('answers as for a missing item if the registry of an item no longer exists, except to admins', async () => {
    const { id } = await addItem(t, unusedRegistryId());
    for (const method of ['GET', 'PUT', 'DELETE'])
      assertError(await to(method, `/items/${id}`, 'owner', {}), 404, DETAIL.item);
    assertStatus(await to('DELETE', `/items/${id}`, 'admin'), 200);
  });
});

it('rules: Item routes, ITEMS_ACCESS: reports only to admins, in Items-Access, whether the setting was chosen', async () => {
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
