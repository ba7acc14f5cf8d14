import type pg from 'pg';
import { inTime, type TimeLeft } from '../../scheduling/deadline.ts';
import { type Load, NotAdmitted, WaitingLine } from '../../scheduling/waiting-line.ts';
import { DatabaseUnavailable } from '../database.ts';
import { ConnectionPool } from './connection.ts';
import { isLockTimeout, toDatabaseError } from './errors.ts';
import type { Servers } from './servers.ts';

/** First halves of the keys of advisory locks: arbitrary numbers that no other application of the database may use. */
export const LOCKS = {
  schema: 1_282_563_173,
  registry: 1_282_563_174,
  write: 1_282_563_175,
  events: 1_282_563_178,
};

/** Takes an advisory lock until the transaction ends. */
export const LOCK = 'SELECT pg_advisory_xact_lock($1, $2)';

/**
 * Kinds of lock: `write` for changes of a registry's rows, `registry` for changes of its list on the host, `events` for
 * positions in the log.
 */
export type LockKind = 'write' | 'registry' | 'events';

/** A statement about locks, with its values. */
export interface LockStatement {
  text: string;
  values: (number | number[])[];
}

/** Statements that lock registries until a transaction ends. */
export interface LockStatements {
  /** Creates the row to lock, in a separate transaction; null if no row is needed. */
  prepare: ((kind: LockKind, id: number) => LockStatement) | null;
  lock(kind: LockKind, id: number): LockStatement;
  /** Takes the locks of kind `write` of several registries, in the same order in all processes. */
  lockAll(ids: readonly number[]): LockStatement;
  /** Takes the lock and returns one row if it was free. Otherwise returns no row, or a row with `free` false. */
  tryLock(kind: LockKind, id: number): LockStatement;
}

/**
 * Returns the two halves of the key of a lock. The second half has only 32 bits, so two ids may have the same key.
 * Their requests then wait for each other, which does no other harm.
 */
const keysOf = (kind: LockKind, id: number): number[] => [LOCKS[kind], keyOf(id)];
const keyOf = (id: number): number => id % (2 ** 31 - 1);

/**
 * Locks in one server's memory. They write nothing to disk, and take a tenth less of the server's time than row locks.
 */
export const ADVISORY_LOCKS: LockStatements = {
  prepare: null,
  lock: (kind, id) => ({ text: LOCK, values: keysOf(kind, id) }),
  lockAll: (ids) => ({
    text: 'SELECT pg_advisory_xact_lock($1, key) FROM unnest($2::int[]) AS keys (key)',
    values: [LOCKS.write, ids.map(keyOf).sort((a, b) => a - b)],
  }),
  tryLock: (kind, id) => ({ text: 'SELECT pg_try_advisory_xact_lock($1, $2) AS free', values: keysOf(kind, id) }),
};

/** Maximum number of connections of one process for its locks. */
const CONNECTIONS = 8;

/** Maximum number of callers that wait for one of these connections. */
const MAX_WAITING = 1000;

/** Time limit for the answer to a statement that does not wait (milliseconds). */
const ANSWER_TIMEOUT_MS = 500;

/** Holds locks on the server during calls to the host. The locks apply to all processes. */
export class RegistryLocks {
  readonly #pool: ConnectionPool;
  readonly #statements: LockStatements;
  /** Queue for the connections. Locks are held for a long time, so callers wait here instead of in the pool. */
  readonly #line = new WaitingLine(CONNECTIONS, MAX_WAITING);

  constructor(servers: Servers, statements: LockStatements) {
    this.#statements = statements;
    this.#pool = new ConnectionPool(servers, { max: CONNECTIONS, maxWaiting: MAX_WAITING });
  }

  /** Number of callers that hold a lock or wait for it, and number of callers that wait for a connection. */
  get load(): Load {
    return this.#line.load;
  }

  /** Runs `work` while holding the lock of an id: see `Database.exclusively`. */
  async run<T>(id: number, time: TimeLeft, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    await this.#line.enter(time);
    try {
      const client = await this.#pool.acquire(time);
      const hasWaited = await lock(client, this.#statements, id, time);
      try {
        return await work(hasWaited);
      } finally {
        // The transaction contains only the lock, so its commit releases the lock. If the connection broke in the
        // meantime, the commit fails.
        const end = client.query('COMMIT').then(
          () => true,
          () => false,
        );
        client.release((await inTime(end, { left: ANSWER_TIMEOUT_MS })) !== true);
      }
    } finally {
      this.#line.leave();
    }
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/**
 * Starts a transaction, and takes a lock that this transaction holds until it ends.
 * @returns whether another process held the lock
 * @throws {NotAdmitted} if the lock was not free in time
 * @throws {DatabaseUnavailable}
 */
async function lock(client: pg.PoolClient, statements: LockStatements, id: number, time: TimeLeft): Promise<boolean> {
  const timeout = Math.max(1, Math.ceil(time.left));
  const ask = async (statement: LockStatement) => {
    // This limit is slightly longer than the server's own limit, so that the server's error arrives first.
    const answer = await inTime(client.query<{ free?: boolean }>(statement), { left: timeout + ANSWER_TIMEOUT_MS });
    if (!answer) throw new DatabaseUnavailable('no answer about a lock in time');
    return answer.rows?.[0]?.free === true;
  };
  try {
    if (statements.prepare) await ask(statements.prepare('registry', id));
    await ask({ text: `BEGIN; SET LOCAL lock_timeout = ${timeout}`, values: [] });
    if (await ask(statements.tryLock('registry', id))) return false;
    await ask(statements.lock('registry', id));
    return true;
  } catch (error) {
    client.release(true);
    if (isLockTimeout(error)) throw new NotAdmitted('late');
    throw toDatabaseError(error);
  }
}
