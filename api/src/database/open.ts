import type { DatabaseSetting } from '../settings.ts';
import type { Database } from './database.ts';
import { openSqlite } from './sqlite.ts';
import type { Tell } from './tell.ts';

/**
 * Opens the database of a setting and brings it to SCHEMA_VERSION.
 * @param tell hears how the search index comes along; null for commands that need none
 * @throws {DatabaseUnusable} when it cannot be opened or is newer than this code
 */
export async function openDatabase(setting: DatabaseSetting, tell: Tell | null = null): Promise<Database> {
  if (setting.kind === 'sqlite') return openSqlite(setting.path, tell);
  // Who has no PostgreSQL need not wait for its driver at the start.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(setting.url, tell);
}
