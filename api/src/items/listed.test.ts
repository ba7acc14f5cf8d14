import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ITEM_DEFAULTS, type Item, type ItemRegistryCreate, Item as ItemSchema } from '@largesse/contract';
import * as fc from '../../../contract/testing/properties.ts';
import { createDatabase, startPostgres } from '../../../tests/support/postgres.ts';
import { openForSuite } from '../../../tests/support/suite.ts';
import { ReceivedItems } from '../appearances/received.ts';
import type { Database } from '../database/database.ts';
import { openPostgres } from '../database/postgres/open.ts';
import { openSqlite } from '../database/sqlite/open.ts';
import type { ListView } from './listed.ts';
import { type ItemSelection, ItemStore } from './store.ts';

/** Texts with all kinds of characters, including quotes, line breaks and characters beyond ASCII. */
const text = fc
  .string({
    minLength: 1,
    maxLength: 90,
    unit: fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 1 }),
      fc.constantFrom('"', '\\', '\n', '\u0001', '\u007f', '\u2028', '</script>'),
    ),
  })
  .map((value) => `x${value.replaceAll('\0', '').slice(0, 90)}`)
  .filter((value) => value.isWellFormed());
const price = fc.oneof(
  fc.integer({ min: 1, max: 2 ** 31 }),
  fc.integer({ min: 1, max: 10_000_000 }).map((cents) => cents / 100),
  // SQLite writes a price with 15 digits or more; the largest doubles, rounded up to 15 digits, would be infinite.
  fc.double({ min: Number.MIN_VALUE, max: 1e308, noNaN: true }),
  fc.constantFrom(0.1 + 0.2, 1e21, 1e-7, 2 ** 53, 1 / 3, 123_456_789.123),
);
const fields: fc.Arbitrary<ItemRegistryCreate> = fc.record(
  {
    name: text,
    url: text.map((value) => `https://shop.example/${value}`),
    description: fc.option(text),
    retailer: fc.option(text),
    affiliate_url: fc.option(text),
    affiliate_status: fc.constantFrom('active', 'none', null),
    image_url: fc.option(text),
    price: fc.option(price),
    currency: fc.constantFrom('GBP', null),
    external_id: fc.option(fc.uuid().map((id) => `"${id}"\t`)),
    quantity_needed: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    quantity_purchased: fc.integer({ min: 0, max: 9 }),
  },
  { requiredKeys: ['name', 'url'] },
);

/** Returns the JSON of a registry's items. */
const textOf = async (store: ItemStore, registryId: number): Promise<string> =>
  `${Buffer.from((await store.list({ skip: 0, limit: 100, registryId }, { isAdmin: true })).json)}`;

/** Returns the same JSON, built by PostgreSQL. */
async function builtBy(database: Database, registryId: number): Promise<unknown> {
  const sqlOf = (field: string) =>
    field.endsWith('_at')
      ? `to_char(${field} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : field === 'is_active'
        ? 'is_active = 1'
        : field;
  const all = Object.keys(ItemSchema.properties);
  const objectOf = (fields: string[]) =>
    `json_build_object(${fields.map((field) => `'${field}', ${sqlOf(field)}`).join(', ')})::text`;
  const optional = ['currency', 'external_id'];
  const cases = [[], ...optional.map((field) => [field]), optional].map((given) => {
    const isGiven = optional.map((field) => `${field} IS ${given.includes(field) ? 'NOT NULL' : 'NULL'}`);
    const shown = all.filter((field) => !optional.includes(field) || given.includes(field));
    return `WHEN ${isGiven.join(' AND ')} THEN ${objectOf(shown)}`;
  });
  const object = `CASE ${cases.join(' ')} END`;
  const sql = `SELECT '[' || string_agg(${object}, ',' ORDER BY id) || ']' FROM items WHERE registry_id = $1`;
  return (await database.first(sql, [registryId]))?.[0];
}

/** Removes the fields that only admins may see. */
const publicOf = ({ affiliate_url: _url, affiliate_status: _status, ...rest }: Item) => rest;

describe('an item in a list equals the single item', () => {
  const server = openForSuite(startPostgres);

  const DATABASES: Record<string, () => Promise<Database>> = {
    SQLite: async () => openSqlite(':memory:'),
    PostgreSQL: async () => openPostgres(await createDatabase(server.url)),
  };
  for (const [name, open] of Object.entries(DATABASES))
    it(`in ${name}`, async () => {
      const database = await open();
      const store = new ItemStore(database);
      const listed = async (selection: Partial<ItemSelection>, view: ListView) => {
        const { json, count } = await store.list({ skip: 0, limit: 100, ...selection }, view);
        const items = JSON.parse(`${Buffer.from(json)}`);
        assert.equal(items.length, count);
        return items;
      };
      let registryId = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(fields, { minLength: 1, maxLength: 8 }), async (many) => {
          registryId++;
          const ids: number[] = [];
          for (const one of many) ids.push((await store.insert(registryId, { ...ITEM_DEFAULTS, ...one }))?.id ?? 0);
          const items = (await Promise.all(ids.map((id) => store.find(id)))).filter((item) => item !== null);
          assert.equal(items.length, many.length);
          const backwards = [...ids].reverse();
          assert.deepEqual(await listed({ ids: backwards }, { isAdmin: true }), [...items].reverse());
          assert.deepEqual(await listed({ registryId }, { isAdmin: false }), items.map(publicOf));
          if (name === 'PostgreSQL') assert.equal(await textOf(store, registryId), await builtBy(database, registryId));
          const left = (item: Item) => Math.max(0, item.quantity_needed - item.quantity_purchased);
          const shown = await listed({ registryId }, { isAdmin: true, remaining: ReceivedItems.all });
          for (const [index, { amount_remaining: amount, ...rest }] of shown.entries()) {
            const item = items[index];
            assert.ok(item);
            assert.deepEqual(rest, {
              ...item,
              quantity_remaining: left(item),
              amount_promised: 0,
              quantity_surplus: item.quantity_purchased,
            });
            const isShareable = item.quantity_needed === 1 && left(item) === 1 && (item.price ?? 0) > 0.005;
            const expected = isShareable ? (item.price ?? 0) : 0;
            assert.ok(Math.abs(amount - expected) <= 1e-12 * expected, `${amount} of ${expected}`);
          }
        }),
        { numRuns: 60 },
      );
      await database.close();
    });

  it('contains each active item once, at its first place in the request', async () => {
    const database = openSqlite(':memory:');
    const store = new ItemStore(database);
    for (let n = 0; n < 6; n++) await store.insert(1 + (n % 2), { name: `Pot ${n}`, url: 'https://shop.example/' });
    await store.deactivate({ id: 3 });
    const ids = async (selection: Partial<ItemSelection>) => {
      const { json } = await store.list({ skip: 0, limit: 100, ...selection }, { isAdmin: false });
      return JSON.parse(`${Buffer.from(json)}`).map(({ id }: Item) => id);
    };
    assert.deepEqual(await ids({ ids: [5, 2, 3, 5, 2, 9, 1] }), [5, 2, 1]);
    assert.deepEqual(await ids({ ids: [5, 2, 3, 5, 2, 9, 1], registryId: 1 }), [5, 1]);
    assert.deepEqual(await ids({ ids: [6, 5, 4, 2, 1], skip: 1, limit: 2 }), [5, 4]);
    assert.deepEqual(await ids({ ids: [6, 1, 5], after: 1 }), [6, 5]);
    assert.deepEqual(await ids({ ids: [] }), []);
    await database.close();
  });
});
