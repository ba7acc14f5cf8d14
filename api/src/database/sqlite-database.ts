import type { TimeLeft } from '../deadline.ts';
import type { Database, Row, Statements, Value } from './database.ts';
import { isBuilt } from './search/index-file.ts';
import type { Answer } from './search/messages.ts';
import { Reader, type ReaderEvents } from './search/reader.ts';
import type { Found, Search } from './search/search.ts';
import { CHANGES_STEP } from './search/upkeep.ts';
import { type SqliteConnection, translated } from './sqlite-connection.ts';
import type { Tell } from './tell.ts';

/** After so many writes the index is brought up to date, well before a search would have to do without. */
const KEPT_EVERY = CHANGES_STEP / 2;

/** After a start the service serves first (milliseconds). */
const FIRST_KEEP_MS = 1000;

/** Changes that are forgotten at a time: it takes about a millisecond. */
const FORGOTTEN = 1000;
const FORGET = `DELETE FROM search_changes
  WHERE seq IN (SELECT seq FROM search_changes WHERE seq < $1 ORDER BY seq LIMIT ${FORGOTTEN}) RETURNING seq`;

/** How often the operator hears how far the index is (milliseconds). */
const TOLD_EVERY_MS = 5000;

/**
 * The embedded database: cheap reads and writes on a connection of the event loop's own, costly reads and the search
 * index in a thread beside it.
 */
export class SqliteDatabase implements Database {
  readonly #connection: SqliteConnection;
  readonly #path: string;
  readonly #tell: Tell | null;
  /** Null in memory, where there is no second connection. */
  readonly #reader: Reader | null;
  readonly #firstKeep: NodeJS.Timeout | undefined;
  #written = 0;
  #isForgetting = false;
  #isClosed = false;
  /** When the operator last heard of an index that is being built. */
  #toldAt: number | null = null;

  constructor(connection: SqliteConnection, path: string, tell: Tell | null) {
    this.#connection = connection;
    this.#path = path;
    this.#tell = tell;
    const events: ReaderEvents = {
      onProgress: (progress) => this.#progressed(progress),
      onTrouble: (message) => tell?.(`search index: ${message}; searches go on without it, more slowly`),
    };
    this.#reader = path === ':memory:' ? null : new Reader(path, events);
    if (tell !== null && this.#reader !== null)
      this.#firstKeep = setTimeout(() => this.#keepFirst(), FIRST_KEEP_MS).unref();
  }

  read<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    return this.#connection.read<R>(sql, values);
  }

  first<R extends Row>(sql: string, values: readonly Value[]): Promise<R | undefined> {
    return this.#connection.first<R>(sql, values);
  }

  async scan<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    if (this.#reader === null) return this.#connection.read<R>(sql, values);
    const answer = await this.#reader.ask({ kind: 'rows', sql: sql.replace(/\$\d+/g, '?'), values });
    if (answer.kind !== 'rows') throw this.#failure(answer);
    // What the arrays hold is the caller's promise.
    const rows: unknown = answer.rows;
    return rows as R[];
  }

  async search(search: Search): Promise<Found | null> {
    if (this.#reader === null) return null;
    const answer = await this.#reader.ask({ kind: 'search', search });
    if (answer.kind !== 'found') throw this.#failure(answer);
    return answer.found;
  }

  write<R extends Row>(sql: string, values: readonly Value[], turn?: number, time?: TimeLeft): Promise<R[]> {
    if (this.#tell !== null && ++this.#written % KEPT_EVERY === 0) this.#reader?.keepIndex();
    return this.#connection.write<R>(sql, values, turn, time);
  }

  exclusively<T>(id: number, time: TimeLeft, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    return this.#connection.exclusively(id, time, work);
  }

  /** Costly reads have a time limit of their own. */
  within(time: TimeLeft): Statements {
    return {
      read: (sql, values) => this.read(sql, values),
      first: (sql, values) => this.first(sql, values),
      scan: (sql, values) => this.scan(sql, values),
      write: (sql, values, turn) => this.write(sql, values, turn, time),
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#firstKeep);
    await Promise.all([this.#connection.close(), this.#reader?.close()]);
  }

  #failure(answer: Answer): unknown {
    if (answer.kind !== 'failed') return new Error(`the thread of costly reads answered ${answer.kind}`);
    return translated(Object.assign(new Error(answer.message), { errcode: answer.code }), this.#path);
  }

  /** What is small the first search sees to; an index that takes long is begun at once, or gone on with. */
  #keepFirst(): void {
    const table = isBuilt(this.#path) ? 'search_changes' : 'items';
    this.#connection
      .read<[found: number]>(`SELECT count(*) FROM (SELECT 1 FROM ${table} LIMIT ${CHANGES_STEP + 1})`, [])
      .then(([row]) => {
        if (row !== undefined && row[0] > CHANGES_STEP && !this.#isClosed) this.#reader?.keepIndex();
      })
      // The next search says what is wrong with the database.
      .catch(() => {});
  }

  #progressed({ seq, isBuilt, builtTo, lastId }: Parameters<ReaderEvents['onProgress']>[0]): void {
    void this.#forget(seq);
    const now = performance.now();
    if (isBuilt) {
      if (this.#toldAt !== null) this.#tell?.('search index: ready');
      this.#toldAt = null;
    } else if (this.#toldAt === null || now - this.#toldAt > TOLD_EVERY_MS) {
      const share = Math.floor((100 * builtTo) / Math.max(lastId, 1));
      this.#tell?.(`search index: is being built, ${share} % of ${lastId} items; until then searches take longer`);
      this.#toldAt = now;
    }
  }

  /** Changes that the index has taken in are of no use, but for the last one, by which it knows its database. */
  async #forget(seq: number): Promise<void> {
    if (this.#isForgetting) return;
    this.#isForgetting = true;
    try {
      while (!this.#isClosed && (await this.#connection.write(FORGET, [seq])).length === FORGOTTEN);
    } catch {
      // They are forgotten the next time.
    }
    this.#isForgetting = false;
  }
}
