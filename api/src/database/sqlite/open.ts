import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Database, DatabaseUnusable } from '../database.ts';
import { reason } from '../reason.ts';
import { type Committed, SqliteDatabase } from './database.ts';
import { LOCK_TIMEOUT_MS } from './errors.ts';
import { migrate } from './schema.ts';

/**
 * Opens the database file of one process, creates it if it is missing, and upgrades it to SCHEMA_VERSION.
 * @param path a file, or `:memory:`
 * @param committed receives the number of writes in each commit
 * @param patience factor of the time limit for a lock; 1 in production
 * @param recordsEvents true to record changes
 * @throws {DatabaseUnusable} if the file cannot be opened, is not a database, or is newer than this code
 */
export function openSqlite(path: string, committed?: Committed, patience = 1, recordsEvents = false): Database {
  let connection: DatabaseSync;
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
    connection = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
  } catch (error) {
    throw new DatabaseUnusable(`DATABASE_URL: cannot open ${path}: ${reason(error)}`);
  }
  try {
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -4000');
    migrate(connection);
    // Earlier versions stored a search index, as large as the database, in a second file.
    for (const ending of ['', '-wal', '-shm']) rmSync(`${path}-search${ending}`, { force: true });
    // From here on, a wait would block the event loop: see SqliteDatabase.#begin.
    connection.exec('PRAGMA busy_timeout = 0');
    return new SqliteDatabase(connection, path, committed, patience, recordsEvents);
  } catch (error) {
    connection.close();
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`DATABASE_URL: cannot use ${path}: ${reason(error)}`);
  }
}
