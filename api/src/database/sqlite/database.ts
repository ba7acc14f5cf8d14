import type { TimeLeft } from '../../deadline.ts';
import type { Load } from '../../load.ts';
import type { Database, Row, SearchIndex, Statements, Value, WriteOptions } from '../database.ts';
import type { Found, Search } from '../search.ts';
import type { JsonList, JsonRows } from '../sql.ts';
import type { SqliteConnection } from './connection.ts';
import { json } from './json.ts';
import { Reader } from './reader.ts';
import { statementOf } from './search.ts';

/** Runs cheap reads and writes of the embedded database on the event loop, and costly reads in a separate thread. */
export class SqliteDatabase implements Database {
  readonly #connection: SqliteConnection;
  /** Null for a database in memory, which allows no second connection. */
  readonly #reader: Reader | null;

  constructor(connection: SqliteConnection, path: string) {
    this.#connection = connection;
    this.#reader = path === ':memory:' ? null : new Reader(path);
  }

  readonly json = json;

  get recording() {
    return this.#connection.recording;
  }

  read<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    return this.#connection.read<R>(sql, values);
  }

  /** SQLite itself writes the JSON. */
  async list({ sql }: JsonList, values: readonly Value[]): Promise<JsonRows> {
    type ListRow = [
      count: number,
      last: number | null,
      json: Uint8Array<ArrayBuffer> | null,
      ...versions: (string | null)[],
    ];
    const [row] = await this.read<ListRow>(sql, values);
    const [count, last, written, ...versions] = row ?? [0, null, null];
    return { count, last, json: written ?? Buffer.from('[]'), versions: versions.map((values) => values ?? '') };
  }

  first<R extends Row>(sql: string, values: readonly Value[]): Promise<R | undefined> {
    return this.#connection.first<R>(sql, values);
  }

  async scan<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    if (this.#reader === null) return this.#connection.read<R>(sql, values);
    // The caller promises the row type.
    const rows: unknown = await this.#reader.ask({ sql: sql.replace(/\$(\d+)/g, '?$1'), values });
    return rows as R[];
  }

  async search(search: Search): Promise<Found> {
    const { sql, values } = statementOf(search);
    const [[counts, ids] = ['{}', '[]']] = await this.scan<[counts: string, ids: string]>(sql, values);
    return { counts: JSON.parse(counts), ids: JSON.parse(ids) };
  }

  write<R extends Row>(
    sql: string,
    values: readonly Value[],
    options?: WriteOptions<R>,
    time?: TimeLeft,
  ): Promise<R[]> {
    return this.#connection.write<R>(sql, values, options, time);
  }

  exclusively<T>(id: number, time: TimeLeft, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    return this.#connection.exclusively(id, time, work);
  }

  /** Limits only writes. Costly reads have their own time limit, and all other reads take only microseconds. */
  within(time: TimeLeft): Statements {
    return {
      json,
      read: (sql, values) => this.read(sql, values),
      list: (list, values) => this.list(list, values),
      first: (sql, values) => this.first(sql, values),
      scan: (sql, values) => this.scan(sql, values),
      write: (sql, values, options) => this.write(sql, values, options, time),
    };
  }

  load(): Record<string, Load> {
    const writes = this.#connection.load;
    return this.#reader ? { writes, scans: this.#reader.load } : { writes };
  }

  /** Searches need no index. */
  searchIndex(): SearchIndex {
    return { isReady: true, troubles: 0 };
  }

  async close(): Promise<void> {
    await Promise.all([this.#connection.close(), this.#reader?.close()]);
  }
}
