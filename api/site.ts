import { siteName } from '@largesse/contract';
import { UsageError } from './src/arguments.ts';
import { runOperatorCommand, SETTINGS_HELP } from './src/command.ts';
import { openExisting } from './src/database/open.ts';
import { describeInstallation, type InstalledSettings } from './src/installation/settings.ts';
import { readSettings } from './src/settings.ts';
import { withSite } from './src/site-mark.ts';

const HELP = `npm run site -- [moved | copy]

Shows for which site the database of the service was made. If HOST_URL names another site, the service changes nothing
and sends nothing, until this command says what the database is. A running service notices the answer within
seconds.

  moved              the site has moved to HOST_URL, and nobody uses the database at the earlier address any more
  copy               the database is a copy, which goes on alone: switches its webhooks off
${SETTINGS_HELP}
  --help             show this`;

await runOperatorCommand(process.env, HELP, {}, true, ({ positionals }, installed) => run(positionals, installed));

async function run([answer, ...rest]: readonly string[], installed: InstalledSettings): Promise<void> {
  if (rest.length > 0 || (answer !== undefined && answer !== 'moved' && answer !== 'copy'))
    throw new UsageError('name one answer: moved or copy');
  console.log(describeInstallation(installed));
  const settings = readSettings(installed.environment);
  const { url } = settings.host;
  const database = await openExisting(settings.database);
  try {
    const before = await withSite(settings, database, (site) => site.claim(url));
    console.log(`The database was made for: ${before}`);
    if (before === siteName(url)) console.log('HOST_URL names this site. There is nothing to do.');
    else if (answer === undefined) {
      console.log('HOST_URL names another site, so the service changes nothing. Run npm run site -- moved, or copy.');
      process.exitCode = 1;
    } else {
      await withSite(settings, database, (site) => (answer === 'moved' ? site.move(url) : site.separate(url)));
      console.log(`The database now belongs to: ${siteName(url)}`);
    }
  } finally {
    await database.close();
  }
}
