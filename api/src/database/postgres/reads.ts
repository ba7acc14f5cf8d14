import type pg from 'pg';
import type { TimeLeft } from '../../deadline.ts';
import { DatabaseUnavailable, type Row, type Value } from '../database.ts';
import type { JsonList, JsonRows } from '../sql.ts';
import { BATCH, Batches, type Waiting } from './batches.ts';
import { type Combined, columnsOf } from './combined.ts';
import { CONNECTION_TIMEOUT_MS } from './servers.ts';
import type { Sessions } from './sessions.ts';

/** Number of batches that run at once, for rows and for lists. */
const AT_ONCE = 3;

/** Maximum number of waiting reads, for rows and for lists. */
const MAX_WAITING = 1000;

/** A list that callers wait for. */
interface AskedList extends Waiting {
  list: JsonList;
  values: readonly Value[];
  time: TimeLeft;
  resolve(rows: JsonRows): void;
}

/**
 * Reads lists. Callers that ask for the same list before it is read share one statement, for example when many guests
 * open a registry at once.
 */
export class ListReads {
  readonly #batches: Batches<AskedList>;

  /**
   * @param read reads a list for all callers that share it
   * @param patience factor of the time limits; 1 in production
   */
  constructor(read: (list: JsonList, values: readonly Value[], time: TimeLeft) => Promise<JsonRows>, patience: number) {
    this.#batches = new Batches<AskedList>({
      atOnce: AT_ONCE,
      maxWaiting: MAX_WAITING,
      select: sameList,
      run: async (callers) => {
        const [first] = callers;
        if (first === undefined) return;
        const time = { left: Math.max(...callers.map((one) => one.time.left)) };
        try {
          const rows = await read(first.list, first.values, time);
          for (const { resolve } of callers) resolve(rows);
        } catch (error) {
          for (const { reject } of callers) reject(error);
        }
      },
      late: lateAfter(CONNECTION_TIMEOUT_MS * patience),
    });
  }

  /** Number of waiting callers. */
  get waiting(): number {
    return this.#batches.waiting;
  }

  /** See `Database.list`. Callers must not change the bytes. */
  list(list: JsonList, values: readonly Value[], time: TimeLeft): Promise<JsonRows> {
    return new Promise((resolve, reject) => {
      this.#batches.add({ list, values, time, since: performance.now(), resolve, reject });
    });
  }

  /** Waits until all lists are read. */
  idle(): Promise<void> {
    return this.#batches.idle();
  }
}

/** A read of a single row. */
interface AskedRow extends Waiting {
  sql: string;
  values: readonly Value[];
  time: TimeLeft;
  resolve(row: Row | undefined): void;
}

/** Runs work on a connection; repeats it once if it may succeed then. */
type Retry = <T>(time: TimeLeft, work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;

/**
 * Reads single rows by their keys. The reads of a turn of the event loop that differ only in their values become one
 * statement. Such short reads need no transaction.
 */
export class RowReads {
  readonly #sessions: Sessions;
  readonly #retry: Retry;
  readonly #combined: Combined | null;
  readonly #batches: Batches<AskedRow>;

  /** @param combined combines reads with the same SQL; null if items are sharded */
  constructor(sessions: Sessions, retry: Retry, combined: Combined | null) {
    this.#sessions = sessions;
    this.#retry = retry;
    this.#combined = combined;
    this.#batches = new Batches<AskedRow>({
      atOnce: AT_ONCE,
      maxWaiting: MAX_WAITING,
      select: sameStatement,
      run: (batch) => this.#run(batch),
      late: lateAfter(CONNECTION_TIMEOUT_MS * sessions.patience),
    });
  }

  /** Number of waiting reads. */
  get waiting(): number {
    return this.#batches.waiting;
  }

  /** See `Database.first`. */
  first(sql: string, values: readonly Value[], time: TimeLeft): Promise<Row | undefined> {
    if (this.#combined === null || values.length === 0) return this.#single(sql, values, time);
    return new Promise((resolve, reject) => {
      this.#batches.add({ sql, values, time, since: performance.now(), resolve, reject });
    });
  }

  /** Waits until all reads are answered. */
  idle(): Promise<void> {
    return this.#batches.idle();
  }

  #single(sql: string, values: readonly Value[], time: TimeLeft): Promise<Row | undefined> {
    return this.#retry(time, async (client) => {
      const { rows } = await client.query(this.#sessions.statement(sql, values, time));
      return rows[0];
    });
  }

  async #run(batch: readonly AskedRow[]): Promise<void> {
    const alone = ({ sql, values, time, resolve, reject }: AskedRow) =>
      this.#single(sql, values, time).then(resolve, reject);
    const [first] = batch;
    if (first === undefined) return;
    if (batch.length === 1 || this.#combined === null) return alone(first);
    try {
      const rows = await this.#many(this.#combined, first.sql, batch);
      const found = new Map(rows.map(([n, ...row]) => [n, row]));
      for (const [index, { resolve }] of batch.entries()) resolve(found.get(index + 1));
    } catch (error) {
      // An error of one read must not fail the others.
      if (!(error instanceof DatabaseUnavailable)) await Promise.all(batch.map(alone));
      else for (const { reject } of batch) reject(error);
    }
  }

  #many(combined: Combined, sql: string, batch: readonly AskedRow[]): Promise<[n: number, ...Row][]> {
    const time = { left: Math.max(...batch.map((one) => one.time.left)) };
    return this.#retry(time, async (client) => {
      await combined.learn(client, sql);
      const statement = this.#sessions.statement(combined.firstRows(sql), columnsOf(batch), time);
      return (await client.query<[n: number, ...(Value | Uint8Array)[]]>(statement)).rows;
    });
  }
}

/** Returns a check whether a statement has waited for too long. */
export const lateAfter =
  (patience: number) =>
  ({ since }: Waiting): Error | null =>
    performance.now() - since > patience ? new DatabaseUnavailable('no connection in time') : null;

/** Selects the oldest read, and further reads with the same statement. */
function sameStatement(waiting: readonly AskedRow[]): readonly AskedRow[] {
  const sql = waiting[0]?.sql;
  return waiting.filter((one) => one.sql === sql).slice(0, BATCH);
}

/** Selects all callers that ask for the oldest list. */
function sameList(waiting: readonly AskedList[]): readonly AskedList[] {
  const [first] = waiting;
  return waiting.filter(
    ({ list, values }) =>
      list.sql === first?.list.sql && values.every((value, index) => Object.is(value, first.values[index])),
  );
}
