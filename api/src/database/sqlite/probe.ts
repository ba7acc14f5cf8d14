import { statSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseFull, type Probe } from '../database.ts';
import { hasNoRoom, reason } from '../reason.ts';
import { isBusy } from './errors.ts';

/** Data that a check writes to test for free space. It is as large as a few pages of the write-ahead log. */
export const SAMPLE = Buffer.alloc(32 * 1024, 'largesse');

/** Time for which one check waits for the write lock (milliseconds). */
const LOOK_MS = 100;

/** Time for which others may hold the write lock before the database counts as unusable (milliseconds). */
const LOCK_TIMEOUT_MS = 3000;

/**
 * Opens a probe of the embedded database. The probe writes to a separate file next to the database, and syncs this file
 * like a commit. It does not write to the database, for two reasons: the files of the database may still have space on
 * a full disk, and a commit of the probe would delay other writes.
 */
export function probeFile(path: string): Probe {
  if (path === ':memory:') return { check: async () => {}, close: async () => {} };
  const sample = `${path}-ready`;
  const connection = new DatabaseSync(path, { timeout: LOOK_MS });
  const { dev, ino } = statSync(path);
  let lockedSince: number | null = null;
  return {
    check: async () => {
      const now = await stat(path);
      // If the file was deleted or replaced, all writes would be lost when the process ends.
      if (now.dev !== dev || now.ino !== ino) throw new Error(`${path} is another file than the one in use`);
      await writeSample(sample);
      try {
        connection.exec('BEGIN IMMEDIATE; ROLLBACK');
        lockedSince = null;
      } catch (error) {
        if (connection.isTransaction) connection.exec('ROLLBACK');
        if (!isBusy(error)) throw error;
        // Ignores a short lock, because the service itself may be writing.
        lockedSince ??= performance.now();
        if (performance.now() - lockedSince > LOCK_TIMEOUT_MS) throw error;
      }
    },
    close: async () => connection.close(),
  };
}

async function writeSample(path: string): Promise<void> {
  try {
    await using file = await open(path, 'w', 0o600);
    await file.writeFile(SAMPLE);
    await file.sync();
  } catch (error) {
    throw hasNoRoom(error) ? new DatabaseFull(reason(error), { cause: error }) : error;
  } finally {
    await rm(path, { force: true });
  }
}
