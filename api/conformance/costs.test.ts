import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { openTestService } from '../testing/service.ts';
import { until } from '../testing/wait.ts';
import { addItem, addRegistry, unusedRegistryId } from './world.ts';

/** What a request asked for: calls of the host, statements of each kind, and the rows that those gave. */
let spent = new Map<string, number>();
const spend = (what: string, count: number) => spent.set(what, (spent.get(what) ?? 0) + count);
const t = await openTestService({
  overrides: {
    statements: {
      begin: (kind) => {
        spend(kind, 1);
        return (_error, rows = 0) => void spend('rows', rows);
      },
    },
  },
});
after(() => t.close());

const post = addRegistry(t, { invitees: ['guest'] });
const purchase = randomUUID();
const ids: number[] = [];
before(async () => {
  for (let n = 0; n < 30; n++) ids.push((await addItem(t, post.id, { quantity_needed: 99 })).id);
  // The list on the host comes in line after a first look.
  await t.request('GET', `/registries/${post.id}/items`, { as: 'owner' });
  await until('the list is in line', () => [t.host.registries.itemIds(post.id)].flat().length === ids.length);
  const body = { item_id: ids[0] };
  await t.request('PUT', `/registries/${post.id}/purchases/${purchase}`, { as: 'guest', body });
});

/** What each request of somebody who is known costs, in a registry of 30 items. */
const COSTS: [request: string, as: string, cost: string, body?: object][] = [
  ['GET /items/ITEM', 'guest', 'first 1, rows 1'],
  ['GET /items?limit=20', 'guest', 'read 1, rows 1'],
  ['GET /items?ids=IDS', 'guest', 'read 1, rows 1'],
  [
    'POST /items',
    'owner',
    'rows 1, write 1',
    { registry_id: unusedRegistryId(), name: 'Pot', url: 'shop.example/pot' },
  ],
  ['PUT /items/ITEM', 'owner', 'first 1, rows 2, write 1', { price: 2 }],
  ['GET /registries/ID', 'guest', 'host 1, read 1, rows 30'],
  ['GET /registries/ID/items', 'guest', 'host 1, read 2, rows 31'],
  ['GET /registries/ID/invitees', 'guest', 'host 1'],
  ['GET /registries/ID/purchases', 'owner', 'host 1, read 2, rows 31'],
  ['POST /registries/ID/items', 'owner', 'host 2, read 1, rows 32, write 1', { name: 'Pot', url: 'shop.example/pot' }],
  ['GET /purchases/PURCHASE', 'guest', 'first 1, rows 1'],
];

describe('what a request costs, of the host and of the database', () => {
  for (const [request, as, cost, body] of COSTS) {
    it(`${request}: ${cost}`, async () => {
      const path = request
        .replace('ITEM', `${ids[0]}`)
        .replace('IDS', ids.slice(0, 20).join(','))
        .replace('PURCHASE', purchase)
        .replace('ID', `${post.id}`);
      const [method = '', address = ''] = path.split(' ');
      await t.request('GET', '/items?limit=1', { as });
      t.host.forgetCalls();
      spent = new Map();
      const answer = await t.request(method, address, { as, body });
      assert.ok(answer.status < 300, answer.text);
      if (t.host.calls.length > 0) spend('host', t.host.calls.length);
      const found = [...spent].filter(([, count]) => count > 0).map(([what, count]) => `${what} ${count}`);
      assert.equal(found.sort().join(', '), cost);
    });
  }
});
