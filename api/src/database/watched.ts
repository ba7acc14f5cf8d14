import type { Database, Statements, Value } from './database.ts';

/** Kinds of statements. Each kind has the name of a method of `Database`. */
const STATEMENT_KINDS = ['first', 'read', 'scan', 'search', 'write'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** Observes the statements of a database. */
export interface StatementWatch {
  /**
   * Called before each statement. Only tests of query plans use `sql` and `values`. Both are missing for
   * `search`.
   * @returns a function to call at the end of the statement, with an error or null, and the number of rows
   */
  begin(kind: StatementKind, sql?: string, values?: readonly Value[]): (error: unknown, rows?: number) => void;
}

/** Wraps a database so that a watch observes its statements. Callers get the database's own promises, without delay. */
export function watched(database: Database, watch: StatementWatch): Database {
  const observed = (statements: Statements): Statements => ({
    dialect: statements.dialect,
    read: (sql, values) => ended(watch.begin('read', sql, values), statements.read(sql, values)),
    list: (list, values) => ended(watch.begin('read', list.sql, values), statements.list(list, values)),
    first: (sql, values) => ended(watch.begin('first', sql, values), statements.first(sql, values)),
    scan: (sql, values) => ended(watch.begin('scan', sql, values), statements.scan(sql, values)),
    write: (sql, values, options) => ended(watch.begin('write', sql, values), statements.write(sql, values, options)),
    // Not observed, because most databases run no statement for it.
    newItemIds: (count) => statements.newItemIds(count),
  });
  return {
    ...observed(database),
    search: (search, time) => ended(watch.begin('search'), database.search(search, time)),
    exclusively: (id, time, work) => database.exclusively(id, time, work),
    within: (time) => observed(database.within(time)),
    searchIndex: database.searchIndex,
    recording: database.recording,
    load: () => database.load(),
    close: () => database.close(),
  };
}

/** Returns the promise unchanged. Calls `end` when the promise is settled. */
function ended<T>(end: (error: unknown, rows?: number) => void, answer: Promise<T>): Promise<T> {
  answer.then((found) => end(null, rowsIn(found)), end);
  return answer;
}

/** Returns the number of rows in an answer: a list of rows, a single row, a list as JSON, or nothing. */
const rowsIn = (found: unknown): number =>
  Array.isArray(found) && (found.length === 0 || Array.isArray(found[0])) ? found.length : Number(found !== undefined);
