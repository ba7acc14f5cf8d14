import { UsageError } from './src/arguments.ts';
import { runCommand } from './src/command.ts';
import { moveData } from './src/database/move.ts';
import { databaseSetting } from './src/settings.ts';

const HELP = `npm run move-data -- --from sqlite:PATH --to postgres://USER:PASSWORD@HOST/NAME

Copies all data to an empty PostgreSQL database, with ids and times: items, purchases, ideas, shares, events and webhooks.
Stop the service first. Afterwards start the service with DATABASE_URL=postgres://… The embedded database does not
change.

  --help   show this`;

const OPTIONS = { from: { type: 'string' }, to: { type: 'string' } } as const;
await runCommand(HELP, OPTIONS, false, ({ values }) => move(values.from, values.to));

async function move(from: string | undefined, to: string | undefined): Promise<void> {
  if (from === undefined || to === undefined) throw new UsageError('--from and --to: name both databases');
  const source = databaseSetting('--from', from);
  const target = databaseSetting('--to', to);
  if (source.kind !== 'sqlite') throw new UsageError('--from: must be sqlite:PATH');
  if (target.kind !== 'postgres') throw new UsageError('--to: must be postgres://USER:PASSWORD@HOST/NAME');
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
