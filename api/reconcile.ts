import { parseArgs } from 'node:util';
import { operatorAuthorization } from './src/auth/operator.ts';
import { reportFailure } from './src/command.ts';
import { openDatabase } from './src/database/open.ts';
import { HostClient } from './src/host/client.ts';
import { ItemStore } from './src/items/store.ts';
import { openLog } from './src/log.ts';
import { RegistryLock } from './src/registries/lock.ts';
import { reconcile } from './src/registries/reconcile.ts';
import { readOperatorSettings, readSettings } from './src/settings.ts';

const HELP = `npm run reconcile -- [--retire-gone] [registry id…]

Brings registry_item_ids on the registry host in line with the items: of the registries named, or of all.
Settings are those of the service; REGISTRY_API_USERNAME and REGISTRY_API_APP_PASSWORD are an admin's.

  --retire-gone   make the items of registries that the host no longer has inactive
  --help          show this`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'retire-gone': { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (values.help) console.log(HELP);
  else await run(positionals, values['retire-gone']);
} catch (error) {
  reportFailure(error);
}

async function run(ids: readonly string[], retireGone: boolean): Promise<void> {
  const settings = readSettings(process.env);
  const authorization = operatorAuthorization(readOperatorSettings(process.env));
  const database = await openDatabase(settings.database);
  const host = new HostClient(settings.host);
  try {
    const report = await reconcile({
      ids,
      retireGone,
      items: new ItemStore(database),
      lock: new RegistryLock(database),
      session: () => host.as(authorization),
      adminRoles: settings.adminRoles,
      log: openLog('silent'),
      tell: (line) => console.log(line),
    });
    if (report.failed > 0) process.exitCode = 1;
  } finally {
    await host.close();
    await database.close();
  }
}
