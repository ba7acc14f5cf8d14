import { DatabaseDamaged, DatabaseFull, DatabaseUnavailable } from '../database.ts';
import { reason } from '../reason.ts';

/** Maximum time that a connection waits for another connection's lock (milliseconds). */
export const LOCK_TIMEOUT_MS = 3000;

/** SQLite's primary result code for a lock of another connection: sqlite.org/rescode.html. */
const BUSY = 5;

/** SQLite's primary result code for a lock of the same connection. */
const LOCKED = 6;

/** SQLite's primary result code for a disk without room. */
const FULL = 13;

/** Codes of errors after which a later retry may succeed. */
const TRANSIENT = new Set([BUSY, LOCKED, /* nomem */ 7, /* readonly */ 8, /* ioerr */ 10, /* cantopen */ 14]);

/** Codes for a damaged file. */
const DAMAGE = new Set([/* corrupt */ 11, /* not a database */ 26]);

/** Returns the primary result code of an error of SQLite, or null for any other error. */
export function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

/** Returns whether another connection holds a lock. */
export const isBusy = (error: unknown): boolean => resultCode(error) === BUSY;

/** Returns whether a lock on the database, or on one of its tables, has caused the error. */
export const isInUse = (error: unknown): boolean => isBusy(error) || resultCode(error) === LOCKED;

/** Converts an error for the stores; the message names the file, for the log. */
export function toDatabaseError(error: unknown, path: string): unknown {
  if (resultCode(error) === FULL) return new DatabaseFull(`${path}: ${reason(error)}`, { cause: error });
  if (TRANSIENT.has(resultCode(error) ?? -1))
    return new DatabaseUnavailable(`${path}: ${reason(error)}`, { cause: error });
  if (DAMAGE.has(resultCode(error) ?? -1)) return new DatabaseDamaged(`${path}: ${reason(error)}`, { cause: error });
  return error;
}
