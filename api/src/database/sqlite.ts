import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import { type Database, DatabaseUnavailable, DatabaseUnusable, type Row, type Value } from './database.ts';
import { migrations, SCHEMA_VERSION } from './migrations.ts';

interface PendingWrite {
  sql: string;
  values: readonly Value[];
  /** Until when it may wait for the lock, on the clock of `performance.now()`. */
  until: number;
  resolve(rows: Row[]): void;
  reject(error: unknown): void;
}

/** How long writes wait for somebody else's lock, and how often they look (milliseconds). */
const LOCK_PATIENCE = 3000;
const LOCK_INTERVAL = 20;

/** Most writes that may wait for their turn. */
const MAX_PENDING = 10_000;

/** Partial updates differ in their columns: this many prepared statements are kept. */
const STATEMENTS = 200;

/** Primary result codes of SQLite after which trying again later may help: sqlite.org/rescode.html. */
const BUSY = 5;
const PASSING = new Set([
  BUSY,
  /* locked */ 6,
  /* nomem */ 7,
  /* readonly */ 8,
  /* ioerr */ 10,
  /* full */ 13,
  /* cantopen */ 14,
]);

/**
 * Opens the database file of one process, made where it is missing, and brings it to SCHEMA_VERSION.
 * @param path a file, or `:memory:`
 * @throws {DatabaseUnusable} when the file cannot be opened, is no database, or is newer than this code
 */
export function openSqlite(path: string): Database {
  let connection: DatabaseSync;
  try {
    if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true });
    connection = new DatabaseSync(path, { timeout: LOCK_PATIENCE });
  } catch (error) {
    throw new DatabaseUnusable(`DATABASE_URL: cannot open ${path}: ${reason(error)}`);
  }
  try {
    connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000');
    migrate(connection);
    // From here on a wait would block the event loop: see SqliteDatabase.#begin.
    connection.exec('PRAGMA busy_timeout = 0');
    return new SqliteDatabase(connection);
  } catch (error) {
    connection.close();
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`DATABASE_URL: cannot use ${path}: ${reason(error)}`);
  }
}

/** The schema version of an open database; 0 when it is new. */
function schemaVersion(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.user_version);
}

function migrate(connection: DatabaseSync): void {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const found = schemaVersion(connection);
    if (found > SCHEMA_VERSION)
      throw new DatabaseUnusable(
        `DATABASE_URL: the database has schema version ${found}, this service knows ${SCHEMA_VERSION}: start a newer service`,
      );
    for (const migration of migrations.slice(found)) connection.exec(migration.sqlite);
    connection.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** One connection for reads and writes: reads are synchronous and take microseconds. */
class SqliteDatabase implements Database {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #pending: PendingWrite[] = [];
  #flushing: Promise<void> | null = null;
  #isClosed = false;

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  async read<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    try {
      return this.#run<R>(sql, values);
    } catch (error) {
      throw translated(error);
    }
  }

  write<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    if (this.#isClosed) return Promise.reject(new DatabaseUnavailable('the database is closed'));
    if (this.#pending.length >= MAX_PENDING) return Promise.reject(new DatabaseUnavailable('too many writes wait'));
    return new Promise<R[]>((resolve, reject) => {
      const until = performance.now() + LOCK_PATIENCE;
      // The rows are those of this very statement, whose type is R.
      this.#pending.push({ sql, values, until, resolve: (rows) => resolve(rows as R[]), reject });
      this.#flushing ??= this.#flush();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#flushing;
    this.#connection.close();
  }

  /** Group commit: the writes of one turn of the event loop share a transaction, and with it one sync to disk. */
  async #flush(): Promise<void> {
    await nextTurn();
    for (let [oldest] = this.#pending; oldest; [oldest] = this.#pending) {
      let batch: readonly PendingWrite[] = [oldest];
      try {
        await this.#begin(oldest.until);
        batch = this.#pending;
        this.#pending = [];
        this.#commit(batch);
      } catch (error) {
        this.#rollBack();
        this.#pending = this.#pending.filter((write) => !batch.includes(write));
        for (const write of batch) write.reject(translated(error));
      }
      await nextTurn();
    }
    this.#flushing = null;
  }

  /** Takes the write lock; waits for another process without blocking this one. */
  async #begin(until: number): Promise<void> {
    for (;;) {
      try {
        this.#connection.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (resultCode(error) !== BUSY || performance.now() > until) throw error;
        await setTimeout(LOCK_INTERVAL);
      }
    }
  }

  /** What cannot even be rolled back is gone with the connection, and told by the next statement. */
  #rollBack(): void {
    try {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
    } catch {}
  }

  /** A statement that fails undoes itself alone, so no savepoints are needed: its neighbours are committed. */
  #commit(batch: readonly PendingWrite[]): void {
    const settle: (() => void)[] = [];
    for (const write of batch) {
      try {
        const rows = this.#run(write.sql, write.values);
        settle.push(() => write.resolve(rows));
      } catch (error) {
        // A full disk may end the whole transaction; then nothing of the batch has happened.
        if (!this.#connection.isTransaction) throw error;
        settle.push(() => write.reject(translated(error)));
      }
    }
    this.#connection.exec('COMMIT');
    for (const tell of settle) tell();
  }

  #run<R extends Row>(sql: string, values: readonly Value[]): R[] {
    let statement = this.#statements.get(sql);
    if (!statement) {
      // SQLite counts `$1` among the named parameters; in order, as they are, they are the same as `?`.
      statement = this.#connection.prepare(sql.replace(/\$\d+/g, '?'));
      statement.setReturnArrays(true);
      if (this.#statements.size >= STATEMENTS) this.#statements.clear();
      this.#statements.set(sql, statement);
    }
    // setReturnArrays is not in the declared type of `all`; what the arrays hold is the caller's promise.
    const rows: unknown = statement.all(...values);
    return rows as R[];
  }
}

/** The primary result code of an error of SQLite, or null for any other error. */
function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

function translated(error: unknown): unknown {
  return PASSING.has(resultCode(error) ?? -1) ? new DatabaseUnavailable(reason(error), { cause: error }) : error;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** How a database file stands, found without making or changing it. */
export type SqliteState =
  | { kind: 'missing' }
  | { kind: 'present'; version: number }
  | { kind: 'unusable'; reason: string };

/** Looks at a database file: whether it, or its folder, can be written, and its schema version. */
export function inspectSqlite(path: string): SqliteState {
  try {
    if (!existsSync(path)) {
      accessSync(existingFolder(dirname(path)), constants.W_OK);
      return { kind: 'missing' };
    }
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    using connection = new DatabaseSync(path, { timeout: LOCK_PATIENCE });
    connection.exec('BEGIN IMMEDIATE; ROLLBACK');
    return { kind: 'present', version: schemaVersion(connection) };
  } catch (error) {
    return { kind: 'unusable', reason: reason(error) };
  }
}

/** The folder itself or its nearest parent that is there. */
function existingFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder));
}
