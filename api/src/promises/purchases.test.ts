import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { realNow } from '../../../contract/testing/clock.ts';
import { ADMIN } from '../../../tests/support/admin.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { until } from '../../../tests/support/wait.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import type { Erasure } from '../database/people.ts';
import { ApiError } from '../http/errors.ts';
import { ItemStore } from '../items/store.ts';
import { readDatabaseSetting } from '../settings.ts';
import { Promises } from './promises.ts';
import { PurchaseChanges } from './purchase-changes.ts';
import type { NewPurchase, PurchaseStore, StoredPurchase } from './purchases.ts';

describe('the ledger of purchases', () => {
  it('does not restore erased data by a change that began before the erasure', async () => {
    await using world = await openLedger();
    const { promises, purchases, make } = world;
    const erasures: [Erasure, boolean][] = [
      [{ giver_email: 'ada@mail.example' }, true],
      [{ giver_email: 'ada@mail.example' }, false],
      [{ giver_user_id: 3 }, false],
      [{ registry_id: 7 }, false],
    ];
    for (const [whose, onlyAddresses] of erasures) {
      const before = await make();
      assert.equal(await promises.erase(whose, onlyAddresses), 1);
      const erased = await purchases.find(before.id);
      for (const quantity of [1, 2]) assert.equal(await purchases.change(before, { ...before, quantity }), null);
      assert.deepEqual(await purchases.find(before.id), erased);
      assert.equal(erased?.giver_email, null);
      await purchases.giveBack(before);
    }
  });

  it('keeps a new purchase with the id of one that was given back', async () => {
    await using world = await openLedger();
    const { purchases, make } = world;
    const before = await make();
    assert.equal(await purchases.giveBack(before), true);
    await until('the clock moves on', () => realNow() > Date.parse(before.updated_at));
    const anew = await make({ id: before.id, is_secret: true });
    assert.equal(await purchases.giveBack(before), false);
    const changes = new PurchaseChanges(purchases, new ItemStore(world.database), async () => false);
    let reads = 0;
    /** Returns the old purchase on the first call. Further calls throw an error, as if the purchase did not exist. */
    const read = async () => {
      if (reads++ === 0) return before;
      throw new ApiError('purchaseNotFound');
    };
    await assert.rejects(changes.change(ADMIN, read, { thanked: true }), { message: 'purchaseNotFound' });
    await assert.rejects(changes.giveBack(before), { message: 'purchaseNotFound' });
    assert.deepEqual(await purchases.find(before.id), anew);
  });

  it('refuses a purchase if the room that an earlier read found is gone', async () => {
    await using world = await openLedger();
    const { purchases, make } = world;
    const secret = await make({ quantity: 97, is_secret: true });
    const more = (quantity: number, isOwner = false) =>
      purchases.make({ ...secret, id: randomUUID(), is_secret: false, is_owner: isOwner, quantity });
    assert.equal(await more(3), null);
    assert.equal(await more(100, true), null);
    assert.equal(await purchases.change(secret, { ...secret, quantity: 100 }), null);
    const own = await more(2, true);
    assert.ok(own);
    assert.equal(await purchases.change(secret, { ...secret, quantity: 98 }), null);
    assert.ok(await purchases.change(own, { ...own, quantity: 99 }), 'secret gifts take no room of owners');
    await world.database.write('UPDATE items SET quantity_needed = 999, is_active = 0', []);
    assert.equal(await more(1), null, 'the wish was deleted');
  });
});

interface Ledger extends AsyncDisposable {
  database: Database;
  promises: Promises;
  purchases: PurchaseStore;
  /** Creates a purchase of user 3. The purchase contains all types of data that can be erased. */
  make(fields?: Partial<NewPurchase>): Promise<StoredPurchase>;
}

/** Opens a database with one item and no purchases. The owner wants 99 pieces of the item. */
async function openLedger(): Promise<Ledger> {
  const file = await openTestDatabase();
  const database = await openDatabase(readDatabaseSetting({ DATABASE_URL: file.url }));
  const fields = { name: 'Kettle', url: 'https://shop.example/kettle', quantity_needed: 99 };
  const item = await new ItemStore(database).insert(7, fields);
  assert.ok(item);
  const promises = new Promises(database);
  const { purchases } = promises;
  return {
    database,
    promises,
    purchases,
    make: async (fields) => {
      const made = await purchases.make({
        id: randomUUID(),
        item_id: item.id,
        registry_id: 7,
        quantity: 1,
        state: 'reserved',
        is_secret: false,
        is_owner: false,
        giver_user_id: 3,
        giver_name: 'Ada',
        giver_email: 'ada@mail.example',
        message: 'Hi',
        revealed_at: null,
        level: null,
        waits_for: null,
        ...fields,
      });
      assert.ok(made);
      return made;
    },
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await file[Symbol.asyncDispose]();
    },
  };
}
