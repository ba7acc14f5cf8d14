import { existsSync } from 'node:fs';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { whileRemovable } from '../../installation/interruption.ts';
import { createLike } from '../../installation/owner.ts';
import { DatabaseUnusable } from '../database.ts';
import { versionProblem } from '../migrations.ts';
import { reason } from '../reason.ts';
import { isInUse, LOCK_TIMEOUT_MS } from './errors.ts';
import { migrate, schemaVersion } from './schema.ts';
import { lastIdIn, skipIds } from './unclean.ts';

/** Schema version, and numbers of registries with active items, of active items, and of gifts. */
export interface Copied {
  registries: number;
  items: number;
  gifts: number;
  version: number;
}

/** Endings of the files that SQLite writes next to a database. */
const LOGS = ['-wal', '-shm', '-journal'];

/** Copies all pages in one step. Otherwise, every write during the copy would restart the copy. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies the embedded database at a single moment while the service keeps writing. The copy gets its final name when
 * the copy is complete, checked and on disk.
 * @throws {DatabaseUnusable} if the database or folder is missing, or the file exists or cannot be written
 */
export async function backUp(path: string, file: string): Promise<Copied> {
  if (!existsSync(path)) throw new DatabaseUnusable(`there is no database at ${path}`);
  if (existsSync(file)) throw new DatabaseUnusable(`${file} already exists: choose another name`);
  // A missing folder is an error. If it were created after a typo, nobody would find the backup.
  const folder = dirname(file);
  if (!existsSync(folder))
    throw new DatabaseUnusable(`there is no folder ${folder}: create the folder, or choose another name`);
  return copy(path, file);
}

/** Contents of a restored backup, and the path of the old database. */
export interface Restored extends Copied {
  setAside: string | null;
}

/**
 * Replaces the embedded database with a backup. Keeps the old database next to the new database. A database exists at
 * all times. The new one has the owner and the mode of the old one, so that the service can use it.
 * @throws {DatabaseUnusable} if the backup is not a complete database of this service, or if a service still uses the
 * old database
 */
export async function restore(file: string, path: string): Promise<Restored> {
  if (!existsSync(file)) throw new DatabaseUnusable(`there is no backup at ${file}`);
  check(file);
  refuseInUse(path);
  const next = `${path}.restored`;
  const copied = await whileRemovable([next, `${next}.partial`].flatMap(withLogs), () =>
    prepareCopy(file, next, path, lastIdOf(path)),
  );
  const setAside = await keepOldDatabase(
    path,
    `${path}.before-restore-${new Date().toISOString().replaceAll(':', '-')}`,
  );
  await rename(next, path);
  await syncFolder(path);
  return { ...copied, setAside };
}

/** Returns the contents of a copy. @throws {DatabaseUnusable} if the copy is not a complete database of this service */
export const inspectCopy = (file: string): Copied => check(file);

/** Returns the ids of all registries that have active items in a copy. */
export function registryIdsIn(file: string): number[] {
  using connection = new DatabaseSync(file, { readOnly: true });
  const rows = connection.prepare('SELECT DISTINCT registry_id AS id FROM items WHERE is_active = 1 ORDER BY id').all();
  return rows.map(({ id }) => Number(id));
}

/** Returns the last id of a database that is about to be replaced; 0 if the database is missing or damaged. */
function lastIdOf(path: string): number {
  if (!existsSync(path)) return 0;
  try {
    using connection = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
    return lastIdIn(connection);
  } catch {
    return 0;
  }
}

/**
 * Copies a backup to a new file, which then becomes the database. Upgrades the schema of the new file. New ids start
 * far above the last ids of the backup and of the database that the copy replaces.
 * @param like file whose owner and mode the copy gets, see `createLike`
 */
export async function prepareCopy(file: string, to: string, like = to, replaced = 0): Promise<Copied> {
  const copied = await copy(file, to, like);
  {
    using connection = new DatabaseSync(to);
    migrate(connection);
    // Deletes all runs. Otherwise, the copy would report an unclean stop if a service was running during the copy.
    connection.exec('DELETE FROM runs');
  }
  skipIds(to, replaced);
  return copied;
}

/**
 * Keeps the old database under a second name (a hard link). The first name stays until the restore replaces it, so a
 * database exists at all times. Also renames the old log files; otherwise, SQLite would apply them to the restored
 * database.
 */
async function keepOldDatabase(path: string, name: string): Promise<string | null> {
  const isThere = existsSync(path);
  if (isThere) await link(path, name);
  for (const ending of LOGS) if (existsSync(path + ending)) await rename(path + ending, name + ending);
  return isThere ? name : null;
}

async function copy(from: string, to: string, like = to): Promise<Copied> {
  const partial = `${to}.partial`;
  try {
    await mkdir(dirname(to), { recursive: true });
    // An interrupted copy may have left files. SQLite would apply an old log to the new file.
    for (const name of [partial, to]) await removeLogs(name);
    await rm(partial, { force: true });
    createLike(partial, like);
    using source = new DatabaseSync(from, { readOnly: true, timeout: LOCK_TIMEOUT_MS });
    await backup(source, partial, { rate: ALL_PAGES });
    disableLog(partial);
    const copied = check(partial);
    await using written = await open(partial, 'r+');
    await written.sync();
    await rename(partial, to);
    await syncFolder(to);
    return copied;
  } catch (error) {
    await rm(partial, { force: true });
    if (error instanceof DatabaseUnusable) throw error;
    throw new DatabaseUnusable(`cannot copy ${from} to ${to}: ${reason(error)}`);
  }
}

/** Returns the path of a database, and those of its logs. */
const withLogs = (path: string): string[] => [path, ...LOGS.map((ending) => path + ending)];

async function removeLogs(path: string): Promise<void> {
  for (const ending of LOGS) await rm(path + ending, { force: true });
}

/** Returns the contents of a file. @throws {DatabaseUnusable} if the file is not a complete database of this service */
function check(file: string): Copied {
  try {
    using connection = new DatabaseSync(file);
    const broken = connection.prepare('PRAGMA integrity_check').get()?.integrity_check;
    if (broken !== 'ok') throw new Error(String(broken));
    const version = schemaVersion(connection);
    const problem = versionProblem(version);
    if (problem !== null) throw new Error(`it ${problem}`);
    const count = (sql: string) => Number(connection.prepare(sql).get()?.count);
    return {
      registries: count('SELECT count(DISTINCT registry_id) AS count FROM items WHERE is_active = 1'),
      items: count('SELECT count(*) AS count FROM items WHERE is_active = 1'),
      gifts: count('SELECT count(*) AS count FROM purchases'),
      version,
    };
  } catch (error) {
    throw new DatabaseUnusable(`${file} is not a complete database of this service: ${reason(error)}`);
  }
}

/** Turns off the write-ahead log, so that the database is one file. Throws while others use the database. */
function disableLog(path: string): void {
  using connection = new DatabaseSync(path);
  connection.exec('PRAGMA journal_mode = DELETE');
}

/** Throws if a service uses the database. A backup may replace a damaged one, which counts as unused. */
export function refuseInUse(path: string): void {
  if (!existsSync(path)) return;
  try {
    disableLog(path);
  } catch (error) {
    if (isInUse(error)) throw new DatabaseUnusable(`${path} is in use: stop the service first`);
  }
}

/** Syncs a file name to disk, by syncing its folder. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(dirname(path), 'r');
  await folder.sync();
}
