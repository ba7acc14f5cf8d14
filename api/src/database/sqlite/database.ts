import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { TimeLeft } from '../../scheduling/deadline.ts';
import { OncePerTurn } from '../../scheduling/once-per-turn.ts';
import type { Load } from '../../scheduling/waiting-line.ts';
import { Threads } from '../../threads.ts';
import {
  type Alongside,
  type Database,
  DatabaseUnavailable,
  type Recording,
  type Row,
  type Statement,
  type Statements,
  type Value,
  type WriteOptions,
} from '../database.ts';
import {
  type ChangesIn,
  type LoggedChange,
  nextPosition,
  ONE_LOG,
  PACE,
  READ_LOG,
  RECORD,
  recordOf,
} from '../events.ts';
import { reason } from '../reason.ts';
import { type Found, type FoundRow, foundIn, type Search } from '../search.ts';
import { SearchIndex } from '../search-index.ts';
import type { JsonList, JsonRows } from '../sql.ts';
import { dialect } from './dialect.ts';
import { isBusy, LOCK_TIMEOUT_MS, toDatabaseError } from './errors.ts';
import type { Answer } from './read-thread.ts';
import { statementOf } from './search.ts';

interface Asked {
  sql: string;
  values: readonly Value[];
  reject(error: unknown): void;
}

interface AskedRow extends Asked {
  resolve(row: unknown): void;
}

interface PendingWrite extends Asked {
  /** Time until which the write may wait for the lock, on the clock of `performance.now()`. */
  until: number;
  resolve(rows: Row[]): void;
  changes: ChangesIn<Row> | undefined;
  also: Alongside<Row> | undefined;
}

/** Interval between two attempts to take the lock (milliseconds). */
const LOCK_RETRY_MS = 20;

/** Maximum number of waiting writes. */
const MAX_PENDING = 10_000;

/** Maximum number of cached prepared statements. Partial updates differ in their columns, and need many statements. */
const STATEMENTS = 200;

/**
 * Maximum time for a costly read with its wait (milliseconds). The slowest reads of five million items take some
 * seconds.
 */
const SCAN_MS = 20_000;

/** Time after which an idle thread for costly reads ends (milliseconds). It takes 15 MB. A new one starts in 50 ms. */
const REST_MS = 10_000;

/**
 * Memory limits of the thread's JavaScript (MB). The thread needs little memory, because an answer contains at most a
 * thousand numbers. Without limits, a thread that uses too much memory could end the whole process.
 */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 2 };

/** Receives the number of writes in each commit. */
export type Committed = (writes: number) => void;

/** The embedded database: writes and short reads (microseconds) on one connection, costly reads in another thread. */
export class SqliteDatabase implements Database {
  readonly dialect = dialect;
  readonly #connection: DatabaseSync;
  readonly #path: string;
  readonly #committed: Committed;
  /** Thread for costly reads. Null for a database in memory, which allows no second connection. */
  readonly #scans: Threads<Statement, Answer> | null;
  readonly #statements = new Map<string, StatementSync>();
  readonly #reads = new OncePerTurn<AskedRow>((asked) => this.#readRows(asked));
  #pending: PendingWrite[] = [];
  #flushing: Promise<void> | null = null;
  #isReading = false;
  #isClosed = false;

  readonly #lockTimeoutMs: number;

  /** Ids ascend in the order of commits, because one process writes. */
  readonly searchIndex = new SearchIndex(this, async () => {
    const [[last] = [null]] = await this.read<[last: number | null]>('SELECT max(id) FROM items', []);
    return last ?? 0;
  });

  /** Null if changes are not recorded. */
  readonly recording: Recording | null;
  /** Highest position that this process knows. Only this process records events. */
  #lastPosition = 0;

  /**
   * @param path file of the connection, or `:memory:`
   * @param patience factor of the time limit for a lock
   * @param recordsEvents true to record changes
   */
  constructor(
    connection: DatabaseSync,
    path: string,
    committed: Committed = () => {},
    patience = 1,
    recordsEvents = false,
  ) {
    this.#lockTimeoutMs = LOCK_TIMEOUT_MS * patience;
    this.#connection = connection;
    this.#path = path;
    const entry = new URL('./read-thread.ts', import.meta.url);
    const options = { max: 1, maxWaiting: 50, restMs: REST_MS, workerData: path, resourceLimits: MEMORY };
    this.#scans = path === ':memory:' ? null : new Threads(entry, options);
    this.#committed = committed;
    this.recording = recordsEvents ? this.#openLog() : null;
  }

  /** `inUse` of the writes is 1 while a commit is due or running; `waiting` counts queued writes. */
  load(): Record<string, Load> {
    const writes = { inUse: this.#flushing === null ? 0 : 1, waiting: this.#pending.length, limit: 1 };
    return this.#scans ? { writes, scans: this.#scans.load } : { writes };
  }

  /** Reads before it returns its promise, so that `AnswerTurns` can measure how long the read blocks the event loop. */
  async read<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    try {
      this.#beginReading();
      return this.#run<R>(sql, values);
    } catch (error) {
      throw toDatabaseError(error, this.#path);
    }
  }

  /** SQLite itself writes the JSON. */
  async list({ sql }: JsonList, values: readonly Value[]): Promise<JsonRows> {
    type ListRow = [
      count: number,
      last: number | null,
      json: Uint8Array<ArrayBuffer> | null,
      ...versions: (string | null)[],
    ];
    const [row] = await this.read<ListRow>(sql, values);
    const [count, last, written, ...versions] = row ?? [0, null, null];
    return { count, last, json: written ?? Buffer.from('[]'), versions: versions.map((values) => values ?? '') };
  }

  /**
   * Queues the read until all requests of this turn of the event loop have arrived. Then runs and answers all queued
   * reads together. Without the queue, reads took 1.3 to 1.5 times the processor time (reasons:
   * http/limits.ts).
   */
  first<R extends Row>(sql: string, values: readonly Value[]): Promise<R | undefined> {
    return new Promise((resolve, reject) => {
      // As in #run, the caller promises the row type.
      this.#reads.ask({ sql, values, resolve: (row) => resolve(row as R | undefined), reject });
    });
  }

  async scan<R extends Row>(sql: string, values: readonly Value[], time?: TimeLeft): Promise<R[]> {
    if (this.#scans === null) return this.read<R>(sql, values);
    const question = { sql: numbered(sql), values };
    const limit = Math.max(0, Math.ceil(Math.min(SCAN_MS, time?.left ?? SCAN_MS)));
    const answer = await this.#scans.ask(question, AbortSignal.timeout(limit)).catch((cause) => {
      throw new DatabaseUnavailable(`a costly read has no answer: ${reason(cause)}`, { cause });
    });
    if ('message' in answer)
      throw toDatabaseError(Object.assign(new Error(answer.message), { errcode: answer.code }), this.#path);
    // The caller promises the row type.
    const rows: unknown = answer.rows;
    return rows as R[];
  }

  async search(search: Search, time?: TimeLeft): Promise<Found> {
    const { sql, values } = statementOf(search, await this.searchIndex.among(search.text, time));
    return foundIn(await this.scan<FoundRow>(sql, values, time));
  }

  /** Queues a write for the next commit. One connection runs statements one after the other, so no lock is needed. */
  write<R extends Row>(
    sql: string,
    values: readonly Value[],
    { changes, also }: WriteOptions<R> = {},
    time?: TimeLeft,
  ): Promise<R[]> {
    if (this.#isClosed) return Promise.reject(new DatabaseUnavailable('the database is closed'));
    if (this.#pending.length >= MAX_PENDING) return Promise.reject(new DatabaseUnavailable('too many writes wait'));
    return new Promise<R[]>((resolve, reject) => {
      const until = performance.now() + Math.min(this.#lockTimeoutMs, time?.left ?? Number.POSITIVE_INFINITY);
      // The rows of this statement have the type R.
      this.#pending.push({
        sql,
        values,
        until,
        resolve: (rows) => resolve(rows as R[]),
        reject,
        changes: changes && ((rows) => changes(rows as R[])),
        also: also && ((rows) => also(rows as R[])),
      });
      this.#flushing ??= this.#flush();
    });
  }

  async newItemIds(count: number): Promise<null[]> {
    return Array.from({ length: count }, () => null);
  }

  /** Runs `work` at once: no other service uses this database, and RegistryLock queues the changes. */
  exclusively<T>(_id: number, _time: TimeLeft, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    return work(false);
  }

  /** Limits writes and costly reads. All other reads take only microseconds. */
  within(time: TimeLeft): Statements {
    return {
      dialect,
      newItemIds: (count) => this.newItemIds(count),
      read: (sql, values) => this.read(sql, values),
      list: (list, values) => this.list(list, values),
      first: (sql, values) => this.first(sql, values),
      scan: (sql, values) => this.scan(sql, values, time),
      write: (sql, values, options) => this.write(sql, values, options, time),
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const closing = this.#scans?.close();
    while (this.#reads.running || this.#flushing) await (this.#reads.running ?? this.#flushing);
    this.#endReading();
    this.#connection.close();
    await closing;
  }

  /**
   * Commits in groups: the writes of one turn of the event loop share a transaction, and thus one sync to disk. The
   * commit first waits for the reads of this turn. The callers of these reads can then add their writes. Otherwise,
   * half of the writes would miss the commit.
   */
  async #flush(): Promise<void> {
    await (this.#reads.running ?? nextTurn());
    for (let [oldest] = this.#pending; oldest; [oldest] = this.#pending) {
      await this.#reads.running;
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

  #readRows(asked: readonly AskedRow[]): void {
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
  }

  /** Uses one transaction for all reads of an event-loop turn, because taking locks costs more than a short read. */
  #beginReading(): void {
    if (this.#connection.isTransaction) return;
    this.#connection.exec('BEGIN');
    this.#isReading = true;
    setImmediate(() => this.#endReading());
  }

  /** Ends the transaction of the reads. Ignores errors: no caller could catch them, and the read itself failed. */
  #endReading(): void {
    if (!this.#isReading) return;
    this.#isReading = false;
    try {
      if (this.#connection.isTransaction) this.#connection.exec('COMMIT');
    } catch {
      this.#rollBack();
    }
  }

  /** Takes the write lock. If another process has the lock, waits without blocking the event loop. */
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

  /** Rolls back. If the rollback fails, the connection is unusable, and the next statement fails. */
  #rollBack(): void {
    try {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
    } catch {}
  }

  /**
   * Runs and commits a group. A failing statement undoes only its own changes, so no savepoints are needed. If a change
   * cannot be recorded, or a second statement fails, undoes the whole group.
   */
  #commit(batch: readonly PendingWrite[]): void {
    const settle: (() => void)[] = [];
    const recorded: LoggedChange[] = [];
    for (const write of batch) {
      let rows: Row[];
      try {
        rows = this.#run(write.sql, write.values);
      } catch (error) {
        // A full disk may end the whole transaction; then the batch had no effect.
        if (!this.#connection.isTransaction) throw error;
        settle.push(() => write.reject(toDatabaseError(error, this.#path)));
        continue;
      }
      const also = write.also?.(rows);
      if (also) this.#run(also.sql, also.values);
      settle.push(() => write.resolve(rows));
      if (this.recording && write.changes) recorded.push(...write.changes(rows));
    }
    if (this.recording && recorded.length > 0) this.#record(recorded);
    this.#connection.exec('COMMIT');
    this.#committed(batch.length);
    for (const resolveOrReject of settle) resolveOrReject();
    if (this.recording && recorded.length > 0) for (const heard of this.recording.listeners) heard(recorded);
  }

  #openLog(): Recording {
    const [[cursorKey] = ['']] = this.#run<[cursorKey: string]>(READ_LOG, []);
    const [[last] = [null]] = this.#run<[last: number | null]>('SELECT max(position) FROM events', []);
    this.#lastPosition = last ?? 0;
    return { cursorKey, ...ONE_LOG, pace: PACE, settle: null, listeners: new Set() };
  }

  #record(changes: readonly LoggedChange[]): void {
    const at = new Date().toISOString();
    const statement = this.#prepared(RECORD);
    for (const change of changes) {
      this.#lastPosition = nextPosition(this.#lastPosition);
      statement.run(this.#lastPosition, ...recordOf(change, at));
    }
  }

  #run<R extends Row>(sql: string, values: readonly Value[]): R[] {
    // The declared type of `all` ignores setReturnArrays; the caller promises the row type.
    const rows: unknown = this.#prepared(sql).all(...values);
    return rows as R[];
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#connection.prepare(numbered(sql));
    statement.setReturnArrays(true);
    if (this.#statements.size >= STATEMENTS) this.#statements.clear();
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Converts the parameters of a statement. SQLite treats `$1` as a named parameter, but `?1` as the first parameter. */
const numbered = (sql: string): string => sql.replace(/\$(\d+)/g, '?$1');
