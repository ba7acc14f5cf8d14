import pg from 'pg';
import { DatabaseUnavailable } from '../database.ts';
import { reason } from '../reason.ts';

/** SQLSTATE of a lock that could not be had in time: postgresql.org/docs/current/errcodes-appendix.html. */
const LOCK_NOT_AVAILABLE = '55P03';

/** SQLSTATE of a statement that the server ended, here because it took longer than its limit. */
const QUERY_CANCELED = '57014';

/** SQLSTATE of a statement that the server chose of several that waited for each other: nothing of it was done. */
const DEADLOCK_DETECTED = '40P01';

/** SQLSTATE of a transaction that does not go together with another one: nothing of it was done. */
const SERIALIZATION_FAILURE = '40001';

/** SQLSTATE of a change on a server that only reads: it was the primary when the connection was made. */
const READ_ONLY = '25006';

/** SQLSTATE of a key that is taken: a statement looked for it, and somebody else was faster. Trying again finds it. */
const UNIQUE_VIOLATION = '23505';

/** Classes of SQLSTATE after which trying again later may help. */
const TRANSIENT = new Set([
  /* connection exception */ '08',
  /* read-only transaction */ '25',
  /* transaction rollback */ '40',
  /* insufficient resources */ '53',
  /* object in use, lock not available */ '55',
  /* operator intervention */ '57',
  /* system error */ '58',
]);

/** Classes of SQLSTATE that say that the server itself has changed. */
const SERVER_CHANGED = new Set(['25', '57', '58']);

const classOf = (error: pg.DatabaseError): string => error.code?.slice(0, 2) ?? '';

/** Returns the error as stores know it: what is no answer of the server to the statement is `DatabaseUnavailable`. */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  const isTransient = (found: pg.DatabaseError) => TRANSIENT.has(classOf(found)) || found.code === UNIQUE_VIOLATION;
  if (error instanceof pg.DatabaseError && !isTransient(error)) return error;
  return new DatabaseUnavailable(reason(error), { cause: error });
}

/** Returns whether the connection broke, or there was none, so that the statement was not refused as such. */
export function isBrokenConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return error.code?.startsWith('57P') === true;
  return !(error instanceof DatabaseUnavailable) && error.message !== 'Query read timeout';
}

/** Returns whether a connection can be used on after an error. */
export const leavesConnectionUsable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !SERVER_CHANGED.has(classOf(error));

/** Returns whether a statement gave way to one that waited for it in turn. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === DEADLOCK_DETECTED;

/** Returns whether a server only reads, to which a change was sent. */
export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === READ_ONLY;

/** Returns whether nothing of a transaction was done, and the same one may go through when it is tried again at once. */
export const isRepeatable = (error: unknown): boolean =>
  isDeadlock(error) || isReadOnly(error) || (error instanceof pg.DatabaseError && error.code === SERIALIZATION_FAILURE);

/** Returns whether the server ended a statement that took too long. */
export const isCanceled = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === QUERY_CANCELED;

/** Returns whether a lock was not free in time. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
