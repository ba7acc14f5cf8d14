import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { whileRemovable } from '../installation/interruption.ts';
import { nearest } from '../installation/owner.ts';
import { checkRoom, sizeOf } from '../installation/room.ts';
import { DatabaseUnusable } from './database.ts';
import { copyFromPostgres, copyIntoPostgres } from './move.ts';
import { refuseUsedPostgres, sizeOfPostgres } from './postgres/inspect.ts';
import { reason } from './reason.ts';
import { backUp, type Copied, inspectCopy, prepareCopy, refuseInUse, registryIdsIn, restore } from './sqlite/backup.ts';

/** Location of the items, from the settings. */
type Location = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string };

/** Copies all data at a single moment into a new embedded database; the service may run. @throws {DatabaseUnusable} */
export async function copyItems(from: Location, file: string): Promise<Copied> {
  if (from.kind === 'sqlite') return backUp(from.path, file);
  await copyFromPostgres(from.url, file);
  return inspectCopy(file);
}

/** Returns the approximate size of a copy of all data (bytes); 0 if the database is missing or cannot be asked. */
export async function sizeOfCopy(from: Location): Promise<number> {
  return from.kind === 'sqlite'
    ? (await sizeOf(from.path)) + (await sizeOf(`${from.path}-wal`))
    : await sizeOfPostgres(from.url);
}

/** Checks whether a copy of the items can replace a database; changes no data. @throws {DatabaseUnusable} */
export async function checkBeforePutBack(file: string, to: Location): Promise<void> {
  inspectCopy(file);
  // The copy is prepared next to the database, or next to the backup.
  await checkRoom(nearest(dirname(to.kind === 'sqlite' ? to.path : file)), await sizeOf(file));
  if (to.kind === 'sqlite') refuseInUse(to.path);
  else await refuseUsedPostgres(to.url);
}

/**
 * Restores a copy of the items to a temporary database and reads it.
 * @throws {DatabaseUnusable} if the copy is incomplete
 */
export async function tryItems(file: string): Promise<{ counts: Omit<Copied, 'version'>; registryIds: number[] }> {
  await checkRoom(tmpdir(), await sizeOf(file));
  const folder = await mkdtemp(join(tmpdir(), 'largesse-drill-')).catch((error) => {
    throw new DatabaseUnusable(`TMPDIR: cannot create a folder in ${tmpdir()}: ${reason(error)}: name another folder`);
  });
  try {
    const restored = join(folder, 'items.db');
    await prepareCopy(file, restored);
    const { version: _, ...counts } = inspectCopy(restored);
    return { counts, registryIds: registryIdsIn(restored) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Replaces a database with a copy of the items. Keeps an old embedded database next to the new database. A PostgreSQL
 * database must be empty. New ids start far above the last id of the copy. Otherwise, the service could reuse an id
 * that it assigned after the copy.
 * @returns the path of the old database, or null
 * @throws {DatabaseUnusable} if the copy is incomplete, or the database is in use or not empty
 */
export async function putItemsBack(file: string, to: Location): Promise<string | null> {
  if (to.kind === 'sqlite') return (await restore(file, to.path)).setAside;
  const prepared = `${file}.prepared`;
  try {
    await whileRemovable([prepared, `${prepared}.partial`], async () => {
      await prepareCopy(file, prepared, file);
      await copyIntoPostgres({ from: prepared, to: to.url, onProgress: () => {} });
    });
    return null;
  } catch (error) {
    if (!(error instanceof DatabaseUnusable)) throw error;
    throw new DatabaseUnusable(error.message.replace(/^--to: /, 'DATABASE_URL: '));
  } finally {
    await rm(prepared, { force: true });
  }
}
