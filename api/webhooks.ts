import { UsageError } from './src/arguments.ts';
import { runCommand } from './src/command.ts';
import { operatorAuthorization, readOperatorSettings, SettingError } from './src/settings.ts';
import { listWebhooks, resendDeliveries, ServiceClient, testWebhook } from './src/webhooks/operators.ts';

const HELP = `npm run webhooks -- list | test WEBHOOK | resend WEBHOOK [EVENT…]

Lists the webhooks of the running service, tests a webhook, or sends events again. The environment must contain
REGISTRY_API_BASE_URL, REGISTRY_API_USERNAME and REGISTRY_API_APP_PASSWORD; the user must be an admin. Also set
REGISTRY_API_GATEWAY_KEY if the service requires a gateway key.

  list                      show each webhook, its state, and the numbers of delivered, waiting and failed events
  test WEBHOOK              send a test event; the exit code is 1 if the receiver does not accept the event
  resend WEBHOOK            send all failed events again
  resend WEBHOOK EVENT…     send these events again, even if they were delivered
  --help                    show this`;

await runCommand(HELP, {}, true, ({ positionals }) => run(positionals));

async function run([what, webhook, ...events]: string[]): Promise<void> {
  const operator = readOperatorSettings(process.env);
  if (what !== 'list' && what !== 'test' && what !== 'resend')
    throw new UsageError('name what to do: list, test or resend');
  if (what === 'list' && webhook !== undefined) throw new UsageError('list: takes no other arguments');
  if (what !== 'list' && webhook === undefined) throw new UsageError(`${what}: name a webhook; list shows their ids`);
  if (what === 'test' && events.length > 0) throw new UsageError('test: takes one webhook');
  if (operator.serviceUrl === null)
    throw new SettingError('REGISTRY_API_BASE_URL: is required, the address of the service');
  const service = new ServiceClient(operator.serviceUrl, operatorAuthorization(operator), operator.gatewayKey);
  if (webhook === undefined) console.log(await listWebhooks(service));
  else if (what === 'resend') console.log(await resendDeliveries(service, webhook, events));
  else {
    const { isDelivered, line } = await testWebhook(service, webhook);
    console.log(line);
    if (!isDelivered) process.exitCode = 1;
  }
}
