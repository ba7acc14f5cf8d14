import { noteGoodBackup } from '../../api/src/backup/last-good.ts';

/*
 * Notes the time of a good backup, whose age doctor, Site Health and an alert report. Run it after each backup whose
 * files are complete (docs/install/containers.md, Backup and restore):
 *
 *   docker compose exec -T api node deploy/containers/backup-made.ts "$begun"
 *
 * The argument is the time before the backup began, as `date -u +%Y-%m-%dT%H:%M:%SZ` prints it.
 */

const [begun = '', ...rest] = process.argv.slice(2);
const folder = process.env.BACKUP_FOLDER ?? '';
const moment = new Date(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(begun) ? begun : Number.NaN);
if (folder === '' || rest.length > 0 || !(moment.getTime() <= Date.now())) {
  console.error(
    folder === ''
      ? 'BACKUP_FOLDER is not set'
      : 'name the time before the backup began, for example 2026-11-21T03:10:00Z: date -u +%Y-%m-%dT%H:%M:%SZ',
  );
  process.exitCode = 1;
} else {
  await noteGoodBackup(folder, moment);
  console.log(`noted a good backup of ${begun}`);
}
