import { spawn } from 'node:child_process';
import { BackupError } from './manifest.ts';
import { hasMariaDb, startMariaDb } from './mariadb.ts';
import { loadDump } from './site.ts';

/** Name of the database into which the drill loads the dump. */
const DATABASE = 'largesse_drill';

/** Content of WordPress's half of a backup. */
export interface SiteContent {
  users: number;
  /** Ids of the site's registries. */
  registries: number[];
}

/**
 * Loads WordPress's half of a backup into a temporary MariaDB.
 * @returns the content of the site, or null if this machine has no MariaDB
 * @throws {BackupError}
 */
export async function trySite(backup: string): Promise<SiteContent | null> {
  if (!hasMariaDb()) return null;
  await using server = await startMariaDb();
  server.rows(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4`);
  // Forbids client commands, because a dump could contain shell commands. With the prefix "loose", older clients accept
  // the unknown option and show a warning.
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
