import type { LockKind, LockStatements } from '../postgres/locks.ts';

const ROW_KINDS: Record<LockKind, number> = { write: 0, registry: 1, events: 2 };
const rowOf = (kind: LockKind, id: number): number[] => [id, ROW_KINDS[kind]];

/**
 * Row locks. Each row is on the server with the registry's data, so all processes use the same lock. `WHERE false`
 * locks the row without changing it (postgresql.org/docs/current/sql-insert.html: ON CONFLICT).
 */
export const ROW_LOCKS: LockStatements = {
  prepare: (kind, id) => ({
    text: 'INSERT INTO registry_locks (registry_id, kind) VALUES ($1, $2) ON CONFLICT (registry_id, kind) DO NOTHING',
    values: rowOf(kind, id),
  }),
  lock: (kind, id) => ({
    text: `INSERT INTO registry_locks AS known (registry_id, kind) VALUES ($1, $2)
      ON CONFLICT (registry_id, kind) DO UPDATE SET kind = known.kind WHERE false`,
    values: rowOf(kind, id),
  }),
  // Creates and locks the rows in the order of their ids.
  lockAll: (ids) => ({
    text: `INSERT INTO registry_locks AS known (registry_id, kind) SELECT id, 0 FROM unnest($1::bigint[]) AS ids (id) ORDER BY id
      ON CONFLICT (registry_id, kind) DO UPDATE SET kind = known.kind WHERE false`,
    values: [[...ids]],
  }),
  tryLock: (kind, id) => ({
    text: 'SELECT true AS free FROM registry_locks WHERE registry_id = $1 AND kind = $2 FOR UPDATE SKIP LOCKED',
    values: rowOf(kind, id),
  }),
};
