import type { TimeLeft } from '../deadline.ts';
import type { Database, Row, Statements, Value } from './database.ts';
import type { Search } from './search.ts';

/** What is asked of a database, by the name of the method. */
const STATEMENT_KINDS = ['first', 'read', 'scan', 'search', 'write'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** Watches what is asked of a database. */
export interface StatementWatch {
  /**
   * A statement begins. Which one, with which values, matters to tests that look at its plan; a search is none.
   * @returns to be called once it has ended, with its error or null, and how many rows it gave
   */
  begin(kind: StatementKind, sql?: string, values?: readonly Value[]): (error: unknown, rows?: number) => void;
}

/**
 * Returns the same database, watched. Nobody waits longer for it: whoever asks gets the very promise of the database.
 */
export function watched(database: Database, watch: StatementWatch): Database {
  const statements = new WatchedStatements(database, watch);
  return {
    read: (sql, values) => statements.read(sql, values),
    first: (sql, values) => statements.first(sql, values),
    scan: (sql, values) => statements.scan(sql, values),
    write: (sql, values, lockId) => statements.write(sql, values, lockId),
    search: (search: Search) => ended(watch.begin('search'), database.search(search)),
    exclusively: (id, time, work) => database.exclusively(id, time, work),
    ...(statements.nextItemId && { nextItemId: statements.nextItemId }),
    within: (time: TimeLeft) => new WatchedStatements(database.within(time), watch),
    json: database.json,
    load: () => database.load(),
    searchIndex: () => database.searchIndex(),
    close: () => database.close(),
  };
}

class WatchedStatements implements Statements {
  readonly #statements: Statements;
  readonly #watch: StatementWatch;
  readonly json: Statements['json'];
  readonly nextItemId?: () => Promise<number>;

  constructor(statements: Statements, watch: StatementWatch) {
    this.#statements = statements;
    this.#watch = watch;
    this.json = statements.json;
    const { nextItemId } = statements;
    if (nextItemId) this.nextItemId = () => ended(watch.begin('first'), nextItemId());
  }

  read<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    return ended(this.#watch.begin('read', sql, values), this.#statements.read<R>(sql, values));
  }

  first<R extends Row>(sql: string, values: readonly Value[]): Promise<R | undefined> {
    return ended(this.#watch.begin('first', sql, values), this.#statements.first<R>(sql, values));
  }

  scan<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    return ended(this.#watch.begin('scan', sql, values), this.#statements.scan<R>(sql, values));
  }

  write<R extends Row>(sql: string, values: readonly Value[], lockId?: number): Promise<R[]> {
    return ended(this.#watch.begin('write', sql, values), this.#statements.write<R>(sql, values, lockId));
  }
}

/** Returns a promise as it is, and tells of its end. */
function ended<T>(end: (error: unknown, rows?: number) => void, answer: Promise<T>): Promise<T> {
  answer.then((found) => end(null, rowsIn(found)), end);
  return answer;
}

/** Returns how many rows an answer of the database holds: a list of rows, one, or none. */
const rowsIn = (found: unknown): number =>
  Array.isArray(found) && (found.length === 0 || Array.isArray(found[0])) ? found.length : Number(found !== undefined);
