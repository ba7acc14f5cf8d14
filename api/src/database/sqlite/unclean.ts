import { DatabaseSync } from 'node:sqlite';
import { POSITIONS_OF_COPY } from '../events.ts';
import { LOCK_TIMEOUT_MS } from './errors.ts';

/**
 * Number of ids to skip after changes were lost. Pages, mails and programs may still name a lost item, so its id must
 * never become the id of another item (rules: Storage 6).
 */
const SKIPPED_IDS = 1_000_000;

/** Skips ids and event positions in a database that may have lost its last changes. @returns the id of the next item */
export function skipIds(path: string): number {
  using connection = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
  connection.exec(`
    BEGIN IMMEDIATE;
    INSERT INTO sqlite_sequence (name, seq) SELECT 'items', 0
      WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'items');
    UPDATE sqlite_sequence SET seq = seq + ${SKIPPED_IDS} WHERE name = 'items';
    UPDATE event_log SET first_xid = first_xid + ${POSITIONS_OF_COPY};
    COMMIT`);
  return Number(connection.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'items'").get()?.seq) + 1;
}

/** Copies the write-ahead log into the file. While a process reads the database, a part of the log may remain. */
export function checkpoint(path: string): void {
  using connection = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
