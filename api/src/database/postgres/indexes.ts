import { setTimeout } from 'node:timers/promises';
import type { Log, SearchIndex } from '../database.ts';
import { reason } from '../reason.ts';
import { withClient } from './connection.ts';
import { isDeadlock } from './errors.ts';
import { LOCKS } from './locks.ts';
import { folded, SEARCHED_TEXTS } from './search.ts';
import type { Servers } from './servers.ts';

/** An index of the table `items`, or additional statistics of this table. */
interface Part {
  name: string;
  make: string;
  needsTrigrams?: true;
}

const index = (name: string, on: string): Pick<Part, 'name' | 'make'> => ({
  name,
  make: `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON items ${on}`,
});

/** Parts in the order of their builds. The first parts build fastest, and most requests need them. */
const PARTS: readonly Part[] = [
  // ASC is the default of PostgreSQL. Without ASC, YugabyteDB would hash the first column, but lists need the order of
  // this column.
  index('items_active', '(id ASC) WHERE is_active = 1'),
  index('items_by_name', `(${folded('name')} ASC, id) WHERE is_active = 1`),
  index('items_by_status', '(affiliate_status ASC NULLS FIRST, id) WHERE is_active = 1'),
  // PostgreSQL ignores the statistics of partial indexes. Without these separate statistics, it would assume that every
  // searched text occurs in few items.
  ...SEARCHED_TEXTS.map((text, place) => ({
    name: `items_text_${place + 1}`,
    make: `CREATE STATISTICS IF NOT EXISTS items_text_${place + 1} ON (${text}) FROM items`,
  })),
  {
    ...index(
      'items_search',
      `USING gin (${SEARCHED_TEXTS.map((text) => `${text} gin_trgm_ops`).join(', ')}) WHERE is_active = 1`,
    ),
    needsTrigrams: true,
  },
];

/** SQL comment that other connections use to recognize our statements. */
const MARK = '/* Largesse: indexes */';

/** Query for the existing parts, and whether they are valid. An invalid index is useless, and slows every write. */
const FOUND = `
  SELECT relname AS name, indisvalid AS is_valid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE indrelid = to_regclass('items')
  UNION ALL SELECT stxname, true FROM pg_statistic_ext WHERE stxrelid = to_regclass('items')`;

const PROGRESS = `
  SELECT coalesce(round(100.0 * blocks_done / nullif(blocks_total, 0)), 0)::int AS share
  FROM pg_stat_progress_create_index WHERE relid = to_regclass('items')`;

const HAS_TRIGRAMS = "SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'";

const CANCEL = `
  SELECT pg_cancel_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'active' AND query LIKE '${MARK}%'`;

/** Interval between log lines about progress (milliseconds). */
const LOG_INTERVAL_MS = 5000;

/** Interval at which a process checks whether other processes have stopped building the indexes (milliseconds). */
const LOOK_INTERVAL_MS = 5000;

const CANCEL_INTERVAL_MS = 100;

/**
 * Takes the lock for building indexes, if the lock is free. The statement has no parameters. With parameters, its
 * transaction would keep a snapshot. The build of an index waits for the end of older snapshots, so the build would
 * wait for this transaction.
 */
const LOCK = `SELECT pg_try_advisory_xact_lock(${LOCKS.indexes}, 0) AS free`;

/**
 * Builds missing indexes of PostgreSQL, one after the other. During a build, all processes can read and write. If a
 * migration built the indexes, it would block all writes until its end. Without the indexes, results are correct but
 * slower. Without the extension `pg_trgm`, searches read all items.
 */
export class PostgresIndexes {
  readonly #servers: Servers;
  readonly #log: Log;
  readonly #closing = new AbortController();
  readonly #made: Promise<void>;
  #isMaking = false;
  /** State of the indexes. `isReady` becomes true when all parts exist that this server supports. */
  readonly state: SearchIndex = { isReady: false, troubles: 0 };

  constructor(servers: Servers, log: Log) {
    this.#servers = servers;
    this.#log = log;
    this.#made = this.#make().then(
      () => {
        this.state.isReady = !this.#isClosed;
      },
      (error) => {
        this.state.troubles++;
        if (!this.#isClosed) log(`indexes: cannot be made: ${reason(error)}; searches and lists take longer`);
      },
    );
  }

  /** Cancels the build of an index. The next start of the service, or another process, builds the index again. */
  async close(): Promise<void> {
    this.#closing.abort();
    // Finds the build by the comment in its statement, not by the number of its connection. Behind a pooler, this
    // number may belong to the connection of another client. Repeats the cancellation, because the build may not have
    // started yet.
    while (this.#isMaking) {
      await withClient(this.#servers, (client) => client.query(CANCEL)).catch(() => {});
      await Promise.race([this.#made, setTimeout(CANCEL_INTERVAL_MS, undefined, { ref: false })]);
    }
    await this.#made;
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /**
   * Builds the indexes as soon as no other process is building indexes. Two builds would wait for each other, and block
   * other requests for locks.
   */
  async #make(): Promise<void> {
    while (!this.#isClosed && !(await this.#makeUnlessOthersDo()))
      await setTimeout(LOOK_INTERVAL_MS, undefined, { ref: false, signal: this.#closing.signal });
  }

  /** Builds the indexes unless another process is building indexes. @returns whether all parts are built */
  #makeUnlessOthersDo(): Promise<boolean> {
    return withClient(this.#servers, async (holder) => {
      await holder.query('BEGIN');
      const { rows } = await holder.query<{ free: boolean }>(LOCK);
      const isMine = rows[0]?.free === true && (await this.#shareMade()) === null;
      const isDone = isMine && (await this.#makeMissing());
      await holder.query('COMMIT');
      return isDone;
    });
  }

  /** @returns false if the build stopped for another process that waits for a lock of the table */
  async #makeMissing(): Promise<boolean> {
    const found = await this.#found();
    let missing = PARTS.filter(({ name }) => found.get(name) !== true);
    if (missing.some(({ needsTrigrams }) => needsTrigrams) && !(await this.#hasTrigrams()))
      missing = missing.filter(({ needsTrigrams }) => !needsTrigrams);
    if (this.#isClosed || missing.length === 0) return true;
    this.#log('indexes: are being built; until then searches and lists take longer');
    try {
      for (const part of missing) await this.#makePart(part, found.get(part.name) === false);
    } catch (error) {
      // Another process waits for a lock of the whole table. This lock must wait for the index build, and the index
      // build waits for the snapshot of the other process.
      if (!isDeadlock(error)) throw error;
      this.#log('indexes: stopped because another process locks the table; they will be built later');
      return false;
    }
    await withClient(this.#servers, (client) => client.query('ANALYZE items'));
    this.#log('indexes: ready');
    return true;
  }

  /** @param isBroken true if an invalid index with this name exists; it is dropped first */
  async #makePart({ name, make }: Part, isBroken: boolean): Promise<void> {
    const progress = setInterval(() => void this.#logProgress(name), LOG_INTERVAL_MS);
    try {
      await withClient(this.#servers, async (client) => {
        this.#isMaking = true;
        const run = async (sql: string) => {
          this.#closing.signal.throwIfAborted();
          await client.query(`${MARK} ${sql}`);
        };
        if (isBroken) await run(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
        await run(make);
      });
    } finally {
      this.#isMaking = false;
      clearInterval(progress);
    }
  }

  /** Creates the extension if it is missing. @returns whether the extension exists now */
  async #hasTrigrams(): Promise<boolean> {
    if ((await withClient(this.#servers, (client) => client.query(HAS_TRIGRAMS))).rowCount === 1) return true;
    try {
      await withClient(this.#servers, (client) => client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm'));
      return true;
    } catch (error) {
      this.#log(
        `indexes: the extension pg_trgm is not available (${reason(error)}); searches read all items. Let an administrator of the database run CREATE EXTENSION pg_trgm, then start again`,
      );
      return false;
    }
  }

  async #logProgress(name: string): Promise<void> {
    const share = await this.#shareMade().catch(() => null);
    if (share !== null) this.#log(`indexes: ${name} is being built, ${share} % of the table read`);
  }

  /** Returns the percentage of the table that the current build has read; null if no index is being built. */
  async #shareMade(): Promise<number | null> {
    const { rows } = await withClient(this.#servers, (client) => client.query<{ share: number }>(PROGRESS));
    return rows[0]?.share ?? null;
  }

  async #found(): Promise<Map<string, boolean>> {
    const { rows } = await withClient(this.#servers, (client) =>
      client.query<{ name: string; is_valid: boolean }>(FOUND),
    );
    return new Map(rows.map(({ name, is_valid }) => [name, is_valid]));
  }
}
