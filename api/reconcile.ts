import { runOperatorCommand, SETTINGS_HELP } from './src/command.ts';
import { openExisting } from './src/database/open.ts';
import { Runs } from './src/database/runs.ts';
import { HostClient } from './src/host/session.ts';
import { describeInstallation, type InstalledSettings } from './src/installation/settings.ts';
import { ItemStore } from './src/items/store.ts';
import { openLog } from './src/log.ts';
import { Promises } from './src/promises/promises.ts';
import { reconcile } from './src/registries/reconcile.ts';
import { Registries } from './src/registries/registries.ts';
import { operatorAuthorization, readOperatorSettings, readSettings } from './src/settings.ts';
import { requireOwnSite } from './src/site-mark.ts';

const HELP = `npm run reconcile -- [--dry-run] [--retire-gone] [registry id…]

Updates registry_item_ids on the registry host, so that the lists match the items. Without ids, the command updates all
registries. REGISTRY_API_USERNAME and REGISTRY_API_APP_PASSWORD must be
the credentials of an admin.

  --dry-run          only print the changes; the exit code is 1 if there are any
  --retire-gone      make items inactive if their registry no longer exists on the host
${SETTINGS_HELP}
  --help             show this`;

const FLAG = { type: 'boolean', default: false } as const;
await runOperatorCommand(process.env, HELP, { 'dry-run': FLAG, 'retire-gone': FLAG }, true, (called, installed) =>
  run(called.positionals, called.values['retire-gone'], called.values['dry-run'], installed),
);

async function run(
  ids: readonly string[],
  retireGone: boolean,
  isDryRun: boolean,
  installed: InstalledSettings,
): Promise<void> {
  const { environment } = installed;
  console.log(describeInstallation(installed));
  const settings = readSettings(environment);
  const authorization = operatorAuthorization(readOperatorSettings(environment));
  const database = await openExisting(settings.database);
  const items = new ItemStore(database);
  const promises = new Promises(database);
  const host = new HostClient(settings.host);
  try {
    await requireOwnSite(settings, database);
    const report = await reconcile({
      ids,
      retireGone,
      isDryRun,
      items,
      registries: new Registries(items, promises, database, openLog('silent')),
      session: () => host.as(authorization),
      adminRoles: settings.adminRoles,
      print: (line) => console.log(line),
    });
    if (report.failed === 0 && ids.length === 0 && !isDryRun) await new Runs(database).reconciled();
    if (report.failed > 0 || (isDryRun && report.repaired + report.retired > 0)) process.exitCode = 1;
  } finally {
    await host.close();
    await database.close();
  }
}
