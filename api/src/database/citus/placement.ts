import type pg from 'pg';
import { dialect } from '../postgres/dialect.ts';
import type { Placement } from '../postgres/placement.ts';
import { ROW_LOCKS } from './locks.ts';
import { LOG_PER_REGISTRY } from './log.ts';

/** Each registry with all its rows on one of several servers. */
export const SEVERAL_SERVERS: Placement = {
  locks: ROW_LOCKS,
  dialect: {
    ...dialect,
    statementForm: 'perRegistry',
    // Items of other registries are on no list.
    list: (place, fields, rest) => dialect.list(place, fields, rest),
    version: (fields, rest) => dialect.version(fields, rest),
    // Each server of a cluster would assign ids from a range of its own.
    newItemId: (id) => id,
    // If the id were only a parameter, Citus would not run an INSERT … SELECT on one server, and the coordinator would
    // copy the rows. `write` has created and locked this row.
    registryOf: (id) => ({
      id: 'known.registry_id',
      from: ['registry_locks AS known'],
      where: [`known.registry_id = ${id}`, 'known.kind = 0'],
    }),
  },
  joinsRegistries: false,
  order: LOG_PER_REGISTRY,
  newItemIds: "SELECT nextval('items_id_seq') FROM generate_series(1, $1)",
  // Each look and each assignment asks all servers.
  pace: { lookMs: 1000, settleMs: 60_000 },
  scopesOf: async (scope, unsettled) =>
    scope.registryId === null ? (await unsettled()).map((registryId) => ({ ...scope, registryId })) : [scope],
};

/** Returns whether the tables are distributed. Without Citus, the table `pg_dist_partition` does not exist. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `SELECT to_regclass('pg_dist_partition') IS NOT NULL AS "isThere"`,
  );
  if (!rows[0]?.isThere) return false;
  const found = await client.query("SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass('items')");
  return found.rows.length > 0;
}
