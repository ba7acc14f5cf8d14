import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { reason } from '../reason.ts';
import { LOCK_TIMEOUT_MS } from './errors.ts';
import { schemaVersion } from './schema.ts';

/** State of a database file. */
export type SqliteState =
  | { kind: 'missing' }
  | { kind: 'present'; version: number }
  | { kind: 'unusable'; reason: string };

/** Checks whether a database file is writable, and reads its schema version. Does not create or change the file. */
export function inspectSqlite(path: string): SqliteState {
  try {
    if (!existsSync(path)) {
      accessSync(existingFolder(dirname(path)), constants.W_OK);
      return { kind: 'missing' };
    }
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    using connection = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
    connection.exec('BEGIN IMMEDIATE; ROLLBACK');
    return { kind: 'present', version: schemaVersion(connection) };
  } catch (error) {
    return { kind: 'unusable', reason: reason(error) };
  }
}

/** Returns the folder itself or its nearest existing parent. */
function existingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder));
}
