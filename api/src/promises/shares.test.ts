import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { openDatabase } from '../database/open.ts';
import { ItemStore } from '../items/store.ts';
import { readDatabaseSetting } from '../settings.ts';
import { ShareStore } from './shares.ts';

const OPEN = { level: 'names', waits_for: '' } as const;

it('the store of shares: adds no share of a wish that was removed in the meantime', async () => {
  await using file = await openTestDatabase();
  const database = await openDatabase(readDatabaseSetting({ DATABASE_URL: file.url }));
  const items = new ItemStore(database);
  const item = await items.insert(7, { name: 'Bike', url: 'https://shop.example/bike', price: 400 });
  assert.ok(item);
  const shares = new ShareStore(database);
  const giver = { giver_user_id: 5, giver_name: 'Ada', giver_email: null, ends_at: null, note: null };
  const share = { registry_id: 7, item_id: item.id, amount: 10, is_secret: false, ...giver, list_id: null, ...OPEN };
  const make = () => shares.make({ id: randomUUID(), ...share });
  assert.ok(await make());
  await items.deactivate({ id: item.id });
  assert.equal(await make(), null);
  await database.close();
});
