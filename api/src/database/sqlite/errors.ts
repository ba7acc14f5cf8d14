import { DatabaseDamaged, DatabaseUnavailable } from '../database.ts';
import { reason } from '../reason.ts';

/** Primary result codes of SQLite for a lock of another connection, and of this one: sqlite.org/rescode.html. */
const BUSY = 5;
const LOCKED = 6;

/** Codes after which trying again later may help. */
const TRANSIENT = new Set([
  BUSY,
  LOCKED,
  /* nomem */ 7,
  /* readonly */ 8,
  /* ioerr */ 10,
  /* full */ 13,
  /* cantopen */ 14,
]);

/** Codes that say that the file itself is no longer what SQLite wrote. */
const DAMAGE = new Set([/* corrupt */ 11, /* not a database */ 26]);

/** Result codes of a disk without room: full, and failures to write, sync or extend one of the files. */
const FULL = new Set([13, /* write */ 778, /* fsync */ 1034, /* shared memory */ 4618, 4874]);

/** Returns the primary result code of an error of SQLite, or null for any other error. */
export function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

/** Returns whether somebody else holds a lock. */
export const isBusy = (error: unknown): boolean => resultCode(error) === BUSY;

/** Returns whether somebody has the database, or a table of it, in use. */
export const isInUse = (error: unknown): boolean => isBusy(error) || resultCode(error) === LOCKED;

/** Returns whether the disk has no room, or the quota of the user is used up. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && FULL.has(Number(error.errcode));

/** Returns whether SQLite found the file itself damaged. */
export const isDamage = (error: unknown): boolean => DAMAGE.has(resultCode(error) ?? -1);

/** Returns the error as stores know it; the message names the file, for the log. */
export function toDatabaseError(error: unknown, path: string): unknown {
  if (TRANSIENT.has(resultCode(error) ?? -1))
    return new DatabaseUnavailable(`${path}: ${reason(error)}`, { cause: error });
  if (isDamage(error)) return new DatabaseDamaged(`${path}: ${reason(error)}`, { cause: error });
  return error;
}
