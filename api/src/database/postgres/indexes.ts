import { setTimeout } from 'node:timers/promises';
import type { Log, SearchIndex } from '../database.ts';
import { reason } from '../reason.ts';
import { withClient } from './connection.ts';
import { isDeadlock } from './errors.ts';
import { LOCKS } from './locks.ts';
import type { Servers } from './servers.ts';
import { folded, SEARCHED_TEXTS } from './texts.ts';

/** An index, or statistics, of `items`. */
interface Part {
  name: string;
  make: string;
  /** An index that it takes the place of. */
  replaces?: string;
  needsTrigrams?: true;
}

const index = (name: string, on: string): Pick<Part, 'name' | 'make'> => ({
  name,
  make: `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON items ${on}`,
});

/** In the order in which they are made: first those that are made soonest, and that most requests need. */
const PARTS: readonly Part[] = [
  { ...index('items_by_registry_and_state', '(registry_id, is_active, id)'), replaces: 'items_by_registry' },
  // Said though it is the default: YugabyteDB would hash the first column, and lists need its order.
  index('items_active', '(id ASC) WHERE is_active = 1'),
  index('items_by_name', `(${folded('name')} ASC, id) WHERE is_active = 1`),
  index('items_by_status', '(affiliate_status ASC, id) WHERE is_active = 1'),
  // Without them, the server takes each part of a text for rare: it looks at no statistics of an index on some rows.
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

/** Marks our statements, by which they can be found from another connection. */
const MARK = '/* Largesse: indexes */';

/** Which of them are there, and whole; one that was not finished is of no use, and costs every write. */
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

/** How often the log says how far it is (milliseconds). */
const LOG_INTERVAL_MS = 5000;

/** How often a process looks whether another one has made them, or has ended before (milliseconds). */
const LOOK_INTERVAL_MS = 5000;

const CANCEL_INTERVAL_MS = 100;

/** Without parameters: the snapshot of a statement with them would stay, and indexes wait for everybody's snapshots. */
const LOCK = `SELECT pg_try_advisory_xact_lock(${LOCKS.indexes}, 0) AS free`;

/**
 * Makes the indexes of PostgreSQL that are missing, one after the other, while this process and older ones go on
 * reading and writing: a migration would hold up all writes until its end. Without them everything is right, but
 * slower. Where the extension `pg_trgm` cannot be had, searches read all items.
 */
export class PostgresIndexes {
  readonly #servers: Servers;
  readonly #log: Log;
  readonly #closing = new AbortController();
  readonly #made: Promise<void>;
  #isMaking = false;
  /** How they are; ready once all are there that can be had. */
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

  /** Lets an index that is being made go: the next start, or another process, begins it anew. */
  async close(): Promise<void> {
    this.#closing.abort();
    // Not by the number of a connection: behind a pooler it is another one's. Again, should it not have begun yet.
    while (this.#isMaking) {
      await withClient(this.#servers, (client) => client.query(CANCEL)).catch(() => {});
      await Promise.race([this.#made, setTimeout(CANCEL_INTERVAL_MS, undefined, { ref: false })]);
    }
    await this.#made;
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Makes them once it is alone: two at once would wait for each other, and whoever waits for a lock is waited for. */
  async #make(): Promise<void> {
    while (!this.#isClosed && !(await this.#makeUnlessOthersDo()))
      await setTimeout(LOOK_INTERVAL_MS, undefined, { ref: false, signal: this.#closing.signal });
  }

  /** Makes the indexes, unless another process that still runs makes them. @returns whether none is left to be made */
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

  /** @returns false where somebody who waits for a lock of the table was let through, and the rest is still to be made */
  async #makeMissing(): Promise<boolean> {
    const found = await this.#found();
    const isLeft = ({ name, replaces }: Part) =>
      found.get(name) !== true || (replaces !== undefined && found.has(replaces));
    let missing = PARTS.filter(isLeft);
    if (missing.some(({ needsTrigrams }) => needsTrigrams) && !(await this.#hasTrigrams()))
      missing = missing.filter(({ needsTrigrams }) => !needsTrigrams);
    if (this.#isClosed || missing.length === 0) return true;
    this.#log('indexes: are being built; until then searches and lists take longer');
    try {
      for (const part of missing) await this.#makePart(part, found.get(part.name) === false);
    } catch (error) {
      // Somebody asked for a lock of the whole table: they wait for the index, and the index for their snapshot.
      if (!isDeadlock(error)) throw error;
      this.#log('indexes: gave way to somebody who locks the table, and are tried again');
      return false;
    }
    await withClient(this.#servers, (client) => client.query('ANALYZE items'));
    this.#log('indexes: ready');
    return true;
  }

  /** @param isBroken whether there is one that was not finished */
  async #makePart({ name, make, replaces }: Part, isBroken: boolean): Promise<void> {
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
        if (replaces !== undefined) await run(`DROP INDEX CONCURRENTLY IF EXISTS ${replaces}`);
      });
    } finally {
      this.#isMaking = false;
      clearInterval(progress);
    }
  }

  /** Returns whether the extension is there, or can be had. */
  async #hasTrigrams(): Promise<boolean> {
    if ((await withClient(this.#servers, (client) => client.query(HAS_TRIGRAMS))).rowCount === 1) return true;
    try {
      await withClient(this.#servers, (client) => client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm'));
      return true;
    } catch (error) {
      this.#log(
        `indexes: the extension pg_trgm cannot be had (${reason(error)}); searches read all items. Let an administrator of the database run CREATE EXTENSION pg_trgm, then start again`,
      );
      return false;
    }
  }

  async #logProgress(name: string): Promise<void> {
    const share = await this.#shareMade().catch(() => null);
    if (share !== null) this.#log(`indexes: ${name} is being built, ${share} % of the table read`);
  }

  /** Returns how much of the table is read for an index that is being made, in per cent, or null. */
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
