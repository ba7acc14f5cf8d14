import { randomFillSync } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasNoRoom } from '../../api/src/database/reason.ts';
import { freeIn } from '../../api/src/installation/room.ts';

/**
 * Size of the reserve (bytes). A start writes less: the indexes that SQLite needs even to read, and small files of a
 * newer image.
 */
const BYTES = 4 * 1024 * 1024;

const CHUNK = 64 * 1024;

/** File that keeps the room of a start free, because a start must succeed on a full volume, too. */
export const reserveIn = (data: string): string => join(data, 'reserve');

/** Deletes the reserve if the volume has no room for the programs that start. */
export async function releaseReserve(data: string, free = freeIn): Promise<void> {
  if ((await free(data)) < BYTES) await rm(reserveIn(data), { force: true });
}

/**
 * Keeps room for the next start, as much as the volume has. Random bytes, because some file systems give no room to
 * others.
 * @returns whether there is enough room for the next start
 */
export async function keepReserve(data: string): Promise<boolean> {
  const file = reserveIn(data);
  if ((await stat(file).catch(() => null))?.size === BYTES) return true;
  await using reserve = await open(file, 'a', 0o600);
  const chunk = randomFillSync(Buffer.alloc(CHUNK));
  try {
    for (let { size } = await reserve.stat(); size < BYTES; size += CHUNK)
      await reserve.write(chunk, 0, Math.min(CHUNK, BYTES - size));
    await reserve.sync();
    return (await reserve.stat()).size >= BYTES;
  } catch (error) {
    if (hasNoRoom(error)) return false;
    throw error;
  }
}
