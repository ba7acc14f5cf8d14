import autocannon from 'autocannon';
import { openFakeHost } from '../support/fake-host.ts';
import { basic } from '../support/host-users.ts';
import { spawnService, untilHealthy } from '../support/spawned-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Results of known callers while strangers guess passwords. */
export interface StrangersReport {
  /**
   * Number of registries that known callers read per second: without strangers, and with strangers. Both numbers are
   * medians of the rounds.
   */
  calm: number;
  disturbed: number;
  /** Number of known callers' requests that were not answered with status 200. */
  other: number;
  /** Number of strangers' logins per second, and total number of calls to the host for these logins. */
  tried: number;
  asked: number;
}

/** Time that the host takes for unknown credentials, and for any other call (milliseconds). */
const HOST = { stranger: 1000, known: 10 };

/** Number of concurrent known callers, and of strangers. */
const CLIENTS = { known: 16, strangers: 400 };

/** Number of logins that the strangers try per second. */
const TRIES = 200;

/**
 * Measures how fast known callers read a registry. In each round, the callers first read without strangers, and then
 * while strangers try to log in. Each login of a stranger has a new name and IP address.
 */
export async function strangers(rounds: number, seconds: number): Promise<StrangersReport> {
  await using folder = await temporaryFolder();
  await using host = await openFakeHost();
  const owner = host.users.add('owner');
  const { id } = host.registries.add({ author: owner.id });
  let asked = 0;
  host.misbehave(async ({ request, pass }) => {
    const isKnown = host.users.authenticate(request.headers.authorization) !== undefined;
    if (!isKnown) asked++;
    await new Promise((resolve) => setTimeout(resolve, isKnown ? HOST.known : HOST.stranger));
    await pass();
  });
  await using service = spawnService({
    HOST_URL: host.url,
    DATABASE_URL: `sqlite:${folder.path}/items.db`,
    TRUST_PROXY: '127.0.0.1',
    HOST_TIMEOUT: '2',
    LOG_LEVEL: 'fatal',
  });
  await untilHealthy(service);
  const known = () =>
    autocannon({
      url: `${service.url}/registries/${id}`,
      headers: { authorization: host.users.authorization('owner') },
      connections: CLIENTS.known,
      duration: seconds,
    });
  let names = 0;
  const trying = () =>
    autocannon({
      url: `${service.url}/items`,
      connections: CLIENTS.strangers,
      overallRate: TRIES,
      duration: seconds,
      timeout: 30,
      requests: [
        {
          setupRequest: (request) => {
            const n = names++;
            const headers = {
              authorization: basic(`nobody${n}`, 'wrong'),
              'x-forwarded-for': `10.${n % 256}.${(n >> 8) % 256}.1`,
            };
            return { ...request, headers };
          },
        },
      ],
    });
  await known();
  const [calm, withStrangers]: [number[], number[]] = [[], []];
  let other = 0;
  const begun = names;
  for (let round = 0; round < rounds; round++) {
    const undisturbed = await known();
    const [disturbed] = await Promise.all([known(), trying()]);
    calm.push(undisturbed['2xx'] / undisturbed.duration);
    withStrangers.push(disturbed['2xx'] / disturbed.duration);
    other += undisturbed.non2xx + disturbed.non2xx + undisturbed.errors + disturbed.errors;
  }
  return {
    calm: Math.round(median(calm)),
    disturbed: Math.round(median(withStrangers)),
    other,
    tried: Math.round((names - begun) / (rounds * seconds)),
    asked,
  };
}

const median = (numbers: number[]): number =>
  numbers.toSorted((one, another) => one - another)[numbers.length >> 1] ?? 0;
