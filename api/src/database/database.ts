import type { TimeLeft } from '../scheduling/deadline.ts';
import type { Load } from '../scheduling/waiting-line.ts';
import type { ChangesIn, EventLog, LoggedChange, LogOrder, LogPace } from './events.ts';
import type { Found, Search } from './search.ts';
import type { Dialect, JsonList, JsonRows, Row, Value } from './sql.ts';

export type { Row, Value } from './sql.ts';

/** A statement and its parameters. */
export interface Statement {
  sql: string;
  values: readonly Value[];
}

/** Returns the statement that a write's transaction also runs, for the `RETURNING` rows of the write. */
export type Alongside<R> = (rows: R[]) => Statement | null;

/**
 * Target of a write. PostgreSQL combines writes with the same SQL and different targets into one statement. Such SQL
 * changes at most one row: `UPDATE … WHERE`, `DELETE FROM … WHERE` or `INSERT … SELECT … WHERE`.
 */
export interface Target {
  /** Value that the changed row returns in a column. It differs between the writes of a statement. */
  key: Value;
  /** Index of this column in the RETURNING clause. */
  column: number;
  /** Item whose row the write changes; null if it changes no existing item. */
  itemId: number | null;
}

/** Options of a write. */
export interface WriteOptions<R extends Row> {
  /** Writes with the same id run one after the other, in all processes; each sees the previous ones. */
  lockId?: number | undefined;
  /** Returns the changes to record in the same transaction, if this process records events. */
  changes?: ChangesIn<R> | undefined;
  /** Set if the write may share a statement with other writes. */
  target?: Target | undefined;
  /** Returns a statement of the same transaction. If it fails, nothing changes. */
  also?: Alongside<R> | undefined;
}

/**
 * Interface through which the stores use either kind of database. The same SQL runs on both kinds. Its parameters are
 * `$1`, `$2`, …; a statement may use a parameter several times. Each `write` is one atomic statement.
 */
export interface Database {
  /**
   * Returns the rows of a query. The caller supplies the row type; the schema's constraints guarantee this type.
   * @throws {DatabaseUnavailable}
   */
  read<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]>;

  /** Returns the rows of a list as JSON. @throws {DatabaseUnavailable} */
  list(list: JsonList, values: readonly Value[]): Promise<JsonRows>;

  /** Returns the first row of a query that uses an index, or undefined. @throws {DatabaseUnavailable} */
  first<R extends Row>(sql: string, values: readonly Value[]): Promise<R | undefined>;

  /**
   * Returns the rows of a query that may read every item. A few such queries run in parallel with other statements. The
   * query should return few rows, because the embedded database copies the rows from one thread to another.
   * @throws {DatabaseUnavailable} if too many queries wait, or the query takes too long
   */
  scan<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]>;

  /** Returns a page of search results. @throws {DatabaseUnavailable} as `scan` */
  search(search: Search, time?: TimeLeft): Promise<Found>;

  /**
   * Runs one statement that changes data. Returns its `RETURNING` rows when the change is durable.
   * @throws {LockBusy} if the lock did not become free in time
   * @throws {DatabaseUnavailable} nothing was changed, or the result is unknown
   */
  write<R extends Row>(sql: string, values: readonly Value[], options?: WriteOptions<R>): Promise<R[]>;

  /**
   * Runs `work` while no other process of this database runs work for the same id.
   * @param time limit of the wait
   * @param work receives true if the call had to wait for another process
   * @throws {NotAdmitted} if the wait was too long; `work` has not started
   * @throws {DatabaseUnavailable} `work` has not started
   */
  exclusively<T>(id: number, time: TimeLeft, work: (hasWaited: boolean) => Promise<T>): Promise<T>;

  /** SQL that differs between databases. */
  readonly dialect: Dialect;

  /**
   * Returns ascending ids for the statement that creates items; null for each item to which the statement itself gives
   * an id (see `Dialect.newItemId`).
   * @throws {DatabaseUnavailable}
   */
  newItemIds(count: number): Promise<readonly (number | null)[]>;

  /**
   * Returns the same database with a request's time limit. A statement that exceeds this limit throws
   * `DatabaseUnavailable`. The statement then has no effect, or an unknown effect. Of the reads of the embedded
   * database, the limit applies only to `scan`.
   */
  within(time: TimeLeft): Statements;

  /** Index of the searches; null if searches always read all items. */
  readonly searchIndex: BackgroundIndex | null;

  /** The log of changes; null if this process does not record changes. */
  readonly recording: Recording | null;

  /**
   * Returns the load of each limited resource by name. On PostgreSQL, the names are `statements`, `scans` and `locks`.
   * On SQLite, the names are `writes` and, if there is a thread for costly reads, `scans`.
   */
  load(): Record<string, Load>;

  /** Completes the queued statements, then closes. */
  close(): Promise<void>;
}

/** An index to which writes add nothing, because the upkeep of the service builds it. */
export interface BackgroundIndex {
  /** Builds what is missing or outdated, in small steps. Ends early after `stop`. @throws {DatabaseUnavailable} */
  build(stop: AbortSignal): Promise<void>;
}

/** The log of changes, and the data that readers of the log need. */
export interface Recording extends EventLog, LogOrder {
  pace: LogPace;
  /**
   * Assigns positions to all events that were committed before the call. Null if only this process records events: each
   * event then gets its position in its own transaction.
   * @throws {DatabaseUnavailable}
   */
  settle: ((scope: SettledScope) => Promise<void>) | null;
  /** After each commit of this process, each listener is called with the committed changes. */
  readonly listeners: Set<(changes: readonly LoggedChange[]) => void>;
}

/** Events to which `Recording.settle` assigns positions. */
export interface SettledScope {
  /**
   * Id of the user for whom positions are assigned only if an event without a position is open, or about the user's own
   * gift. Zero for no user. Null to assign positions whenever an event lacks one.
   */
  recipient: number | null;
  /**
   * Items that the user receives; missing if the user is a recipient of all. Secret events of other items count, too.
   */
  received?: readonly number[];
  /** True if the recipient is also the author (see `AUTHOR`). */
  isAuthor?: boolean;
  /** Registry whose events are needed; null for all registries. */
  registryId: number | null;
}

/** Methods that run one statement; with `within`, if their statements have no time limit yet. */
export type Statements = Pick<Database, 'read' | 'list' | 'first' | 'scan' | 'write' | 'newItemIds' | 'dialect'> &
  Partial<Pick<Database, 'within'>>;

/** Logs a line for the operator. */
export type Log = (line: string) => void;

/** Checks a database from outside the service, over a separate connection. */
export interface Probe {
  /** Throws if the service could not write now. Changes nothing. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Thrown if the database is locked, full or unreachable. A later retry may succeed. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Other statements with the same lock took too long; nothing was changed. A later retry helps. */
export class LockBusy extends DatabaseUnavailable {
  override name = 'LockBusy';
}

/** The disk of the database has no room left; nothing was changed. A retry helps when somebody has freed some. */
export class DatabaseFull extends DatabaseUnavailable {
  override name = 'DatabaseFull';
}

/** The database file is damaged; the message names the file. A retry does not help. */
export class DatabaseDamaged extends Error {
  override name = 'DatabaseDamaged';
}

/** This code cannot use the database; the message is one line for the operator. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable';
}
