import { spawn } from 'node:child_process';
import { BackupError } from './error.ts';
import { hasMariaDb, startMariaDb } from './mariadb.ts';
import { loadDump } from './site.ts';

/** Name of the database for the restored dump. */
const DATABASE = 'largesse_drill';

/** Content of WordPress's half of a backup. */
export interface SiteContent {
  users: number;
  /** Ids of the site's registries. */
  registries: number[];
}

/** Loads WordPress's half into a temporary MariaDB and reads it; null if MariaDB is missing. @throws {BackupError} */
export async function trySite(backup: string): Promise<SiteContent | null> {
  if (!hasMariaDb()) return null;
  await using server = await startMariaDb();
  server.rows(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4`);
  // A dump may contain client commands, even shell commands. "loose": older clients only warn about this option.
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
