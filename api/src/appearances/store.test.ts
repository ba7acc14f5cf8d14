import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { NO_DAY } from '@largesse/contract';
import { realNow } from '../../../contract/testing/clock.ts';
import { ADMIN } from '../../../tests/support/admin.ts';
import { IS_CITUS, openTestDatabase } from '../../../tests/support/database.ts';
import { openedByService } from '../auth/opened.ts';
import { openDatabase } from '../database/open.ts';
import { ItemStore } from '../items/store.ts';
import { PurchaseChanges } from '../promises/purchase-changes.ts';
import { PurchaseStore } from '../promises/purchases.ts';
import { readDatabaseSetting } from '../settings.ts';

const ITEM = { name: 'Kettle', url: 'https://shop.example/kettle' };
const LISTS = [1, 2, 3];
const stateOf = (registryId: number) => ({ registryId, level: 'names' as const, revealDay: NO_DAY });
const OPEN = { is_secret: false, is_owner: false, revealed_at: null, level: 'names', waits_for: '' } as const;

describe('rules: Appearances, in the database', { skip: IS_CITUS && 'Citus has no appearances' }, () => {
  it('64 guests race for one piece on three lists, with lost answers: one gives it, 100 times', async () => {
    await using file = await openTestDatabase();
    const database = await openDatabase(readDatabaseSetting({ DATABASE_URL: file.url }));
    const [items, purchases] = [new ItemStore(database), new PurchaseStore(database)];
    const changes = new PurchaseChanges(purchases, items, async () => false);
    const give = (id: string, itemId: number, registryId: number) =>
      changes.give({
        caller: ADMIN,
        id,
        itemId,
        registryId: openedByService(registryId),
        settle: async () => OPEN,
        gift: () => ({
          quantity: 1,
          state: 'reserved',
          giver_user_id: 1,
          giver_name: null,
          giver_email: null,
          message: null,
        }),
      });
    let exact = 0;
    for (let run = 0; run < 100; run++) {
      const item = await items.insert(1, ITEM);
      assert.ok(item);
      for (const list of LISTS.slice(1))
        assert.ok(await purchases.appearances.add({ id: item.id, homeId: 1 }, stateOf(1), stateOf(list)));
      const guests = Array.from({ length: 64 }, (_, n) => ({ id: randomUUID(), list: LISTS[n % LISTS.length] ?? 0 }));
      // Each guest sends a request, and repeats it after a lost answer.
      const sent = guests.flatMap(({ id, list }) => [give(id, item.id, list), give(id, item.id, list)]);
      const made = (await Promise.allSettled(sent)).filter(
        (result) => result.status === 'fulfilled' && result.value.outcome === 'made',
      );
      const after = await items.find(item.id);
      const gifts = await Promise.all(guests.map(({ id }) => purchases.find(id)));
      if (made.length === 1 && after?.quantity_purchased === 1 && gifts.filter((gift) => gift).length === 1) exact++;
    }
    await database.close();
    assert.equal(exact, 100);
  });

  it('keeps the states of lists that an item has left, because they may hide its gifts', async () => {
    await using file = await openTestDatabase();
    const database = await openDatabase(readDatabaseSetting({ DATABASE_URL: file.url }));
    const { appearances: lists } = new PurchaseStore(database);
    const { id } = (await new ItemStore(database).insert(1, ITEM)) ?? { id: 0 };
    const item = { id, homeId: 1 };
    await Promise.all([2, 3].map((list) => lists.add(item, stateOf(1), stateOf(list))));
    assert.equal((await lists.listsOf(id)).length, 3);
    for (const list of [2, 3]) await lists.remove(item, list);
    const left = await lists.listsOf(id);
    // A later reveal ends these places, which have no day.
    await lists.forgetDayless(1, new Date(realNow() + 1).toISOString());
    const forgotten = await lists.listsOf(id);
    await database.close();
    assert.deepEqual([left, forgotten], [[stateOf(1)], []]);
  });
});
