import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { hold } from '../../tests/support/host-faults.ts';
import { openTestService } from '../../tests/support/service.ts';
import { valuesOf } from '../../tests/support/values-of.ts';
import { until } from '../../tests/support/wait.ts';
import { assertStatus, type Item } from './answers.ts';
import { addItem, addRegistry, ITEM } from './world.ts';

const t = await openTestService();
after(() => t.close());

const LINK = { affiliate_url: 'https://shop.example/kettle?tag=largesse' };

/** A request. The function `path` builds the path from the ids of a registry and an item. */
type Touch = [method: string, path: (id: number, item: number) => string, expected: number, body?: object];

const TOUCHES: Record<string, Touch> = {
  'GET /registries/{id}/invitees': ['GET', (id) => `/registries/${id}/invitees`, 200],
  'POST /registries/{id}/invitees': ['POST', (id) => `/registries/${id}/invitees`, 200, { invitees: ['bob'] }],
  'DELETE /registries/{id}/invitees/{invitee}': ['DELETE', (id) => `/registries/${id}/invitees/guest`, 200],
  'GET …/affiliate': ['GET', (id, item) => `/registries/${id}/items/${item}/affiliate`, 200],
  'PUT …/affiliate': ['PUT', (id, item) => `/registries/${id}/items/${item}/affiliate`, 200, LINK],
  'DELETE …/affiliate': ['DELETE', (id, item) => `/registries/${id}/items/${item}/affiliate`, 204],
};

describe('rules: Success, the next request repairs registry_item_ids', () => {
  for (const [what, [method, path, expected, body]] of Object.entries(TOUCHES))
    for (const as of ['owner', 'admin'])
      it(`${what} by ${as === 'owner' ? 'the owner' : 'an admin'}`, async () => {
        const { id } = addRegistry(t, { invitees: ['guest'], itemIds: [987654] });
        const items = [(await addItem(t, id)).id, (await addItem(t, id)).id];
        assertStatus(await t.request(method, path(id, items[0] ?? 0), { as, ...(body && { body }) }), expected);
        await until(
          'the list is repaired',
          () => JSON.stringify(t.host.registries.itemIds(id)) === JSON.stringify(items),
        );
      });
});

it('design: registry_item_ids, a waiting write: uses the credentials of the last caller who joined', async () => {
  const { id } = addRegistry(t);
  const route = `/wp/v2/registries/${id}`;
  const held = hold();
  t.host.misbehave(held.fault, { route, method: 'POST', times: 1 });
  const added: ReturnType<typeof t.request>[] = [];
  for (const as of ['owner', 'owner', 'admin']) {
    added.push(t.request('POST', `/registries/${id}/items`, { as, body: ITEM }));
    await until('its row exists', async () => {
      return (await t.request<Item[]>('GET', `/items?registry_id=${id}`, { as: 'admin' })).body.length === added.length;
    });
  }
  await until('the first write is running', () => t.host.callsTo(route, 'POST').length === 1);
  held.release();
  for (const { status, headers } of await Promise.all(added))
    assert.deepEqual([status, headers['registry-sync']], [201, undefined]);
  assert.deepEqual(valuesOf(t.host.callsTo(route, 'POST'), 'user'), ['owner', 'admin']);
  const listed = await t.request<Item[]>('GET', `/items?registry_id=${id}`, { as: 'admin' });
  assert.deepEqual(
    t.host.registries.itemIds(id),
    listed.body.map((item) => item.id),
  );
});
