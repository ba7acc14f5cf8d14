import type { DatabaseSync } from 'node:sqlite';
import { migrationsAfter, SCHEMA_VERSION } from '../migrations.ts';

/** Upgrades the database to SCHEMA_VERSION. @throws {DatabaseUnusable} if the database is newer than this code */
export function migrate(connection: DatabaseSync): void {
  // Usually the version is current, and nothing is written.
  if (schemaVersion(connection) === SCHEMA_VERSION) return;
  connection.exec('BEGIN IMMEDIATE');
  try {
    for (const migration of migrationsAfter(schemaVersion(connection))) connection.exec(migration.sqlite);
    connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** Returns the schema version of an open database; 0 for a new one. */
export function schemaVersion(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.user_version);
}
