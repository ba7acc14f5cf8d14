import { DatabaseSync } from 'node:sqlite';
import { lastIdAfterLoss } from '../ids.ts';
import { LOCK_TIMEOUT_MS } from './errors.ts';

/**
 * Skips ids in a database that may have lost its last changes (see lastIdAfterLoss).
 * @param replaced last id of the database that this one replaces
 * @returns the id of the next item
 */
export function skipIds(path: string, replaced = 0): number {
  using connection = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
  connection.exec('BEGIN IMMEDIATE');
  const last = lastIdAfterLoss(lastIdIn(connection), replaced);
  connection.exec("DELETE FROM sqlite_sequence WHERE name = 'items'");
  connection.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('items', ?)").run(last);
  connection.exec('COMMIT');
  return last + 1;
}

/** Returns the last id that a database assigned to an item; 0 if there is none. */
export const lastIdIn = (connection: DatabaseSync): number =>
  Number(connection.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'items'").get()?.seq ?? 0);

/** Copies the write-ahead log into the file. While a process reads the database, a part of the log may remain. */
export function checkpoint(path: string): void {
  using connection = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
