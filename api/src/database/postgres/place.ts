import type pg from 'pg';
import { lastIdAfterLoss } from '../ids.ts';
import { LOCK, LOCKS } from './locks.ts';

/**
 * Reads where the database is: the server, its timeline, the sequence of item ids, and the database. One of them
 * changes if the database may lack the last changes of the original: a restored dump is on another server or has
 * another sequence, a promoted standby or a restored base backup has a new timeline, and a copy by `CREATE DATABASE …
 * TEMPLATE` is another database. Null on a standby.
 */
const HERE = `
  SELECT CASE WHEN pg_is_in_recovery() THEN NULL ELSE (SELECT system_identifier FROM pg_control_system())
    || '.' || left(pg_walfile_name(pg_current_wal_lsn()), 8)
    || '.' || pg_get_serial_sequence('items', 'id')::regclass::oid::text
    || '.' || (SELECT oid FROM pg_database WHERE datname = current_database())::text END AS here,
    (SELECT place FROM places) AS known`;

/**
 * Skips ids of items if the database has moved since the last call (see lastIdAfterLoss). Call this function on each
 * new connection, before the connection inserts an item.
 * @returns the id of the next item if ids were skipped, otherwise null
 */
export async function continueIds(client: pg.ClientBase): Promise<number | null> {
  if (await isKnown(client)) return null;
  try {
    await client.query('BEGIN');
    await client.query(LOCK, [LOCKS.schema, 0]);
    const { rows } = await client.query<{ here: string | null; known: string | null }>(HERE);
    const { here = null, known = null } = rows[0] ?? {};
    let next: number | null = null;
    if (here !== null && here !== known) {
      await client.query('UPDATE places SET place = $1', [here]);
      if (known !== null) next = await skipIds(client);
    }
    await client.query('COMMIT');
    return next;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Sets the sequence of item ids to the last id of a database that is copied into this one. @returns the next id */
export async function skipIds(client: pg.ClientBase, replaced = 0): Promise<number> {
  const { rows } = await client.query<{ sequence: string }>("SELECT pg_get_serial_sequence('items', 'id') AS sequence");
  const sequence = rows[0]?.sequence ?? '';
  const used = await client.query<{ last: number }>({
    text: `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM ${sequence}`,
  });
  const last = lastIdAfterLoss(Number(used.rows[0]?.last), replaced);
  await client.query('SELECT setval($1, $2)', [sequence, last]);
  return last + 1;
}

/**
 * Returns whether the database is where it was. Also returns true if the server cannot tell: some services that offer
 * PostgreSQL do not allow the question, and a worker of Citus assigns no ids.
 */
async function isKnown(client: pg.ClientBase): Promise<boolean> {
  try {
    const { rows } = await client.query<{ here: string | null; known: string | null }>(HERE);
    const [row] = rows;
    return row === undefined || row.here === null || row.here === row.known;
  } catch (error) {
    if (isUnsupported(error)) return true;
    throw error;
  }
}

/** SQLSTATE codes: insufficient privilege, unknown function, unknown table, feature not supported. */
const UNSUPPORTED = ['42501', '42883', '42P01', '0A000'];

const isUnsupported = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && UNSUPPORTED.includes(String(error.code));
