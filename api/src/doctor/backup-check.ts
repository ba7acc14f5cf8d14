import { isOldBackup, lastGoodBackup } from '../backup/last-good.ts';
import { reason } from '../database/reason.ts';
import { type Finding, latentProblem, ok, skipped } from './finding.ts';

const HOUR_MS = 3_600_000;

/**
 * Checks the age of the last backup that a drill has tested.
 * @param folder value of BACKUP_FOLDER, or null
 * @param ownCure step that makes a backup, if this installation has commands of its own
 */
export async function checkBackups(folder: string | null, ownCure?: string, now = new Date()): Promise<Finding> {
  if (folder === null) return skipped('Backup: not checked; set BACKUP_FOLDER to the folder of the backups');
  const cure =
    ownCure ??
    `Run npm run backup and npm run drill -- ${folder}, and see the log of largesse-backup.service for its errors; in containers, follow Backup and restore in their guide.`;
  try {
    const last = await lastGoodBackup(folder);
    if (last === null) return latentProblem(`Backup: ${folder} contains no backup that was tested`, cure);
    const text = `Backup: the last good one is ${ageText(now.getTime() - last.getTime())} old`;
    return isOldBackup(last, now) ? latentProblem(text, cure) : ok(`${text} (${folder})`);
  } catch (error) {
    return latentProblem(`Backup: ${folder} cannot be read: ${reason(error)}`, 'Check BACKUP_FOLDER.');
  }
}

function ageText(age: number): string {
  const hours = Math.floor(age / HOUR_MS);
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`;
  return `${Math.floor(hours / 24)} days`;
}
