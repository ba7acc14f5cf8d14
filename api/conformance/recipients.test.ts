import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { IS_CITUS } from '../../tests/support/database.ts';
import { openTestService } from '../../tests/support/service.ts';
import { AppearanceStore } from '../src/appearances/store.ts';
import { openDatabase } from '../src/database/open.ts';
import { listStateOf } from '../src/promises/surprise.ts';
import { readDatabaseSetting } from '../src/settings.ts';
import { assertError, assertStatus, type Item, type Purchase } from './answers.ts';
import { addListedItem, addRegistry } from './world.ts';

const t = await openTestService();
after(() => t.close());
for (const name of ['ben', 'giver']) t.host.users.add(name);

type Listed = Item & { quantity_remaining?: number };
interface Event {
  type: string;
  item_id: number | null;
  purchase_id: string | null;
}

const read = async <T>(path: string, as: string): Promise<T[]> => {
  const answer = await t.request<T[]>('GET', path, { as });
  assertStatus(answer, 200);
  return answer.body;
};

async function give(list: number, item_id: number, as: string, body: object = {}) {
  const id = randomUUID();
  return { id, ...(await t.request('PUT', `/registries/${list}/purchases/${id}`, { as, body: { item_id, ...body } })) };
}

/** The states of a list that Ben owns with the author, and what brings it there. */
const STATES: Readonly<Record<string, (id: number) => Promise<void> | void>> = {
  publish: (id) => setStatus(id, 'publish'),
  private: (id) => setStatus(id, 'private'),
  draft: (id) => setStatus(id, 'draft'),
  pending: (id) => setStatus(id, 'pending'),
  future: (id) => setStatus(id, 'future'),
  trash: (id) => setStatus(id, 'trash'),
  restored: (id) => {
    setStatus(id, 'trash');
    setStatus(id, 'private');
  },
  'deleted by the site': (id) => t.host.registries.remove(id),
  'deleted through the API': async (id) =>
    assertStatus(await t.request('DELETE', `/registries/${id}`, { as: 'owner' }), 204),
};
function setStatus(id: number, status: string): void {
  t.host.registries.get(id).status = status;
}

/**
 * Creates a hidden list of the author and Ben, and another list of the author with a wish of the first list and a wish
 * of its own. Each wish has two pieces, and a guest secretly gives one of each.
 */
async function setUp(role: 'keeper' | 'invitee', bringTo: (id: number) => Promise<void> | void) {
  const hidden = addRegistry(t, { owners: ['ben'], surprise: 'hidden' });
  const other = addRegistry(t, {
    surprise: 'hidden',
    invitees: ['giver', ...(role === 'invitee' ? ['ben'] : [])],
    keepers: role === 'keeper' ? ['ben'] : [],
  });
  const shared = await addListedItem(t, hidden.id, { quantity_needed: 2 });
  // The item belongs to the other list, so it stays when the hidden list is deleted.
  const appearance = `/registries/${other.id}/appearances/${shared.id}`;
  assertStatus(await t.request('PUT', `${appearance}?move=true`, { as: 'owner' }), 204);
  const back = `/registries/${hidden.id}/appearances/${shared.id}`;
  assertStatus(await t.request('PUT', back, { as: 'owner' }), 204);
  const own = await addListedItem(t, other.id, { quantity_needed: 2 });
  const gifts = [shared, own].map(({ id }) => give(other.id, id, 'giver'));
  for (const gift of gifts) assertStatus(await gift, 201);
  await bringTo(hidden.id);
  const [ofShared, ofOwn] = await Promise.all(gifts);
  return { list: other.id, shared: shared.id, own: own.id, ofShared: ofShared?.id, ofOwn: ofOwn?.id };
}

describe('rules: Who sees what, for a recipient of another list', {
  skip: IS_CITUS && 'Citus has no appearances',
}, () => {
  for (const [state, bringTo] of Object.entries(STATES))
    for (const role of ['keeper', 'invitee'] as const)
      it(`hides the gifts of its wish alone from a ${role}, although that list is ${state}`, async () => {
        const { list, shared, own, ofShared, ofOwn } = await setUp(role, bringTo);
        const items = await read<Listed>(`/registries/${list}/items?include=remaining`, 'ben');
        const left = (id: number) => items.find((item) => item.id === id)?.quantity_remaining;
        assert.deepEqual([left(shared), left(own)], [2, 1]);

        const events = await read<Event>(`/events?registry_id=${list}`, 'ben');
        const ofGifts = events.filter(({ type }) => type.startsWith('purchase.'));
        assert.deepEqual(
          ofGifts.map(({ item_id, purchase_id }) => [item_id, purchase_id]),
          [[own, role === 'keeper' ? ofOwn : null]],
        );

        const gifts = await read<Purchase>(`/registries/${list}/purchases`, 'ben');
        assert.deepEqual(
          gifts.map(({ id }) => id),
          role === 'keeper' ? [ofOwn] : [],
        );
        assert.ok(!gifts.some(({ id }) => id === ofShared));

        const refused = await give(list, own, 'ben', { quantity: 2 });
        assertError(refused, 409, 'Not enough left');
        assert.equal(refused.headers['quantity-remaining'], '1');
        const kept = await give(list, shared, 'ben', { quantity: 2 });
        assertStatus(kept, 201);
        assert.equal(kept.headers['quantity-remaining'], undefined);
        const [mine] = (await read<Purchase>('/purchases', 'ben')).filter(({ id }) => id === kept.id);
        assert.equal(mine?.is_owner, true, 'a recipient says that they have it');
      });

  it('takes one request to the host more than a list without such wishes, however many lists there are', async () => {
    const routes = new Map<number, string[]>();
    for (const count of [1, 150, 1000]) {
      const list = addRegistry(t, { surprise: 'hidden', keepers: ['ben'] });
      const items: Item[] = [];
      for (let n = 0; n < Math.ceil(count / 10); n++) items.push(await addListedItem(t, list.id));
      await addAppearances(list, items, count);
      t.host.forgetCalls();
      await read(`/registries/${list.id}/items?include=remaining`, 'ben');
      await read(`/events?registry_id=${list.id}`, 'ben');
      await read(`/registries/${list.id}/purchases`, 'ben');
      assertStatus(await give(list.id, items[0]?.id ?? 0, 'ben'), 201);
      routes.set(
        count,
        t.host.calls.map(({ method, route }) => `${method} ${route.replace(/\d+$/, 'ID')}`),
      );
      // Ben receives the last of these lists.
      const asked = t.host.calls.find(({ route }) => route.endsWith('/received-registries'))?.body;
      assert.equal(new Set((asked as { registries: number[] }).registries).size, count);
    }
    assert.deepEqual(routes.get(150), routes.get(1));
    assert.deepEqual(routes.get(1000), routes.get(1));
  });
});

/** Adds items to other lists of their author, each to up to ten. Then deletes half of these lists. */
async function addAppearances(list: ReturnType<typeof addRegistry>, items: readonly Item[], count: number) {
  const database = await openDatabase(readDatabaseSetting({ DATABASE_URL: t.database.url }), null, undefined, 1, true);
  const appearances = new AppearanceStore(database);
  const stateOf = ({ id }: { id: number }) =>
    listStateOf({ id, surprise: 'hidden', revealDate: null, eventDate: null });
  for (let n = 0; n < count; n++) {
    const other = addRegistry(t, { surprise: 'hidden', owners: n === count - 1 ? ['ben'] : [] });
    const item = items[Math.floor(n / 10)];
    assert.ok(item && (await appearances.add({ id: item.id, homeId: list.id }, stateOf(list), stateOf(other))));
    if (n % 2 === 0 && n < count - 1) {
      t.host.registries.remove(other.id);
      await appearances.removeAllOf(other.id);
    }
  }
  await database.close();
}
