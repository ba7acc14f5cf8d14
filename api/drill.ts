import { join, resolve } from 'node:path';
import { readArguments, UsageError } from './src/arguments.ts';
import { trySite } from './src/backup/drill.ts';
import { backupsIn } from './src/backup/folder.ts';
import { FILES, readBackup } from './src/backup/manifest.ts';
import { reportFailure } from './src/command.ts';
import { tryItems } from './src/database/copy.ts';

const HELP = `npm run drill -- FOLDER

Tries whether the newest backup in FOLDER could be restored, and what one would get: restores it to temporary places,
checks what is there, and deletes it again. The items need nothing else. WordPress's half is loaded into a MariaDB of its
own where that is installed. Neither the service nor the site notices anything.

  --help   show this`;

try {
  const called = readArguments(HELP, {}, true);
  if (called) await drill(called.positionals);
} catch (error) {
  reportFailure(error);
}

async function drill([folder, ...rest]: readonly string[]): Promise<void> {
  if (!folder || rest.length > 0) throw new UsageError('FOLDER: name one folder');
  const name = (await backupsIn(resolve(folder))).at(-1);
  if (name === undefined) throw new UsageError(`FOLDER: there is no backup in ${folder}`);
  const backup = join(resolve(folder), name);
  const { moment, counts, files } = await readBackup(backup);
  const found = await tryItems(join(backup, FILES.items));
  for (const [what, count] of Object.entries(counts))
    if (new Map(Object.entries(found.counts)).get(what) !== count)
      throw new UsageError(`${name}: the number of ${what} differs from the one in its manifest`);
  const { registries, items, gifts } = counts;
  console.log(`${name}: would restore ${registries} registries, ${items} items, ${gifts} gifts, as of ${moment}`);
  if (!(FILES.site in files)) {
    console.log('It does not contain WordPress’s database and uploads.');
    return;
  }
  const site = await trySite(backup);
  if (site === null) {
    console.log('WordPress: its files are complete; MariaDB is not installed here, so they were not loaded');
    return;
  }
  const known = new Set(site.registries);
  const gone = found.registryIds.filter((id) => !known.has(id));
  console.log(`WordPress: would restore ${site.users} users, ${site.registries.length} registries`);
  if (gone.length > 0)
    console.log(`Registries that were deleted in the meantime; their items would become inactive: ${gone.join(', ')}`);
}
