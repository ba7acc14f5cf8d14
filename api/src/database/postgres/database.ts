import type pg from 'pg';
import type { TimeLeft } from '../../scheduling/deadline.ts';
import type { Load } from '../../scheduling/waiting-line.ts';
import type { Database, Log, Recording, Row, Statements, Value, WriteOptions } from '../database.ts';
import type { EventLog } from '../events.ts';
import { type Found, type FoundRow, foundIn, type Search } from '../search.ts';
import { SearchIndex } from '../search-index.ts';
import type { Dialect, JsonList, JsonRows } from '../sql.ts';
import { Combined } from './combined.ts';
import { allSettled, ConnectionPool, UNLIMITED } from './connection.ts';
import { copyOf, ListQuery } from './dialect.ts';
import { isBrokenConnection, isRepeatable, toDatabaseError } from './errors.ts';
import { RegistryLocks } from './locks.ts';
import { StatementNames } from './names.ts';
import { continueIds } from './place.ts';
import type { Placement } from './placement.ts';
import { Positions } from './positions.ts';
import { type List, ListReads, RowReads } from './reads.ts';
import { statementOf } from './search.ts';
import type { Servers } from './servers.ts';
import { SERVER_TIMEOUT_MS, Sessions, STATEMENT_TIMEOUT_MS, setTimeLimit } from './sessions.ts';
import { SettledIds } from './settled-ids.ts';
import { Writes } from './writes.ts';

/** Maximum number of connections of one process. Scans are costly reads. */
const CONNECTIONS = { statements: 10, scans: 2 };

/** Maximum number of statements and of scans that may wait for a connection. */
const MAX_WAITING = { statements: 1000, scans: 50 };

/** Time limit of a costly read on the server, and of the wait for its connection (milliseconds). */
const SCAN_SERVER_TIMEOUT_MS = 20_000;

/** Time limit for the answer to a costly read (milliseconds). */
const SCAN_TIMEOUT_MS = 21_000;

/**
 * A PostgreSQL database that several processes share. Also works behind a transaction pooler: each transaction then
 * sets its own time limit, and statements have no names if the pooler does not support them.
 */
export class PostgresDatabase implements Database {
  readonly #statements: ConnectionPool;
  readonly #sessions: Sessions;
  readonly #reads: RowReads;
  readonly #lists: ListReads;
  readonly #writes: Writes;
  readonly #scans: ConnectionPool;
  readonly #locks: RegistryLocks;

  /** On several servers, ids follow no order. */
  readonly searchIndex: SearchIndex | null;

  /** Null if changes are not recorded. */
  readonly recording: Recording | null;

  /**
   * @param log receives lines about lost ids and names of statements
   * @param events the log of changes; null to record nothing
   */
  constructor(servers: Servers, placement: Placement, log: Log | null, events: EventLog | null) {
    const { locks, dialect, joinsRegistries } = placement;
    this.dialect = dialect;
    this.#readNewItemIds = placement.newItemIds;
    const names = new StatementNames(log);
    this.#statements = new ConnectionPool(servers, {
      max: CONNECTIONS.statements,
      maxWaiting: MAX_WAITING.statements,
      query_timeout: STATEMENT_TIMEOUT_MS * servers.patience,
      serverTimeout: SERVER_TIMEOUT_MS * servers.patience,
      names,
      pipeline: true,
      prepare: (client) => skipLostIds(client, log),
    });
    this.#sessions = new Sessions(this.#statements, names, servers.patience);
    const combined = joinsRegistries ? new Combined() : null;
    this.#reads = new RowReads(this.#sessions, (time, work) => this.#retry(time, work), combined);
    this.#lists = new ListReads((lists, time) => this.#readLists(lists, time), joinsRegistries, servers.patience);
    this.#writes = new Writes(servers, this.#sessions, locks, combined, () => this.recording);
    this.#scans = new ConnectionPool(servers, {
      max: CONNECTIONS.scans,
      maxWaiting: MAX_WAITING.scans,
      connectionTimeoutMillis: SCAN_SERVER_TIMEOUT_MS,
      query_timeout: SCAN_TIMEOUT_MS,
      pipeline: true,
    });
    this.#locks = new RegistryLocks(servers, locks);
    const ids = new SettledIds(this);
    this.searchIndex = joinsRegistries ? new SearchIndex(this, () => ids.last()) : null;
    const positions = new Positions(this.#statements, locks.lock, servers.patience);
    this.recording = events && {
      ...events,
      ...placement.order,
      pace: placement.pace,
      settle: (scope) =>
        this.#repeatOnce(async () => {
          for (const one of await placement.scopesOf(scope, () => positions.unsettled())) await positions.settle(one);
        }),
      listeners: new Set(),
    };
  }

  /** Null if the statements that create items assign ids. */
  readonly #readNewItemIds: string | null;

  readonly dialect: Dialect;

  read<R extends Row>(sql: string, values: readonly Value[], time = UNLIMITED): Promise<R[]> {
    const statement = this.#sessions.statement(sql, values, time);
    return this.#read(time, async (client) => rowsOf<R>((await client.query(statement)).rows));
  }

  list(list: JsonList, values: readonly Value[], time = UNLIMITED): Promise<JsonRows> {
    return this.#lists.list(list, values, time);
  }

  /** Reads different lists in one round trip. */
  #readLists(lists: readonly List[], time: TimeLeft): Promise<readonly JsonRows[]> {
    if (lists.some(({ list }) => list.fields.length === 0))
      return Promise.all(lists.map(({ list, values }) => this.#versions(list, values, time)));
    const sql = lists.map(({ list, values }) => copyOf(list.sql, values)).join(';');
    const statement = this.#sessions.statement(sql, [], time);
    const fields = lists.map(({ list }) => list.fields);
    return this.#read(
      time,
      (client) =>
        new Promise((resolve, reject) => {
          const query = new ListQuery(statement, fields, (error) => (error ? reject(error) : resolve(query.lists)));
          client.query(Object.assign(query, { query_timeout: statement.query_timeout }));
        }),
    );
  }

  async #versions({ sql }: JsonList, values: readonly Value[], time: TimeLeft): Promise<JsonRows> {
    const row = await this.first<[last: number | null, ...(string | null)[]]>(sql, values, time);
    const [last = null, ...versions] = row ?? [];
    return { count: 0, last, json: EMPTY, versions: versions.map((all) => all ?? '') };
  }

  /** Runs a read: in a transaction, if the time limit of the session is not enough. */
  #read<T>(time: TimeLeft, ask: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#retry(time, async (client) => {
      if (this.#sessions.isLimited(client, time)) return ask(client);
      const answers = [this.#sessions.begin(client, time), ask(client), client.query('COMMIT')] as const;
      const [, answer] = await allSettled(answers);
      return answer;
    });
  }

  /** Uses separate connections, so that costly reads never occupy the connections of other statements. */
  scan<R extends Row>(sql: string, values: readonly Value[], time = UNLIMITED): Promise<R[]> {
    const run = async (client: pg.PoolClient): Promise<R[]> => {
      const query: pg.QueryArrayConfig = { text: sql, values: [...values], rowMode: 'array' };
      const [, { rows }] = await allSettled([
        client.query(beginScan(time)),
        client.query(query),
        client.query('COMMIT'),
      ]);
      return rowsOf<R>(rows);
    };
    return this.#scans.with(time, run).catch(rethrow);
  }

  async search(search: Search, time = UNLIMITED): Promise<Found> {
    const among = (await this.searchIndex?.among(search.text, time)) ?? null;
    const { sql, values } = statementOf(search, among);
    return foundIn(await this.scan<FoundRow>(sql, values, time));
  }

  async first<R extends Row>(sql: string, values: readonly Value[], time = UNLIMITED): Promise<R | undefined> {
    // The caller promises the row type.
    return (await this.#reads.first(sql, values, time)) as R | undefined;
  }

  async write<R extends Row>(
    sql: string,
    values: readonly Value[],
    { lockId, changes, target, also }: WriteOptions<R> = {},
    time = UNLIMITED,
  ): Promise<R[]> {
    const ofRows = changes && ((rows: Row[]) => changes(rowsOf<R>(rows)));
    const alongside = also && ((rows: Row[]) => also(rowsOf<R>(rows)));
    return rowsOf<R>(await this.#writes.write({ sql, values, lockId, changes: ofRows, target, also: alongside, time }));
  }

  async newItemIds(count: number, time = UNLIMITED): Promise<readonly (number | null)[]> {
    if (this.#readNewItemIds === null) return Array.from({ length: count }, () => null);
    return (await this.read<[id: number]>(this.#readNewItemIds, [count], time)).map(([id]) => id);
  }

  exclusively<T>(id: number, time: TimeLeft, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    return this.#locks.run(id, time, work);
  }

  within(time: TimeLeft): Statements {
    return {
      dialect: this.dialect,
      newItemIds: (count) => this.newItemIds(count, time),
      read: (sql, values) => this.read(sql, values, time),
      list: (list, values) => this.list(list, values, time),
      first: (sql, values) => this.first(sql, values, time),
      scan: (sql, values) => this.scan(sql, values, time),
      write: (sql, values, options) => this.write(sql, values, options, time),
    };
  }

  load(): Record<string, Load> {
    const { load } = this.#statements;
    const statements = {
      ...load,
      waiting: load.waiting + this.#reads.waiting + this.#lists.waiting + this.#writes.waiting,
    };
    return { statements, scans: this.#scans.load, locks: this.#locks.load };
  }

  async close(): Promise<void> {
    await Promise.all([this.#reads.idle(), this.#lists.idle(), this.#writes.idle()]);
    await Promise.all([this.#statements.close(), this.#scans.close(), this.#locks.close()]);
  }

  #retry<T>(time: TimeLeft, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    return this.#repeatOnce(() => this.#statements.with(time, work));
  }

  /** Repeats work once after a deadlock or a broken connection, for example when a server was stopped. */
  async #repeatOnce<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isBrokenConnection(error) && !isRepeatable(error)) throw toDatabaseError(error);
    }
    return work().catch(rethrow);
  }
}

/**
 * Skips ids that the original of this database may have assigned (see continueIds).
 * @param log receives a line if ids were skipped
 */
export async function skipLostIds(client: pg.ClientBase, log: Log | null): Promise<void> {
  const next = await continueIds(client);
  if (next !== null)
    log?.(
      `the database was restored, moved, or replaced by its standby, so it may lack its last changes: new items begin at id ${next}, so that no id is assigned twice`,
    );
}

/** Turns off just-in-time compilation, because compilation alone takes longer than a fast scan. */
const beginScan = (time: TimeLeft): string =>
  `BEGIN; ${setTimeLimit(time, SCAN_SERVER_TIMEOUT_MS)}; SET LOCAL jit = off`;

const EMPTY = Buffer.from('[]');

/** Casts rows to the type that the caller promises. */
const rowsOf = <R extends Row>(rows: Row[]): R[] => rows as R[];

function rethrow(error: unknown): never {
  throw toDatabaseError(error);
}
