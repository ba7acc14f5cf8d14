import pg from 'pg';
import { DatabaseFull, DatabaseUnavailable } from '../database.ts';
import { reason } from '../reason.ts';

/** SQLSTATE of a lock that was not free in time: postgresql.org/docs/current/errcodes-appendix.html. */
const LOCK_NOT_AVAILABLE = '55P03';

/** SQLSTATE of a cancelled statement. The usual reason is that the statement exceeded its time limit. */
const QUERY_CANCELED = '57014';

/** SQLSTATE of a statement that the server cancelled to resolve a deadlock. The statement had no effect. */
const DEADLOCK_DETECTED = '40P01';

/** SQLSTATE if a transaction conflicts with another transaction. The failed transaction had no effect. */
const SERIALIZATION_FAILURE = '40001';

/** SQLSTATE of a server whose disk has no room, and the message of a parallel query without shared memory. */
const DISK_FULL = '53100';
const WITHOUT_MEMORY = /shared memory/;

/** SQLSTATE of a change on a read-only server. The server was the primary at the start of the connection. */
const READ_ONLY = '25006';

/**
 * Message of pg's own error after its time limit for an answer. The error has neither a code nor a class of its own.
 */
const READ_TIMEOUT = 'Query read timeout';

/** SQLSTATE of a duplicate key: another statement inserted the row first. A retry finds that row. */
const UNIQUE_VIOLATION = '23505';

/** SQLSTATEs of a named statement that this session lacks or already has: a pooler has exchanged the sessions. */
const UNKNOWN_NAME = new Set(['26000', '42P05']);

/** Classes of SQLSTATE. After an error in these classes, a later retry may succeed. */
const TRANSIENT = new Set([
  /* connection exception */ '08',
  /* read-only transaction */ '25',
  /* transaction rollback */ '40',
  /* insufficient resources */ '53',
  /* object in use, lock not available */ '55',
  /* operator intervention */ '57',
  /* system error */ '58',
]);

/** Classes of SQLSTATE after a change of the server's state, for example while the server stops. */
const SERVER_CHANGED = new Set(['25', '57', '58']);

const classOf = (error: pg.DatabaseError): string => error.code?.slice(0, 2) ?? '';

/**
 * Converts an error for the stores. Errors of the server stay unchanged if a retry of the statement cannot succeed. All
 * other errors become `DatabaseUnavailable`.
 */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  const isTransient = (found: pg.DatabaseError) => TRANSIENT.has(classOf(found)) || found.code === UNIQUE_VIOLATION;
  if (error instanceof pg.DatabaseError && !isTransient(error)) return error;
  const isFull = error instanceof pg.DatabaseError && error.code === DISK_FULL && !WITHOUT_MEMORY.test(error.message);
  return new (isFull ? DatabaseFull : DatabaseUnavailable)(reason(error), { cause: error });
}

/**
 * Returns whether the connection broke, or could not be made. A code that begins with 57P means that the server ended
 * or refused the connection, for example while it stops.
 */
export function isBrokenConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return error.code?.startsWith('57P') === true;
  return !(error instanceof DatabaseUnavailable) && !isTimeout(error);
}

/** Returns whether a connection is still usable after an error. */
export const leavesConnectionUsable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !SERVER_CHANGED.has(classOf(error));

/** Returns whether the server cancelled a statement to resolve a deadlock. */
export const isDeadlock = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === DEADLOCK_DETECTED;

/** Returns whether a change was sent to a read-only server. */
export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === READ_ONLY;

/** Returns whether a session did not know a named statement, or already had it. */
export const isUnknownName = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && UNKNOWN_NAME.has(error.code ?? '');

/** Returns whether the answer to a statement was not there in time. */
export const isTimeout = (error: unknown): boolean => error instanceof Error && error.message === READ_TIMEOUT;

/** Returns whether a transaction had no effect, and may succeed if it is repeated at once. */
export const isRepeatable = (error: unknown): boolean =>
  isDeadlock(error) ||
  isReadOnly(error) ||
  isUnknownName(error) ||
  (error instanceof pg.DatabaseError && error.code === SERIALIZATION_FAILURE);

/** Returns whether the server cancelled a statement that took too long. */
export const isCanceled = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === QUERY_CANCELED;

/** Returns whether a lock was not free in time. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
