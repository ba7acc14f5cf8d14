import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { openDatabase } from '../database/open.ts';
import { ItemStore } from '../items/store.ts';
import { readDatabaseSetting } from '../settings.ts';
import { IdeaStore } from './store.ts';

it('the store of ideas: adds no share of a wish that was removed in the meantime', async () => {
  await using file = await openTestDatabase();
  const database = await openDatabase(readDatabaseSetting({ DATABASE_URL: file.url }));
  const items = new ItemStore(database);
  const item = await items.insert(7, { name: 'Bike', url: 'https://shop.example/bike', price: 400 });
  assert.ok(item);
  const ideas = new IdeaStore(database);
  const make = () =>
    ideas.make({
      id: randomUUID(),
      registryId: 7,
      name: 'Bike',
      url: null,
      note: null,
      itemId: item.id,
      amount: 10,
      authorUserId: null,
      authorName: null,
      authorEmail: null,
      state: 'reserved',
      giverUserId: null,
      giverName: 'Ada',
      giverEmail: null,
      endsAt: null,
      listId: null,
    });
  assert.ok(await make());
  await items.deactivate({ id: item.id });
  assert.equal(await make(), null);
  await database.close();
});
