import { join, resolve } from 'node:path';
import packageJson from './package.json' with { type: 'json' };
import { UsageError } from './src/arguments.ts';
import { backupsIn, forgetBackups, makeBackup } from './src/backup/folder.ts';
import { FILES, type Manifest, writeManifest } from './src/backup/manifest.ts';
import { copySite } from './src/backup/site.ts';
import { runOperatorCommand, SETTINGS_HELP } from './src/command.ts';
import { copyItems, sizeOfCopy } from './src/database/copy.ts';
import { nearest } from './src/installation/owner.ts';
import { checkRoom, sizeOf } from './src/installation/room.ts';
import { describeInstallation, type InstalledSettings } from './src/installation/settings.ts';
import { readDatabaseSetting } from './src/settings.ts';

const HELP = `npm run backup -- [--wordpress PATH] [--dump COMMAND] [--keep DAYS] FOLDER

Creates a backup in FOLDER. Each backup is a new folder with the time in its name. First the command copies all data of
the service (DATABASE_URL) at a single moment. Then the command copies the database and the uploads of WordPress. The
service and the site keep running. Without --wordpress, the backup contains only the data of the service.

  --wordpress PATH   folder of WordPress
  --dump COMMAND     command that prints a dump of WordPress's database, for example
                     'mariadb-dump --single-transaction wordpress'; default: WP-CLI, wp db export
  --keep DAYS        afterwards delete older backups in FOLDER, but always keep the newest backup
${SETTINGS_HELP}
  --help             show this`;

const OPTIONS = { wordpress: { type: 'string' }, dump: { type: 'string' }, keep: { type: 'string' } } as const;
await runOperatorCommand(process.env, HELP, OPTIONS, true, ({ positionals, values }, installed) =>
  backUpAll(positionals, values, installed),
);

async function backUpAll(
  [folder, ...rest]: readonly string[],
  { wordpress, dump, keep }: { wordpress?: string; dump?: string; keep?: string },
  installed: InstalledSettings,
): Promise<void> {
  if (!folder || rest.length > 0) throw new UsageError('FOLDER: name one folder');
  if (dump !== undefined && wordpress === undefined) throw new UsageError('--dump: requires --wordpress');
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep)) throw new UsageError('--keep: must be a number of days');
  console.log(describeInstallation(installed));
  const setting = readDatabaseSetting(installed.environment);
  const uploads = wordpress === undefined ? 0 : await sizeOf(join(resolve(wordpress), 'wp-content/uploads'));
  await checkRoom(nearest(resolve(folder)), (await sizeOfCopy(setting)) + uploads, await olderIn(resolve(folder)));
  const moment = new Date();
  let manifest: Manifest | undefined;
  const path = await makeBackup(resolve(folder), moment, async (to) => {
    // Copies the items first, then WordPress. The copy of WordPress then contains the registry of every copied item
    // (architecture: Backups: the items first).
    const { version: schema, ...counts } = await copyItems(setting, join(to, FILES.items));
    if (wordpress !== undefined) await copySite({ folder: resolve(wordpress), command: dump ?? null }, to);
    manifest = await writeManifest(to, { moment: moment.toISOString(), version: packageJson.version, schema, counts });
  });
  const { registries = 0, items = 0, gifts = 0 } = manifest?.counts ?? {};
  console.log(`${path}: ${registries} registries, ${items} items, ${gifts} gifts, checked`);
  if (wordpress === undefined)
    console.log('The backup does not contain WordPress’s database and uploads. To include both, use --wordpress PATH.');
  if (keep === undefined) return;
  const { deleted, kept } = await forgetBackups(resolve(folder), Number(keep), moment);
  for (const name of deleted) console.log(`${name}: deleted`);
  for (const { path, reason } of kept)
    console.error(
      `${path}: older than ${keep} days, but this account cannot delete it (${reason}). As root, run: chown -R --reference='${resolve(folder)}' '${path}'`,
    );
}

/** Returns the paths of all backups except the newest, which the operator can delete. */
async function olderIn(folder: string): Promise<string[]> {
  const names = await backupsIn(folder);
  return names.slice(0, -1).map((name) => join(folder, name));
}
