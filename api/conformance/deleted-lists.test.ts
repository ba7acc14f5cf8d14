import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { IS_CITUS } from '../../tests/support/database.ts';
import { openTestService } from '../../tests/support/service.ts';
import { openedByService } from '../src/auth/opened.ts';
import { openDatabase } from '../src/database/open.ts';
import { Promises } from '../src/promises/promises.ts';
import { readDatabaseSetting } from '../src/settings.ts';
import { assertStatus, type Item, type Purchase } from './answers.ts';
import { addListedItem, addRegistry, dayFromNow } from './world.ts';

const t = await openTestService();
after(() => t.close());

/** Days from today: the day of the deleted list, and the later day of the other list. */
const [DELETED_DAY, LATER_DAY] = [10, 20];

const LEVELS = ['hidden', 'counts', 'names'] as const;
type Level = (typeof LEVELS)[number];

/** The guest "Ann" has promised a wish on two lists. Then the owner deletes one list. */
interface Case {
  kind: 'purchases' | 'shares';
  /** Whether the deleted list is the wish's own, and whether the promise was made through it. */
  isHome: boolean;
  isThrough: boolean;
  deleted: Level;
  other: Level;
}

/** The view of the owners of the remaining list. */
interface Seen {
  /** Pieces, or shares that owners may see. */
  number: number;
  /** Givers that the author and a co-owner see; null for a giver that they do not see. */
  author: (string | null)[];
  coOwner: (string | null)[];
}

const CASES: Case[] = (['purchases', 'shares'] as const).flatMap((kind) =>
  [true, false].flatMap((isHome) =>
    [true, false].flatMap((isThrough) =>
      LEVELS.flatMap((deleted) => LEVELS.map((other) => ({ kind, isHome, isThrough, deleted, other }))),
    ),
  ),
);
const nameOf = (one: Case): string => JSON.stringify(one);

/** Returns the view by the rules (rules: Who sees what, Surprise). @param open lists that have revealed their gifts */
function expected({ isThrough, ...levels }: Case, open: { deleted: boolean; other: boolean }): Seen {
  const now = (['deleted', 'other'] as const).map((list) => (open[list] ? 'names' : levels[list]));
  if (now.includes('hidden')) return { number: 0, author: [], coOwner: [] };
  const giver = now.includes('counts') ? null : 'Ann';
  // Co-owners learn only the number of promises through a deleted list. The author sees these promises.
  return { number: 1, author: [giver], coOwner: isThrough ? [] : [giver] };
}

// rules: Appearances
describe('promises of deleted lists', { skip: IS_CITUS && 'Citus has no appearances' }, () => {
  const worlds = new Map<Case, { list: number; deleted: number; item: number }>();

  async function create({ kind, isHome, isThrough, ...levels }: Case) {
    const add = (surprise: Level, day: number) =>
      addRegistry(t, { owners: ['partner'], surprise, eventDate: dayFromNow(day - 1) }).id;
    const [deleted, list] = [add(levels.deleted, DELETED_DAY), add(levels.other, LATER_DAY)];
    const [home, other] = isHome ? [deleted, list] : [list, deleted];
    const item = await addListedItem(t, home, { price: 100 });
    assertStatus(await t.request('PUT', `/registries/${other}/appearances/${item.id}`, { as: 'owner' }), 204);
    const through = isThrough ? deleted : list;
    const body = { item_id: item.id, giver_user_id: 5, giver_name: 'Ann', secret: false };
    const id = randomUUID();
    const made =
      kind === 'purchases'
        ? await t.request('PUT', `/purchases/${id}`, { as: 'admin', body: { ...body, registry_id: through } })
        : await t.request('PUT', `/registries/${through}/shares/${id}`, { as: 'admin', body: { ...body, amount: 40 } });
    assertStatus(made, 201);
    assertStatus(await t.request('DELETE', `/registries/${deleted}`, { as: 'owner' }), 204);
    return { list, deleted, item: item.id };
  }

  async function read<T>(path: string, as: string): Promise<T[]> {
    const answer = await t.request<T[]>('GET', path, { as });
    assertStatus(answer, 200);
    return answer.body;
  }
  async function seen({ kind }: Case, { list, item }: { list: number; item: number }): Promise<Seen> {
    const view = (reader: string) => `registry_id=${list}&view=owner&reader=${reader}`;
    const givers = async (reader: string) =>
      (await read<Purchase>(`/${kind}?${view(reader)}`, 'admin')).map(({ giver_name }) => giver_name);
    const [shown] = await read<Item>(`/items?ids=${item}&view=owner`, 'admin');
    const pieces = shown?.quantity_purchased ?? 0;
    const [author, coOwner] = [await givers('author'), await givers('co-owner')];
    return { number: kind === 'purchases' ? pieces : await sharesOf(item), author, coOwner };
  }
  /** Returns the number of shares of an item that are open. */
  const sharesOf = async (item: number): Promise<number> => {
    const sql = 'SELECT 1 FROM shares WHERE item_id = $1 AND (is_secret = 0 OR revealed_at IS NOT NULL)';
    return (await t.database.query(sql, [item])).length;
  };
  /** Asserts what all owners see. */
  async function check(open: { deleted: boolean; other: boolean }) {
    const found: Record<string, Seen> = {};
    const wanted: Record<string, Seen> = {};
    for (const [one, world] of worlds) {
      found[nameOf(one)] = await seen(one, world);
      wanted[nameOf(one)] = expected(one, open);
    }
    assert.deepEqual(found, wanted);
  }
  async function withPromises(act: (promises: Promises) => Promise<unknown>) {
    const setting = readDatabaseSetting({ DATABASE_URL: t.database.url });
    const database = await openDatabase(setting, null, undefined, 1, true);
    await act(new Promises(database));
    await database.close();
  }
  /** Reveals as the service does each hour. @param day days from today */
  async function revealOn(day: number) {
    await withPromises((promises) => promises.revealPast(dayFromNow(day)));
  }
  /** Reveals lists by hand. @param day days from today */
  async function revealByHand(registryIds: readonly number[], day: number) {
    await withPromises(async (promises) => {
      for (const registryId of registryIds)
        await promises.reveal({ registryId: openedByService(registryId), today: async () => dayFromNow(day) });
    });
  }
  const eventsOf = async (list: number) =>
    (await read<{ type: string }>(`/events?registry_id=${list}&view=owner`, 'admin')).map(({ type }) => type);

  before(async () => {
    for (const one of CASES) worlds.set(one, await create(one));
  });

  it('wait for the day of the deleted list', async () => {
    await check({ deleted: false, other: false });
    await revealOn(DELETED_DAY - 1);
    await check({ deleted: false, other: false });
  });

  it('are revealed on this day, unless the other list hides them, too', async () => {
    const before = new Map<Case, string[]>();
    for (const [one, { list }] of worlds) before.set(one, await eventsOf(list));
    for (let n = 0; n < 2; n++) await revealOn(DELETED_DAY);
    await check({ deleted: true, other: false });
    for (const [one, { list }] of worlds) {
      const events = (await eventsOf(list)).slice(before.get(one)?.length);
      const [was, is] = [false, true].map((deleted) => expected(one, { deleted, other: false }));
      const isNews = one.isThrough ? was?.number !== is?.number : JSON.stringify(was) !== JSON.stringify(is);
      const type = one.isThrough ? 'purchase.updated' : 'purchases.revealed';
      assert.deepEqual(events, isNews ? [type] : [], nameOf(one));
    }
  });

  it('are found, changed and deleted through the list through which they were made', async () => {
    const of = (one: Case) => one.kind === 'shares' && one.deleted === 'names' && one.other === 'names';
    for (const one of CASES.filter(of)) {
      const { deleted, list, item } = await create(one);
      const [through, other] = one.isThrough ? [deleted, list] : [list, deleted];
      const [share] = await read<{ id: string; registry_id: number }>(`/shares?registry_id=${through}`, 'admin');
      assert.equal(share?.registry_id, through, nameOf(one));
      const path = `/registries/${through}/shares/${share?.id}`;
      const change = (amount: number) => {
        const body = { item_id: item, amount, giver_user_id: 5, giver_name: 'Ann', secret: false, level: 'names' };
        return t.request('PUT', path, { as: 'admin', body });
      };
      // The price is 100, and a share at least 5 % of it.
      assertStatus(await change(2), 422);
      assertStatus(await change(101), 409);
      assertStatus(await change(60), 200);
      if (!one.isThrough)
        assertStatus(await t.request('DELETE', `/registries/${other}/shares/${share?.id}`, { as: 'admin' }), 404);
      assertStatus(await t.request('DELETE', path, { as: 'admin' }), 204);
      assert.deepEqual(await read(`/shares?registry_id=${list}`, 'admin'), []);
    }
  });

  it('are revealed with the other list at the latest', async () => {
    await revealByHand(
      [...worlds.values()].map(({ list }) => list),
      DELETED_DAY,
    );
    await check({ deleted: true, other: true });
    // A keeper of the list may be a recipient of the other one until its day.
    await revealOn(LATER_DAY);
    assert.deepEqual(await t.database.query('SELECT * FROM past_places'), []);
  });
});
