import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { whileRemovable } from '../installation/interruption.ts';
import { giveFolder, ownerOf } from '../installation/owner.ts';
import { BackupError } from './manifest.ts';

/** A time in a sortable format follows. */
const PREFIX = 'largesse-';
const NAME = /^largesse-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

const PARTIAL = '.partial';

const DAY_MS = 86_400_000;

/** Returns the names of the backups in a folder, oldest first. @throws {BackupError} if the folder does not exist */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error) => {
    if (codeOf(error) === 'ENOENT') throw new BackupError(`there is no folder ${folder}`);
    throw error;
  });
  return names.filter((name) => NAME.test(name)).sort();
}

/**
 * Creates a backup, which gets its final name when all files are complete and on disk. If root makes it, it gets the
 * owner of the folder: otherwise, the account of the nightly backup could neither read it nor delete it later.
 * @param fill writes the files
 * @returns the path
 * @throws {BackupError} if the folder does not exist, or has a backup of the same second
 */
export async function makeBackup(folder: string, moment: Date, fill: (path: string) => Promise<void>): Promise<string> {
  const name = nameAt(moment);
  // A missing folder is an error. If it were created after a typo, nobody would find the backups.
  if ((await backupsIn(folder)).includes(name)) throw new BackupError(`${join(folder, name)} already exists`);
  const partial = join(folder, `${name}${PARTIAL}`);
  try {
    await mkdir(partial, { mode: 0o700 });
  } catch (error) {
    // Two processes in one folder would mix their files.
    if (codeOf(error) === 'EEXIST')
      throw new BackupError(
        `${partial} already exists: another backup is running. If no backup is running, delete this folder`,
      );
    throw error;
  }
  try {
    // Root gives the folder away only when it is complete: the other account could put links into it.
    await whileRemovable([partial], () => fill(partial));
    giveFolder(partial, ownerOf(folder));
    await rename(partial, join(folder, name));
    await using opened = await open(folder, 'r');
    await opened.sync();
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  return join(folder, name);
}

/** Result of `forgetBackups`. */
export interface Forgotten {
  deleted: string[];
  /** Backups that this account cannot delete, and why. */
  kept: { path: string; reason: string }[];
}

/**
 * Deletes backups that are older than a number of days, also unfinished ones, but never the newest finished one. A
 * backup that this account cannot delete does not stop it.
 */
export async function forgetBackups(folder: string, days: number, now: Date): Promise<Forgotten> {
  const whole = (await backupsIn(folder)).slice(0, -1);
  const unfinished = (await readdir(folder)).filter((name) => name.endsWith(PARTIAL) && NAME.test(nameOf(name)));
  const old = [...whole, ...unfinished].filter(
    (name) => momentOf(nameOf(name)).getTime() < now.getTime() - days * DAY_MS,
  );
  const forgotten: Forgotten = { deleted: [], kept: [] };
  for (const name of old) {
    const path = join(folder, name);
    try {
      await rm(path, { recursive: true });
      forgotten.deleted.push(name);
    } catch (error) {
      forgotten.kept.push({ path, reason: codeOf(error) ?? String(error) });
    }
  }
  return forgotten;
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

const nameOf = (name: string): string => (name.endsWith(PARTIAL) ? name.slice(0, -PARTIAL.length) : name);

/** Returns the name of a backup of a moment. */
export const nameAt = (moment: Date): string => `${PREFIX}${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Returns the moment in the name of a backup. */
export const momentOf = (name: string): Date => new Date(name.replace(NAME, '$1T$2:$3:$4Z'));
