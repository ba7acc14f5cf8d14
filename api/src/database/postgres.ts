import pg from 'pg';
import { type Database, DatabaseUnavailable, DatabaseUnusable, type Row, type Value } from './database.ts';
import { migrations, SCHEMA_VERSION } from './migrations.ts';
import { reason } from './reason.ts';

/** Connections of one process for its statements, and for the locks that it holds across host calls. */
const CONNECTIONS = { statements: 10, locks: 8 };

/** Most statements that may wait for a connection. */
const MAX_WAITING = 1000;

/**
 * Time limits in milliseconds: to get a connection, to see the answer to a statement, for a write on the server, and
 * for somebody else's lock.
 */
const LIMITS = { connection: 2000, statement: 3000, write: 2500, lock: 8000 };

/** How long an unused connection is kept (milliseconds). */
const IDLE = 30_000;

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
const LOCKS = { schema: 1_282_563_173, registry: 1_282_563_174 };

/** The second half holds 32 bits: ids that are alike in it wait for each other, and that is all. */
const LOCK_RANGE = 2 ** 31 - 1;

/**
 * A PostgreSQL that several processes share. It keeps no state in a session: statements are not named, and what has
 * to hold for a transaction is said in it, so that a transaction pooler may stand between.
 */
export class PostgresDatabase implements Database {
  readonly #statements: pg.Pool;
  readonly #locks: pg.Pool;

  constructor(url: string) {
    this.#statements = openPool(url, {
      max: CONNECTIONS.statements,
      query_timeout: LIMITS.statement,
      pipeline: true,
    });
    this.#locks = openPool(url, { max: CONNECTIONS.locks, query_timeout: LIMITS.lock + 1000 });
  }

  /** A read may be asked again: the first answer of a pool whose server went away is a broken connection. */
  async read<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    const ask = () => this.#with(async (client) => rowsOf<R>(await client.query(statement(sql, values))));
    try {
      return await ask();
    } catch (error) {
      if (!isBrokenConnection(error)) throw translated(error);
    }
    return ask().catch(refuse);
  }

  async first<R extends Row>(sql: string, values: readonly Value[]): Promise<R | undefined> {
    return (await this.read<R>(sql, values))[0];
  }

  /**
   * The transaction is there for its time limit: a write that was given up must not happen later. Its three
   * statements are sent at once and cost one round trip.
   */
  write<R extends Row>(sql: string, values: readonly Value[]): Promise<R[]> {
    return this.#with(async (client) => {
      const [begun, written, ended] = await Promise.allSettled([
        client.query(`BEGIN; SET LOCAL statement_timeout = ${LIMITS.write}`),
        client.query(statement(sql, values)),
        client.query('COMMIT'),
      ]);
      if (written.status === 'rejected') throw written.reason;
      if (begun.status === 'rejected') throw begun.reason;
      if (ended.status === 'rejected') throw ended.reason;
      return rowsOf<R>(written.value);
    }).catch(refuse);
  }

  /** Holds a lock of the server while `work` runs, whichever process asks for the same id. */
  async exclusively<T>(id: number, work: () => Promise<T>): Promise<T> {
    const client = await this.#locks.connect().catch(refuse);
    let broken: Error | undefined;
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${LIMITS.lock}`);
      await client.query('SELECT pg_advisory_xact_lock($1, $2)', [LOCKS.registry, id % LOCK_RANGE]);
    } catch (error) {
      client.release(true);
      throw translated(error);
    }
    const onError = (error: Error) => {
      broken = error;
    };
    client.once('error', onError);
    try {
      return await work();
    } finally {
      client.off('error', onError);
      // The lock goes with its transaction; there is nothing else in it.
      if (broken) client.release(broken);
      else
        await client.query('COMMIT').then(
          () => client.release(),
          (error) => client.release(error),
        );
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#statements.end(), this.#locks.end()]);
  }

  async #with<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    if (this.#statements.waitingCount >= MAX_WAITING) throw new DatabaseUnavailable('too many statements wait');
    const client = await this.#statements.connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // What the server refused leaves the connection whole; anything else may still be under way on it.
      client.release(!(error instanceof pg.DatabaseError));
      throw error;
    }
  }
}

const statement = (text: string, values: readonly Value[]): pg.QueryArrayConfig => ({
  text,
  values: [...values],
  rowMode: 'array',
});

/** What the arrays hold is the caller's promise. */
const rowsOf = <R extends Row>({ rows }: { rows: Row[] }): R[] => rows as R[];

/**
 * Opens a database and brings it to SCHEMA_VERSION. Of processes that start at once, one does it and the others wait.
 * @throws {DatabaseUnusable} when it cannot be reached or used, or is newer than this code
 */
export async function openPostgres(url: string): Promise<Database> {
  const client = new pg.Client(clientOptions(url));
  client.on('error', () => {});
  try {
    await client.connect();
    await migrate(client);
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`DATABASE_URL: cannot use the PostgreSQL database: ${reason(error)}`);
  } finally {
    await client.end().catch(() => {});
  }
  return new PostgresDatabase(url);
}

/** How a database stands, found without changing it; its version is 0 while it is empty. */
export async function inspectPostgres(url: string): Promise<{ version: number; isWritable: boolean }> {
  const client = new pg.Client(clientOptions(url));
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ may: boolean }>(
      "SELECT NOT pg_is_in_recovery() AND has_schema_privilege(current_schema(), 'CREATE') AS may",
    );
    return { version: await schemaVersion(client), isWritable: rows[0]?.may === true };
  } finally {
    await client.end().catch(() => {});
  }
}

async function migrate(client: pg.Client): Promise<void> {
  await client.query('BEGIN');
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
  const pool = new pg.Pool({ ...clientOptions(url), ...options, idleTimeoutMillis: IDLE });
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

function refuse(error: unknown): never {
  throw translated(error);
}

/** Whatever is no answer of the server to the statement itself is a failure of the way to it. */
function translated(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  if (error instanceof pg.DatabaseError && !PASSING_CLASSES.has(error.code?.slice(0, 2) ?? '')) return error;
  return new DatabaseUnavailable(reason(error), { cause: error });
}
