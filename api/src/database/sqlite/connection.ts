import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { TimeLeft } from '../../deadline.ts';
import type { Load } from '../../load.ts';
import { afterMicrotasks } from '../../microtasks.ts';
import { type Database, DatabaseUnavailable, type Row, type Value } from '../database.ts';
import { isBusy, toDatabaseError } from './errors.ts';

interface Asked {
  sql: string;
  values: readonly Value[];
  reject(error: unknown): void;
}

interface AskedRow extends Asked {
  resolve(row: unknown): void;
}

interface PendingWrite extends Asked {
  /** Until when it may wait for the lock, on the clock of `performance.now()`. */
  until: number;
  resolve(rows: Row[]): void;
}

/** How long writes wait for somebody else's lock, and how often they look (milliseconds). */
const LOCK_TIMEOUT_MS = 3000;
const LOCK_RETRY_MS = 20;

/** Most writes that may wait. */
const MAX_PENDING = 10_000;

/** How many prepared statements are kept: partial updates differ in their columns. */
const STATEMENTS = 200;

/** Hears of a commit: how many writes it has stored. */
export type Committed = (writes: number) => void;

/** Runs reads and writes on one connection, whose reads take microseconds. */
export class SqliteConnection implements Pick<Database, 'read' | 'first' | 'write' | 'exclusively' | 'close'> {
  readonly #connection: DatabaseSync;
  readonly #path: string;
  readonly #committed: Committed;
  readonly #statements = new Map<string, StatementSync>();
  #asked: AskedRow[] = [];
  #reading: Promise<void> | null = null;
  #pending: PendingWrite[] = [];
  #flushing: Promise<void> | null = null;
  #isReading = false;
  #isClosed = false;

  readonly #lockTimeoutMs: number;

  /**
   * @param path file of the connection, which errors name
   * @param patience factor of the time that a write waits for a lock
   */
  constructor(connection: DatabaseSync, path: string, committed: Committed = () => {}, patience = 1) {
    this.#lockTimeoutMs = LOCK_TIMEOUT_MS * patience;
    this.#connection = connection;
    this.#path = path;
    this.#committed = committed;
  }

  /** Returns how many writes are being committed, and how many wait. */
  get load(): Load {
    return { inUse: this.#flushing === null ? 0 : 1, waiting: this.#pending.length, limit: 1 };
  }

  /** Reads at once, so that whoever asks can tell how long that takes: lists share the event loop by it. */
  async read<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    try {
      this.#beginReading();
      return this.#run<R>(sql, values);
    } catch (error) {
      throw toDatabaseError(error, this.#path);
    }
  }

  /**
   * Queues the read until all requests of this turn of the event loop have come: such reads are run together, and answered
   * together. For the reasons that `LoopTime` names, an item took 1.3 to 1.5 times the processor time when each was read
   * and answered before the next request came.
   */
  first<R extends Row>(sql: string, values: readonly Value[]): Promise<R | undefined> {
    return new Promise((resolve, reject) => {
      // As in #run: what the array holds is the caller's promise.
      this.#asked.push({ sql, values, resolve: (row) => resolve(row as R | undefined), reject });
      this.#reading ??= this.#readRows();
    });
  }

  /** Queues a write for the next commit. One connection runs one statement after the other, so no lock is needed. */
  write<R extends Row>(sql: string, values: readonly Value[], _lockId?: number, time?: TimeLeft): Promise<R[]> {
    if (this.#isClosed) return Promise.reject(new DatabaseUnavailable('the database is closed'));
    if (this.#pending.length >= MAX_PENDING) return Promise.reject(new DatabaseUnavailable('too many writes wait'));
    return new Promise<R[]>((resolve, reject) => {
      const until = performance.now() + Math.min(this.#lockTimeoutMs, time?.left ?? Number.POSITIVE_INFINITY);
      // The rows are those of this very statement, whose type is R.
      this.#pending.push({ sql, values, until, resolve: (rows) => resolve(rows as R[]), reject });
      this.#flushing ??= this.#flush();
    });
  }

  /** Runs `work` at once: nobody else serves from this database, and in one process the caller's own queue is enough. */
  exclusively<T>(_id: number, _time: TimeLeft, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    return work(false);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#reading || this.#flushing) await (this.#reading ?? this.#flushing);
    this.#endReading();
    this.#connection.close();
  }

  /**
   * Commits in groups: the writes of one turn of the event loop share a transaction, and with it one sync to disk. Writes that
   * follow from what was read in this turn do not wait for the next one: half of them would come too late for each commit.
   */
  async #flush(): Promise<void> {
    await (this.#reading ?? nextTurn());
    for (let [oldest] = this.#pending; oldest; [oldest] = this.#pending) {
      await this.#reading;
      let batch: readonly PendingWrite[] = [oldest];
      try {
        await this.#begin(oldest.until);
        batch = this.#pending;
        this.#pending = [];
        this.#commit(batch);
      } catch (error) {
        this.#rollBack();
        this.#pending = this.#pending.filter((write) => !batch.includes(write));
        for (const write of batch) write.reject(toDatabaseError(error, this.#path));
      }
      await nextTurn();
    }
    this.#flushing = null;
  }

  /** Reads the single rows that were asked for in one turn, and what those who have them ask for next. */
  async #readRows(): Promise<void> {
    await nextTurn();
    while (this.#asked.length > 0) {
      const asked = this.#asked;
      this.#asked = [];
      try {
        this.#beginReading();
        for (const { sql, values, resolve, reject } of asked) {
          try {
            resolve(this.#prepared(sql).get(...values));
          } catch (error) {
            reject(toDatabaseError(error, this.#path));
          }
        }
        this.#endReading();
      } catch (error) {
        for (const { reject } of asked) reject(toDatabaseError(error, this.#path));
      }
      await new Promise<void>(afterMicrotasks);
    }
    this.#reading = null;
  }

  /** Begins the transaction that the reads of one turn of the event loop share: its locks cost more than a point read. */
  #beginReading(): void {
    if (this.#connection.isTransaction) return;
    this.#connection.exec('BEGIN');
    this.#isReading = true;
    setImmediate(() => this.#endReading());
  }

  /** Ends that transaction. Never throws, for nobody could catch it: a damaged page fails its reader, and the end too. */
  #endReading(): void {
    if (!this.#isReading) return;
    this.#isReading = false;
    try {
      if (this.#connection.isTransaction) this.#connection.exec('COMMIT');
    } catch {
      this.#rollBack();
    }
  }

  /** Takes the write lock; waits for another process without blocking this one. */
  async #begin(until: number): Promise<void> {
    for (;;) {
      try {
        this.#endReading();
        this.#connection.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error;
        await pause(LOCK_RETRY_MS);
      }
    }
  }

  /** Rolls back. What cannot be is gone with the connection, and the next statement fails. */
  #rollBack(): void {
    try {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
    } catch {}
  }

  /** Runs and commits a group. A statement that fails undoes itself alone, so no savepoints are needed. */
  #commit(batch: readonly PendingWrite[]): void {
    const settle: (() => void)[] = [];
    for (const write of batch) {
      try {
        const rows = this.#run(write.sql, write.values);
        settle.push(() => write.resolve(rows));
      } catch (error) {
        // A full disk may end the whole transaction; then nothing of the batch has happened.
        if (!this.#connection.isTransaction) throw error;
        settle.push(() => write.reject(toDatabaseError(error, this.#path)));
      }
    }
    this.#connection.exec('COMMIT');
    this.#committed(batch.length);
    for (const resolveOrReject of settle) resolveOrReject();
  }

  #run<R extends Row>(sql: string, values: readonly Value[]): R[] {
    // setReturnArrays is not in the declared type of `all`; what the arrays hold is the caller's promise.
    const rows: unknown = this.#prepared(sql).all(...values);
    return rows as R[];
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    // SQLite counts `$1` among the named parameters; in order, as they are, they are the same as `?`.
    const statement = this.#connection.prepare(sql.replace(/\$\d+/g, '?'));
    statement.setReturnArrays(true);
    if (this.#statements.size >= STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }
}
