import { runOperatorCommand, SETTINGS_HELP } from './src/command.ts';
import { checkDatabase } from './src/doctor/database-check.ts';
import { nextStep, report } from './src/doctor/finding.ts';
import { checkHost } from './src/doctor/host-checks.ts';
import { checkItemsAccess, checkKeyOfService, checkProxy, checkService } from './src/doctor/service-checks.ts';
import { isRegistrationOpen } from './src/host/site.ts';
import { describeInstallation, type InstalledSettings } from './src/installation/settings.ts';
import { operatorAuthorization, readOperatorSettings, readSettings } from './src/settings.ts';

const HELP = `npm run doctor [-- --settings FILE]

Checks whether a site can go live, reports problems, and names the next step. The exit code is 1 if there is a problem.
To check the service as a client, also set REGISTRY_API_BASE_URL, REGISTRY_API_USERNAME, REGISTRY_API_APP_PASSWORD and
REGISTRY_API_GATEWAY_KEY.

${SETTINGS_HELP}
  --help             show this`;

await runOperatorCommand(process.env, HELP, {}, false, (_called, installed) => run(installed));

async function run(installed: InstalledSettings): Promise<void> {
  const { environment } = installed;
  const settings = readSettings(environment);
  const operator = readOperatorSettings(environment);
  console.log(describeInstallation(installed));
  const authorization =
    operator.username === null && operator.password === null ? null : operatorAuthorization(operator);
  const findings = [
    await checkDatabase(settings.database),
    checkItemsAccess(settings.itemsAccess, await isRegistrationOpen(settings.host)),
    ...(await checkHost(settings, authorization)),
    ...(await checkService(operator)),
    ...checkKeyOfService(settings.gatewayKeys),
    ...checkProxy(operator, settings.trustedProxies),
  ];
  console.log(`${report(findings)}\n\n${nextStep(findings)}`);
  if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1;
}
