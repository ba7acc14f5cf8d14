import pg from 'pg';
import { reason } from './reason.ts';
import type { Tell } from './tell.ts';

const NAME = 'items_search';

/** Parts of texts are found by the three characters in a row that they hold, in the form in which searches compare them. */
const COLUMNS = ['name', 'retailer', 'url', 'affiliate_url']
  .map((column) => `lower(${column}) gin_trgm_ops`)
  .join(', ');
const CREATE = `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${NAME} ON items USING gin (${COLUMNS}) WHERE is_active = 1`;

/** Whether the index is there and whole, and whether anybody makes it right now. */
const STATE = `
  SELECT (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('${NAME}')) AS valid,
    (SELECT round(100.0 * blocks_done / nullif(blocks_total, 0)) FROM pg_stat_progress_create_index
      WHERE relid = to_regclass('items') LIMIT 1)::int AS share,
    EXISTS (SELECT 1 FROM pg_stat_progress_create_index WHERE relid = to_regclass('items')) AS busy,
    EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') AS extended`;

const CANCEL = "SELECT pg_cancel_backend(pid) FROM pg_stat_progress_create_index WHERE relid = to_regclass('items')";

/** How often the operator hears how far it is (milliseconds). */
const TOLD_EVERY_MS = 5000;

/** An advisory lock, of which the database of the items has more: see postgres.ts. */
const LOCK = 'SELECT pg_try_advisory_xact_lock(1282563176, 0) AS mine';

interface State {
  valid: boolean | null;
  share: number | null;
  busy: boolean;
  extended: boolean;
}

/**
 * Makes the index of searches in PostgreSQL where it is missing, while this process and older ones go on reading and
 * writing. Where the extension `pg_trgm` cannot be had, searches read all items.
 */
export class PostgresSearchIndex {
  readonly #options: pg.ClientConfig;
  readonly #tell: Tell;
  readonly #made: Promise<void>;
  #isMaking = false;
  #isClosed = false;

  constructor(options: pg.ClientConfig, tell: Tell) {
    this.#options = options;
    this.#tell = tell;
    this.#made = this.#make().catch((error) => {
      if (!this.#isClosed) tell(`search index: cannot be made: ${reason(error)}; searches read all items`);
    });
  }

  /** Lets an index that is being made go: the next start begins anew. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // Not by the number of a connection: behind a pooler it is another one's.
    if (this.#isMaking) await this.#ask((client) => client.query(CANCEL)).catch(() => {});
    await this.#made;
  }

  /** Two that make it at once would wait for each other; whoever comes second leaves it to the first. */
  #make(): Promise<void> {
    return this.#ask(async (holder) => {
      await holder.query('BEGIN');
      const { rows } = await holder.query<{ mine: boolean }>(LOCK);
      if (rows[0]?.mine) await this.#makeAlone();
      await holder.query('COMMIT');
    });
  }

  async #makeAlone(): Promise<void> {
    const state = await this.#state();
    if (this.#isClosed || state.valid === true || state.busy) return;
    if (!state.extended && !(await this.#extend())) return;
    this.#tell('search index: is being built; until then searches take longer');
    const progress = setInterval(() => void this.#tellProgress(), TOLD_EVERY_MS);
    try {
      await this.#ask(async (client) => {
        this.#isMaking = true;
        // One that was not finished is of no use, and costs every write.
        if (state.valid === false) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${NAME}`);
        if (this.#isClosed) return;
        await client.query(CREATE);
        await client.query('ANALYZE items');
        this.#tell('search index: ready');
      });
    } finally {
      this.#isMaking = false;
      clearInterval(progress);
    }
  }

  async #extend(): Promise<boolean> {
    try {
      await this.#ask((client) => client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm'));
    } catch (error) {
      this.#tell(
        `search index: the extension pg_trgm cannot be had (${reason(error)}); searches read all items. Let an administrator of the database run CREATE EXTENSION pg_trgm, then start again`,
      );
      return false;
    }
    return true;
  }

  async #tellProgress(): Promise<void> {
    const { share } = await this.#state().catch(() => ({ share: null }));
    if (share !== null) this.#tell(`search index: is being built, ${share} % of the table read`);
  }

  async #state(): Promise<State> {
    const { rows } = await this.#ask((client) => client.query<State>(STATE));
    return rows[0] ?? { valid: null, share: null, busy: false, extended: false };
  }

  async #ask<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(this.#options);
    client.on('error', () => {});
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
