import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, UsageError } from './src/arguments.ts';
import { FILES, readBackup } from './src/backup/manifest.ts';
import { putSiteBack, succeeded } from './src/backup/site.ts';
import { reportFailure } from './src/command.ts';
import { checkBeforePutBack, putItemsBack } from './src/database/copy.ts';
import { readDatabaseSetting, readOperatorSettings } from './src/settings.ts';

const HELP = `npm run restore -- [--wordpress PATH] [--load COMMAND] [--items-only] BACKUP

Checks a backup and puts both halves back as they were: the database and the uploads of WordPress, then the items and gifts
(DATABASE_URL). Then it brings the registries' lists in line, as npm run reconcile -- --retire-gone does. Stop the
service first, and start it afterwards. The embedded database and the uploads that were there are kept beside the new
ones; a database on PostgreSQL must be a new, empty one.

  --wordpress PATH   the folder of WordPress
  --load COMMAND     reads the dump of WordPress's database, for example 'mariadb wordpress'; default: WP-CLI, wp db import
  --items-only       leave WordPress as it is
  --help             show this`;

try {
  const options = {
    wordpress: { type: 'string' },
    load: { type: 'string' },
    'items-only': { type: 'boolean', default: false },
  } as const;
  const called = readArguments(HELP, options, true);
  if (called) {
    const { wordpress, load, 'items-only': isItemsOnly } = called.values;
    await restoreAll(called.positionals, { wordpress, load, isItemsOnly });
  }
} catch (error) {
  reportFailure(error);
}

interface Wanted {
  wordpress: string | undefined;
  load: string | undefined;
  isItemsOnly: boolean;
}

async function restoreAll([backup, ...rest]: readonly string[], wanted: Wanted): Promise<void> {
  if (!backup || rest.length > 0) throw new UsageError('BACKUP: name one backup');
  const { wordpress, load, isItemsOnly } = wanted;
  if (isItemsOnly === (wordpress !== undefined))
    throw new UsageError(
      isItemsOnly ? '--items-only: does not go with --wordpress' : '--wordpress: name its folder, or say --items-only',
    );
  if (load !== undefined && wordpress === undefined) throw new UsageError('--load: goes with --wordpress');
  const folder = resolve(backup);
  const { moment, counts, files } = await readBackup(folder);
  if (wordpress !== undefined && !(FILES.site in files))
    throw new UsageError('--wordpress: the backup holds the items alone: say --items-only');
  const setting = readDatabaseSetting(process.env);
  // Everything that may fail is looked at before anything changes.
  await checkBeforePutBack(join(folder, FILES.items), setting);
  if (wordpress !== undefined) {
    const setAside = await putSiteBack({ folder: resolve(wordpress), command: load ?? null }, folder);
    console.log(`WordPress: as of ${moment}`);
    if (setAside !== null) console.log(`The uploads that were there before: ${setAside}`);
  }
  const setAside = await putItemsBack(join(folder, FILES.items), setting);
  const { registries, items, gifts } = counts;
  console.log(`Items: as of ${moment}, ${registries} registries, ${items} items, ${gifts} gifts`);
  if (setAside !== null) console.log(`The database that was there before: ${setAside}`);
  await reconcile();
}

/** Brings the lists in line, if it is known in whose name. */
async function reconcile(): Promise<void> {
  const { username, password } = readOperatorSettings(process.env);
  if (username === null || password === null || !process.env.HOST_URL) {
    console.log('Before you start the service, run npm run reconcile -- --retire-gone, so that the lists are in line.');
    return;
  }
  const command = fileURLToPath(new URL('reconcile.ts', import.meta.url));
  await succeeded('reconcile', spawn(process.execPath, [command, '--retire-gone'], { stdio: 'inherit' }));
}
