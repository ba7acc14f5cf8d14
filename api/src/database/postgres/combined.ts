import type pg from 'pg';
import type { Value } from '../database.ts';
import { ASKED } from '../sql.ts';
import { allSettled } from './connection.ts';

/** Name of the statement whose parameter types PostgreSQL reports. */
const NAME = 'largesse_types';

/**
 * Combines statements that differ only in their values into one statement. Its parameters are arrays with the values of
 * all statements. The table `asked` has a row for each statement: the values `p1`, `p2`, …, and the number `n` from 1.
 */
export class Combined {
  readonly #types = new Map<string, readonly string[]>();

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
   * Returns a statement with the effect of all statements. Its SQL names the places of the table `asked` (see ASKED).
   * After the arrays of the values, its last parameter is an array with the column `earlier`.
   */
  statement(sql: string): string {
    const asked = this.#asked(sql, ['int']);
    return parametersOf(sql)
      .replace(ASKED.earlier, '+ asked.earlier')
      .replace(ASKED.from, () => `FROM ${asked}`)
      .replace(ASKED.using, () => `USING ${asked}`)
      .replace(ASKED.before, () => `${asked}, `);
  }

  /** Returns SQL for the table `asked` of a statement whose types are known. */
  #asked(sql: string, earlier: readonly string[] = []): string {
    const types = this.#types.get(sql) ?? [];
    const arrays = [...types, ...earlier].map((type, index) => `$${index + 1}::${type}[]`);
    const names = [...types.map((_, index) => `p${index + 1}`), ...earlier.map(() => 'earlier'), 'n'];
    return `unnest(${arrays.join(', ')}) WITH ORDINALITY AS asked (${names.join(', ')})`;
  }
}

/** Replaces the parameters of a statement by the columns of the table `asked`. */
const parametersOf = (sql: string): string => sql.replace(/\$(\d+)/g, 'asked.p$1');

/** Returns the values of a combined statement: an array for each parameter. */
export const columnsOf = (statements: readonly { values: readonly Value[] }[]): Value[][] =>
  (statements[0]?.values ?? []).map((_, index) => statements.map(({ values }) => values[index] ?? null));
