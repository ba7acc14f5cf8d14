import { existsSync } from 'node:fs';
import { lstat, readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Room that no command takes from the site and the service, which need it for gifts and pages (bytes). */
export const RESERVE = 64 * 1024 * 1024;

/** Room of a volume (bytes). */
export async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A volume has no room for a copy. The message is one line for the operator. */
export class NoRoom extends Error {
  override name = 'NoRoom';
}

/** Returns the room that a file or a folder takes (bytes). Files may disappear in the meantime. */
export async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null);
  if (found === null) return 0;
  if (!found.isDirectory()) return found.size;
  const names = await readdir(path).catch(() => []);
  const sizes = await Promise.all(names.map((name) => sizeOf(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, found.size);
}

/**
 * Checks whether a volume has room for a copy, before the copy begins.
 * @param data folder of the volume
 * @param needed size of the copy (bytes)
 * @param removable copies that the owner can delete, if they exist
 * @throws {NoRoom} with the missing room, and the folders that the owner can delete
 */
export async function checkRoom(
  data: string,
  needed: number,
  removable: readonly string[] = [],
  free: (folder: string) => Promise<number> = freeIn,
): Promise<void> {
  const room = await free(data);
  if (room >= needed + RESERVE) return;
  const known = removable.filter(existsSync);
  const advice =
    known.length === 0
      ? 'give the disk more room'
      : `give the disk more room, or copy ${known.join(' and ')} to another machine, and delete ${known.length > 1 ? 'them' : 'it'} here`;
  throw new NoRoom(
    `the copy needs ${megabytes(needed)}, and ${megabytes(RESERVE)} must stay free, but ${data} has ` +
      `${megabytes(room)}: ${advice}. Nothing was changed`,
  );
}

/** Returns a size in words. */
export const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;
