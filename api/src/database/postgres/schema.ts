import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnusable } from '../database.ts';
import { migrations, migrationsAfter, versionAfter } from '../migrations.ts';
import { isLockTimeout } from './errors.ts';
import { LOCK, LOCKS } from './locks.ts';

/** Total time that an upgrade waits for another upgrading process and for table locks (milliseconds). */
const UPGRADE_TIMEOUT_MS = 30_000;

/** Time limit of a single wait for a lock (milliseconds). Other requests for the table queue behind this wait. */
const LOCK_TIMEOUT_MS = 500;

/** Pause between two waits for a lock (milliseconds). During the pause, the queued requests run. */
const PAUSE_MS = 200;

/**
 * Upgrades the database to SCHEMA_VERSION. If several processes start at once, one process upgrades and the others
 * wait.
 * @param steps steps of the schema; the last one gives the new version
 * @throws {DatabaseUnusable} if the database is newer than this code, or its settings would change texts or times
 */
export async function migrate(client: pg.Client, steps = migrations): Promise<void> {
  await checkSession(client);
  for (const end = performance.now() + UPGRADE_TIMEOUT_MS; ; await pause(PAUSE_MS)) {
    try {
      await upgrade(client, steps);
      return;
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > end) throw error;
      await client.query('ROLLBACK');
    }
  }
}

/** Upgrades the database in one transaction. */
async function upgrade(client: pg.Client, steps: typeof migrations): Promise<void> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(LOCK, [LOCKS.schema, 0]);
  const missing = migrationsAfter(await schemaVersion(client), steps);
  if (missing.length > 0) {
    for (const { postgres } of missing) await client.query(postgres);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
    await client.query('DELETE FROM schema_version');
    await client.query('INSERT INTO schema_version VALUES ($1)', [versionAfter(steps)]);
  }
  await client.query('COMMIT');
}

/** Returns the schema version; 0 for an empty database. */
export async function schemaVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('schema_version') IS NOT NULL AS exists",
  );
  if (!rows[0]?.exists) return 0;
  const versions = await client.query<{ version: number }>('SELECT version FROM schema_version');
  return versions.rows[0]?.version ?? 0;
}

/**
 * Checks that the database has the encoding UTF8 and the DateStyle ISO. Other values would change texts or times.
 * @throws {DatabaseUnusable} with a message of one line
 */
export async function checkSession(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; style: string }>(
    "SELECT current_setting('server_encoding') AS encoding, current_setting('datestyle') AS style",
  );
  if (rows[0]?.encoding !== 'UTF8')
    throw new DatabaseUnusable('DATABASE_URL: the database must have the encoding UTF8: create another database');
  if (!rows[0].style.startsWith('ISO'))
    throw new DatabaseUnusable(
      'DATABASE_URL: the DateStyle of the database must be ISO: run ALTER DATABASE … RESET DateStyle',
    );
}
