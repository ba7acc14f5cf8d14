import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { IS_CITUS, itOnSqlite, onPostgres } from '../../tests/support/database.ts';
import { planOf, type Statement } from '../../tests/support/plans.ts';
import { openTestService } from '../../tests/support/service.ts';
import { until } from '../../tests/support/wait.ts';
import { addItem, addRegistry, unusedRegistryId } from './world.ts';

/** Costs of a request: numbers of host calls, of statements of each kind, and of returned rows. */
let spent = new Map<string, number>();
/** Statements that the service has sent to the database. */
let statements: Statement[] = [];
const spend = (what: string, count: number) => spent.set(what, (spent.get(what) ?? 0) + count);
const t = await openTestService({
  overrides: {
    statements: {
      begin: (kind, sql, values = []) => {
        spend(kind, 1);
        if (sql !== undefined) statements.push({ sql, values });
        return (_error, rows = 0) => void spend('rows', rows);
      },
    },
  },
});
after(() => t.close());

const post = addRegistry(t, { invitees: ['guest'] });
const purchase = randomUUID();
const ids: number[] = [];
before(async () => {
  for (let n = 0; n < 30; n++) ids.push((await addItem(t, post.id, { quantity_needed: 99 })).id);
  // Triggers the repair of the host's list now, so that no measured request pays for it.
  await t.request('GET', `/registries/${post.id}/items`, { as: 'owner' });
  await until('the list is repaired', () => [t.host.registries.itemIds(post.id)].flat().length === ids.length);
  const body = { item_id: ids[0] };
  await t.request('PUT', `/registries/${post.id}/purchases/${purchase}`, { as: 'guest', body });
});

/**
 * Indexes that a request uses: one text for both databases, or one text for each database. PostgreSQL uses the index of
 * active items even for a single item.
 */
type Plan = string | readonly [sqlite: string, postgres: string];
const ONE_ITEM: Plan = ['items_pkey', 'items_active'];
const REGISTRY = 'items_by_registry_and_state';
/** Also finds the items that appear on a list (rules: Appearances). */
const ON_LIST = onPostgres
  ? `appearances_by_registry, items_active, ${REGISTRY}`
  : `appearances_by_registry, ${REGISTRY}, items_pkey`;
/** Compares the registry with its last known state (architecture: Changes on the host). */
const KNOWN = 'known_registries_pkey';
const NEW_POT = { name: 'Pot', url: 'shop.example/pot' };

/**
 * Cost and indexes of each request. The cost is the number of calls to the host, of database statements by kind, and of
 * rows. The service has cached the caller's credentials, and the registry has 30 items. `sort` means that the database
 * sorts the rows that an index found: items in the requested order, gifts by time. `unchanged` means a 304.
 */
const COSTS: [request: string, as: string, cost: string, plan: Plan, body?: object][] = [
  ['GET /items/ITEM', 'guest', 'first 1, rows 1', ONE_ITEM],
  ['GET /items?limit=20', 'guest', 'read 1, rows 1', 'items_active'],
  ['GET /items?ids=IDS', 'guest', 'read 1, rows 1', ['items_pkey, sort', 'items_active, sort']],
  ['POST /items', 'owner', 'rows 1, write 1', REGISTRY, { registry_id: unusedRegistryId(), ...NEW_POT }],
  ['PUT /items/ITEM', 'owner', 'first 1, rows 2, write 1', ONE_ITEM, { price: 2 }],
  ['GET /registries/ID', 'guest', 'first 1, host 1, read 1, rows 31', `${ON_LIST}, ${KNOWN}`],
  ['GET /registries/ID/items', 'guest', 'first 1, host 1, read 2, rows 32', `${ON_LIST}, ${KNOWN}, sort`],
  [
    'GET /registries/ID/items, unchanged',
    'guest',
    'first 1, host 1, read 1, rows 2',
    [`appearances_by_registry, ${REGISTRY}, ${KNOWN}`, `appearances_by_registry, ${REGISTRY}, ${KNOWN}, sort`],
  ],
  ['GET /registries/ID/invitees', 'guest', 'host 1', ''],
  [
    'GET /registries/ID/purchases',
    'owner',
    'first 1, host 1, read 2, rows 32',
    `${ON_LIST}, ${KNOWN}, purchases_by_list, purchases_by_registry, sort`,
  ],
  ['POST /registries/ID/items', 'owner', 'host 2, read 1, rows 32, write 1', ON_LIST, NEW_POT],
  ['GET /purchases/PURCHASE', 'guest', 'first 1, rows 1', 'purchases_pkey'],
];

/** Sends a request of the table and records its costs. Adds the caller to the user cache first. */
async function ask(request: string, as: string, body: object | undefined): Promise<void> {
  const path = request
    .replace('ITEM', `${ids[0]}`)
    .replace('IDS', ids.slice(0, 20).join(','))
    .replace('PURCHASE', purchase)
    .replace('ID', `${post.id}`);
  const [method = '', address = '', unchanged] = path.split(/,? /);
  await t.request('GET', '/items?limit=1', { as });
  t.host.forgetCalls();
  [spent, statements] = [new Map(), []];
  const answer = await t.request(method, address, { as, body, headers: unchanged ? { 'if-none-match': '*' } : {} });
  assert.ok(unchanged ? answer.status === 304 : answer.status < 300, answer.text);
  if (t.host.calls.length > 0) spend('host', t.host.calls.length);
}

describe('costs of a request on the host and in the database', () => {
  for (const [request, as, cost, , body] of COSTS)
    it(`${request}: ${cost}`, async () => {
      await ask(request, as, body);
      const found = [...spent].filter(([, count]) => count > 0).map(([what, count]) => `${what} ${count}`);
      assert.equal(found.sort().join(', '), cost);
    });
});

/** Inserts many rows by SQL, because the databases choose their plans by the number of rows. */
async function fill(): Promise<void> {
  const { query } = t.database;
  const numbers = onPostgres
    ? 'generate_series(1, 20000) AS n (i)'
    : '(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT i FROM n)';
  await query(`INSERT INTO items (registry_id, name, url, quantity_needed)
    SELECT i % 1000 + 500000, 'Kettle ' || i, 'https://shop.example/' || i, 9 FROM ${numbers}`);
  const id = onPostgres ? "lpad(to_hex(i), 32, '0')::uuid" : "printf('00000000-0000-4000-8000-%012x', i)";
  const now = onPostgres ? 'now()' : "strftime('%Y-%m-%dT%H:%M:%fZ')";
  await query(`INSERT INTO purchases
      (id, item_id, registry_id, quantity, state, is_secret, is_owner, giver_user_id, created_at, updated_at)
    SELECT ${id}, i, i % 1000 + 500000, 1, 'bought', 0, 0, i % 5000, ${now}, ${now} FROM ${numbers}`);
  await query(`INSERT INTO appearances (id, registry_id, item_id, home_id, is_hidden, reveal_day, open_until)
    SELECT CAST(i AS TEXT), i % 1000 + 700000, i, i % 1000 + 500000, 0, '9999-12-31', ${now} FROM ${numbers}`);
  await query(`INSERT INTO known_registries (registry_id, digest, item_ids)
    SELECT i + 800000, 'digest', '[]' FROM ${numbers}`);
  if (!onPostgres) return;
  await query('VACUUM ANALYZE');
}

// Citus plans each shard separately, and shows only one of these plans.
describe('indexes in use among 20,000 items', {
  skip: IS_CITUS && 'Citus shows no such plan',
}, () => {
  before(fill);

  const plan = async (request: string, as: string, body: object | undefined) => {
    await ask(request, as, body);
    const found = await Promise.all(statements.map((statement) => planOf(t.database, statement)));
    return [...new Set(found.flat())].sort().join(', ');
  };

  for (const [request, as, , plans, body] of COSTS) {
    const expected = typeof plans === 'string' ? plans : plans[onPostgres ? 1 : 0];
    it(`${request}: ${expected || 'nothing to find'}`, async () =>
      assert.equal(await plan(request, as, body), expected));
  }

  // The tables of these requests have few rows, so PostgreSQL may read them as a whole.
  const listed = 'items_by_registry_and_state, items_pkey, known_registries_pkey, sort';
  for (const [request, as, expected, body] of [
    ['GET /purchases?giver_email=ada@mail.example', 'admin', 'purchases_by_email, sort'],
    [
      'POST /purchases/erase',
      'admin',
      'appearances_by_item, ideas_by_author_email, ideas_by_giver_email, purchases_by_email, shares_by_giver_email, sort',
      { giver_email: 'ada@mail.example' },
    ],
    [
      'POST /purchases/reveal',
      'admin',
      'appearances_by_item, appearances_by_registry, ideas_by_registry, items_pkey, past_places_by_home, past_places_by_item, past_places_by_registry, purchases_unopened, shares_by_item, shares_unopened, sort',
      { registry_id: 7 },
    ],
    ['GET /events', 'admin', 'open_events, secret_events, sort'],
    ['GET /events?view=owner', 'admin', 'open_events'],
    ['GET /events?registry_id=ID', 'admin', `appearances_by_registry, events_by_registry, ${listed}`],
    ['GET /events?registry_id=ID', 'owner', `appearances_by_registry, events_by_giver, events_by_registry, ${listed}`],
    [
      'GET /events?registry_id=ID',
      'guest',
      'appearances_by_item, appearances_by_registry, events_by_registry, items_by_registry_and_state, items_pkey, known_registries_pkey, past_places_by_item, past_places_by_registry, sort',
    ],
  ] as const)
    itOnSqlite(`${request} for ${as}: ${expected}`, async () => assert.equal(await plan(request, as, body), expected));
});
