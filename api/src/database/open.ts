import type { DatabaseSetting } from '../settings.ts';
import type { Database, Log } from './database.ts';
import type { Committed } from './sqlite/connection.ts';
import { openSqlite } from './sqlite/open.ts';

/**
 * Opens the database of a setting and brings it to SCHEMA_VERSION.
 * @param log takes lines on how the indexes come along; null for commands that need none
 * @param committed told how many writes of the embedded database a commit has stored
 * @param patience factor of the time limits; 1 in production
 * @throws {DatabaseUnusable} when it cannot be opened or is newer than this code
 */
export async function openDatabase(
  setting: DatabaseSetting,
  log: Log | null = null,
  committed?: Committed,
  patience = 1,
): Promise<Database> {
  if (setting.kind === 'sqlite') return openSqlite(setting.path, log, committed, patience);
  // Those without PostgreSQL need not wait for its driver at the start.
  const { openPostgres } = await import('./postgres/open.ts');
  return openPostgres(setting.url, log, patience);
}
