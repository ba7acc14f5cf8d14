import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type pg from 'pg';
import { shardDatabase } from '../../api/src/database/citus/sharding.ts';
import { migrations } from '../../api/src/database/migrations.ts';
import { openPostgres } from '../../api/src/database/postgres/open.ts';
import { connected, INSTALLED, startPostgres } from './postgres.ts';
import { until } from './wait.ts';

/** A Citus cluster that consists of a coordinator and two workers. */
export interface Citus extends AsyncDisposable {
  /** Address of the coordinator’s maintenance database. */
  readonly url: string;
}

/**
 * Returns whether a PostgreSQL has Citus.
 * @param programs folder in Debian's layout, such as /usr/lib/postgresql/15/bin
 */
const includesCitus = (programs: string): boolean =>
  existsSync(join(programs, '../../../../share/postgresql', basename(dirname(programs)), 'extension/citus.control'));

/**
 * Address of the coordinator of a running cluster, which the whole run shares, or a folder with the programs of a
 * PostgreSQL that has Citus, from which each caller starts a cluster.
 */
const GIVEN = process.env.TEST_CITUS;

/** Address in TEST_CITUS; undefined if TEST_CITUS is unset, or a folder. */
export const CLUSTER = GIVEN?.startsWith('postgres') ? GIVEN : undefined;

/** Folder with the programs of a PostgreSQL that has Citus: TEST_CITUS, or an installed one; null if there is none. */
const PROGRAMS =
  [CLUSTER === undefined ? GIVEN : undefined, INSTALLED].find((bin) => bin != null && includesCitus(bin)) ?? null;

/** Reason why tests cannot use Citus; false if they can. */
export const withoutCitus =
  CLUSTER !== undefined || PROGRAMS !== null
    ? false
    : 'Citus is not installed: set TEST_CITUS to the programs of a PostgreSQL that has Citus, or to the address of a coordinator';

/** Number of shards of each table. The number is small, because each test creates its own tables. */
const SHARDS = 4;

const NODES = 3;

/**
 * Returns the cluster in TEST_CITUS. Without an address, starts a cluster.
 * @param programs folder with the programs of a PostgreSQL that has Citus; by default, that of TEST_CITUS, or the
 *   installed programs
 */
export async function openCitus(programs: string | null = PROGRAMS): Promise<Citus> {
  if (CLUSTER !== undefined) return { url: CLUSTER, [Symbol.asyncDispose]: async () => {} };
  if (programs === null) throw new Error('Citus is not installed');
  await using resources = new AsyncDisposableStack();
  const settings = [
    'shared_preload_libraries=citus',
    'max_connections=300',
    'max_prepared_transactions=600',
    'wal_level=logical',
  ];
  const urls: string[] = [];
  for (let node = 0; node < NODES; node++)
    urls.push(resources.use(await startPostgres({ bin: programs, isTrusting: true, settings })).url);
  await connectNodes(urls);
  const started = resources.move();
  return { url: urls[0] ?? '', [Symbol.asyncDispose]: () => started.disposeAsync() };
}

/**
 * Creates an empty database on all servers of a Citus cluster. Does not shard the database.
 * @returns the address of the database on the coordinator
 */
export async function createCitusDatabase(server: string): Promise<string> {
  const name = newName();
  const nodes = [server, ...(await workersOf(server))];
  await Promise.all(nodes.map((node) => execute(node, `CREATE DATABASE ${name}`)));
  const urls = nodes.map((node) => databaseOn(node, name));
  await connectNodes(urls);
  return urls[0] ?? '';
}

/**
 * Creates an empty sharded database on all servers of a Citus cluster. Copies a template, because sharding takes
 * seconds.
 */
export async function createShardedDatabase(server: string): Promise<string> {
  const nodes = [server, ...(await workersOf(server))];
  const template = await templateOf(server, nodes);
  const name = newName();
  await Promise.all(nodes.map((node) => execute(node, `CREATE DATABASE ${name} TEMPLATE ${template}`)));
  const url = databaseOn(server, name);
  // Each database has its own key, and is no copy.
  await execute(url, `UPDATE event_log SET cursor_key = '${randomBytes(32).toString('hex')}'`);
  await execute(url, 'UPDATE places SET place = NULL');
  return url;
}

/**
 * Returns the name of a template database with the current schema. The first test creates the template. No client can
 * connect to the template.
 */
async function templateOf(server: string, nodes: readonly string[]): Promise<string> {
  const sharding = await readFile(new URL('../../api/src/database/citus/sharding.ts', import.meta.url));
  const schema = createHash('sha256').update(JSON.stringify(migrations)).update(sharding).digest('hex').slice(0, 16);
  const template = `template_${schema}`;
  await using client = await connected(server);
  await client.query('SELECT pg_advisory_lock(1282563177)');
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [template]);
  if (rowCount !== 0) return template;
  const url = await createCitusDatabase(server);
  await (await openPostgres(url)).close();
  await shardDatabase({ url, by: 'registry_id', shards: SHARDS, isDryRun: false });
  const made = new URL(url).pathname.slice(1);
  // Renames the database on the coordinator last. So if the coordinator has the template, all servers have it.
  for (const node of nodes.toReversed()) {
    await execute(node, `ALTER DATABASE ${made} ALLOW_CONNECTIONS false`);
    await until('nobody uses it', async () => {
      const found = await execute(
        node,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${made}'`,
      );
      return found.rowCount === 0;
    });
    await execute(node, `ALTER DATABASE ${made} RENAME TO ${template}`);
  }
  return template;
}

const newName = (): string => `test_${crypto.randomUUID().replaceAll('-', '')}`;

const databaseOn = (node: string, name: string): string => Object.assign(new URL(node), { pathname: `/${name}` }).href;

/** Deletes a database from all servers. */
export async function dropCitusDatabase(server: string, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const nodes = [server, ...(await workersOf(server))];
  // Deletes the coordinator's database first. The coordinator controls transactions in the workers' databases until its
  // own database is deleted.
  for (const node of nodes) await execute(node, `DROP DATABASE ${name} WITH (FORCE)`);
}

/**
 * Creates the Citus extension in a database on each server, and adds the workers on the coordinator.
 * @param urls addresses of the database on the servers; the first server is the coordinator
 */
async function connectNodes(urls: readonly string[]): Promise<void> {
  await Promise.all(urls.map((url) => execute(url, 'CREATE EXTENSION citus')));
  const [coordinator = '', ...workers] = urls;
  await using client = await connected(coordinator);
  const add = (text: string, url: string) => {
    const { hostname, port } = new URL(url);
    return client.query(text, [hostname, Number(port)]);
  };
  await add('SELECT citus_set_coordinator_host($1, $2)', coordinator);
  for (const worker of workers) await add('SELECT citus_add_node($1, $2)', worker);
}

async function workersOf(server: string): Promise<string[]> {
  await using client = await connected(server);
  const { rows } = await client.query<{ host: string; port: string }>(
    'SELECT node_name AS host, node_port::text AS port FROM citus_get_active_worker_nodes()',
  );
  return rows.map(({ host, port }) => Object.assign(new URL(server), { hostname: host, port }).href);
}

async function execute(url: string, statement: string): Promise<pg.QueryResult> {
  await using client = await connected(url);
  return await client.query(statement);
}
