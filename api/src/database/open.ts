import { existsSync } from 'node:fs';
import type { DatabaseSetting } from '../settings.ts';
import { type Database, DatabaseUnusable, type Log } from './database.ts';
import type { Committed } from './sqlite/database.ts';
import { openSqlite } from './sqlite/open.ts';

/**
 * Opens the database of a setting and upgrades it to SCHEMA_VERSION.
 * @param log receives lines about lost ids and names of statements in PostgreSQL
 * @param committed receives the number of writes in each commit of the embedded database
 * @param patience factor of the time limits; 1 in production
 * @param recordsEvents true to record changes; commands record nothing
 * @throws {DatabaseUnusable} if the database cannot be opened, or is newer than this code
 */
export async function openDatabase(
  setting: DatabaseSetting,
  log: Log | null = null,
  committed?: Committed,
  patience = 1,
  recordsEvents = false,
): Promise<Database> {
  if (setting.kind === 'sqlite') return openSqlite(setting.path, committed, patience, recordsEvents);
  // Loads the driver of PostgreSQL only here, so that a start without PostgreSQL does not wait for it.
  const { openPostgres } = await import('./postgres/open.ts');
  return openPostgres(setting.url, log, patience, recordsEvents);
}

/**
 * Opens the database of a command, which must exist: `openDatabase` would create a new one at a mistyped path.
 * @throws {DatabaseUnusable} as `openDatabase`, and if there is no database
 */
export async function openExisting(setting: DatabaseSetting): Promise<Database> {
  if (setting.kind === 'sqlite' && !existsSync(setting.path))
    throw new DatabaseUnusable(`DATABASE_URL: there is no database at ${setting.path}`);
  return openDatabase(setting);
}
