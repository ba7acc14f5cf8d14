// Needs a whole service: slow readers keep real connections open.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { assertStatus, type Item } from '../../../../api/conformance/answers.ts';
import { addItem, addRegistry } from '../../../../api/conformance/world.ts';
import { hold } from '../../../support/host-faults.ts';
import { openTestService } from '../../../support/service.ts';
import { until } from '../../../support/wait.ts';

const wide = (length: number) => '🎁'.repeat(length);

/** The fields of the largest item that the contract allows: 34 KB. */
const LARGEST_ITEM = {
  name: wide(100),
  description: wide(500),
  url: `https://shop.example/${wide(1979)}`,
  retailer: wide(2000),
  affiliate_url: wide(2000),
  image_url: wide(2000),
};

const t = await openTestService();
after(() => t.close());

/** Id of a registry whose author is `owner`. The registry has 1,024 items of the maximum size, 34 KB. */
let id = 0;
before(async () => {
  id = addRegistry(t).id;
  await addItem(t, id, LARGEST_ITEM);
  const columns = 'registry_id, name, description, url, retailer, affiliate_url, image_url';
  for (let double = 0; double < 10; double++)
    await t.database.query(`INSERT INTO items (${columns}) SELECT ${columns} FROM items WHERE registry_id = $1`, [id]);
});

const idsOf = (items: readonly Item[]) => items.map((item) => item.id);

async function activeIds(): Promise<number[]> {
  const rows = await t.database.query('SELECT id FROM items WHERE registry_id = $1 ORDER BY id', [id]);
  return rows.map((row) => Number(row.id));
}

const asking = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${t.host.users.authorization('owner')}\r\n\r\n`;

/** Sends requests on a new connection, and reads only the beginning of the answer. */
async function askAndStop(requests: string): Promise<{ socket: Socket; beginning: string }> {
  const { hostname, port } = new URL(t.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  socket.write(requests);
  const [beginning]: Buffer[] = await once(socket, 'data');
  socket.pause();
  return { socket, beginning: String(beginning?.toString('latin1')) };
}

describe('rules: Lists, the largest items', () => {
  it('arrive complete, in order, within the requested range', async () => {
    const all = await activeIds();
    const listed = await t.request<Item[]>('GET', `/items?registry_id=${id}&skip=7&limit=1000`, { as: 'owner' });
    assertStatus(listed, 200);
    assert.deepEqual(idsOf(listed.body), all.slice(7, 1007));
    assert.ok(listed.body.every((item) => item.image_url === LARGEST_ITEM.image_url && !('affiliate_url' in item)));
    const after = await t.request<Item[]>('GET', `/items?limit=50&after=${all[900]}`, { as: 'admin' });
    assert.deepEqual(idsOf(after.body), all.slice(901, 951));
    assert.equal(after.body[49]?.affiliate_url, LARGEST_ITEM.affiliate_url);
    const some = [all[99], all[3], all[50], all[3], 999_999, ...all.slice(100, 150)];
    const chosen = await t.request<Item[]>('GET', `/items?ids=${some}&skip=1`, { as: 'owner' });
    assert.deepEqual(idsOf(chosen.body), [all[3], all[50], ...all.slice(100, 150)]);
    const named = await t.request<Item[]>('GET', `/items?ids=${all.slice(0, 100)}&limit=1000`, { as: 'owner' });
    assert.deepEqual(idsOf(named.body), all.slice(0, 100));
  });

  it("arrive in the owner's order for a registry", async () => {
    const order = (await activeIds()).toReversed();
    t.host.registries.get(id).meta.set('registry_item_ids', JSON.stringify(order));
    const listed = await t.request<Item[]>('GET', `/registries/${id}/items`, { as: 'owner' });
    assertStatus(listed, 200);
    assert.deepEqual(idsOf(listed.body), order);
  });
});

describe('rules: Load, slow readers', () => {
  it('get no further lists while many of theirs wait unread, but other callers do', async () => {
    const open: Socket[] = [];
    const list = (as: string) => t.request('GET', '/items?limit=1000', { as });
    // Requests one list at a time, because concurrent lists could also be refused for waiting too long.
    const refused = async () => {
      const { socket, beginning } = await askAndStop(asking('/items?limit=1000'));
      open.push(socket);
      return /^HTTP\/1\.1 503 .*\r\nretry-after: 1\r\n/s.test(beginning);
    };
    await until('a list of theirs is refused', refused, 60_000);
    assert.ok(open.length > 8, `refused after ${open.length}`);
    await until('a list of another caller is answered', async () => (await list('stranger')).status === 200);
    assertStatus(await t.request('GET', '/items/1', { as: 'owner' }), 200);
    for (const socket of open) socket.destroy();
    await until('the service has noticed the closed connections', async () => (await list('owner')).status === 200);
  });

  it('do not count if they disconnect before their lists are built', async () => {
    const few = addRegistry(t).id;
    await t.database.query(
      `INSERT INTO items (registry_id, name, url, image_url)
       SELECT $1, name, url, image_url FROM items WHERE registry_id = $2 LIMIT 5`,
      [few, id],
    );
    for (const registry of [few, id]) {
      const held = hold();
      t.host.misbehave(held.fault, { route: `/wp/v2/registries/${registry}` });
      const begun = t.host.callsTo(`/wp/v2/registries/${registry}`, 'GET').length;
      const { hostname, port } = new URL(t.url);
      const sockets = Array.from({ length: 200 }, () => connect(Number(port), hostname));
      for (const socket of sockets) socket.write(asking(`/registries/${registry}/items`));
      const calls = () => t.host.callsTo(`/wp/v2/registries/${registry}`, 'GET').length - begun;
      await until('the host is asked', () => calls() > 0);
      for (const socket of sockets) socket.destroy();
      held.release();
      await until('the host was asked about each one', () => calls() === sockets.length);
      assertStatus(await t.request('GET', '/registries', { as: 'owner' }), 200);
      assertStatus(await t.request('GET', `/registries/${few}/items`, { as: 'owner' }), 200);
    }
  });

  it('get lists built one at a time if they request many at once on one connection', async () => {
    const calls = () => t.host.callsTo(`/wp/v2/registries/${id}`, 'GET').length;
    const begun = calls();
    const { socket, beginning } = await askAndStop(asking(`/registries/${id}/items`).repeat(50));
    assert.match(beginning, /^HTTP\/1\.1 200 /);
    assertStatus(await t.request('GET', `/registries/${id}`, { as: 'admin' }), 200);
    assert.equal(calls() - begun, 2);
    socket.destroy();
  });
});
