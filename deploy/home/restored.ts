import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything in /data that makes a site. The address is last: without it, the site counts as not set up. */
const PARTS = ['items', 'site', 'site-address'];

/** Folder with a complete backup that the next start puts in place. */
export const waitingBackup = (data: string): string => join(data, 'restore');

/** Folder of a backup that `backup` has not finished yet. */
export const unfinishedBackup = (data: string): string => join(data, 'backup.new');

/** Folder with the site that the last restored backup has replaced. */
export const replacedSite = (data: string): string => join(data, 'before-restore');

/**
 * Puts the backup that `restore` has checked in the place of the site, and keeps the site. Nothing may use the site
 * meanwhile. Repeated at the next start if it is interrupted: a part of the backup is moved after the part that it
 * replaces.
 * @returns whether there was a backup
 */
export async function putRestoredInPlace(data: string): Promise<boolean> {
  const [backup, replaced] = [waitingBackup(data), replacedSite(data)];
  if (!existsSync(backup)) return false;
  await mkdir(replaced, { recursive: true });
  for (const part of PARTS) {
    if (!existsSync(join(backup, part))) continue;
    if (existsSync(join(data, part))) await rename(join(data, part), join(replaced, part));
    await rename(join(backup, part), join(data, part));
  }
  await rm(backup, { recursive: true });
  return true;
}
