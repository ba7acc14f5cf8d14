import { existsSync, realpathSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { LOCK_TIMEOUT_MS } from '../errors.ts';

/**
 * Returns the path of the search index. The index is a separate file next to the database, so the build of the index
 * blocks no other process and slows no writes. The index can be deleted and rebuilt at any time, so backups do not need
 * the index.
 */
export const indexPath = (path: string): string => `${path}-search`;

/** Format number. The service rebuilds an index that has another number. */
const FORMAT = 1;

/** Memory for pages of the index (KiB). */
const CACHE_KIB = 6000;

/**
 * `entries`: the searched and sorted fields in lower case. `text` contains the searched fields, separated by NUL
 * characters. No field and no search contains this character.
 * `texts`: maps sequences of three characters to entries, without positions.
 * `progress`: number and token of the last change in `search_changes` that the index contains, and the progress of its
 * build.
 */
const SCHEMA = `
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    registry_id INTEGER NOT NULL,
    status TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE VIRTUAL TABLE texts USING fts5 (
    text, content = 'entries', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0
  );
  CREATE TABLE progress (seq INTEGER NOT NULL, token INTEGER NOT NULL, built_to INTEGER NOT NULL, is_built INTEGER NOT NULL);
  INSERT INTO progress SELECT seq, token, 0, 0 FROM source.search_changes ORDER BY seq DESC LIMIT 1;
  PRAGMA main.user_version = ${FORMAT};
`;

/**
 * Opens the index of a database. The database itself is attached read-only as `source`. Rebuilds an index that has
 * another format, belongs to another database, or is damaged.
 * @throws if the file cannot be written
 */
export function openIndex(path: string): DatabaseSync {
  try {
    const connection = connect(path);
    if (isOurs(connection)) return connection;
    connection.close();
  } catch {
    // The existing file is unusable, and is replaced below. If its folder is unusable, the replacement throws.
  }
  deleteIndex(path);
  const connection = connect(path);
  connection.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT`);
  return connection;
}

/** Returns whether the index of a database exists and is built, without checking for later changes. */
export function isBuilt(path: string): boolean {
  if (!existsSync(indexPath(path))) return false;
  try {
    using connection = new DatabaseSync(indexPath(path), { readOnly: true });
    return connection.prepare('SELECT is_built FROM progress').get()?.is_built === 1;
  } catch {
    return false;
  }
}

/** Suffixes of the files of an index or a database. */
const ENDINGS = ['', '-wal', '-shm'];

/** Deletes the index of a database. This process must have closed the index before. */
export function deleteIndex(path: string): void {
  for (const ending of ENDINGS) rmSync(indexPath(path) + ending, { force: true });
}

/** Thrown if the disk has no space for an index. */
export class NoRoom extends Error {
  override name = 'NoRoom';
}

/**
 * Checks that the disk has space for twice the size of an index. An index is about as large as its database. The
 * existing index counts as free space.
 * @throws {NoRoom}
 */
export function requireRoom(path: string): void {
  // The index is in the folder of `path`. If `path` is a symbolic link, the database itself may be in another folder.
  const { bavail, bsize } = statfsSync(dirname(path));
  const room = bavail * bsize + sizeOf(indexPath(path));
  const needed = 2 * sizeOf(realpathSync(path));
  if (room < needed)
    throw new NoRoom(`the disk has room for ${inMegabytes(room)}, and it needs ${inMegabytes(needed)}`);
}

const sizeOf = (path: string): number =>
  ENDINGS.reduce((size, ending) => size + (statSync(path + ending, { throwIfNoEntry: false })?.size ?? 0), 0);

const inMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function connect(path: string): DatabaseSync {
  const connection = new DatabaseSync(indexPath(path), { timeout: LOCK_TIMEOUT_MS });
  try {
    // A power failure may remove the last changes from the index. The index then applies these changes again from the
    // database's list of changes, or the service rebuilds the index.
    connection.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${CACHE_KIB};
      PRAGMA journal_size_limit = 0`);
    connection.prepare('ATTACH ? AS source').run(`${pathToFileURL(path).href}?mode=ro`);
    connection.exec('CREATE TEMP TABLE found (id INTEGER PRIMARY KEY, status TEXT NOT NULL) STRICT');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Returns whether the index has the current format, and its last change belongs to this database. */
function isOurs(connection: DatabaseSync): boolean {
  if (connection.prepare('PRAGMA main.user_version').get()?.user_version !== FORMAT) return false;
  return connection.prepare('SELECT 1 FROM progress JOIN source.search_changes USING (seq, token)').get() !== undefined;
}
