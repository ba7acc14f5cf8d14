import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ITEM_DEFAULTS } from '@largesse/contract';
import { realNow } from '../../../contract/testing/clock.ts';
import { createDatabase, startPostgres } from '../../../tests/support/postgres.ts';
import { openForSuite } from '../../../tests/support/suite.ts';
import type { Database } from '../database/database.ts';
import { openPostgres } from '../database/postgres/open.ts';
import { openSqlite } from '../database/sqlite/open.ts';
import { ItemStore } from './store.ts';

const DAY_MS = 86_400_000;

const KETTLE = {
  ...ITEM_DEFAULTS,
  name: 'Kettle',
  url: 'https://shop.example/kettle',
  description: 'For our kitchen in Elm Street',
  retailer: 'Pots',
  price: 49.95,
  currency: 'EUR',
  image_url: 'https://shop.example/kettle.jpg',
  affiliate_url: 'https://shop.example/kettle?by=us',
} as const;

// rules: Registries
describe('the wishes of a deleted registry', () => {
  const server = openForSuite(startPostgres);

  for (const [kind, open] of [
    ['SQLite', async () => openSqlite(':memory:')],
    ['PostgreSQL', async () => openPostgres(await createDatabase(server.url), null, 20, false)],
  ] as const)
    it(`are erased after 30 days on ${kind}, unless they are restored or on another list`, async (t) => {
      const database = await open();
      await erase(t, database);
      await database.close();
    });
});

async function erase(t: TestContext, database: Database): Promise<void> {
  t.mock.timers.enable({ apis: ['Date'], now: realNow() });
  const items = new ItemStore(database);
  const add = async (registry: number) => (await items.insert(registry, KETTLE))?.id ?? assert.fail();
  const [active, inactive, restored, shared, elsewhere] = [
    await add(1),
    await add(1),
    await add(1),
    await add(1),
    await add(2),
  ];
  await database.write('UPDATE items SET external_id = $1 WHERE id = $2', ['ann@kettles.example', active]);
  await items.deactivate({ id: inactive });
  await items.deactivate({ id: elsewhere });
  t.mock.timers.tick(40 * DAY_MS);
  assert.equal(await items.deactivateAllOf(1), 3);
  await database.write('UPDATE items SET appears_on = $1 WHERE id = $2', ['2', shared]);
  const erased = async () => {
    await items.expire();
    const found = await Promise.all(
      [active, inactive, restored, shared, elsewhere].map((id) => items.findEvenInactive(id)),
    );
    return found.filter((item) => !JSON.stringify(item).includes('ettle')).map((item) => item?.id);
  };
  assert.deepEqual(await erased(), []);
  t.mock.timers.tick(15 * DAY_MS);
  await items.bringBack({ id: restored, registryId: 1 }, {});
  t.mock.timers.tick(14 * DAY_MS);
  assert.deepEqual(await erased(), [], 'after 29 days');
  t.mock.timers.tick(2 * DAY_MS);
  assert.deepEqual(await erased(), [active, inactive]);
  const { name, url, description, retailer, price, currency, image_url, is_active } =
    (await items.findEvenInactive(active)) ?? assert.fail();
  assert.deepEqual(
    { name, url, description, retailer, price, currency, image_url, is_active },
    {
      ...{ name: 'Erased', url: 'https://erased.invalid/', description: null, retailer: null, price: null },
      ...{ currency: undefined, image_url: null, is_active: false },
    },
  );
  const { external_id, affiliate_url } = (await items.findEvenInactive(active)) ?? assert.fail();
  assert.deepEqual([external_id, affiliate_url], [undefined, null]);
  assert.deepEqual(await erased(), [active, inactive]);
}
