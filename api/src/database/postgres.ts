import pg from 'pg';
import { Deadline, inTime, type TimeLeft } from '../deadline.ts';
import { NotAdmitted, WaitingLine, WaitingLines } from '../waiting-line.ts';
import {
  type Database,
  DatabaseUnavailable,
  DatabaseUnusable,
  type Row,
  type Statements,
  type Value,
} from './database.ts';
import { migrations, SCHEMA_VERSION } from './migrations.ts';
import { withClient } from './postgres-client.ts';
import { PostgresIndexes } from './postgres-indexes.ts';
import { findInPostgres } from './postgres-search.ts';
import { reason } from './reason.ts';
import type { Found, Search } from './search/search.ts';
import type { Tell } from './tell.ts';

/** Connections of one process for its statements, for costly reads, and for the locks that it holds across host calls. */
const CONNECTIONS = { statements: 10, scans: 2, locks: 8 };

/** Takes a lock until the transaction ends. */
const LOCK = 'SELECT pg_advisory_xact_lock($1, $2)';

/** Most statements, and most locks, that may wait for a connection. */
const MAX_WAITING = 1000;

/** Most costly reads that may wait for a connection. */
const MAX_WAITING_SCANS = 50;

/**
 * Time limits in milliseconds: to get a connection; to see the answer to a statement, and for the statement on the
 * server; the same three for costly reads; to see the answer to what takes no time; for those who upgrade the schema; for a look at it.
 */
const LIMITS = {
  connection: 2000,
  statement: 3000,
  server: 2500,
  scanConnection: 20_000,
  scan: 21_000,
  scanServer: 20_000,
  answer: 500,
  migration: 30_000,
  inspection: 5000,
};

/** As much time as the limits give. */
const UNLIMITED: TimeLeft = { left: Number.POSITIVE_INFINITY };

/** SQLSTATE of a lock that could not be had in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/** How long an unused connection is kept (milliseconds), and any connection (seconds). */
const IDLE = 30_000;
const LIFETIME = 600;

/** Classes of SQLSTATE after which trying again later may help: postgresql.org/docs/current/errcodes-appendix.html. */
const PASSING_CLASSES = new Set([
  /* connection exception */ '08',
  /* read-only transaction */ '25',
  /* transaction rollback */ '40',
  /* insufficient resources */ '53',
  /* object in use, lock not available */ '55',
  /* operator intervention */ '57',
  /* system error */ '58',
]);

/** First halves of the keys of advisory locks: arbitrary, but no other application of the database may use them. */
const LOCKS = { schema: 1_282_563_173, registry: 1_282_563_174, turn: 1_282_563_175 };

/** The second half holds 32 bits: ids that are alike in it wait for each other, and that is all. */
const LOCK_RANGE = 2 ** 31 - 1;

/**
 * A PostgreSQL that several processes share. It keeps no state in a session: statements are not named, and what has
 * to hold for a transaction is said in it, so that a transaction pooler may stand between.
 */
export class PostgresDatabase implements Database {
  readonly #statements: pg.Pool;
  readonly #scans: pg.Pool;
  readonly #locks: pg.Pool;
  readonly #indexes: PostgresIndexes | null;
  /** Writes that need their turn: a busy one holds one connection and not all of them. */
  readonly #turns = new WaitingLines(MAX_WAITING);
  /** A lock is held as long as the host takes: who wants another one waits for a place here, not for a connection. */
  readonly #lockLine = new WaitingLine(CONNECTIONS.locks, MAX_WAITING);

  /** @param tell hears of the indexes, which are then made where they are missing */
  constructor(url: string, tell: Tell | null) {
    this.#statements = openPool(url, {
      max: CONNECTIONS.statements,
      query_timeout: LIMITS.statement,
      pipeline: true,
    });
    this.#scans = openPool(url, {
      max: CONNECTIONS.scans,
      connectionTimeoutMillis: LIMITS.scanConnection,
      query_timeout: LIMITS.scan,
      pipeline: true,
    });
    this.#locks = openPool(url, { max: CONNECTIONS.locks });
    this.#indexes = tell && new PostgresIndexes(clientOptions(url), tell);
  }

  /** A read may be asked again: the first answer of a pool whose server went away is a broken connection. */
  read<R extends Row>(sql: string, values: readonly Value[], time = UNLIMITED): Promise<R[]> {
    return this.#twice(time, async (client) => {
      const answers = [
        begin(client, time),
        client.query(statement(sql, values, time)),
        client.query('COMMIT'),
      ] as const;
      const [, { rows }] = await settled(answers);
      return rowsOf<R>(rows);
    });
  }

  /** On connections of its own: costly reads never take those that all others wait for. */
  scan<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    return this.#withScan(async (client) => {
      const query: pg.QueryArrayConfig = { text: sql, values: [...values], rowMode: 'array' };
      const [, { rows }] = await settled([client.query(BEGIN_SCAN), client.query(query), client.query('COMMIT')]);
      return rowsOf<R>(rows);
    });
  }

  /** On the same connections; all of its statements see the items as they were when it began. */
  search(search: Search): Promise<Found> {
    return this.#withScan(async (client) => {
      const deadline = new Deadline(LIMITS.scanServer / 1000);
      await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${WITHOUT_JIT}`);
      const found = await findInPostgres(async (text, values) => {
        const query: pg.QueryArrayConfig = { text, values: [...values], rowMode: 'array' };
        const [, { rows }] = await settled([client.query(limit(deadline, LIMITS.scanServer)), client.query(query)]);
        return rows;
      }, search);
      await client.query('COMMIT');
      return found;
    });
  }

  /** One row is found by its key, which needs no limit on the server, and so no transaction. */
  first<R extends Row>(sql: string, values: readonly Value[], time = UNLIMITED): Promise<R | undefined> {
    return this.#twice(time, async (client) => rowsOf<R>((await client.query(statement(sql, values, time))).rows)[0]);
  }

  /**
   * The transaction is there for its time limit: a write that was given up must not happen later. So it is committed
   * only once its answer is here in time; what then is not known is whether a commit without an answer happened.
   */
  write<R extends Row>(sql: string, values: readonly Value[], turn?: number, time = UNLIMITED): Promise<R[]> {
    const work = () =>
      this.#with(time, async (client) => {
        const before = [begin(client, time)];
        // A statement of its own: one that takes the lock itself sees what there was before it waited.
        if (turn !== undefined) before.push(client.query(LOCK, [LOCKS.turn, turn % LOCK_RANGE]));
        const answer = client.query(statement(sql, values, time));
        await settled([...before, answer]);
        await client.query(statement('COMMIT', [], time));
        const { rows } = await answer;
        return rowsOf<R>(rows);
      });
    if (turn === undefined) return work().catch(refuse);
    const wait = new Deadline(Math.min(LIMITS.connection, time.left) / 1000);
    return this.#turns.run(turn, wait, work).catch(refuse);
  }

  /** Holds a lock of the server while `work` runs, whichever process asks for the same id. */
  async exclusively<T>(id: number, time: TimeLeft, work: (hasWaited: boolean) => Promise<T>): Promise<T> {
    await this.#lockLine.enter(time);
    try {
      const client = await connect(this.#locks, time);
      const hasWaited = await lock(client, id % LOCK_RANGE, time);
      try {
        return await work(hasWaited);
      } finally {
        // The lock goes with its transaction; there is nothing else in it. A connection that broke meanwhile says so.
        const end = client.query('COMMIT').then(
          () => true,
          () => false,
        );
        client.release((await inTime(end, { left: LIMITS.answer })) !== true);
      }
    } finally {
      this.#lockLine.leave();
    }
  }

  within(time: TimeLeft): Statements {
    return {
      read: (sql, values) => this.read(sql, values, time),
      first: (sql, values) => this.first(sql, values, time),
      scan: (sql, values) => this.scan(sql, values),
      write: (sql, values, turn) => this.write(sql, values, turn, time),
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#statements.end(), this.#scans.end(), this.#locks.end(), this.#indexes?.close()]);
  }

  async #twice<T>(time: TimeLeft, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    try {
      return await this.#with(time, work);
    } catch (error) {
      if (!isBrokenConnection(error)) throw translated(error);
    }
    return this.#with(time, work).catch(refuse);
  }

  async #withScan<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (this.#scans.waitingCount >= MAX_WAITING_SCANS) throw new DatabaseUnavailable('too many costly reads wait');
    return withConnection(this.#scans, UNLIMITED, work).catch(refuse);
  }

  async #with<T>(time: TimeLeft, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (this.#statements.waitingCount >= MAX_WAITING) throw new DatabaseUnavailable('too many statements wait');
    return withConnection(this.#statements, time, work);
  }
}

/** Does something with a connection of a pool. */
async function withConnection<T>(
  pool: pg.Pool,
  time: TimeLeft,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await connect(pool, time);
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    // A statement that was refused leaves its transaction open, and whatever came next would be refused with it.
    client.release(!isWhole(error) || client.getTransactionStatus() !== 'I');
    throw error;
  }
}

/** Whatever keeps a connection from being made says nothing of the statement. */
async function connect(pool: pg.Pool, time: TimeLeft): Promise<pg.PoolClient> {
  const connecting = pool.connect().catch((error) => {
    throw new DatabaseUnavailable(reason(error), { cause: error });
  });
  if (time === UNLIMITED) return connecting;
  const client = await inTime(connecting, time);
  if (client) return client;
  connecting.then(
    (late) => late.release(),
    () => {},
  );
  throw new DatabaseUnavailable('no connection in time');
}

/**
 * Takes a lock for the transaction that begins here.
 * @returns whether somebody else had it @throws {NotAdmitted} it was not free in time @throws {DatabaseUnavailable}
 */
async function lock(client: pg.PoolClient, id: number, time: TimeLeft): Promise<boolean> {
  const patience = Math.max(1, Math.ceil(time.left));
  const ask = async (text: string, values?: number[]) => {
    // A little longer than the server waits, whose own answer says what was the matter.
    const answer = await inTime(client.query<{ free?: boolean }>(text, values), { left: patience + LIMITS.answer });
    if (!answer) throw new DatabaseUnavailable('no answer about a lock in time');
    return answer.rows?.[0]?.free === true;
  };
  const keys = [LOCKS.registry, id];
  try {
    await ask(`BEGIN; SET LOCAL lock_timeout = ${patience}`);
    if (await ask('SELECT pg_try_advisory_xact_lock($1, $2) AS free', keys)) return false;
    await ask(LOCK, keys);
    return true;
  } catch (error) {
    client.release(true);
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) throw new NotAdmitted('late');
    throw translated(error);
  }
}

/** The time of a statement, in whole milliseconds: what is left, but no more than it ever has. */
const limited = (time: TimeLeft, limit: number): number => Math.max(1, Math.ceil(Math.min(time.left, limit)));

/** Limits the time of the statements that follow in a transaction. */
const limit = (time: TimeLeft, most: number): string => `SET LOCAL statement_timeout = ${limited(time, most)}`;

const begin = (client: pg.PoolClient, time: TimeLeft) => client.query(`BEGIN; ${limit(time, LIMITS.server)}`);

/** Compiling a statement takes longer than the fastest of the costly reads. */
const WITHOUT_JIT = 'SET LOCAL jit = off';
const BEGIN_SCAN = `BEGIN; ${limit(UNLIMITED, LIMITS.scanServer)}; ${WITHOUT_JIT}`;

/**
 * Waits for all of what was sent at once, in one round trip, so that the connection is free again; then tells the
 * first failure, if there is one.
 */
async function settled<T extends readonly Promise<unknown>[]>(
  answers: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(answers);
  return Promise.all(answers);
}

const statement = (
  text: string,
  values: readonly Value[],
  time: TimeLeft,
): pg.QueryArrayConfig & { query_timeout: number } => ({
  text,
  values: [...values],
  rowMode: 'array',
  // The server's own limit comes first.
  query_timeout: limited({ left: time.left + LIMITS.answer }, LIMITS.statement),
});

/** What the arrays hold is the caller's promise. */
const rowsOf = <R extends Row>(rows: Row[]): R[] => rows as R[];

/**
 * Opens a database and brings it to SCHEMA_VERSION. Of processes that start at once, one does it and the others wait.
 * @param tell hears of the indexes, which are then made where they are missing
 * @throws {DatabaseUnusable} when it cannot be reached or used, or is newer than this code
 */
export async function openPostgres(url: string, tell: Tell | null = null): Promise<Database> {
  try {
    await withClient(clientOptions(url), migrate);
    return new PostgresDatabase(url, tell);
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`DATABASE_URL: cannot use the PostgreSQL database: ${reason(error)}`);
  }
}

/** How a database stands, found without changing it; its version is 0 while it is empty. */
export function inspectPostgres(url: string): Promise<{ version: number; isWritable: boolean; hasTrigrams: boolean }> {
  return withClient({ ...clientOptions(url), query_timeout: LIMITS.inspection }, async (client) => {
    await checkSession(client);
    const { rows } = await client.query<{ may: boolean; trigrams: boolean }>(
      `SELECT NOT pg_is_in_recovery() AND has_schema_privilege(current_schema(), 'CREATE') AS may,
        EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm')
        OR EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm')
        AND has_database_privilege(current_database(), 'CREATE') AS trigrams`,
    );
    return {
      version: await schemaVersion(client),
      isWritable: rows[0]?.may === true,
      hasTrigrams: rows[0]?.trigrams === true,
    };
  });
}

/** Texts and times come back as they were only with these settings, which a database may have otherwise. */
async function checkSession(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; style: string }>(
    "SELECT current_setting('server_encoding') AS encoding, current_setting('datestyle') AS style",
  );
  if (rows[0]?.encoding !== 'UTF8')
    throw new DatabaseUnusable('DATABASE_URL: the database must have the encoding UTF8: make another one');
  if (!rows[0].style.startsWith('ISO'))
    throw new DatabaseUnusable(
      'DATABASE_URL: the DateStyle of the database must be ISO: ALTER DATABASE … RESET DateStyle',
    );
}

async function migrate(client: pg.Client): Promise<void> {
  await checkSession(client);
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${LIMITS.migration}`);
  await client.query('SELECT pg_advisory_xact_lock($1, 0)', [LOCKS.schema]);
  const found = await schemaVersion(client);
  if (found > SCHEMA_VERSION)
    throw new DatabaseUnusable(
      `DATABASE_URL: the database has schema version ${found}, this service knows ${SCHEMA_VERSION}: start a newer service`,
    );
  if (found < SCHEMA_VERSION) {
    for (const migration of migrations.slice(found)) await client.query(migration.postgres);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
    await client.query('DELETE FROM schema_version');
    await client.query('INSERT INTO schema_version VALUES ($1)', [SCHEMA_VERSION]);
  }
  await client.query('COMMIT');
}

async function schemaVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('schema_version') IS NOT NULL AS exists",
  );
  if (!rows[0]?.exists) return 0;
  const versions = await client.query<{ version: number }>('SELECT version FROM schema_version');
  return versions.rows[0]?.version ?? 0;
}

function openPool(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...clientOptions(url),
    idleTimeoutMillis: IDLE,
    maxLifetimeSeconds: LIFETIME,
    ...options,
  });
  // A connection that breaks is replaced when it is next needed; who uses it is told by the failing statement.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const clientOptions = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'largesse-api',
  connectionTimeoutMillis: LIMITS.connection,
  keepAlive: true,
  types: { getTypeParser },
});

/** Type numbers of PostgreSQL's own types: its catalogue pg_type. */
const INT8 = 20;
const TIMESTAMPTZ = 1184;

/** Rows come as in the embedded database: every integer a number, times as ISO 8601 with milliseconds. */
function getTypeParser(type: number): (text: string) => unknown {
  if (type === INT8) return Number;
  if (type === TIMESTAMPTZ) return (text) => new Date(text).toISOString();
  return pg.types.getTypeParser(type);
}

/** What says nothing of the statement: the connection went, or there was none. */
function isBrokenConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return error.code?.startsWith('57P') === true;
  return !(error instanceof DatabaseUnavailable) && error.message !== 'Query read timeout';
}

/** What the server refused leaves a connection as it was, unless it is the server that has changed. */
const isWhole = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !['25', '57', '58'].includes(error.code?.slice(0, 2) ?? '');

function refuse(error: unknown): never {
  throw translated(error);
}

/** Whatever is no answer of the server to the statement itself is a failure of the way to it. */
function translated(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  if (error instanceof pg.DatabaseError && !PASSING_CLASSES.has(error.code?.slice(0, 2) ?? '')) return error;
  return new DatabaseUnavailable(reason(error), { cause: error });
}
