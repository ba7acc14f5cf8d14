import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkRoom, sizeOf } from '../installation/room.ts';
import { BackupError, FILES } from './manifest.ts';
import { loadDump, succeeded } from './site.ts';

/** Milliseconds. */
const START_MS = 60_000;

/** Size of an empty server (bytes), and of a loaded database in relation to its compressed dump. */
const EMPTY = 200 * 1024 * 1024;
const GROWTH = 15;

/** Folders of server programs. The PATH of ordinary users often lacks these folders. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** A temporary, empty MariaDB server. When the server is disposed of, its data is deleted. */
interface MariaDb extends AsyncDisposable {
  /** Path of the server's socket; `root` needs no password. */
  readonly socket: string;
  readonly options: readonly string[];
  /** Returns rows with tabs between the columns. @throws {BackupError} */
  rows(sql: string, database?: string): string[];
}

/** Returns whether this machine has MariaDB. */
export function hasMariaDb(): boolean {
  const programs = ['mariadbd', 'mariadb', 'mariadb-install-db'];
  return programs.every((program) => spawnSync(pathOf(program), ['--version']).error === undefined);
}

/** Starts a MariaDB that is reachable only through its socket. @throws {BackupError} if it does not start */
export async function startMariaDb(): Promise<MariaDb> {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'largesse-mariadb-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const socket = join(folder, 'socket');
  const common = ['--no-defaults', `--datadir=${join(folder, 'data')}`, `--user=${userInfo().username}`];
  const quiet: SpawnOptions = { stdio: 'ignore' };
  const install = [...common, '--auth-root-authentication-method=normal', '--skip-test-db'];
  await succeeded('mariadb-install-db', spawn('mariadb-install-db', install, quiet));
  const fast = ['--skip-networking', '--skip-log-bin', '--innodb-flush-log-at-trx-commit=0'];
  const files = [`--socket=${socket}`, `--pid-file=${join(folder, 'pid')}`];
  const server = spawn(pathOf('mariadbd'), [...common, ...files, ...fast], quiet);
  const ended = once(server, 'close');
  resources.defer(async () => {
    server.kill('SIGTERM');
    await ended;
  });
  const options = ['--no-defaults', `--socket=${socket}`, '--user=root', '--default-character-set=utf8mb4'];
  const ask = (sql: string, database: string[]) =>
    spawnSync('mariadb', [...options, '--batch', '--skip-column-names', `--execute=${sql}`, ...database], {
      encoding: 'utf8',
    });
  for (const end = performance.now() + START_MS; ask('SELECT 1', []).status !== 0; await pause(100))
    if (server.exitCode !== null || performance.now() > end) throw new BackupError('MariaDB did not start');
  const started = resources.move();
  return {
    socket,
    options,
    rows: (sql, database) => {
      const { status, stdout, stderr } = ask(sql, database === undefined ? [] : [database]);
      if (status !== 0) throw new BackupError(`MariaDB: ${stderr.trim()}`);
      return stdout.split('\n').filter((row) => row !== '');
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

function pathOf(program: string): string {
  return FOLDERS.map((folder) => join(folder, program)).find(existsSync) ?? program;
}

const DATABASE = 'largesse_drill';

interface SiteContent {
  users: number;
  registries: number[];
}

/** Loads WordPress's half of a backup into a temporary MariaDB; null without MariaDB. @throws {BackupError} */
export async function trySite(backup: string): Promise<SiteContent | null> {
  if (!hasMariaDb()) return null;
  await checkRoom(tmpdir(), EMPTY + GROWTH * (await sizeOf(join(backup, FILES.site))));
  await using server = await startMariaDb();
  server.rows(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4`);
  // A dump could contain shell commands. With the prefix "loose", older clients accept the unknown option.
  const loading = spawn('mariadb', [...server.options, '--loose-sandbox', DATABASE], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  await loadDump('MariaDB', loading, backup);
  const rows = (sql: string) => server.rows(sql, DATABASE);
  const [posts] = rows("SHOW TABLES LIKE '%posts'").sort((one, other) => one.length - other.length);
  if (posts === undefined) throw new BackupError("WordPress's half has no table of posts");
  const [users = '0'] = rows(`SELECT count(*) FROM \`${posts.replace(/posts$/, 'users')}\``);
  const registries = rows(`SELECT ID FROM \`${posts}\` WHERE post_type = 'registry' AND post_status <> 'auto-draft'`);
  return { users: Number(users), registries: registries.map(Number) };
}
