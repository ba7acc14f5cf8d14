import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from './src/arguments.ts';
import { FILES, readBackup } from './src/backup/manifest.ts';
import { checkRoomForSite, putSiteBack, succeeded } from './src/backup/site.ts';
import { addressChange } from './src/backup/site-address.ts';
import { runOperatorCommand, SETTINGS_HELP } from './src/command.ts';
import { checkBeforePutBack, putItemsBack } from './src/database/copy.ts';
import { openExisting } from './src/database/open.ts';
import { confirm } from './src/installation/confirm.ts';
import {
  databaseName,
  describeInstallation,
  type InstalledSettings,
  ownDatabase,
} from './src/installation/settings.ts';
import { readDatabaseSetting, readOperatorSettings, readSettings, webAddress } from './src/settings.ts';
import { withSite } from './src/site-mark.ts';

const HELP = `npm run restore -- [--wordpress PATH] [--site-url URL] [--load COMMAND] [--items-only] [--yes] BACKUP

Checks a backup, and restores both halves: the database and the uploads of WordPress, then all data of the service
(DATABASE_URL). Then the command repairs the registries' lists, like npm run reconcile -- --retire-gone. The repair
needs HOST_URL, REGISTRY_API_USERNAME and REGISTRY_API_APP_PASSWORD. Stop the service first, and start the service
afterwards. The command asks before it replaces anything. It keeps the old uploads and the old embedded database next to
the new ones. A PostgreSQL database must be empty.

  --wordpress PATH   folder of WordPress
  --site-url URL     new address of the site; default: the address in the backup
  --load COMMAND     command that loads the dump of WordPress's database, for example 'mariadb wordpress';
                     default: WP-CLI, wp db import
  --items-only       restore only the data of the service, and do not change WordPress
  --yes              do not ask
${SETTINGS_HELP}
  --help             show this`;

const OPTIONS = {
  wordpress: { type: 'string' },
  'site-url': { type: 'string' },
  load: { type: 'string' },
  'items-only': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const;
await runOperatorCommand(process.env, HELP, OPTIONS, true, ({ positionals, values }, installed) => {
  const { wordpress, load, 'site-url': siteUrl, 'items-only': isItemsOnly, yes: isSure } = values;
  return restoreAll(positionals, { wordpress, load, siteUrl, isItemsOnly, isSure }, installed);
});

interface Wanted {
  wordpress: string | undefined;
  load: string | undefined;
  siteUrl: string | undefined;
  isItemsOnly: boolean;
  isSure: boolean;
}

async function restoreAll(
  [backup, ...rest]: readonly string[],
  wanted: Wanted,
  installed: InstalledSettings,
): Promise<void> {
  if (!backup || rest.length > 0) throw new UsageError('BACKUP: name one backup');
  const { wordpress, load, siteUrl, isItemsOnly, isSure } = wanted;
  if (isItemsOnly === (wordpress !== undefined))
    throw new UsageError(
      isItemsOnly
        ? '--items-only: cannot be used with --wordpress'
        : '--wordpress: name the folder of WordPress, or use --items-only',
    );
  if (load !== undefined && wordpress === undefined) throw new UsageError('--load: requires --wordpress');
  if (siteUrl !== undefined && wordpress === undefined) throw new UsageError('--site-url: requires --wordpress');
  const address = siteUrl === undefined ? undefined : webAddress('--site-url', siteUrl);
  const folder = resolve(backup);
  console.log(describeInstallation(installed));
  const { moment, counts, files } = await readBackup(folder);
  if (wordpress !== undefined && !(FILES.site in files))
    throw new UsageError('--wordpress: the backup contains only items: use --items-only');
  const setting = readDatabaseSetting(installed.environment);
  // Runs all checks before the first change, so that a failed check leaves the site and the items unchanged.
  await checkBeforePutBack(join(folder, FILES.items), setting);
  if (wordpress !== undefined) await checkRoomForSite(resolve(wordpress), folder);
  const change = address === undefined ? '' : await addressChange(folder, address);
  const place = databaseName(setting);
  const site = wordpress === undefined ? '' : `the database and the uploads of ${resolve(wordpress)}, and `;
  await confirm(`This replaces ${site}the items in ${place} with the backup as of ${moment}.`, isSure);
  if (wordpress !== undefined) {
    const setAside = await putSiteBack({ folder: resolve(wordpress), command: load ?? null }, folder, change);
    console.log(`WordPress: as of ${moment}${address === undefined ? '' : `, at ${address}`}`);
    if (setAside !== null) console.log(`The previous uploads: ${setAside}`);
  }
  const setAside = await putItemsBack(join(folder, FILES.items), setting);
  const { registries, items, gifts } = counts;
  console.log(`Items: as of ${moment}, ${registries} registries, ${items} items, ${gifts} gifts`);
  if (setAside !== null) console.log(`The previous database: ${setAside}`);
  // With a new address of the site, the operator has said that the site moves.
  if (address !== undefined && installed.environment.HOST_URL) await moveSite(installed);
  const own = ownDatabase(installed);
  if (own !== null && databaseName(own) !== place)
    console.log(
      `The service still uses ${databaseName(own)}. Change its DATABASE_URL to ${place} before you start the service.`,
    );
  await reconcile(installed);
}

/** Stores that the restored items belong to the site of HOST_URL. */
async function moveSite({ environment }: InstalledSettings): Promise<void> {
  const settings = readSettings(environment);
  const database = await openExisting(settings.database);
  try {
    await withSite(settings, database, (site) => site.move(settings.host.url));
  } finally {
    await database.close();
  }
}

/**
 * Repairs the lists of items on the site if the environment contains the site's address and credentials. Otherwise
 * tells the operator how to repair the lists.
 */
async function reconcile({ environment, file }: InstalledSettings): Promise<void> {
  const { username, password } = readOperatorSettings(environment);
  const missing = Object.entries({
    HOST_URL: environment.HOST_URL,
    REGISTRY_API_USERNAME: username,
    REGISTRY_API_APP_PASSWORD: password,
  }).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length > 0) {
    console.log(
      `The lists of registries do NOT match the items yet. These settings are missing: ${missing.join(', ')}. Set these settings, and run npm run reconcile -- --retire-gone before you start the service.`,
    );
    return;
  }
  const command = fileURLToPath(new URL('reconcile.ts', import.meta.url));
  try {
    await succeeded(
      'reconcile',
      spawn(process.execPath, [command, '--retire-gone', ...(file === null ? [] : ['--settings', file])], {
        stdio: 'inherit',
        env: { ...environment },
      }),
    );
  } catch (error) {
    console.error(
      'The items are restored, but the lists of registries do NOT match them yet. When the site answers, run npm run reconcile -- --retire-gone before you start the service.',
    );
    throw error;
  }
}
