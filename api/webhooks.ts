import { UsageError } from './src/arguments.ts';
import { runOperatorCommand, SETTINGS_HELP } from './src/command.ts';
import { describeInstallation, type InstalledSettings } from './src/installation/settings.ts';
import {
  type OperatorSettings,
  operatorAuthorization,
  readOperatorSettings,
  readSettings,
  SettingError,
} from './src/settings.ts';
import { listWebhooks, resendDeliveries, ServiceClient, testWebhook } from './src/webhooks/operators.ts';

const HELP = `npm run webhooks -- list | test WEBHOOK | resend WEBHOOK [EVENT…]

Lists the webhooks of the running service, tests a webhook, or sends events again. REGISTRY_API_USERNAME and
REGISTRY_API_APP_PASSWORD must be the credentials of an admin. By default, the command calls the service on this machine
(LISTEN, PORT). REGISTRY_API_BASE_URL names another address, and REGISTRY_API_GATEWAY_KEY the gateway key there.

  list                      show each webhook, its state, and the numbers of delivered, waiting and failed events
  test WEBHOOK              send a test event; the exit code is 1 if the receiver does not accept the event
  resend WEBHOOK            send all failed events again
  resend WEBHOOK EVENT…     send these events again, even if they were delivered
${SETTINGS_HELP}
  --help                    show this`;

await runOperatorCommand(process.env, HELP, {}, true, ({ positionals }, installed) => run(positionals, installed));

async function run([what, webhook, ...events]: string[], installed: InstalledSettings): Promise<void> {
  const { environment } = installed;
  const operator = readOperatorSettings(environment);
  if (what !== 'list' && what !== 'test' && what !== 'resend')
    throw new UsageError('name what to do: list, test or resend');
  if (what === 'list' && webhook !== undefined) throw new UsageError('list: takes no other arguments');
  if (what !== 'list' && webhook === undefined) throw new UsageError(`${what}: name a webhook; list shows their ids`);
  if (what === 'test' && events.length > 0) throw new UsageError('test: takes one webhook');
  const { url, gatewayKey } = serviceOf(operator, environment);
  console.log(`${describeInstallation(installed)}\nService: ${url}`);
  const service = new ServiceClient(url, operatorAuthorization(operator), gatewayKey);
  if (webhook === undefined) console.log(await listWebhooks(service));
  else if (what === 'resend') console.log(await resendDeliveries(service, webhook, events));
  else {
    const { isDelivered, line } = await testWebhook(service, webhook);
    console.log(line);
    if (!isDelivered) process.exitCode = 1;
  }
}

/** Returns the address of the service, by default the one on this machine, and the key that it requires. */
function serviceOf(
  { serviceUrl, gatewayKey }: OperatorSettings,
  environment: InstalledSettings['environment'],
): { url: string; gatewayKey: string | null } {
  if (serviceUrl !== null) return { url: serviceUrl, gatewayKey };
  if (!environment.HOST_URL) throw new SettingError('REGISTRY_API_BASE_URL: is required, the address of the service');
  const { listen, gatewayKeys } = readSettings(environment);
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };
  return {
    url: `http://${everywhere[listen.address] ?? listen.address}:${listen.port}`,
    gatewayKey: gatewayKeys[0] ?? null,
  };
}
