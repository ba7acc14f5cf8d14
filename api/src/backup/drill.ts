import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BackupError } from './error.ts';
import { loadDump, succeeded } from './site.ts';

/** How long a new MariaDB may take to start (milliseconds). */
const START_MS = 60_000;

/** Name of the database that a dump is loaded into. */
const DATABASE = 'largesse_drill';

/** Where servers are that an ordinary user's path does not lead to. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** What WordPress's half holds. */
export interface SiteContent {
  users: number;
  /** Ids of its registries. */
  registries: number[];
}

/** Loads WordPress's half into a MariaDB of its own, and looks at it; null where none is installed. @throws {BackupError} */
export async function trySite(backup: string): Promise<SiteContent | null> {
  const programs = ['mariadbd', 'mariadb', 'mariadb-install-db'];
  if (programs.some((program) => spawnSync(pathOf(program), ['--version']).error)) return null;
  const folder = await mkdtemp(join(tmpdir(), 'largesse-drill-'));
  try {
    return await inServer(folder, backup);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inServer(folder: string, backup: string): Promise<SiteContent> {
  const data = join(folder, 'data');
  const socket = join(folder, 'socket');
  const user = `--user=${userInfo().username}`;
  const quiet: SpawnOptions = { stdio: 'ignore' };
  const install = [
    '--no-defaults',
    `--datadir=${data}`,
    user,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ];
  await succeeded('mariadb-install-db', spawn('mariadb-install-db', install, quiet));
  const options = ['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, `--pid-file=${join(folder, 'pid')}`];
  const fast = ['--skip-networking', '--skip-log-bin', '--innodb-flush-log-at-trx-commit=0'];
  const server = spawn(pathOf('mariadbd'), [...options, ...fast, user], quiet);
  const ended = once(server, 'close');
  const client = ['--no-defaults', `--socket=${socket}`, '--user=root', '--batch', '--skip-column-names'];
  const ask = (sql: string, database?: string) =>
    spawnSync('mariadb', [...client, `--execute=${sql}`, ...(database ? [database] : [])], {
      encoding: 'utf8',
    });
  try {
    for (const end = performance.now() + START_MS; ask('SELECT 1').status !== 0; await pause(100))
      if (server.exitCode !== null || performance.now() > end) throw new BackupError('MariaDB did not start');
    ask(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4`);
    const loading = spawn('mariadb', [...client, DATABASE], { stdio: ['pipe', 'ignore', 'inherit'] });
    await loadDump('MariaDB', loading, backup);
    const rows = (sql: string) => {
      const { status, stdout } = ask(sql, DATABASE);
      if (status !== 0) throw new BackupError("WordPress's half is no database of a WordPress");
      return stdout.split('\n').filter((row) => row !== '');
    };
    const [posts] = rows("SHOW TABLES LIKE '%posts'").sort((one, other) => one.length - other.length);
    if (posts === undefined) throw new BackupError("WordPress's half has no table of posts");
    const [users = '0'] = rows(`SELECT count(*) FROM \`${posts.replace(/posts$/, 'users')}\``);
    const registries = rows(`SELECT ID FROM \`${posts}\` WHERE post_type = 'registry' AND post_status <> 'auto-draft'`);
    return { users: Number(users), registries: registries.map(Number) };
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

/** Returns the path of a program where it is not in the path of the process. */
function pathOf(program: string): string {
  return FOLDERS.map((folder) => join(folder, program)).find(existsSync) ?? program;
}
