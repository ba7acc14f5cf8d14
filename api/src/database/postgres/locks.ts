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

/** Takes it where it is free. */
const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock($1, $2) AS free';

/** Connections of one process for the locks that it holds, and how many locks may wait for one. */
const CONNECTIONS = 8;
const MAX_WAITING = 1000;

/** How long the answer to what takes no time is waited for (milliseconds). */
const ANSWER_TIMEOUT_MS = 500;

/** Returns the second half of a key. It holds 32 bits: ids that are alike in it wait for each other, and that is all. */
export const lockKey = (id: number): number => id % (2 ** 31 - 1);

/** Holds locks of the server across work that takes as long as the host, whichever process asks for the same id. */
export class RegistryLocks {
  readonly #pool: ConnectionPool;
  /** A lock is held for long: whoever wants another one waits for a place here, not for a connection. */
  readonly #line = new WaitingLine(CONNECTIONS, MAX_WAITING);

  constructor(servers: Servers) {
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
      const hasWaited = await lock(client, lockKey(id), time);
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
async function lock(client: pg.PoolClient, key: number, time: TimeLeft): Promise<boolean> {
  const timeout = Math.max(1, Math.ceil(time.left));
  const ask = async (text: string, values?: number[]) => {
    // A little longer than the server waits, whose own answer says what was the matter.
    const answer = await inTime(client.query<{ free?: boolean }>(text, values), { left: timeout + ANSWER_TIMEOUT_MS });
    if (!answer) throw new DatabaseUnavailable('no answer about a lock in time');
    return answer.rows?.[0]?.free === true;
  };
  const keys = [LOCKS.registry, key];
  try {
    await ask(`BEGIN; SET LOCAL lock_timeout = ${timeout}`);
    if (await ask(TRY_LOCK, keys)) return false;
    await ask(LOCK, keys);
    return true;
  } catch (error) {
    client.release(true);
    if (isLockTimeout(error)) throw new NotAdmitted('late');
    throw toDatabaseError(error);
  }
}
