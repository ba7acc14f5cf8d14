import type pg from 'pg';
import { DatabaseUnusable } from '../database.ts';
import { SCHEMA_VERSION } from '../migrations.ts';
import { reason } from '../reason.ts';
import { READ_SITE, siteIn } from '../site.ts';
import { withClient } from './connection.ts';
import { checkSession, schemaVersion } from './schema.ts';
import { Servers } from './servers.ts';

/** Time limit for each answer (milliseconds). */
const ANSWER_TIMEOUT_MS = 5000;

/** State of a database. */
export interface PostgresState {
  /** Schema version; 0 for an empty database. */
  version: number;
  isWritable: boolean;
  /** Name of the site for which the database was made; null if unknown. */
  site: string | null;
}

/** Inspects a database without changing it. @throws if the database cannot be reached or used */
export function inspectPostgres(url: string): Promise<PostgresState> {
  const look = async (client: pg.Client): Promise<PostgresState> => {
    await checkSession(client);
    const { rows } = await client.query<{ may: boolean }>(
      "SELECT NOT pg_is_in_recovery() AND has_schema_privilege(current_schema(), 'CREATE') AS may",
    );
    const version = await schemaVersion(client);
    const isWritable = rows[0]?.may === true;
    // An account that cannot write may not be allowed to read this table.
    const row = isWritable && version === SCHEMA_VERSION ? (await client.query(READ_SITE)).rows[0] : undefined;
    return { version, isWritable, site: row === undefined ? null : siteIn(row) };
  };
  return withClient(new Servers(url), look, { query_timeout: ANSWER_TIMEOUT_MS });
}

/** Checks that a database is empty and has no other connections. @throws {DatabaseUnusable} */
export async function refuseUsedPostgres(url: string): Promise<void> {
  try {
    await withClient(new Servers(url), async (client) => {
      const { rows } = await client.query<{ others: number; exists: boolean }>(
        `SELECT (SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend')::int AS others,
          to_regclass('items') IS NOT NULL AS exists`,
      );
      if ((rows[0]?.others ?? 0) > 0) throw new DatabaseUnusable('DATABASE_URL: is in use: stop the service first');
      if (!rows[0]?.exists) return;
      const { rows: found } = await client.query('SELECT 1 FROM items LIMIT 1');
      if (found.length > 0)
        throw new DatabaseUnusable('DATABASE_URL: the database contains items: name an empty database');
    });
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`DATABASE_URL: cannot use the PostgreSQL database: ${reason(error)}`);
  }
}

/** Returns the size of a database (bytes); 0 if it cannot be asked. */
export async function sizeOfPostgres(url: string): Promise<number> {
  const ask = async (client: pg.Client) => {
    const { rows } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
    return Number(rows[0]?.bytes ?? 0);
  };
  return withClient(new Servers(url), ask, { query_timeout: ANSWER_TIMEOUT_MS }).catch(() => 0);
}
