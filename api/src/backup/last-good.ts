import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asAccount, ownerOf } from '../installation/owner.ts';
import { backupsIn, momentOf, nameAt } from './folder.ts';

/** File in a backup that `npm run drill` has tested; contains the time of the test. */
const TESTED = 'tested';

/** A backup is old after this time: two nights (milliseconds). */
const OLD_MS = 2 * 86_400_000;

/** Time for which a reading is used again (milliseconds). */
const REUSED_MS = 60_000;

/** Notes that a backup can be restored. The note belongs to the owner of the backup, also if root writes it. */
export function markTested(backup: string): void {
  const note = `${new Date().toISOString()}\n`;
  asAccount(ownerOf(backup), () => writeFileSync(join(backup, TESTED), note, { mode: 0o600 }));
}

/**
 * Notes a good backup whose files are elsewhere: containers do not see the files that are copied out of them. The note
 * is a backup without files, and replaces earlier notes.
 */
export async function noteGoodBackup(folder: string, moment: Date): Promise<void> {
  const name = nameAt(moment);
  mkdirSync(join(folder, name), { recursive: true });
  markTested(join(folder, name));
  for (const other of await backupsIn(folder)) {
    if (other !== name && readdirSync(join(folder, other)).join() === TESTED)
      rmSync(join(folder, other), { recursive: true });
  }
}

/** Returns the moment of the newest tested backup in a folder; null if there is none. @throws if it cannot be read */
export async function lastGoodBackup(folder: string): Promise<Date | null> {
  const name = (await backupsIn(folder)).findLast((one) => existsSync(join(folder, one, TESTED)));
  return name === undefined ? null : momentOf(name);
}

/** Returns whether a good backup is so old that somebody must look for the reason. */
export const isOldBackup = (last: Date, now: Date): boolean => now.getTime() - last.getTime() > OLD_MS;

/** Returns the value of the header `Last-Backup`, such as `old 2027-06-12T03:10:00.000Z`; `none` for null. */
export const backupHeader = (last: Date | null, now = new Date()): string =>
  last === null ? 'none' : `${isOldBackup(last, now) ? 'old' : 'good'} ${last.toISOString()}`;

/** Watches the backups of a service. Reads the folder at most once a minute, but a first backup counts at once. */
export class BackupWatch {
  readonly #folder: string;
  #read: { at: number; last: Promise<Date | null> } | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the moment of the last good backup; null if there is none, or if the folder cannot be read. */
  async last(): Promise<Date | null> {
    const now = performance.now();
    if (this.#read === null || now - this.#read.at > REUSED_MS)
      this.#read = { at: now, last: lastGoodBackup(this.#folder).catch(() => null) };
    const read = this.#read;
    const last = await read.last;
    if (last === null && this.#read === read) this.#read = null;
    return last;
  }
}
