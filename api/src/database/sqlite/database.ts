import { existsSync } from 'node:fs';
import type { TimeLeft } from '../../deadline.ts';
import type { Load } from '../../load.ts';
import {
  type Database,
  DatabaseUnavailable,
  type Log,
  type Row,
  type SearchIndex,
  type Statements,
  type Value,
  type WriteOptions,
} from '../database.ts';
import type { Found, Search } from '../search.ts';
import type { JsonList, JsonRows } from '../sql.ts';
import type { SqliteConnection } from './connection.ts';
import { isFull, toDatabaseError } from './errors.ts';
import { json } from './json.ts';
import { indexPath, isBuilt } from './search/index-file.ts';
import type { Answer } from './search/messages.ts';
import { Reader, type ReaderEvents } from './search/reader.ts';
import { CHANGES_STEP } from './search/upkeep.ts';

/**
 * Number of writes between two updates of the index. A search can still use an index that lacks up to CHANGES_STEP
 * changes.
 */
const WRITES_PER_UPDATE = CHANGES_STEP / 2;

/** Delay of the index's first update after a start, so that the service answers requests first (milliseconds). */
const FIRST_UPDATE_DELAY_MS = 1000;

/** Number of changes to delete at a time. Deleting this many changes takes about a millisecond. */
const FORGET_BATCH = 1000;
const FORGET = `DELETE FROM search_changes
  WHERE seq IN (SELECT seq FROM search_changes WHERE seq < $1 ORDER BY seq LIMIT ${FORGET_BATCH}) RETURNING seq`;

/** Interval between log lines about the progress of the index (milliseconds). */
const LOG_INTERVAL_MS = 5000;

/**
 * Runs cheap reads and writes of the embedded database on the event loop. Runs costly reads and the search index in a
 * separate thread.
 */
export class SqliteDatabase implements Database {
  readonly #connection: SqliteConnection;
  readonly #path: string;
  readonly #log: Log | null;
  /** Null for a database in memory, which allows no second connection. */
  readonly #reader: Reader | null;
  readonly #firstUpdate: NodeJS.Timeout | undefined;
  #written = 0;
  /**
   * True if the thread has reported that the search index is built; null before the first report, and after a fault.
   */
  #isIndexed: boolean | null = null;
  #troubles = 0;
  #isForgetting = false;
  #isClosed = false;
  /** Time of the last log line about the build of the index. */
  #loggedAt: number | null = null;

  constructor(connection: SqliteConnection, path: string, log: Log | null) {
    this.#connection = connection;
    this.#path = path;
    this.#log = log;
    const events: ReaderEvents = {
      onProgress: (progress) => this.#progressed(progress),
      onTrouble: (message) => {
        this.#troubles++;
        this.#isIndexed = null;
        log?.(`search index: ${message}; searches go on without it, more slowly`);
      },
    };
    this.#reader = path === ':memory:' ? null : new Reader(path, events);
    if (log !== null && this.#reader !== null)
      this.#firstUpdate = setTimeout(() => this.#updateFirst(), FIRST_UPDATE_DELAY_MS).unref();
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
    const answer = await this.#reader.ask({ kind: 'rows', sql: sql.replace(/\$(\d+)/g, '?$1'), values });
    if (answer.kind !== 'rows') throw this.#failure(answer);
    // The caller promises the row type.
    const rows: unknown = answer.rows;
    return rows as R[];
  }

  async search(search: Search): Promise<Found | null> {
    if (this.#reader === null) return null;
    const answer = await this.#reader.ask({ kind: 'search', search });
    if (answer.kind !== 'found') throw this.#failure(answer);
    return answer.found;
  }

  write<R extends Row>(
    sql: string,
    values: readonly Value[],
    options?: WriteOptions<R>,
    time?: TimeLeft,
  ): Promise<R[]> {
    if (this.#log !== null && ++this.#written % WRITES_PER_UPDATE === 0) this.#reader?.updateIndex();
    const rows = this.#connection.write<R>(sql, values, options, time);
    rows.catch((error) => {
      if (error instanceof DatabaseUnavailable && isFull(error.cause)) this.freeRoom();
    });
    return rows;
  }

  /** Deletes the search index. The service builds the index again when there is enough space. */
  freeRoom(): void {
    if (existsSync(indexPath(this.#path))) this.#reader?.dropIndex();
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

  searchIndex(): SearchIndex {
    return { isReady: this.#isIndexed ?? isBuilt(this.#path), troubles: this.#troubles };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#firstUpdate);
    await Promise.all([this.#connection.close(), this.#reader?.close()]);
  }

  #failure(answer: Answer): unknown {
    if (answer.kind !== 'failed') return new Error(`the thread of costly reads answered ${answer.kind}`);
    return toDatabaseError(Object.assign(new Error(answer.message), { errcode: answer.code }), this.#path);
  }

  /** Starts an update if the index lacks many changes. If the index lacks few changes, the first search updates it. */
  #updateFirst(): void {
    const table = isBuilt(this.#path) ? 'search_changes' : 'items';
    this.#connection
      .read<[found: number]>(`SELECT count(*) FROM (SELECT 1 FROM ${table} LIMIT ${CHANGES_STEP + 1})`, [])
      .then(([row]) => {
        if (row !== undefined && row[0] > CHANGES_STEP && !this.#isClosed) this.#reader?.updateIndex();
      })
      // The next search reports the fault.
      .catch(() => {});
  }

  #progressed({ seq, isBuilt, builtTo, lastId }: Parameters<ReaderEvents['onProgress']>[0]): void {
    void this.#forget(seq);
    this.#isIndexed = isBuilt;
    const now = performance.now();
    if (isBuilt) {
      if (this.#loggedAt !== null) this.#log?.('search index: ready');
      this.#loggedAt = null;
    } else if (this.#loggedAt === null || now - this.#loggedAt > LOG_INTERVAL_MS) {
      const share = Math.floor((100 * builtTo) / Math.max(lastId, 1));
      this.#log?.(`search index: is being built, ${share} % of ${lastId} items; until then searches take longer`);
      this.#loggedAt = now;
    }
  }

  /**
   * Deletes changes that the index contains. Keeps the last change: the index uses this change to identify its
   * database.
   */
  async #forget(seq: number): Promise<void> {
    if (this.#isForgetting) return;
    this.#isForgetting = true;
    try {
      while (!this.#isClosed && (await this.#connection.write(FORGET, [seq])).length === FORGET_BATCH);
    } catch {
      // After a failure, the next call of this method deletes the remaining changes.
    }
    this.#isForgetting = false;
  }
}
