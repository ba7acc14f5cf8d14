import type pg from 'pg';
import type { Value } from '../database.ts';
import { EARLIER } from '../sql.ts';
import { allSettled } from './connection.ts';

/** Name of the statement whose parameter types PostgreSQL reports. */
const NAME = 'largesse_types';

/**
 * Combines statements that differ only in their values into one statement. Its parameters are arrays with the values of
 * all statements; they have numbers, because the names of the statements' parameters are already replaced. The table
 * `asked` has a row for each statement: the values `p1`, `p2`, …, and the number `n` from 1.
 */
export class Combined {
  readonly #types = new Map<string, readonly string[]>();
  readonly #statements = new Map<string, string>();

  /** Finds out the types of a statement's parameters, if they are not known yet. */
  async learn(client: pg.ClientBase, sql: string): Promise<void> {
    if (this.#types.has(sql)) return;
    // A transaction, so that a pooler does not exchange the session.
    const answers = await allSettled([
      client.query('BEGIN'),
      client.query(`PREPARE ${NAME} AS ${sql}`),
      client.query<{ type: string }>(
        `SELECT unnest(parameter_types)::text AS type FROM pg_prepared_statements WHERE name = '${NAME}'`,
      ),
      client.query(`DEALLOCATE ${NAME}`),
      client.query('COMMIT'),
    ]);
    this.#types.set(
      sql,
      answers[2].rows.map(({ type }) => type),
    );
  }

  /** Returns a statement that finds the first row of each statement: the number of the statement, then its columns. */
  firstRows(sql: string): string {
    return `SELECT asked.n, found.* FROM ${this.#asked(sql)}
      CROSS JOIN LATERAL (SELECT * FROM (${parametersOf(sql)}) AS each LIMIT 1) AS found`;
  }

  /**
   * Returns a statement with the effect of all writes (see `Target`). After the arrays of the values, its last
   * parameter is an array with the column `earlier`, see `withEarlier`.
   */
  statement(sql: string): string {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = joined(parametersOf(sql), this.#asked(sql, ['int'])).replace(EARLIER, '+ asked.earlier');
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Returns SQL for the table `asked` of a statement whose types are known. */
  #asked(sql: string, earlier: readonly string[] = []): string {
    const types = this.#types.get(sql) ?? [];
    const arrays = [...types, ...earlier].map((type, index) => `$${index + 1}::${type}[]`);
    const names = [...types.map((_, index) => `p${index + 1}`), ...earlier.map(() => 'earlier'), 'n'];
    return `unnest(${arrays.join(', ')}) WITH ORDINALITY AS asked (${names.join(', ')})`;
  }
}

/**
 * Joins a table to a write. The table is the first one in the FROM clause of an `INSERT … SELECT`; `UPDATE` and
 * `DELETE` get a clause for it.
 * @throws {TypeError} if the statement has another form
 */
export function joined(sql: string, table: string): string {
  const [verb = ''] = /\w+/.exec(sql) ?? [];
  const where = placeOf(sql, 'WHERE');
  const from = verb === 'INSERT' ? placeOf(sql, 'FROM') : -1;
  if (where < 0 || !['INSERT', 'UPDATE', 'DELETE'].includes(verb)) throw new TypeError(`cannot join a table to ${sql}`);
  if (from >= 0 && from < where) {
    const tables = from + 'FROM'.length;
    return `${sql.slice(0, tables)} ${table},${sql.slice(tables)}`;
  }
  const clause = verb === 'DELETE' ? 'USING' : 'FROM';
  return `${sql.slice(0, where)}${clause} ${table} ${sql.slice(where)}`;
}

/** Returns the place of a keyword outside of all brackets and texts; -1 if it does not occur. */
function placeOf(sql: string, keyword: string): number {
  let depth = 0;
  for (const { 0: part, index } of sql.matchAll(/[()]|'[^']*'|\b\w+\b/g)) {
    if (part === '(') depth++;
    else if (part === ')') depth--;
    else if (depth === 0 && part === keyword) return index;
  }
  return -1;
}

/** Replaces the parameters of a statement by the columns of the table `asked`. */
const parametersOf = (sql: string): string => sql.replace(/\$(\d+)/g, 'asked.p$1');

/** Returns the values of a combined statement: an array for each parameter. */
export const columnsOf = (statements: readonly { values: readonly Value[] }[]): Value[][] =>
  (statements[0]?.values ?? []).map((_, index) => statements.map(({ values }) => values[index] ?? null));
