import { UsageError } from './src/arguments.ts';
import { runOperatorCommand, SETTINGS_HELP } from './src/command.ts';
import { SHARD_KEYS, type Sharding, shardDatabase } from './src/database/citus/sharding.ts';
import { describeInstallation, type InstalledSettings } from './src/installation/settings.ts';
import { readDatabaseSetting } from './src/settings.ts';

const HELP = `npm run shard -- --by registry_id [--shards N] [--dry-run]

Distributes items, purchases, ideas, shares and events over the workers of a Citus cluster, by registry. DATABASE_URL must name
the database on the coordinator. The service must have started with this database once. Stop the service first.
Afterwards start the service again with the same settings. The command runs as one transaction: after an interruption,
nothing has changed. The command compares the totals before and after the change.

  --by               column that determines the part of each row; must be registry_id
  --shards N         number of parts (default 32); a part cannot be divided among workers
  --dry-run          check the cluster and count the rows, but change nothing
${SETTINGS_HELP}
  --help             show this`;

const MAX_SHARDS = 4096;

const OPTIONS = {
  by: { type: 'string' },
  shards: { type: 'string', default: '32' },
  'dry-run': { type: 'boolean' },
} as const;
await runOperatorCommand(process.env, HELP, OPTIONS, false, ({ values }, installed) =>
  shard(values.by, values.shards, values['dry-run'] === true, installed),
);

async function shard(
  wanted: string | undefined,
  count: string,
  isDryRun: boolean,
  installed: InstalledSettings,
): Promise<void> {
  const shards = Number(count);
  if (!/^\d+$/.test(count) || shards < 1 || shards > MAX_SHARDS)
    throw new UsageError(`--shards: give a whole number from 1 to ${MAX_SHARDS}`);
  const by = SHARD_KEYS.find((key) => key === wanted);
  if (by === undefined) throw new UsageError(`--by: must be ${SHARD_KEYS.join(' or ')}`);
  console.log(describeInstallation(installed));
  const setting = readDatabaseSetting(installed.environment);
  if (setting.kind !== 'postgres')
    throw new UsageError(
      'DATABASE_URL: must be postgres://USER:PASSWORD@HOST/NAME, the coordinator of a Citus cluster',
    );
  console.log(lineOf(await shardDatabase({ url: setting.url, by, shards, isDryRun })));
}

function lineOf({ outcome, workers, shards, tally }: Sharding): string {
  const rows = `${tally.items} items and ${tally.purchases} purchases`;
  const where = `over ${shards} parts on ${workers} workers`;
  if (outcome === 'sharded') return `${rows} are now distributed ${where}. All totals match. Start the service again.`;
  return outcome === 'would be sharded'
    ? `${rows} would be distributed ${where}. Nothing was changed.`
    : `${rows} were already distributed ${where}.`;
}
