import type { DatabaseSetting } from '../settings.ts';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite.ts';

/**
 * Opens the database of a setting and brings it to SCHEMA_VERSION.
 * @throws {DatabaseUnusable} when it cannot be opened or is newer than this code
 */
export async function openDatabase(setting: DatabaseSetting): Promise<Database> {
  if (setting.kind === 'sqlite') return openSqlite(setting.path);
  // Who has no PostgreSQL need not wait for its driver at the start.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(setting.url);
}
