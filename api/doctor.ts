import { runOperatorCommand, SETTINGS_HELP } from './src/command.ts';
import { checkBackups } from './src/doctor/backup-check.ts';
import { checkDatabase } from './src/doctor/database-check.ts';
import { nextStep, report } from './src/doctor/finding.ts';
import { checkKeyOfService, checkProxy } from './src/doctor/gateway-checks.ts';
import { findingsOfSite } from './src/doctor/site-findings.ts';
import { describeInstallation, type InstalledSettings } from './src/installation/settings.ts';
import { operatorAuthorization, readOperatorSettings, readSettings } from './src/settings.ts';

const HELP = `npm run doctor [-- --settings FILE]

Checks whether a site can go live, reports problems, and names the next step. The exit code is 1 if there is a problem.
Checks settings and database itself, and asks the plugin for everything else; for this, also set REGISTRY_API_USERNAME
and REGISTRY_API_APP_PASSWORD to the credentials of an admin of the site.

${SETTINGS_HELP}
  --help             show this`;

await runOperatorCommand(process.env, HELP, {}, false, (_called, installed) => run(installed));

async function run(installed: InstalledSettings): Promise<void> {
  const { environment } = installed;
  const settings = readSettings(environment);
  const operator = readOperatorSettings(environment);
  console.log(describeInstallation(installed));
  // Without a password, the report says so, and contains the results of all other checks.
  const isComplete = operator.username !== null && operator.password !== null;
  const authorization = isComplete ? operatorAuthorization(operator) : null;
  const findings = [
    await checkDatabase(settings.database, settings.host.url),
    await checkBackups(settings.backupFolder),
    ...(await findingsOfSite(settings, authorization)),
    ...checkKeyOfService(settings.gatewayKeys),
    ...checkProxy(operator, settings.trustedProxies),
  ];
  console.log(`${report(findings)}\n\n${nextStep(findings)}`);
  if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1;
}
