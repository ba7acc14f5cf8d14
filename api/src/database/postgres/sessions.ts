import type pg from 'pg';
import type { TimeLeft } from '../../scheduling/deadline.ts';
import type { Value } from '../database.ts';
import type { ConnectionPool } from './connection.ts';
import type { StatementNames } from './names.ts';

/** Time limit of a statement on the server (milliseconds). */
export const SERVER_TIMEOUT_MS = 2500;

/** Time limit for the answer to a statement (milliseconds). */
export const STATEMENT_TIMEOUT_MS = 3000;

/** Additional time to wait for an answer after the server's own limit (milliseconds). */
const ANSWER_TIMEOUT_MS = 500;

/** A statement for the driver, with the time limit for its answer (milliseconds). */
type TimedQuery = pg.QueryArrayConfig & { query_timeout: number };

/** Adds names and time limits to the statements of a pool. */
export class Sessions {
  readonly pool: ConnectionPool;
  readonly patience: number;
  readonly #names: StatementNames;

  /** @param patience factor of the time limits; 1 in production */
  constructor(pool: ConnectionPool, names: StatementNames, patience: number) {
    this.pool = pool;
    this.#names = names;
    this.patience = patience;
  }

  /** Returns whether the time limit of a connection's session is enough, so that no transaction has to set one. */
  isLimited(client: pg.PoolClient, time: TimeLeft): boolean {
    return this.pool.isLimited(client) && !this.isShort(time);
  }

  /** Returns whether a caller has less time than the server's time limit of a statement. */
  isShort(time: TimeLeft): boolean {
    return time.left < SERVER_TIMEOUT_MS * this.patience;
  }

  /** Begins a transaction whose statements have a time limit on the server. */
  begin(client: pg.PoolClient, time: TimeLeft): Promise<pg.QueryResult> {
    if (this.isLimited(client, time)) return client.query('BEGIN');
    return client.query(`BEGIN; ${this.limit(time)}`);
  }

  /** Returns SQL with which the following statements of a transaction have the usual time limit. */
  limit(time: TimeLeft): string {
    return setTimeLimit(time, SERVER_TIMEOUT_MS * this.patience);
  }

  /** Returns a statement with its name, if it is frequent, and with a time limit for its answer. */
  statement(text: string, values: readonly (Value | readonly Value[])[], time: TimeLeft): TimedQuery {
    const name = values.length > 0 ? this.#names.of(text) : undefined;
    // Waits a little longer than the server's own limit, so that the error of the server arrives first.
    const left = time.left + ANSWER_TIMEOUT_MS * this.patience;
    return {
      ...(name !== undefined && { name }),
      text,
      values: values.map((value) => (Array.isArray(value) ? arrayOf(value) : value)),
      rowMode: 'array',
      query_timeout: limited({ left }, STATEMENT_TIMEOUT_MS * this.patience),
    };
  }
}

/**
 * Returns an array as PostgreSQL reads it. JSON differs only in the brackets and in escapes of control characters. The
 * driver would take six times as long; it writes only the arrays with such escapes.
 */
function arrayOf(values: readonly Value[]): string | Value[] {
  const json = JSON.stringify(values);
  return /\\[^"\\]/.test(json) ? [...values] : `{${json.slice(1, -1)}}`;
}

/** Returns the remaining time in whole milliseconds, at most `most`. */
const limited = (time: TimeLeft, most: number): number => Math.max(1, Math.ceil(Math.min(time.left, most)));

/** Returns SQL that limits the time of the following statements in a transaction. */
export const setTimeLimit = (time: TimeLeft, most: number): string =>
  `SET LOCAL statement_timeout = ${limited(time, most)}`;
