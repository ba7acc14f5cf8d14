import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Database, DatabaseUnusable } from './database.ts';
import { migrations, SCHEMA_VERSION } from './migrations.ts';
import { reason } from './reason.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { SqliteDatabase } from './sqlite-database.ts';
import type { Tell } from './tell.ts';

/** How long the start waits for somebody else's lock (milliseconds). */
const START_PATIENCE = 3000;

/**
 * Opens the database file of one process, made where it is missing, and brings it to SCHEMA_VERSION.
 * @param path a file, or `:memory:`
 * @param tell hears of the search index, which is then kept up to date all the time; else only searches do that
 * @throws {DatabaseUnusable} when the file cannot be opened, is no database, or is newer than this code
 */
export function openSqlite(path: string, tell: Tell | null = null): Database {
  let connection: DatabaseSync;
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
    connection = new DatabaseSync(path, { timeout: START_PATIENCE });
  } catch (error) {
    throw new DatabaseUnusable(`DATABASE_URL: cannot open ${path}: ${reason(error)}`);
  }
  try {
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -4000');
    migrate(connection);
    // From here on a wait would block the event loop: see SqliteConnection.#begin.
    connection.exec('PRAGMA busy_timeout = 0');
    return new SqliteDatabase(new SqliteConnection(connection, path), path, tell);
  } catch (error) {
    connection.close();
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`DATABASE_URL: cannot use ${path}: ${reason(error)}`);
  }
}

/** The schema version of an open database; 0 when it is new. */
export function schemaVersion(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.user_version);
}

function migrate(connection: DatabaseSync): void {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const found = schemaVersion(connection);
    if (found > SCHEMA_VERSION)
      throw new DatabaseUnusable(
        `DATABASE_URL: the database has schema version ${found}, this service knows ${SCHEMA_VERSION}: start a newer service`,
      );
    for (const migration of migrations.slice(found)) connection.exec(migration.sqlite);
    connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** How a database file stands, found without making or changing it. */
export type SqliteState =
  | { kind: 'missing' }
  | { kind: 'present'; version: number }
  | { kind: 'unusable'; reason: string };

/** Looks at a database file: whether it, or its folder, can be written, and its schema version. */
export function inspectSqlite(path: string): SqliteState {
  try {
    if (!existsSync(path)) {
      accessSync(existingFolder(dirname(path)), constants.W_OK);
      return { kind: 'missing' };
    }
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    using connection = new DatabaseSync(path, { timeout: START_PATIENCE });
    connection.exec('BEGIN IMMEDIATE; ROLLBACK');
    return { kind: 'present', version: schemaVersion(connection) };
  } catch (error) {
    return { kind: 'unusable', reason: reason(error) };
  }
}

/** The folder itself or its nearest parent that is there. */
function existingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder));
}
