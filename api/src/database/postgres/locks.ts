import type pg from 'pg';
import { inTime, type TimeLeft } from '../../deadline.ts';
import type { Load } from '../../load.ts';
import { NotAdmitted, WaitingLine } from '../../waiting-line.ts';
import { DatabaseUnavailable } from '../database.ts';
import { ConnectionPool } from './connection.ts';
import { isLockTimeout, toDatabaseError } from './errors.ts';
import type { Servers } from './servers.ts';

/** First halves of the keys of advisory locks: arbitrary, but no other application of the database may use them. */
export const LOCKS = {
  schema: 1_282_563_173,
  registry: 1_282_563_174,
  write: 1_282_563_175,
  indexes: 1_282_563_176,
};

/** Takes an advisory lock until the transaction ends. */
export const LOCK = 'SELECT pg_advisory_xact_lock($1, $2)';

/** What is locked of a registry: a change of its rows, or of its list on the host. */
type Kind = 'write' | 'registry';

/** A statement with its values. */
interface Statement {
  text: string;
  values: number[];
}

/** How registries are locked until a transaction ends. */
export interface LockStatements {
  /** Makes what is to be locked, in a transaction of its own; null where nothing has to be there. */
  prepare: ((kind: Kind, id: number) => Statement) | null;
  lock(kind: Kind, id: number): Statement;
  /** Returns one row where the lock was free, which is then taken, and none, or `free` false, where it was not. */
  tryLock(kind: Kind, id: number): Statement;
}

/** The second half of a key holds 32 bits: ids that are alike in it wait for each other, and that is all. */
const keysOf = (kind: Kind, id: number): number[] => [LOCKS[kind], id % (2 ** 31 - 1)];

/** Locks of one server's memory: they cost a write nothing on disk, and a tenth less of the server's time than a row. */
export const ADVISORY_LOCKS: LockStatements = {
  prepare: null,
  lock: (kind, id) => ({ text: LOCK, values: keysOf(kind, id) }),
  tryLock: (kind, id) => ({ text: 'SELECT pg_try_advisory_xact_lock($1, $2) AS free', values: keysOf(kind, id) }),
};

const ROW_KINDS: Record<Kind, number> = { write: 0, registry: 1 };
const rowOf = (kind: Kind, id: number): number[] => [id, ROW_KINDS[kind]];

/**
 * Locks of a row, which is on the server of its registry, whichever server a process is connected to. `WHERE false` keeps the
 * row as it is, and locks it (postgresql.org/docs/current/sql-insert.html: ON CONFLICT).
 */
export const ROW_LOCKS: LockStatements = {
  prepare: (kind, id) => ({
    text: 'INSERT INTO registry_locks (registry_id, kind) VALUES ($1, $2) ON CONFLICT (registry_id, kind) DO NOTHING',
    values: rowOf(kind, id),
  }),
  lock: (kind, id) => ({
    text: `INSERT INTO registry_locks AS known (registry_id, kind) VALUES ($1, $2)
      ON CONFLICT (registry_id, kind) DO UPDATE SET kind = known.kind WHERE false`,
    values: rowOf(kind, id),
  }),
  tryLock: (kind, id) => ({
    text: 'SELECT true AS free FROM registry_locks WHERE registry_id = $1 AND kind = $2 FOR UPDATE SKIP LOCKED',
    values: rowOf(kind, id),
  }),
};

/** Connections of one process for the locks that it holds, and how many locks may wait for one. */
const CONNECTIONS = 8;
const MAX_WAITING = 1000;

/** How long the answer to what takes no time is waited for (milliseconds). */
const ANSWER_TIMEOUT_MS = 500;

/** Holds locks of the server across work that takes as long as the host, whichever process asks for the same id. */
export class RegistryLocks {
  readonly #pool: ConnectionPool;
  readonly #statements: LockStatements;
  /** A lock is held for long: whoever wants another one waits for a place here, not for a connection. */
  readonly #line = new WaitingLine(CONNECTIONS, MAX_WAITING);

  constructor(servers: Servers, statements: LockStatements) {
    this.#statements = statements;
    this.#pool = new ConnectionPool(servers, { max: CONNECTIONS, maxWaiting: MAX_WAITING });
  }

  /** Returns how many locks are held, and how many wait for a connection. */
  get load(): Load {
    return this.#line.load;
  }

  /** Runs `work` while it holds the lock of an id: see `Database.exclusively`. */
  async run<T>(id: number, time: TimeLeft, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    await this.#line.enter(time);
    try {
      const client = await this.#pool.acquire(time);
      const hasWaited = await lock(client, this.#statements, id, time);
      try {
        return await work(hasWaited);
      } finally {
        // The lock goes with its transaction; there is nothing else in it. A connection that broke meanwhile says so.
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
 * Takes a lock for the transaction that begins here.
 * @returns whether somebody else had it @throws {NotAdmitted} it was not free in time @throws {DatabaseUnavailable}
 */
async function lock(client: pg.PoolClient, statements: LockStatements, id: number, time: TimeLeft): Promise<boolean> {
  const timeout = Math.max(1, Math.ceil(time.left));
  const ask = async (statement: Statement) => {
    // A little longer than the server waits, whose own answer says what was the matter.
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
