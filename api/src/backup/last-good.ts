import { existsSync } from 'node:fs';
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownerOf } from '../installation/owner.ts';
import { backupsIn, momentOf } from './folder.ts';

/** File in a backup that `npm run drill` has tested; contains the time of the test. */
const TESTED = 'tested';

/** A service without a recent good backup needs attention after this time: two nights (milliseconds). */
export const OLD_BACKUP_MS = 2 * 86_400_000;

/** Time for which a reading is used again (milliseconds). */
const REUSED_MS = 60_000;

/** Notes that a backup can be restored. */
export async function markTested(backup: string): Promise<void> {
  const file = join(backup, TESTED);
  await writeFile(file, `${new Date().toISOString()}\n`, { mode: 0o600 });
  const owner = ownerOf(backup);
  if (owner !== null) await chown(file, owner.uid, owner.gid);
}

/** Returns the moment of the newest tested backup in a folder; null if there is none. @throws if it cannot be read */
export async function lastGoodBackup(folder: string): Promise<Date | null> {
  const name = (await backupsIn(folder)).findLast((one) => existsSync(join(folder, one, TESTED)));
  return name === undefined ? null : momentOf(name);
}

/** Watches the backups of a service. Reads the folder at most once a minute. */
export class BackupWatch {
  readonly #folder: string;
  #read: { at: number; last: Promise<Date | null> } | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the moment of the last good backup; null if there is none, or if the folder cannot be read. */
  last(): Promise<Date | null> {
    const now = performance.now();
    if (this.#read === null || now - this.#read.at > REUSED_MS)
      this.#read = { at: now, last: lastGoodBackup(this.#folder).catch(() => null) };
    return this.#read.last;
  }
}
