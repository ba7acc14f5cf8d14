import type { TimeLeft } from '../deadline.ts';
import type { Database, Row, Statements, Value, WriteOptions } from './database.ts';
import type { Search } from './search.ts';
import type { JsonList, JsonRows } from './sql.ts';

/** Kinds of statements. Each kind has the name of a method of `Database`. */
const STATEMENT_KINDS = ['first', 'read', 'scan', 'search', 'write'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** Observes the statements of a database. */
export interface StatementWatch {
  /**
   * Called before each statement. Only tests of query plans use `sql` and `values`. Both are missing for `search` and
   * for `nextItemIds`.
   * @returns a function to call at the end of the statement, with an error or null, and the number of rows
   */
  begin(kind: StatementKind, sql?: string, values?: readonly Value[]): (error: unknown, rows?: number) => void;
}

/** Wraps a database so that a watch observes its statements. Callers get the database's own promises, without delay. */
export function watched(database: Database, watch: StatementWatch): Database {
  const statements = new WatchedStatements(database, watch);
  return {
    read: (sql, values) => statements.read(sql, values),
    list: (list, values) => statements.list(list, values),
    first: (sql, values) => statements.first(sql, values),
    scan: (sql, values) => statements.scan(sql, values),
    write: (...write) => statements.write(...write),
    search: (search: Search) => ended(watch.begin('search'), database.search(search)),
    exclusively: (id, time, work) => database.exclusively(id, time, work),
    ...(statements.nextItemIds && { nextItemIds: statements.nextItemIds }),
    within: (time: TimeLeft) => new WatchedStatements(database.within(time), watch),
    json: database.json,
    recording: database.recording,
    load: () => database.load(),
    searchIndex: () => database.searchIndex(),
    close: () => database.close(),
  };
}

class WatchedStatements implements Statements {
  readonly #statements: Statements;
  readonly #watch: StatementWatch;
  readonly json: Statements['json'];
  readonly nextItemIds?: (count: number) => Promise<number[]>;

  constructor(statements: Statements, watch: StatementWatch) {
    this.#statements = statements;
    this.#watch = watch;
    this.json = statements.json;
    const { nextItemIds } = statements;
    if (nextItemIds) this.nextItemIds = (count) => ended(watch.begin('read'), nextItemIds(count));
  }

  read<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    return ended(this.#watch.begin('read', sql, values), this.#statements.read<R>(sql, values));
  }

  list(list: JsonList, values: readonly Value[]): Promise<JsonRows> {
    return ended(this.#watch.begin('read', list.sql, values), this.#statements.list(list, values));
  }

  first<R extends Row>(sql: string, values: readonly Value[]): Promise<R | undefined> {
    return ended(this.#watch.begin('first', sql, values), this.#statements.first<R>(sql, values));
  }

  scan<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    return ended(this.#watch.begin('scan', sql, values), this.#statements.scan<R>(sql, values));
  }

  write<R extends Row>(sql: string, values: readonly Value[], options?: WriteOptions<R>): Promise<R[]> {
    return ended(this.#watch.begin('write', sql, values), this.#statements.write<R>(sql, values, options));
  }
}

/** Returns the promise unchanged. Calls `end` when the promise is settled. */
function ended<T>(end: (error: unknown, rows?: number) => void, answer: Promise<T>): Promise<T> {
  answer.then((found) => end(null, rowsIn(found)), end);
  return answer;
}

/**
 * Returns the number of rows in an answer of the database. The answer is a list of rows, a single row, a list as JSON,
 * or nothing.
 */
const rowsIn = (found: unknown): number =>
  Array.isArray(found) && (found.length === 0 || Array.isArray(found[0])) ? found.length : Number(found !== undefined);
