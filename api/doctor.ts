import { operatorAuthorization } from './src/auth/operator.ts';
import { reportFailure } from './src/command.ts';
import { checkDatabase } from './src/doctor/database-check.ts';
import { report } from './src/doctor/finding.ts';
import { checkHost } from './src/doctor/host-checks.ts';
import { checkProxy, checkService } from './src/doctor/service-checks.ts';
import { readOperatorSettings, readSettings } from './src/settings.ts';

/** `npm run doctor`: what is missing before a site goes live; exit code 1 when something is. */
try {
  const settings = readSettings(process.env);
  const operator = readOperatorSettings(process.env);
  const authorization =
    operator.username === null && operator.password === null ? null : operatorAuthorization(operator);
  const findings = [
    await checkDatabase(settings.database),
    ...(await checkHost(settings, authorization)),
    ...(await checkService(operator)),
    ...checkProxy(operator, settings.trustedProxies),
  ];
  console.log(report(findings));
  if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1;
} catch (error) {
  reportFailure(error);
}
