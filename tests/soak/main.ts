import { argumentsOrExit, numberOrExit } from '../../api/src/arguments.ts';
import { hasNginx } from '../../deploy/testing/nginx.ts';
import { changeAtOnce } from '../e2e/api/simultaneous-changes.ts';
import { warmUp } from '../e2e/api/site-with-api.ts';
import { openProxiedSite } from '../e2e/plugin/proxied-site.ts';
import { crashPostgres, killService } from './crashes.ts';
import { giveAtOnce } from './givers.ts';
import { lookAtPages } from './many-guests.ts';
import { mixedLoad } from './mixed-load.ts';
import { overload } from './overload.ts';
import { type GatewayOptions, rollingRestarts } from './rolling-restarts.ts';
import { keepSecrets } from './secrets.ts';
import { slowReaders } from './slow-readers.ts';
import { sendEvents } from './webhooks.ts';

const HELP = `npm run soak -- [--minutes NUMBER] [--rounds NUMBER]

Crashes and overloads the system, runs the system under load, and searches the owners' views for secret gifts. These
checks prove the promises of docs/rules.md about storage, load, stopping and surprises. Each line shows the result of a
check. The exit code is 1 if a promise was broken.

  --minutes NUMBER   duration of the mixed load (default 30)
  --rounds NUMBER    number of rounds that change lists on the site and through the API at the same time (default 1000)
  --help             show this`;

const { values } = argumentsOrExit(HELP, {
  minutes: { type: 'string', default: '30' },
  rounds: { type: 'string', default: '1000' },
});
const minutes = numberOrExit('minutes', values.minutes, false);
const rounds = numberOrExit('rounds', values.rounds);

/**
 * nginx settings. With RETRYING, nginx repeats failed requests on another process. With KEEPING, nginx keeps its
 * connections to the processes open.
 */
const RETRYING = 'proxy_next_upstream error timeout http_503 non_idempotent;';
const KEEPING = 'proxy_http_version 1.1; proxy_set_header Connection "";';
const GATEWAYS: Record<string, GatewayOptions> = {
  retries: { location: RETRYING },
  'keeps connections and retries': { upstream: 'keepalive 16;', location: `${KEEPING} ${RETRYING}` },
};

let failures = 0;

/** Prints results, and whether they meet the requirement. */
function print(what: string, counts: object, holds: boolean): void {
  if (!holds) failures++;
  console.log(`${holds ? '✓' : '✗'} ${what}`, counts);
}

/** Changes the same lists on a real WordPress and through the API at the same time. */
async function testLists(rounds: number): Promise<void> {
  await using t = await openProxiedSite('6.5');
  await warmUp(t.system);
  const report = await changeAtOnce(t, rounds);
  print('lists changed on the site and through the API at the same time', report, report.wrong.length === 0);
}

for (const database of ['sqlite', 'postgres'] as const) {
  const killed = await killService(30, database);
  const { lost, sameIds, missed, doubled, missing } = killed;
  const isExact = lost + sameIds + missed + doubled + missing === 0;
  print(`service killed during writes, on ${database}`, killed, isExact && killed.slowestRecovery < 2000);
}
const crashed = await crashPostgres(10);
print('PostgreSQL stopped immediately', crashed, crashed.lost === 0 && crashed.slowestRecovery < 5000);
for (const database of ['sqlite', 'postgres'] as const) {
  const given = await giveAtOnce(database, 20, 2000);
  print(
    `200 people give the last three pieces of an item, and 2,000 changes at once, on ${database}`,
    given,
    given.givenTwice + given.doubledByKill + given.wrongCounters === 0,
  );
}
const reported = await sendEvents(100_000, 5);
print(
  '100,000 events to ten webhooks, one dead and one slow, with five kills',
  reported,
  reported.missing === 0 && reported.slowestTakeover < 30_000 && reported.slowest < 1000,
);
await testLists(rounds);
const kept = await keepSecrets(20);
print('secret gifts in answers to owners', kept, kept.leaks.length === 0);
const stormed = await overload(20);
print(
  'five times the load that the service can serve',
  stormed,
  stormed.other === 0 &&
    stormed.refused > 0 &&
    stormed.served >= 0.7 * stormed.peak &&
    stormed.ready.denied === 0 &&
    stormed.ready.slowest < 1000,
);
if (hasNginx) {
  const restarts = { rounds: 4, requests: 12_000 };
  const byDefault = await rollingRestarts({ ...restarts, drain: 5 });
  print('rolling restarts behind a default nginx', byDefault, byDefault.failed <= byDefault.requests / 12_000);
  for (const [what, gateway] of Object.entries(GATEWAYS)) {
    const restarted = await rollingRestarts({ ...restarts, drain: 5, gateway });
    print(`rolling restarts behind an nginx that ${what}`, restarted, restarted.failed === 0);
  }
  const looked = await lookAtPages(60, 96);
  const wrong = looked.foreign + looked.failed;
  const isQuick = looked.perProcessorSecond === null || looked.perProcessorSecond > 5000;
  print('many guests at changing pages', looked, wrong === 0 && looked.oldest < 5000 && isQuick);
} else console.log('– rolling restarts, many guests: skipped, because this machine has no nginx');
const read = await slowReaders(60, 60);
print('the largest lists over 60 slow connections', read, read.memory < 400 && read.p99 < 250);
const { windows, answers } = await mixedLoad(minutes);
const [early, late] = [windows[1], windows.at(-1)];
const isFlat =
  early !== undefined && late !== undefined && late.heap < early.heap * 1.2 && late.files <= early.files + 5;
print(`${minutes} minutes of mixed load`, { windows, answers }, isFlat && answers['500'] === undefined);
process.exitCode = failures > 0 ? 1 : 0;
