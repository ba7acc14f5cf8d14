import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ITEM_DEFAULTS } from '@largesse/contract';
import {
  type Citus,
  createCitusDatabase,
  dropCitusDatabase,
  openCitus,
  withoutCitus,
} from '../../../../tests/support/citus.ts';
import { connected, createDatabase, startPostgres } from '../../../../tests/support/postgres.ts';
import { until } from '../../../../tests/support/wait.ts';
import { ReceivedItems } from '../../appearances/received.ts';
import { openedByService } from '../../auth/opened.ts';
import { START, storeOf } from '../../events/store.ts';
import { ItemStore } from '../../items/store.ts';
import { type IdeaFields, IdeaStore } from '../../promises/ideas.ts';
import { Promises } from '../../promises/promises.ts';
import { type NewPurchase, PurchaseStore } from '../../promises/purchases.ts';
import { ShareStore } from '../../promises/shares.ts';
import type { Database, Value } from '../database.ts';
import { openPostgres } from '../postgres/open.ts';
import { watched } from '../watched.ts';
import { shardDatabase } from './sharding.ts';

const REGISTRIES = 40;
const SHARD = { by: 'registry_id', shards: 8, isDryRun: false } as const;
const LONG = { left: 20_000 };

describe('a Citus', { skip: withoutCitus }, () => {
  let citus: Citus;
  let url = '';
  before(async () => {
    citus = await openCitus();
  });
  after(async () => {
    if (url !== '') await dropCitusDatabase(citus.url, url);
    await citus?.[Symbol.asyncDispose]();
  });

  it('keeps all items, gifts and counters when sharded, never reuses an id, and is sharded only once', async () => {
    url = await createCitusDatabase(citus.url);
    const before = await openPostgres(url);
    const given = await fill(before);
    await before.close();
    await using client = await connected(url);
    const sql = 'SELECT * FROM items ORDER BY id';
    const { rows } = await client.query(sql);
    const planned = await shardDatabase({ url, ...SHARD, isDryRun: true });
    assert.equal(planned.outcome, 'would be sharded');
    assert.equal((await client.query('SELECT 1 FROM pg_dist_partition')).rowCount, 0);
    const sharding = await shardDatabase({ url, ...SHARD });
    assert.deepEqual(sharding, { ...planned, outcome: 'sharded' });
    assert.deepEqual(
      [sharding.workers, sharding.tally.items, sharding.tally.purchases],
      [2, String(REGISTRIES), String(given)],
    );
    assert.deepEqual((await client.query(sql)).rows, rows);
    assert.equal((await shardDatabase({ url, ...SHARD })).outcome, 'was sharded already');
    const database = await openPostgres(url);
    const items = new ItemStore(database);
    const made = await Promise.all(Array.from({ length: REGISTRIES }, (_, n) => items.insert(n + 1, KETTLE)));
    assert.deepEqual(
      made.map((item) => item?.id).sort((a, b) => Number(a) - Number(b)),
      Array.from({ length: REGISTRIES }, (_, n) => REGISTRIES + n + 1),
    );
    await database.close();
  });

  it('changes gifts and the counter of their item together, and never takes more gifts than are wished', async () => {
    const [one, two] = [await openPostgres(url), await openPostgres(url)];
    const item = await new ItemStore(one).insert(7, { ...KETTLE, quantity_needed: 5 });
    assert.ok(item);
    const ledgers = [new PurchaseStore(one), new PurchaseStore(two)];
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) => ledgers[n % 2]?.make(gift(7, item.id, n % 3 === 0))),
    );
    const purchases = made.filter((purchase) => purchase !== null && purchase !== undefined);
    assert.equal(purchases.length, 5);
    const secret = purchases.filter((purchase) => purchase.is_secret).length;
    assert.deepEqual(await new ItemStore(two).leftOf(item.registry_id, item.id), { toGuests: 0, toRecipients: secret });
    await new Promises(one).reveal({ registryId: openedByService(7) });
    assert.deepEqual(await new ItemStore(two).leftOf(item.registry_id, item.id), { toGuests: 0, toRecipients: 0 });
    for (const purchase of purchases)
      assert.equal(await ledgers[1]?.giveBack((await ledgers[0]?.find(purchase.id)) ?? purchase), true);
    assert.deepEqual(await new ItemStore(two).leftOf(item.registry_id, item.id), { toGuests: 5, toRecipients: 5 });
    await Promise.all([one.close(), two.close()]);
  });

  it('keeps the counters when a shard moves to another worker', async () => {
    await using client = await connected(url);
    const sums = 'SELECT sum(quantity_purchased)::int AS bought, sum(quantity_secret)::int AS secret FROM items';
    const before = (await client.query(sums)).rows;
    const { rows } = await client.query<{ shard: string; from: number; to: number; host: string }>(`
      SELECT shardid::text AS shard, nodeport AS from, nodename AS host,
        (SELECT node_port FROM citus_get_active_worker_nodes() WHERE node_port <> nodeport) AS to
      FROM citus_shards WHERE table_name = 'items'::regclass ORDER BY shardid LIMIT 1`);
    const part = rows[0];
    assert.ok(part);
    await client.query("SELECT citus_move_shard_placement($1, $2, $3, $2, $4, 'block_writes')", [
      part.shard,
      part.host,
      part.from,
      part.to,
    ]);
    assert.deepEqual((await client.query(sums)).rows, before);
    const database = await openPostgres(url);
    const items = new ItemStore(database);
    const ledger = new PurchaseStore(database);
    for (let registry = 1; registry <= REGISTRIES; registry++) {
      const item = await items.insert(registry, KETTLE);
      assert.ok(item && (await ledger.make(gift(registry, item.id, false))));
      assert.equal((await items.leftOf(item.registry_id, item.id)).toGuests, 0);
    }
    await database.close();
  });

  it('locks a registry for processes on different servers', async () => {
    const [one, two] = [await openPostgres(url), await openPostgres(await onWorker(url))];
    const steps: string[] = [];
    const { promise: second, resolve } = Promise.withResolvers<void>();
    await one.exclusively(7, LONG, async () => {
      resolve(two.exclusively(7, LONG, async (hasWaited) => void steps.push(`the second, ${hasWaited}`)));
      await waits(url);
      steps.push('the first');
    });
    await second;
    assert.deepEqual(steps, ['the first', 'the second, true']);
    // Work on another registry does not wait for the lock.
    await one.exclusively(7, LONG, () => two.exclusively(8, LONG, async () => {}));
    await Promise.all([one.close(), two.close()]);
  });

  it('queries one server for a registry, and all servers for an item of an unknown registry', async () => {
    await using client = await connected(url);
    const tasksOf = async (sql: string): Promise<string> => {
      const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${sql}`);
      return /Task Count: \d+/.exec(rows.map((row) => Object.values(row)[0]).join('\n'))?.[0] ?? '';
    };
    assert.equal(
      await tasksOf('SELECT * FROM items WHERE registry_id = 7 AND is_active = 1 ORDER BY id LIMIT 100'),
      'Task Count: 1',
    );
    assert.equal(
      await tasksOf("DELETE FROM purchases WHERE registry_id = 7 AND id = '00000000-0000-4000-8000-000000000000'"),
      'Task Count: 1',
    );
    assert.equal(await tasksOf('SELECT * FROM items WHERE id = 7'), 'Task Count: 8');
  });

  it('sends each statement about one registry to one server, and copies no rows for items and gifts', async () => {
    await using client = await connected(url);
    const statements = new Map<string, string>();
    const literal = (value: Value | undefined) =>
      typeof value === 'string' ? client.escapeLiteral(value) : String(value ?? null);
    const opened = await openPostgres(url, null, 20, true);
    const database = watched(opened, {
      begin: (_, sql = '', values = []) => {
        if (sql !== '')
          statements.set(
            sql,
            sql.replace(/\$(\d+)/g, (_all, place) => literal(values[place - 1])),
          );
        return () => {};
      },
    });
    await useOneRegistry(database);
    await opened.close();
    const ofAllServers = [...statements.values()].filter((sql) =>
      /FROM ideas WHERE id = .* AND registry_id <> 7/.test(sql),
    );
    assert.equal(ofAllServers.length, 1, 'the id of an idea must be unique in all registries');
    for (const sql of statements.values()) {
      const { rows } = await client.query<Record<string, string>>(`EXPLAIN ${sql}`);
      const plan = rows.map((row) => Object.values(row)[0]).join('\n');
      const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
      if (ofAllServers.includes(sql)) continue;
      if (/INTO (items|purchases) /.test(sql)) assert.doesNotMatch(plan, /pull to coordinator/, `${sql}\n${plan}`);
      assert.deepEqual(tasks, [1], `${sql}\n${plan}`);
    }
  });

  it('refuses an idea whose id another registry has', async () => {
    const database = await openPostgres(url);
    const ideas = new IdeaStore(database);
    const taken = { ...IDEA, id: crypto.randomUUID() };
    assert.ok(await ideas.make(taken));
    assert.equal(await ideas.make({ ...taken, registry_id: 8 }), null);
    await database.close();
  });

  it('rejects sharding while a service uses it', async () => {
    const own = await createCitusDatabase(citus.url);
    const database = await openPostgres(own);
    await database.read('SELECT count(*) FROM items', []);
    await assert.rejects(
      shardDatabase({ url: own, ...SHARD }),
      /^DatabaseUnusable: DATABASE_URL: a service uses the database/,
    );
    await database.close();
    await dropCitusDatabase(citus.url, own);
  });

  it('stays unchanged when sharding is interrupted, and can be sharded afterwards', async () => {
    const own = await createCitusDatabase(citus.url);
    const database = await openPostgres(own);
    await fill(database);
    await database.close();
    await interrupt(own);
    assert.equal((await shardDatabase({ url: own, ...SHARD })).outcome, 'sharded');
    await dropCitusDatabase(citus.url, own);
  });
});

it('a PostgreSQL without Citus: cannot be sharded; the command reports the missing extension', async () => {
  await using server = await startPostgres();
  const url = await createDatabase(server.url);
  await assert.rejects(shardDatabase({ url, ...SHARD }), /^DatabaseUnusable: .* has schema version 0/);
  await (await openPostgres(url)).close();
  await assert.rejects(shardDatabase({ url, ...SHARD }), /^DatabaseUnusable: DATABASE_URL: the database has no Citus/);
});

const KETTLE = { ...ITEM_DEFAULTS, name: 'Kettle', url: 'https://shop.example/kettle' };

function gift(registryId: number, itemId: number, isSecret: boolean): NewPurchase {
  return {
    id: crypto.randomUUID(),
    item_id: itemId,
    registry_id: registryId,
    quantity: 1,
    state: 'bought',
    is_secret: isSecret,
    is_owner: false,
    giver_user_id: null,
    giver_name: 'Granny',
    giver_email: null,
    message: null,
    level: null,
    waits_for: null,
    revealed_at: null,
  };
}

const IDEA: IdeaFields = {
  id: '00000000-0000-4000-8000-000000000007',
  registry_id: 7,
  name: 'Lamp',
  url: null,
  note: null,
  price: null,
  currency: null,
  audience: 'guests',
  author_user_id: 3,
  author_name: null,
  author_email: null,
  state: null,
  giver_user_id: null,
  giver_name: null,
  giver_email: null,
};

/** Calls each method of the stores that changes or reads the registry 7. */
async function useOneRegistry(database: Database): Promise<void> {
  const items = new ItemStore(database);
  const purchases = new PurchaseStore(database);
  const ideas = new IdeaStore(database);
  const shares = new ShareStore(database);
  const events = storeOf(database, 30);
  const item = await items.insert(7, { ...KETTLE, price: 10 });
  const many = await items.insert(7, { ...KETTLE, quantity_needed: 5 });
  assert.ok(item && many && events);
  await items.insert(7, { ...KETTLE, is_active: false });
  await items.insertAll(7, [KETTLE, KETTLE]);
  await items.list({ skip: 0, limit: 10, registryId: 7 }, { isAdmin: false, remaining: ReceivedItems.none });
  await items.leftOf(7, many.id);
  const made = await purchases.make(gift(7, many.id, true));
  assert.ok(made);
  const changed = await purchases.change(made, { ...made, quantity: 2 });
  assert.ok(changed);
  await purchases.allOf(openedByService(7));
  const giver = { giver_user_id: 5, giver_name: null, giver_email: null, ends_at: null, note: null };
  const share = await shares.make({
    id: crypto.randomUUID(),
    registry_id: 7,
    item_id: item.id,
    amount: 2,
    is_secret: true,
    level: 'hidden',
    waits_for: ',7h,',
    ...giver,
    list_id: null,
  });
  assert.ok(share);
  assert.ok(await shares.change(share, { ...share, amount: 3 }));
  await shares.list({ registry_id: 7, view: 'owner', skip: 0, limit: 10 });
  await shares.isFull(7);
  await shares.hasUnrevealed(7);
  await shares.remove((await shares.find(7, share.id)) ?? share);
  const idea = await ideas.make({ ...IDEA, id: crypto.randomUUID() });
  assert.ok(idea);
  await ideas.find(7, idea.id);
  await ideas.list({ registry_id: 7, skip: 0, limit: 10 });
  await ideas.isFull(IDEA);
  await shares.isGivenInParts(7, item.id);
  await shares.roomOf(7, item.id, idea.id);
  await ideas.hasUnrevealed(7);
  await ideas.remove(idea);
  await new Promises(database).reveal({ registryId: openedByService(7) });
  await purchases.giveBack((await purchases.allOf(openedByService(7)))[0] ?? made);
  await events.after({ sees: 'registry', registryId: openedByService(7) }, START, 100);
  await events.after({ sees: 'open', registryId: openedByService(7), userId: 3, isAuthor: false }, START, 100);
  await events.last({ sees: 'guest', registryId: openedByService(7) });
}

/** Creates an item in each registry up to REGISTRIES, and a gift for every second item. @returns number of gifts */
async function fill(database: Database): Promise<number> {
  const items = new ItemStore(database);
  const ledger = new PurchaseStore(database);
  let given = 0;
  for (let registry = 1; registry <= REGISTRIES; registry++) {
    const item = await items.insert(registry, { ...KETTLE, quantity_needed: 2 });
    assert.ok(item);
    if (registry % 2 === 0 && (await ledger.make(gift(registry, item.id, registry % 4 === 0)))) given++;
  }
  return given;
}

/** Returns the address at which a worker answers queries of a database, like the coordinator. */
async function onWorker(url: string): Promise<string> {
  await using client = await connected(url);
  const { rows } = await client.query<{ host: string; port: string }>(
    'SELECT node_name AS host, node_port::text AS port FROM citus_get_active_worker_nodes() LIMIT 1',
  );
  return Object.assign(new URL(url), { hostname: rows[0]?.host, port: rows[0]?.port }).href;
}

/** Shards a database. Kills the command just before its end, after the command has distributed the tables. */
async function interrupt(own: string): Promise<void> {
  await using client = await connected(own);
  // Delays the copy of the last table.
  await client.query('BEGIN; LOCK TABLE schema_version IN ROW EXCLUSIVE MODE');
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../../shard.ts', import.meta.url)), '--by', 'registry_id'],
    {
      env: { ...process.env, DATABASE_URL: own },
      stdio: 'ignore',
    },
  );
  await using looking = await connected(own);
  await until('it waits', async () => {
    const sql =
      "SELECT 1 FROM pg_stat_activity WHERE application_name = 'largesse-shard' AND wait_event_type = 'Lock' AND datname = current_database()";
    return (await looking.query(sql)).rows.length > 0;
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  await client.query('COMMIT');
  await until('all its traces are removed', async () => {
    const { rows } = await looking.query(
      "SELECT 1 FROM pg_stat_activity WHERE application_name = 'largesse-shard' AND datname = current_database()",
    );
    return rows.length === 0;
  });
}

/** Waits until at least one statement waits for a lock. */
async function waits(url: string): Promise<void> {
  await using client = await connected(url);
  await until('the second waits', async () => {
    return (await client.query('SELECT 1 FROM citus_lock_waits')).rows.length > 0;
  });
}
