import type { DatabaseSync } from 'node:sqlite';
import { migrationsAfter, SCHEMA_VERSION } from '../migrations.ts';

/** Brings the database to SCHEMA_VERSION. @throws {DatabaseUnusable} it is newer than this code */
export function migrate(connection: DatabaseSync): void {
  // Most starts find it there, and then write nothing.
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

/** Returns the schema version of an open database; 0 when it is new. */
export function schemaVersion(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.user_version);
}
