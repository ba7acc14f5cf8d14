import { existsSync } from 'node:fs';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { DatabaseUnusable } from '../database.ts';
import { SCHEMA_VERSION } from '../migrations.ts';
import { reason } from '../reason.ts';
import { isInUse } from './errors.ts';
import { migrate, schemaVersion } from './schema.ts';
import { skipIds } from './unclean.ts';

/** What a copy holds: registries that have active items, active items, gifts; and the version of its schema. */
export interface Copied {
  registries: number;
  items: number;
  gifts: number;
  version: number;
}

/** All pages in one step: copied in several, every write meanwhile would begin the copy anew. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies the embedded database as it is at one moment, while the service goes on writing to it. The copy appears
 * under its name only when it is whole, checked and on disk.
 * @throws {DatabaseUnusable} where there is no database or no folder, the file is there already, or it cannot be written
 */
export async function backUp(path: string, file: string): Promise<Copied> {
  if (!existsSync(path)) throw new DatabaseUnusable(`there is no database at ${path}`);
  if (existsSync(file)) throw new DatabaseUnusable(`${file} is there already: choose another name`);
  // A folder that is made for a mistyped path holds a backup that nobody finds.
  const folder = dirname(file);
  if (!existsSync(folder)) throw new DatabaseUnusable(`there is no folder ${folder}: make it, or choose another name`);
  return copy(path, file);
}

/** What was put back, and where the database is that it replaced. */
export interface Restored extends Copied {
  setAside: string | null;
}

/**
 * Puts a backup in the place of the embedded database, which is kept beside it. At no moment there is none.
 * @throws {DatabaseUnusable} when the backup is not a complete database of this service, or a service still uses the other
 */
export async function restore(file: string, path: string): Promise<Restored> {
  if (!existsSync(file)) throw new DatabaseUnusable(`there is no backup at ${file}`);
  check(file);
  refuseInUse(path);
  const next = `${path}.restored`;
  await rm(next, { force: true });
  const copied = await prepareCopy(file, next);
  const setAside = await putAside(path, `${path}.before-restore-${new Date().toISOString().replaceAll(':', '-')}`);
  await rename(next, path);
  await syncFolder(path);
  return { ...copied, setAside };
}

/** Returns what a copy holds. @throws {DatabaseUnusable} where it is not a complete database of this service */
export const inspectCopy = (file: string): Copied => check(file);

/** Returns the ids of the registries that have active items in a copy. */
export function registryIdsIn(file: string): number[] {
  using connection = new DatabaseSync(file, { readOnly: true });
  const rows = connection.prepare('SELECT DISTINCT registry_id AS id FROM items WHERE is_active = 1 ORDER BY id').all();
  return rows.map(({ id }) => Number(id));
}

/** Copies a backup to where it is put back from: with the schema of this service, and with new ids far behind the last. */
export async function prepareCopy(file: string, to: string): Promise<Copied> {
  const copied = await copy(file, to);
  {
    using connection = new DatabaseSync(to);
    migrate(connection);
    // The copy of a running service is not one that ended uncleanly.
    connection.exec('DELETE FROM runs');
  }
  skipIds(to);
  return copied;
}

/**
 * Gives what is there a second name, with the files that SQLite keeps beside it: a log that stayed would be played
 * into the restored database. The database itself keeps its first name until it is replaced.
 */
async function putAside(path: string, name: string): Promise<string | null> {
  const isThere = existsSync(path);
  if (isThere) await link(path, name);
  for (const ending of ['-wal', '-shm', '-journal'])
    if (existsSync(path + ending)) await rename(path + ending, name + ending);
  return isThere ? name : null;
}

async function copy(from: string, to: string): Promise<Copied> {
  const partial = `${to}.partial`;
  try {
    await mkdir(dirname(to), { recursive: true });
    await rm(partial, { force: true });
    using source = new DatabaseSync(from, { readOnly: true });
    await backup(source, partial, { rate: ALL_PAGES });
    leaveLog(partial);
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

/** Returns what a file holds. @throws {DatabaseUnusable} where it is not a complete database of this service */
function check(file: string): Copied {
  try {
    using connection = new DatabaseSync(file);
    const broken = connection.prepare('PRAGMA integrity_check').get()?.integrity_check;
    if (broken !== 'ok') throw new Error(String(broken));
    const version = schemaVersion(connection);
    if (version > SCHEMA_VERSION)
      throw new Error(`schema version ${version}, this service knows ${SCHEMA_VERSION}: take a newer service`);
    const count = (sql: string) => Number(connection.prepare(sql).get()?.count);
    return {
      registries: count('SELECT count(DISTINCT registry_id) AS count FROM items WHERE is_active = 1'),
      items: count('SELECT count(*) AS count FROM items WHERE is_active = 1'),
      // The oldest schemas know none.
      gifts: count("SELECT count(*) AS count FROM sqlite_master WHERE name = 'purchases'")
        ? count('SELECT count(*) AS count FROM purchases')
        : 0,
      version,
    };
  } catch (error) {
    throw new DatabaseUnusable(`${file} is not a complete database of this service: ${reason(error)}`);
  }
}

/** Leaves the write-ahead log, so that the database is one file. Throws while anybody else has it open. */
function leaveLog(path: string): void {
  using connection = new DatabaseSync(path);
  connection.exec('PRAGMA journal_mode = DELETE');
}

/** Throws where a service uses the database. A damaged one counts as unused: a backup must replace it. */
export function refuseInUse(path: string): void {
  if (!existsSync(path)) return;
  try {
    leaveLog(path);
  } catch (error) {
    if (isInUse(error)) throw new DatabaseUnusable(`${path} is in use: stop the service first`);
  }
}

/** Brings a name to disk, which it is on once its folder is. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(dirname(path), 'r');
  await folder.sync();
}
