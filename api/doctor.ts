import { existsSync } from 'node:fs';
import { runCommand } from './src/command.ts';
import { checkDatabase, environmentFrom } from './src/doctor/database-check.ts';
import { nextStep, report } from './src/doctor/finding.ts';
import { checkHost } from './src/doctor/host-checks.ts';
import { checkItemsAccess, checkProxy, checkService } from './src/doctor/service-checks.ts';
import { isRegistrationOpen } from './src/host/site.ts';
import { operatorAuthorization, readOperatorSettings, readSettings } from './src/settings.ts';

/** Settings file of a service that systemd runs. */
const INSTALLED = '/etc/largesse/api.env';

const HELP = `npm run doctor [-- --settings=<file>]

Checks whether a site can go live, reports problems, and names the next step. The exit code is 1 if there is a problem.
The command reads HOST_URL and the other settings of the service from the environment. If HOST_URL is not set there, it
reads the service's own file, ${INSTALLED}. To check the service as a client, also set REGISTRY_API_BASE_URL,
REGISTRY_API_USERNAME, REGISTRY_API_APP_PASSWORD and REGISTRY_API_GATEWAY_KEY.

  --settings=<file>   read the settings from this file. The folder of the file may also contain files with secrets:
                      database-url, gateway-key and app-password. Variables of the environment take precedence
  --help              show this`;

await runCommand(HELP, { settings: { type: 'string' } }, false, ({ values }) => run(values.settings ?? ownFile()));

/** Returns the service's own settings file, unless the environment contains the settings. */
function ownFile(): string | undefined {
  return !process.env.HOST_URL && existsSync(INSTALLED) ? INSTALLED : undefined;
}

async function run(file: string | undefined): Promise<void> {
  const environment = file === undefined ? process.env : environmentFrom(file, process.env);
  const settings = readSettings(environment);
  const operator = readOperatorSettings(environment);
  console.log(`Settings: ${file ?? 'the environment'}`);
  const authorization =
    operator.username === null && operator.password === null ? null : operatorAuthorization(operator);
  const findings = [
    await checkDatabase(settings.database),
    checkItemsAccess(settings.itemsAccess, await isRegistrationOpen(settings.host)),
    ...(await checkHost(settings, authorization)),
    ...(await checkService(operator)),
    ...checkProxy(operator, settings.trustedProxies),
  ];
  console.log(`${report(findings)}\n\n${nextStep(findings)}`);
  if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1;
}
