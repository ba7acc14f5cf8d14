import type pg from 'pg';
import { DatabaseUnusable } from '../database.ts';
import { SCHEMA_VERSION } from '../migrations.ts';
import { withClient } from '../postgres/connection.ts';
import { LOCK, LOCKS } from '../postgres/locks.ts';
import { schemaVersion } from '../postgres/schema.ts';
import { Servers } from '../postgres/servers.ts';
import { reason } from '../reason.ts';
import { isDistributed } from './placement.ts';

/** Column by which Citus distributes the rows. All data of a registry stays on one server. */
export const SHARD_KEYS = ['registry_id'] as const;
export type ShardKey = (typeof SHARD_KEYS)[number];

/** Totals before and after sharding, to prove that no row is lost or counted twice. */
export interface Tally {
  items: string;
  itemIds: string;
  bought: string;
  secret: string;
  purchases: string;
  given: string;
  ideas: string;
  shares: string;
}

/** Result of sharding, or of a dry run. */
export interface Sharding {
  outcome: 'sharded' | 'was sharded already' | 'would be sharded';
  workers: number;
  shards: number;
  tally: Tally;
}

export interface ShardOptions {
  /** Address of the database on the coordinator. */
  url: string;
  by: ShardKey;
  /** Number of parts of each table. */
  shards: number;
  /** True if nothing should change. */
  isDryRun: boolean;
}

const TALLY = `
  SELECT items, "itemIds", bought, secret, purchases, given, ideas, shares FROM (
    SELECT count(*)::text AS items, coalesce(sum(id), 0)::text AS "itemIds",
      coalesce(sum(quantity_purchased), 0)::text AS bought, coalesce(sum(quantity_secret), 0)::text AS secret FROM items
  ) AS all_items CROSS JOIN (
    SELECT count(*)::text AS purchases, coalesce(sum(quantity), 0)::text AS given FROM purchases
  ) AS all_purchases CROSS JOIN (SELECT count(*)::text AS ideas FROM ideas) AS all_ideas
  CROSS JOIN (SELECT count(*)::text AS shares FROM shares) AS all_shares`;

/**
 * Distributes the rows of all registries over the workers of a Citus cluster in one transaction. An interruption thus
 * leaves everything unchanged. All rows of a registry stay on one server, so that a gift and its item's counter change
 * together.
 * @throws {DatabaseUnusable} with a message of one line, if Citus or a worker is missing, if a service is running, if
 * the schema version is wrong, or if the totals differ
 */
export async function shardDatabase({ url, shards, isDryRun }: ShardOptions): Promise<Sharding> {
  try {
    return await withClient(
      new Servers(url),
      async (client) => {
        const workers = await checkCluster(client);
        if (await isDistributed(client))
          return {
            outcome: 'was sharded already',
            workers,
            shards: await shardsOf(client),
            tally: await tally(client),
          };
        await checkAlone(client);
        await client.query(
          "BEGIN; SET LOCAL lock_timeout = '10s'; SET LOCAL citus.multi_shard_modify_mode = 'sequential'",
        );
        // Blocks upgrades and writes.
        await client.query(LOCK, [LOCKS.schema, 0]);
        await client.query(
          'LOCK TABLE items, purchases, ideas, shares, registry_locks, events, appearances, past_places, known_registries IN ACCESS EXCLUSIVE MODE',
        );
        if ((await client.query('SELECT 1 FROM appearances UNION ALL SELECT 1 FROM past_places LIMIT 1')).rowCount)
          throw new DatabaseUnusable(
            'DATABASE_URL: nothing was changed: items appear or appeared on several lists, which Citus does not support: remove these appearances first',
          );
        const before = await tally(client);
        if (isDryRun) {
          await client.query('ROLLBACK');
          return { outcome: 'would be sharded', workers, shards, tally: before };
        }
        for (const statement of steps(shards)) await client.query(statement);
        const after = await tally(client);
        if (JSON.stringify(before) !== JSON.stringify(after))
          throw new DatabaseUnusable(
            `nothing was changed, because the totals would differ: ${before.items} items and ${before.purchases} purchases before, ${after.items} and ${after.purchases} afterwards`,
          );
        await client.query('COMMIT');
        return { outcome: 'sharded', workers, shards, tally: after };
      },
      { application_name: 'largesse-shard' },
    );
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`DATABASE_URL: nothing was changed: ${reason(error)}`);
  }
}

/**
 * Returns the number of workers.
 * @throws {DatabaseUnusable} if the schema version is wrong, or the database is not on the coordinator of a Citus
 * cluster with workers
 */
async function checkCluster(client: pg.Client): Promise<number> {
  const version = await schemaVersion(client);
  if (version !== SCHEMA_VERSION)
    throw new DatabaseUnusable(
      `DATABASE_URL: the database has schema version ${version}, but must have ${SCHEMA_VERSION}: start this service on the database once, and then stop the service`,
    );
  const { rowCount } = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  if (rowCount === 0)
    throw new DatabaseUnusable(
      'DATABASE_URL: the database has no Citus: run CREATE EXTENSION citus there and on each worker, then add the workers',
    );
  const group = await client.query<{ groupid: number }>('SELECT groupid FROM pg_dist_local_group');
  if (group.rows[0]?.groupid !== 0)
    throw new DatabaseUnusable('DATABASE_URL: names a worker of Citus: name the coordinator');
  const workers = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM citus_get_active_worker_nodes()',
  );
  const count = workers.rows[0]?.count ?? 0;
  if (count === 0)
    throw new DatabaseUnusable("DATABASE_URL: Citus has no worker: run SELECT citus_add_node('HOST', 5432) for each");
  return count;
}

/**
 * Checks that no service is connected. A connected service would keep using the locks of the coordinator.
 * @throws {DatabaseUnusable}
 */
async function checkAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'largesse-api%'`,
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw new DatabaseUnusable(`DATABASE_URL: a service uses the database (${count} connections): stop it first`);
}

async function tally(client: pg.Client): Promise<Tally> {
  const { rows } = await client.query<Tally>(TALLY);
  if (rows[0] === undefined) throw new Error('no answer');
  return rows[0];
}

async function shardsOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_dist_shard WHERE logicalrelid = 'items'::regclass",
  );
  return rows[0]?.count ?? 0;
}

/**
 * Statements that shard the tables, in order. On Citus, a primary key must contain the distribution column
 * `registry_id`. Item ids stay unique, because they come from one sequence. The trigger that counts gifts is off during
 * the copy, because the counters are copied, too.
 */
const steps = (shards: number): string[] => [
  'DROP TRIGGER purchase_counted ON purchases',
  'DROP TRIGGER item_moved ON items',
  'DROP TRIGGER item_text_changed ON items',
  COUNT_PURCHASE_OF_SHARD,
  'ALTER TABLE items DROP CONSTRAINT items_pkey, ADD PRIMARY KEY (registry_id, id)',
  'ALTER TABLE purchases DROP CONSTRAINT purchases_pkey, ADD PRIMARY KEY (registry_id, id)',
  'CREATE INDEX items_by_id ON items (id ASC)',
  'CREATE INDEX purchases_by_id ON purchases (id ASC)',
  `SELECT create_distributed_table('items', 'registry_id', shard_count := ${shards}, colocate_with := 'none')`,
  "SELECT create_distributed_table('purchases', 'registry_id', colocate_with := 'items')",
  "SELECT create_distributed_table('registry_locks', 'registry_id', colocate_with := 'items')",
  // Every server needs this table, because Citus sends a migration to all servers.
  "SELECT create_reference_table('schema_version')",
  // Citus calls all triggers unsafe. This trigger is safe, because it changes only rows on its own server.
  'SET LOCAL citus.enable_unsafe_triggers = on',
  `CREATE TRIGGER purchase_counted BEFORE INSERT OR DELETE OR UPDATE OF quantity, revealed_at ON purchases
    FOR EACH ROW EXECUTE FUNCTION count_purchase()`,
  "SELECT create_distributed_table('events', 'registry_id', colocate_with := 'items')",
  "SELECT create_reference_table('event_log')",
  "SELECT create_reference_table('site')",
  'ALTER TABLE ideas DROP CONSTRAINT ideas_pkey, ADD PRIMARY KEY (registry_id, id)',
  "SELECT create_distributed_table('ideas', 'registry_id', colocate_with := 'items')",
  "SELECT create_distributed_table('shares', 'registry_id', colocate_with := 'items')",
  "SELECT create_distributed_table('known_registries', 'registry_id', colocate_with := 'items')",
];

/**
 * Sharded version of the trigger function in the migrations. For a gift in a shard of `purchases`, it
 * updates the counters in the shard of `items` with the same registries. Both shards are on the same server.
 */
const COUNT_PURCHASE_OF_SHARD = `
  CREATE OR REPLACE FUNCTION count_purchase() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    registry bigint;
    item bigint;
    by_owner boolean := false;
    shown bigint := 0;
    hidden bigint := 0;
    items_here text;
    counted bigint;
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      registry := OLD.registry_id;
      item := OLD.item_id;
      IF OLD.is_secret = 1 AND OLD.revealed_at IS NULL THEN hidden := -OLD.quantity; ELSE shown := -OLD.quantity; END IF;
    END IF;
    IF TG_OP <> 'DELETE' THEN
      registry := NEW.registry_id;
      item := NEW.item_id;
      by_owner := NEW.is_owner = 1;
      IF NEW.is_secret = 1 AND NEW.revealed_at IS NULL THEN hidden := hidden + NEW.quantity; ELSE shown := shown + NEW.quantity; END IF;
    END IF;
    IF shown = 0 AND hidden = 0 THEN RETURN NEW; END IF;
    SELECT format('%I.%I', TG_TABLE_SCHEMA, 'items_' || beside.shardid) INTO STRICT items_here
    FROM pg_dist_shard AS own JOIN pg_dist_shard AS beside ON beside.shardminvalue = own.shardminvalue
    WHERE own.shardid = substring(TG_TABLE_NAME FROM '\\d+$')::bigint
    AND beside.logicalrelid = format('%I.items', TG_TABLE_SCHEMA)::regclass;
    EXECUTE 'UPDATE ' || items_here || ' SET
        quantity_purchased = least(greatest(quantity_purchased + $1, 0), 9007199254740991),
        quantity_secret = least(greatest(quantity_secret + $2, 0), 9007199254740991)
      WHERE registry_id = $3 AND id = $4 AND (
        $1 + $2 <= 0 OR quantity_purchased + $1 + CASE WHEN $5 THEN 0 ELSE quantity_secret + $2 END <= quantity_needed
      )' USING shown, hidden, registry, item, by_owner;
    GET DIAGNOSTICS counted = ROW_COUNT;
    IF counted = 0 AND shown + hidden > 0 THEN
      EXECUTE 'SELECT count(*) FROM ' || items_here || ' WHERE registry_id = $1 AND id = $2' INTO counted USING registry, item;
      IF counted > 0 THEN RETURN NULL; END IF;
    END IF;
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
  END $$`;
