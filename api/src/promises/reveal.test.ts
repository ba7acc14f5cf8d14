import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { ruleCases } from '../../../contract/testing/rule-cases.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { openedByService } from '../auth/opened.ts';
import { openDatabase } from '../database/open.ts';
import { ItemStore } from '../items/store.ts';
import { readDatabaseSetting } from '../settings.ts';
import { Promises } from './promises.ts';
import { levelOn, listStateOf, secrecyIn } from './surprise.ts';

const [HOME, HIDING] = [7, 8];

/** A list that shows everything, and has no day. */
const OPEN = listStateOf({ id: HOME, surprise: 'names', revealDate: null, eventDate: null });

describe('rules: Surprise, the day in the database', () => {
  for (const { event, chosen, today, newGift } of ruleCases.surprises.filter(({ level }) => level === 'hidden')) {
    const isCome = newGift === 'names';
    const about = `with the event “${event}” and the choice “${chosen}” on ${today}`;

    it(`${isCome ? 'ends' : 'does not end'} the surprise of a list ${about}`, async () => {
      await using world = await openLists(event, chosen);
      assert.equal(await world.promises.hasUnrevealed(HOME, async () => today), isCome);
      assert.equal(
        await world.promises.reveal({ registryId: openedByService(HOME), today: async () => today }),
        isCome ? 1 : 0,
      );
    });

    it(`${isCome ? 'ends' : 'does not end'} the surprise of a list that the wish has left ${about}`, async () => {
      await using world = await openLists(event, chosen);
      await world.promises.appearances.remove(world.item, HIDING);
      await world.promises.revealPast(today);
      assert.equal(await world.isRevealed(), isCome);
    });
  }
});

/** Opens a database with a secret gift for a wish that is on an open list, and on a list with these days. */
async function openLists(event: string, chosen: string) {
  const file = await openTestDatabase();
  const database = await openDatabase(readDatabaseSetting({ DATABASE_URL: file.url }));
  const wish = await new ItemStore(database).insert(HOME, { name: 'Kettle', url: 'https://shop.example/kettle' });
  assert.ok(wish);
  const promises = new Promises(database);
  const item = { id: wish.id, homeId: HOME };
  const hiding = listStateOf({ id: HIDING, surprise: 'hidden', revealDate: chosen || null, eventDate: event || null });
  assert.ok(await promises.appearances.add(item, OPEN, hiding));
  const before = '0001-01-01';
  const gift = await promises.purchases.make({
    ...secrecyIn([levelOn(OPEN, before), levelOn(hiding, before)]),
    ...{ id: randomUUID(), item_id: wish.id, registry_id: HOME, quantity: 1, state: 'reserved', is_owner: false },
    ...{ giver_user_id: null, giver_name: null, giver_email: null, message: null, revealed_at: null },
  });
  assert.ok(gift?.is_secret);
  return {
    promises,
    item,
    isRevealed: async () => (await promises.purchases.find(gift.id))?.revealed_at !== null,
    [Symbol.asyncDispose]: async () => {
      await database.close();
      await file[Symbol.asyncDispose]();
    },
  };
}
