import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { runCommand } from '../../api/src/command.ts';
import { checkBackups } from '../../api/src/doctor/backup-check.ts';
import { checkDatabase } from '../../api/src/doctor/database-check.ts';
import { nextStep, problem, report } from '../../api/src/doctor/finding.ts';
import { findingsOfSite } from '../../api/src/doctor/site-findings.ts';
import { readSettings } from '../../api/src/settings.ts';
import { unknownProxies } from './proxies.ts';
import { knownAddress, serviceEnvironment, siteEnvironment } from './service.ts';

const HELP = `docker compose exec largesse doctor

Command of the container for homes: checks the service, its database, the site, and the age of the last backup, reports
problems, and names the next step. The exit code is 1 if there is a problem.`;

const DATA = process.env.DATA ?? '/data';

const BACKUP_CURE =
  'Run "docker compose exec largesse backup", and copy /data/backup to another machine; without Compose, run ' +
  '"docker exec CONTAINER backup".';

await runCommand(HELP, {}, false, async () => {
  const address = await knownAddress(DATA);
  if (address === null) {
    console.error('doctor: the site is not set up yet, so there is nothing to check');
    process.exitCode = 1;
    return;
  }
  const settings = readSettings(serviceEnvironment(DATA, address));
  // The site calls the service with this account, whose password only its database contains.
  const account = execFileSync('php', [join(import.meta.dirname, 'site/setup.php'), 'account'], {
    env: siteEnvironment(DATA, address),
    encoding: 'utf8',
  });
  const findings = [
    await checkDatabase(settings.database, settings.host.url),
    await checkBackups(settings.backupFolder, BACKUP_CURE),
    ...(await unknownProxies()).map((text) =>
      problem(`Proxy: ${text}`, 'Change TRUSTED_PROXY, and start the container again.'),
    ),
    ...(await findingsOfSite(settings, `Basic ${Buffer.from(account).toString('base64')}`)),
  ];
  console.log(`${report(findings)}\n\n${nextStep(findings)}`);
  if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1;
});
