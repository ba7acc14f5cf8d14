import type { TimeLeft } from '../deadline.ts';
import type { Load } from '../load.ts';
import type { Found, Search } from './search.ts';
import type { JsonSql } from './sql.ts';

/** What a column or parameter may hold; every integer fits a JavaScript number exactly (contract: MAX_SAFE). */
export type Value = string | number | null;

/** A row, in the order of the selected columns; a blob is bytes. Arrays cost half of what objects do. */
export type Row = readonly (Value | Uint8Array)[];

/**
 * Serves the stores, whichever database it is. SQL is written once for all: parameters are `$1`, `$2`, …, each once and
 * in this order, and each `write` is one statement, atomic by itself.
 */
export interface Database {
  /**
   * Returns the rows of a query. The type says what the statement selects; the schema's constraints vouch for it.
   * @throws {DatabaseUnavailable}
   */
  read<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]>;

  /** Returns the first row of a query that an index answers, or undefined. @throws {DatabaseUnavailable} */
  first<R extends Row>(sql: string, values: readonly Value[]): Promise<R | undefined>;

  /**
   * Returns the rows of a query that may look at every item. It runs beside everything else, a few at a time, so that nobody waits
   * for it but its caller. A few rows: they are copied on their way.
   * @throws {DatabaseUnavailable} too many wait, or it takes too long
   */
  scan<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]>;

  /**
   * Returns a page of what matches a search, found by the indexes that this database keeps for it; null where it needs one and
   * has none yet: then it is for `scan`. @throws {DatabaseUnavailable} as `scan`
   */
  search(search: Search): Promise<Found | null>;

  /**
   * Runs one changing statement and returns its `RETURNING` rows, once they are durable.
   * @param lockId statements with the same one run one after the other, also those of other processes, so that each
   * sees what those before it have changed
   * @throws {LockBusy} its turn did not come in time
   * @throws {DatabaseUnavailable} nothing was changed, or it is not known whether it was
   */
  write<R extends Row>(sql: string, values: readonly Value[], lockId?: number): Promise<R[]>;

  /**
   * Runs `work` while no other process of this database runs any for the same id, and passes it whether one did before.
   * @param time how long the wait for that may last
   * @throws {NotAdmitted} the wait was too long @throws {DatabaseUnavailable} `work` was not begun either way
   */
  exclusively<T>(id: number, time: TimeLeft, work: (hasWaited: boolean) => Promise<T>): Promise<T>;

  /** Writes the one part of a statement that databases do not agree on. */
  readonly json: JsonSql;

  /**
   * Returns the id of the next item; a database that gives each row its id has no such method. @throws {DatabaseUnavailable}
   */
  nextItemId?(): Promise<number>;

  /**
   * Returns the same database for a request that has only so much time: whatever is not done by then has not happened, or it
   * is not known whether it has (`DatabaseUnavailable`).
   */
  within(time: TimeLeft): Statements;

  /** Returns how busy it is, by what has places of its own: `statements` or `writes`, `scans`, `locks`. */
  load(): Record<string, Load>;

  /** Returns how the search index is. */
  searchIndex(): SearchIndex;

  /** Frees room on a full disk. Only the embedded database has files that may be deleted. */
  freeRoom?(): void;

  /** Finishes what is queued, then closes. */
  close(): Promise<void>;
}

/** How the index is that searches use. */
export interface SearchIndex {
  /** True once it is built; until then searches look at every item. */
  isReady: boolean;
  /** How often something kept it from being built, or searches from being answered. */
  troubles: number;
}

/** Runs one statement. */
export type Statements = Pick<Database, 'read' | 'first' | 'scan' | 'write' | 'json' | 'nextItemId'>;

/** Takes a line for the operator. */
export type Log = (line: string) => void;

/** Looks at a database from beside the service, over a connection of its own. */
export interface Probe {
  /** Throws where the service could not write now. Leaves nothing behind. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The database cannot serve now: locked, full, unreachable. Trying again later may help. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Others with the same lock were not done in time; nothing was changed. Trying again later helps. */
export class LockBusy extends DatabaseUnavailable {
  override name = 'LockBusy';
}

/** The database's file is damaged where it was read; the message names the file. Trying again does not help. */
export class DatabaseDamaged extends Error {
  override name = 'DatabaseDamaged';
}

/** The database cannot be used by this code; the message is one line for the operator. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable';
}
