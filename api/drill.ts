import { join, resolve } from 'node:path';
import { UsageError } from './src/arguments.ts';
import { backupsIn } from './src/backup/folder.ts';
import { markTested } from './src/backup/last-good.ts';
import { FILES, readBackup } from './src/backup/manifest.ts';
import { trySite } from './src/backup/mariadb.ts';
import { runOperatorCommand, SETTINGS_HELP } from './src/command.ts';
import { tryItems } from './src/database/copy.ts';
import { describeInstallation, type InstalledSettings } from './src/installation/settings.ts';

const HELP = `npm run drill -- FOLDER

Checks whether the newest backup in FOLDER can be restored, and prints the contents of the backup. The command restores
the items to a temporary database. If MariaDB is installed, the command also loads WordPress's half into a temporary
MariaDB. Then it deletes these copies, and notes in the backup that it is good. The command does not affect the service
or the site.

${SETTINGS_HELP}
  --help             show this`;

await runOperatorCommand(process.env, HELP, {}, true, ({ positionals }, installed) => drill(positionals, installed));

async function drill([folder, ...rest]: readonly string[], installed: InstalledSettings): Promise<void> {
  if (!folder || rest.length > 0) throw new UsageError('FOLDER: name one folder');
  const name = (await backupsIn(resolve(folder))).at(-1);
  if (name === undefined) throw new UsageError(`FOLDER: there is no backup in ${folder}`);
  const backup = join(resolve(folder), name);
  console.log(describeInstallation(installed));
  const { moment, counts, files } = await readBackup(backup);
  const found = await tryItems(join(backup, FILES.items));
  for (const [what, count] of Object.entries(counts))
    if (new Map(Object.entries(found.counts)).get(what) !== count)
      throw new UsageError(`${name}: the number of ${what} differs from the number in the manifest`);
  const { registries, items, gifts } = counts;
  console.log(`${name}: would restore ${registries} registries, ${items} items, ${gifts} gifts, as of ${moment}`);
  if (!(FILES.site in files)) {
    console.log('The backup does not contain WordPress’s database and uploads.');
    markTested(backup);
    return;
  }
  const site = await trySite(backup);
  if (site === null) {
    console.log('WordPress: all files are complete. The database was not loaded, because MariaDB is not installed.');
    markTested(backup);
    return;
  }
  markTested(backup);
  const known = new Set(site.registries);
  const gone = found.registryIds.filter((id) => !known.has(id));
  console.log(`WordPress: would restore ${site.users} users, ${site.registries.length} registries`);
  if (gone.length > 0)
    console.log(`WordPress’s half lacks these registries; a restore makes their items inactive: ${gone.join(', ')}`);
}
