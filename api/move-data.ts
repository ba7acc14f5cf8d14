import { UsageError } from './src/arguments.ts';
import { runOperatorCommand, SETTINGS_HELP } from './src/command.ts';
import { moveData } from './src/database/move.ts';
import { databaseName, describeInstallation, type InstalledSettings } from './src/installation/settings.ts';
import { databaseSetting, readDatabaseSetting } from './src/settings.ts';

const HELP = `npm run move-data -- [--from sqlite:PATH] --to postgres://USER:PASSWORD@HOST/NAME

Copies all data to an empty PostgreSQL database, with ids and times: items, purchases, ideas, shares, events and webhooks.
Stop the service first. Afterwards start the service with DATABASE_URL=postgres://… The embedded database does not
change.

  --from sqlite:PATH   the embedded database; default: the database of the service
  --to postgres://…    an empty PostgreSQL database
${SETTINGS_HELP}
  --help               show this`;

const OPTIONS = { from: { type: 'string' }, to: { type: 'string' } } as const;
await runOperatorCommand(process.env, HELP, OPTIONS, false, ({ values }, installed) =>
  move(values.from, values.to, installed),
);

async function move(from: string | undefined, to: string | undefined, installed: InstalledSettings): Promise<void> {
  if (to === undefined) throw new UsageError('--to: name the new database');
  console.log(describeInstallation(installed));
  const source = from === undefined ? readDatabaseSetting(installed.environment) : databaseSetting('--from', from);
  const target = databaseSetting('--to', to);
  if (source.kind !== 'sqlite')
    throw new UsageError(
      from === undefined ? '--from: the service already uses PostgreSQL' : '--from: must be sqlite:PATH',
    );
  if (target.kind !== 'postgres') throw new UsageError('--to: must be postgres://USER:PASSWORD@HOST/NAME');
  console.log(`From: ${databaseName(source)}\nTo: ${databaseName(target)}`);
  const moved = await moveData({ from: source.path, to: target.url, onProgress: draw });
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.log(
    `${moved} items moved. The totals of both databases match. Start the service with DATABASE_URL=postgres://…`,
  );
}

/** Draws a progress bar, but only if stderr is a terminal. */
function draw(moved: number, total: number): void {
  if (!process.stderr.isTTY) return;
  const share = moved / total;
  const bar = '█'.repeat(Math.round(share * 30)).padEnd(30, '░');
  process.stderr.write(`\r${bar} ${Math.floor(share * 100)} %  ${moved} of ${total} items`);
}
