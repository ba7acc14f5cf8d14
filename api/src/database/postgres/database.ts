import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { Deadline, inTime, type TimeLeft } from '../../deadline.ts';
import type { Load } from '../../load.ts';
import { NotAdmitted, WaitingLines } from '../../waiting-line.ts';
import {
  type Alongside,
  type Database,
  DatabaseUnavailable,
  LockBusy,
  type Log,
  type Recording,
  type Row,
  type SearchIndex,
  type Statements,
  type Value,
} from '../database.ts';
import { type Change, type ChangesIn, type EventLog, recordAll } from '../events.ts';
import { reason } from '../reason.ts';
import type { Found, Search } from '../search.ts';
import { allSettled, ConnectionPool, UNLIMITED } from './connection.ts';
import { isBrokenConnection, isCanceled, isReadOnly, isRepeatable, toDatabaseError } from './errors.ts';
import { PostgresIndexes } from './indexes.ts';
import { json } from './json.ts';
import { ADVISORY_LOCKS, type LockStatements, RegistryLocks, ROW_LOCKS } from './locks.ts';
import { continueIds } from './place.ts';
import { Positions } from './positions.ts';
import { find, LIMITS, LIMITS_OF_SHARDS, type Limits } from './search/find.ts';
import { CONNECTION_TIMEOUT_MS, type Servers } from './servers.ts';

/** Maximum number of connections of one process. Scans are costly reads. */
const CONNECTIONS = { statements: 10, scans: 2 };

/** Maximum number of statements and of scans that may wait for a connection. */
const MAX_WAITING = { statements: 1000, scans: 50 };

/** Time limit of a statement on the server (milliseconds). */
const SERVER_TIMEOUT_MS = 2500;

/** Time limit for the answer to a statement (milliseconds). */
const STATEMENT_TIMEOUT_MS = 3000;

/** Time limit of a costly read on the server, and of the wait for its connection (milliseconds). */
const SCAN_SERVER_TIMEOUT_MS = 20_000;

/** Time limit for the answer to a costly read (milliseconds). */
const SCAN_TIMEOUT_MS = 21_000;

/** Maximum number of attempts of a write. */
const MAX_ATTEMPTS = 5;

/** Time within which a write is retried (milliseconds). */
const REPEATED_WITHIN_MS = 2000;

/** Maximum pause before the second attempt; each further attempt adds the same time (milliseconds). */
const REPEAT_PAUSE_MS = 10;

/** Additional time to wait for an answer after the server's own limit (milliseconds). */
const ANSWER_TIMEOUT_MS = 500;

/**
 * A PostgreSQL database that several processes share. Also works behind a transaction pooler, because it stores no
 * state in sessions: statements have no names, and each transaction sets its own settings.
 */
export class PostgresDatabase implements Database {
  readonly #servers: Servers;
  readonly #lock: LockStatements['lock'];
  readonly #limits: Limits;
  readonly #statements: ConnectionPool;
  readonly #scans: ConnectionPool;
  readonly #locks: RegistryLocks;
  readonly #indexes: PostgresIndexes | null;
  /**
   * Admits one write at a time for each lock, before the write takes a connection. Otherwise, writes that wait for a
   * busy lock could occupy all connections.
   */
  readonly #writes: WaitingLines;

  /**
   * Returns the id of a new item. Exists only if items are sharded. Without this method, each server of a sharded
   * database would assign ids from its own range.
   */
  readonly nextItemId?: () => Promise<number>;

  /** Null if changes are not recorded. */
  readonly recording: Recording | null;

  /**
   * @param isSharded true if items are on several servers
   * @param log receives lines about the build of missing indexes; null to build no indexes
   * @param events the log of changes; null to record nothing
   */
  constructor(servers: Servers, isSharded: boolean, log: Log | null, events: EventLog | null) {
    const locks = isSharded ? ROW_LOCKS : ADVISORY_LOCKS;
    this.#limits = isSharded ? LIMITS_OF_SHARDS : LIMITS;
    if (isSharded) this.nextItemId = () => this.#nextItemId(UNLIMITED);
    this.#servers = servers;
    this.#writes = new WaitingLines(MAX_WAITING.statements, { patience: CONNECTION_TIMEOUT_MS * servers.patience });
    this.#lock = locks.lock;
    this.#statements = new ConnectionPool(servers, {
      max: CONNECTIONS.statements,
      maxWaiting: MAX_WAITING.statements,
      query_timeout: STATEMENT_TIMEOUT_MS * servers.patience,
      pipeline: true,
      prepare: (client) => skipLostIds(client, log),
    });
    this.#scans = new ConnectionPool(servers, {
      max: CONNECTIONS.scans,
      maxWaiting: MAX_WAITING.scans,
      connectionTimeoutMillis: SCAN_SERVER_TIMEOUT_MS,
      query_timeout: SCAN_TIMEOUT_MS,
      pipeline: true,
    });
    this.#locks = new RegistryLocks(servers, locks);
    this.#indexes = log && new PostgresIndexes(servers, log);
    const positions = new Positions(this.#statements, locks.lock, servers.patience);
    this.recording = events && {
      ...events,
      isPerRegistry: isSharded,
      settle: (scope) => this.#repeatOnce(() => positions.settle(scope)),
      listeners: new Set(),
    };
  }

  readonly json = json;

  read<R extends Row>(sql: string, values: readonly Value[], time = UNLIMITED): Promise<R[]> {
    return this.#retry(time, async (client) => {
      const answers = [
        this.#begin(client, time),
        client.query(this.#statement(sql, values, time)),
        client.query('COMMIT'),
      ] as const;
      const [, { rows }] = await allSettled(answers);
      return rowsOf<R>(rows);
    });
  }

  /** Uses separate connections, so that costly reads never occupy the connections of other statements. */
  scan<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    return this.#scan(async (client) => {
      const query: pg.QueryArrayConfig = { text: sql, values: [...values], rowMode: 'array' };
      const [, { rows }] = await allSettled([client.query(BEGIN_SCAN), client.query(query), client.query('COMMIT')]);
      return rowsOf<R>(rows);
    });
  }

  /** Uses the same connections as `scan`. All statements of a search see the same state. */
  search(search: Search): Promise<Found> {
    return this.#scan(async (client) => {
      const deadline = new Deadline(SCAN_SERVER_TIMEOUT_MS / 1000);
      await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${WITHOUT_JIT}`);
      const found = await find(
        async (text, values) => {
          const query: pg.QueryArrayConfig = { text, values: [...values], rowMode: 'array' };
          const limit = setTimeLimit(deadline, SCAN_SERVER_TIMEOUT_MS);
          const [, { rows }] = await allSettled([client.query(limit), client.query(query)]);
          return rows;
        },
        search,
        this.#limits,
      );
      await client.query('COMMIT');
      return found;
    });
  }

  /** Finds one row by its key. Such a short read needs no time limit on the server, and no transaction. */
  first<R extends Row>(sql: string, values: readonly Value[], time = UNLIMITED): Promise<R | undefined> {
    return this.#retry(
      time,
      async (client) => rowsOf<R>((await client.query(this.#statement(sql, values, time))).rows)[0],
    );
  }

  /**
   * Runs a write in a transaction with a time limit on the server. Without this limit, the server could complete a
   * write that the service has given up. Commits only if the server answered the statement in time. The result is
   * unknown only if the server does not answer the commit.
   * Retries a write if the failed attempt had no effect: after a deadlock (writes of several rows may wait for each
   * other), after a conflict with another transaction, after the server became a standby, or after the connection broke
   * before the commit.
   */
  write<R extends Row>(
    sql: string,
    values: readonly Value[],
    lockId?: number,
    changes?: ChangesIn<R>,
    also?: Alongside<R>,
    time = UNLIMITED,
  ): Promise<R[]> {
    let isCommitting = false;
    let recorded: readonly Change[] = [];
    const attempt = () => {
      isCommitting = false;
      return this.#statements.with(time, async (client) => {
        const before = [this.#begin(client, time)];
        // Takes the lock in a separate statement. If the write itself took the lock, it would work on the state of the
        // database before the wait.
        if (lockId !== undefined) before.push(client.query(this.#lock('write', lockId)).catch(rethrowOfLock));
        const answer = client.query(this.#statement(sql, values, time));
        await allSettled([...before, answer]);
        const rows = rowsOf<R>((await answer).rows);
        recorded = this.recording ? (changes?.(rows) ?? []) : [];
        isCommitting = true;
        // Sends the changes in the same message as the commit, to save a round trip. If recording fails, the server
        // does not commit.
        const record = recorded.length > 0 ? `${recordAll(recorded)};` : '';
        const next = also?.(rows);
        const last = next ? [client.query(this.#statement(next.sql, next.values, time))] : [];
        await allSettled([...last, client.query(this.#statement(`${record}COMMIT`, [], time))]);
        return rows;
      });
    };
    const isUndone = (error: unknown) => isRepeatable(error) || (!isCommitting && isBrokenConnection(error));
    const work = async (hasWaited = false) => {
      const deadline = new Deadline(Math.min(REPEATED_WITHIN_MS * this.#servers.patience, time.left) / 1000);
      for (let attempts = 1; ; attempts++) {
        try {
          const rows = await attempt();
          if (this.recording && recorded.length > 0) for (const heard of this.recording.listeners) heard(recorded);
          return rows;
        } catch (error) {
          if (hasWaited && time.left <= 0 && !isCommitting) throw new LockBusy('its turn came too late');
          if (attempts === MAX_ATTEMPTS || deadline.left <= 0 || !isUndone(error)) throw error;
          if (isReadOnly(error))
            await inTime(
              this.#servers.choose().catch(() => {}),
              deadline,
            );
          // The pause is random, so that deadlocked writes do not collide again.
          await pause(Math.random() * attempts * REPEAT_PAUSE_MS);
        }
      }
    };
    if (lockId === undefined) return work().catch(rethrow);
    return this.#writes.run(lockId, time, work).catch((error) => {
      throw error instanceof NotAdmitted ? new LockBusy(error.message) : toDatabaseError(error);
    });
  }

  exclusively<T>(id: number, time: TimeLeft, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    return this.#locks.run(id, time, work);
  }

  within(time: TimeLeft): Statements {
    return {
      json,
      read: (sql, values) => this.read(sql, values, time),
      first: (sql, values) => this.first(sql, values, time),
      scan: (sql, values) => this.scan(sql, values),
      write: (sql, values, lockId, changes, also) => this.write(sql, values, lockId, changes, also, time),
      ...(this.nextItemId && { nextItemId: () => this.#nextItemId(time) }),
    };
  }

  load(): Record<string, Load> {
    return { statements: this.#statements.load, scans: this.#scans.load, locks: this.#locks.load };
  }

  searchIndex(): SearchIndex {
    return this.#indexes?.state ?? { isReady: false, troubles: 0 };
  }

  async close(): Promise<void> {
    await Promise.all([this.#statements.close(), this.#scans.close(), this.#locks.close(), this.#indexes?.close()]);
  }

  #retry<T>(time: TimeLeft, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#repeatOnce(() => this.#statements.with(time, work));
  }

  /** Repeats work once after a deadlock or a broken connection, for example when a server was stopped. */
  async #repeatOnce<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isBrokenConnection(error) && !isRepeatable(error)) throw toDatabaseError(error);
    }
    return work().catch(rethrow);
  }

  async #nextItemId(time: TimeLeft): Promise<number> {
    const row = await this.first<[id: number]>("SELECT nextval('items_id_seq')", [], time);
    if (!row) throw new DatabaseUnavailable('the sequence gave no id');
    return row[0];
  }

  #begin(client: pg.PoolClient, time: TimeLeft): Promise<pg.QueryResult> {
    return client.query(`BEGIN; ${setTimeLimit(time, SERVER_TIMEOUT_MS * this.#servers.patience)}`);
  }

  #statement(text: string, values: readonly Value[], time: TimeLeft): pg.QueryArrayConfig & { query_timeout: number } {
    const { patience } = this.#servers;
    // Waits a little longer than the server's own limit, so that the error of the server arrives first.
    const left = time.left + ANSWER_TIMEOUT_MS * patience;
    return {
      text,
      values: [...values],
      rowMode: 'array',
      query_timeout: limited({ left }, STATEMENT_TIMEOUT_MS * patience),
    };
  }

  #scan<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#scans.with(UNLIMITED, work).catch(rethrow);
  }
}

/**
 * Skips ids that the original of this database may have assigned (see continueIds).
 * @param log receives a line if ids were skipped
 */
export async function skipLostIds(client: pg.ClientBase, log: Log | null): Promise<void> {
  const next = await continueIds(client);
  if (next !== null)
    log?.(
      `the database was restored, moved, or replaced by its standby, so it may lack its last changes: new items begin at id ${next}, so that no id is assigned twice`,
    );
}

/** Returns the remaining time in whole milliseconds, at most `most`. */
const limited = (time: TimeLeft, most: number): number => Math.max(1, Math.ceil(Math.min(time.left, most)));

/** Returns SQL that limits the time of the following statements in a transaction. */
const setTimeLimit = (time: TimeLeft, most: number): string => `SET LOCAL statement_timeout = ${limited(time, most)}`;

/** Turns off just-in-time compilation, because compilation alone takes longer than a fast scan. */
const WITHOUT_JIT = 'SET LOCAL jit = off';
const BEGIN_SCAN = `BEGIN; ${setTimeLimit(UNLIMITED, SCAN_SERVER_TIMEOUT_MS)}; ${WITHOUT_JIT}`;

/** Casts rows to the type that the caller promises. */
const rowsOf = <R extends Row>(rows: Row[]): R[] => rows as R[];

function rethrow(error: unknown): never {
  throw toDatabaseError(error);
}

/** Throws LockBusy if the server ended the wait for a lock of another process. Otherwise rethrows the error. */
function rethrowOfLock(error: unknown): never {
  throw isCanceled(error) ? new LockBusy(reason(error)) : error;
}
