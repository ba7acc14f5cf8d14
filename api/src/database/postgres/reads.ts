import type pg from 'pg';
import type { TimeLeft } from '../../scheduling/deadline.ts';
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

/** A statement for a list, with its parameters. */
export interface List {
  list: JsonList;
  values: readonly Value[];
}

/** A list that callers wait for. */
interface AskedList extends List, Waiting {
  time: TimeLeft;
  resolve(rows: JsonRows): void;
}

/** Maximum number of different lists in a batch. */
const LISTS = 8;

/**
 * Reads lists. Callers that ask for the same list before it is read share it, for example when many guests open a
 * registry at once. Different lists share a round trip.
 */
export class ListReads {
  readonly #batches: Batches<AskedList>;

  /**
   * @param read reads different lists in one round trip
   * @param joinsRegistries false if each round trip can read the rows of only one registry
   * @param patience factor of the time limits; 1 in production
   */
  constructor(
    read: (lists: readonly List[], time: TimeLeft) => Promise<readonly JsonRows[]>,
    joinsRegistries: boolean,
    patience: number,
  ) {
    const run = async (groups: readonly (readonly AskedList[])[]): Promise<void> => {
      const asked = groups.flatMap(([first]) => first ?? []);
      try {
        const found = await read(asked, { left: Math.max(...groups.flat().map((one) => one.time.left)) });
        for (const [index, rows] of found.entries()) for (const { resolve } of groups[index] ?? []) resolve(rows);
      } catch (error) {
        // An error of one list must not fail the others.
        if (groups.length > 1 && !(error instanceof DatabaseUnavailable))
          await Promise.all(groups.map((group) => run([group])));
        else for (const { reject } of groups.flat()) reject(error);
      }
    };
    this.#batches = new Batches<AskedList>({
      atOnce: AT_ONCE,
      maxWaiting: MAX_WAITING,
      select: (waiting) => groupsOf(waiting, joinsRegistries ? LISTS : 1).flat(),
      run: (callers) => run(groupsOf(callers, LISTS)),
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

  /** @param combined combines reads with the same SQL; null if a statement reads only one registry */
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

/**
 * Returns the callers that ask for the oldest lists, by list: either only for whole lists or only for versions.
 * @param most maximum number of lists
 */
function groupsOf(waiting: readonly AskedList[], most: number): readonly (readonly AskedList[])[] {
  const groups: AskedList[][] = [];
  for (const one of waiting) {
    const group = groups.find(([first]) => first && isSame(first, one));
    if (group) group.push(one);
    else if (groups.length < most && isVersion(one) === isVersion(waiting[0] ?? one)) groups.push([one]);
  }
  return groups;
}

const isVersion = ({ list }: List): boolean => list.fields.length === 0;

const isSame = (one: List, other: List): boolean =>
  one.list.sql === other.list.sql && one.values.every((value, index) => Object.is(value, other.values[index]));
