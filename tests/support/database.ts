import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { CLUSTER, createShardedDatabase, dropCitusDatabase } from './citus.ts';
import { createDatabase, dropDatabase } from './postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Address of a PostgreSQL server that the whole run shares; if unset, tests use the embedded database. */
const SERVER = CLUSTER ?? process.env.TEST_POSTGRES;

/** True if `SERVER` is the coordinator of a Citus cluster. In this case, each test has a sharded database. */
export const IS_CITUS = CLUSTER !== undefined;

/** True if the tests of this process run on PostgreSQL. */
export const onPostgres = SERVER !== undefined;

type Register = (name: string, test: (context: TestContext) => void | Promise<void>) => void;
const leaveOut = () => {};

/** Registers a test that runs only on SQLite. A run on PostgreSQL does not report the test as skipped. */
export const itOnSqlite: Register = onPostgres ? leaveOut : (name, test) => void it(name, test);

/** Registers a test that runs only on PostgreSQL. A run on SQLite does not report the test as skipped. */
export const itOnPostgres: Register = onPostgres ? (name, test) => void it(name, test) : leaveOut;

/** Registers a suite that runs only on SQLite. A run on PostgreSQL does not report the suite as skipped. */
export const describeOnSqlite: (name: string, suite: () => void) => void = onPostgres
  ? leaveOut
  : (name, suite) => void describe(name, suite);

/** A new, empty database for a test. */
export interface TestDatabase extends AsyncDisposable {
  /** Value for DATABASE_URL. */
  readonly url: string;
  /** Path of the SQLite file; empty on PostgreSQL. */
  readonly path: string;
  /** Returns the rows of a statement as objects; `$1` is the first value. */
  query(sql: string, values?: readonly (string | number | null)[]): Promise<Record<string, unknown>[]>;
  /** Blocks all writes until the lock is released. */
  lock(): Promise<DatabaseLock>;
  /** Raises the version of the schema in the database, as a newer service would do. */
  raiseSchemaVersion(): Promise<void>;
}

/** A lock on the items, held by another client. The lock ends when it is released or disposed of. */
export interface DatabaseLock extends AsyncDisposable {
  release(): Promise<void>;
}

/** Returns a lock that ignores a second release. */
function lockUntil(release: () => unknown): DatabaseLock {
  let isHeld = true;
  const once = async () => {
    if (!isHeld) return;
    isHeld = false;
    await release();
  };
  return { release: once, [Symbol.asyncDispose]: once };
}

/** Creates a database: on PostgreSQL if the tests run on PostgreSQL, otherwise in an SQLite file. */
export async function openTestDatabase(): Promise<TestDatabase> {
  return SERVER === undefined ? openFile() : openOn(SERVER);
}

async function openFile(): Promise<TestDatabase> {
  const folder = await temporaryFolder();
  const path = join(folder.path, 'items.db');
  return {
    url: `sqlite:${path}`,
    path,
    query: async (sql, values = []) => {
      using connection = new DatabaseSync(path);
      return connection.prepare(sql.replace(/\$(\d+)/g, '?$1')).all(...values);
    },
    lock: async () => {
      const connection = new DatabaseSync(path);
      connection.exec('BEGIN IMMEDIATE');
      return lockUntil(() => connection.close());
    },
    raiseSchemaVersion: async () => {
      using connection = new DatabaseSync(path);
      const version = Number(connection.prepare('PRAGMA user_version').get()?.user_version);
      connection.exec(`PRAGMA user_version = ${version + 1000}`);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function openOn(server: string): Promise<TestDatabase> {
  const url = await (IS_CITUS ? createShardedDatabase : createDatabase)(server);
  const connected = async () => {
    const client = new pg.Client(url);
    // Returns bigint columns as numbers, like SQLite.
    client.setTypeParser(pg.types.builtins.INT8, Number);
    await client.connect();
    return client;
  };
  const query: TestDatabase['query'] = async (sql, values = []) => {
    const client = await connected();
    try {
      return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  return {
    url,
    path: '',
    query,
    lock: async () => {
      const client = await connected();
      const held = lockUntil(() => client.end());
      try {
        await client.query('BEGIN');
        await client.query('LOCK TABLE items IN EXCLUSIVE MODE');
        return held;
      } catch (error) {
        await held.release();
        throw error;
      }
    },
    raiseSchemaVersion: async () => void (await query('UPDATE schema_version SET version = version + 1000')),
    [Symbol.asyncDispose]: () => (IS_CITUS ? dropCitusDatabase : dropDatabase)(server, url),
  };
}
