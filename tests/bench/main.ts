import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argumentsOrExit, numberOrExit } from '../../api/src/arguments.ts';
import { type FakeHost, openFakeHost } from '../support/fake-host.ts';
import { delay } from '../support/host-faults.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { benchAgainst } from './against.ts';
import { fill } from './items.ts';
import { type Load, measure, type Target } from './load.ts';
import { ADMIN, itemRead, OWNER, openWorld, WORK_NAMES, type Work, works } from './loads.ts';
import { leaveServersTheirCore, type Memory, type ServerProcess, startBareServer, startService } from './processes.ts';
import { type Finding, type Report, tableHead, tableLine } from './report.ts';
import { alternate, median } from './rounds.ts';

const HELP = `npm run bench -- [OPTIONS]

Measures the rate, the response times and the processor time of the service. Each kind of work alternates with a
baseline: a bare node:http server with the same answer, reads of one item, or the host. With taskset, the service and
the load have separate cores. Machines are noisy, so compare only the columns "share": the service's share of the
baseline.

  --only TEXT         only kinds of work whose name contains TEXT
  --items NUMBER      number of items, in a tenth as many registries (default 10000)
  --rounds NUMBER     number of rounds (default 5)
  --seconds NUMBER    duration of a round (default 2)
  --postgres          store the items in a temporary PostgreSQL
  --processes NUMBER  number of service processes that share the PostgreSQL (default 1)
  --json FILE         save all results in FILE
  --against COMMIT    run the benchmarks of COMMIT and of the working tree in turns, and print only changes that exceed
                      the noise
  --help              show this`;

const { values } = argumentsOrExit(HELP, {
  only: { type: 'string', default: '' },
  items: { type: 'string', default: '10000' },
  rounds: { type: 'string', default: '5' },
  seconds: { type: 'string', default: '2' },
  postgres: { type: 'boolean', default: false },
  processes: { type: 'string', default: '1' },
  json: { type: 'string' },
  against: { type: 'string' },
});
const items = numberOrExit('items', values.items);
const rounds = numberOrExit('rounds', values.rounds);
const seconds = numberOrExit('seconds', values.seconds, false);
const processes = numberOrExit('processes', values.processes);

/** Assumed maximum number of gifts per second. The number of wishes depends on this maximum. */
const MOST_A_SECOND = 20_000;

/** Number of registries for the items. The fake host's registry has an id below 20, so it always contains items. */
const REGISTRIES = Math.max(20, Math.ceil(items / 10));

if (processes > 1 && !values.postgres)
  fail('--processes: requires --postgres, because an embedded database has one process');
// This must be the last check that may exit. Later, an immediate exit would leave processes and files behind.
if (!WORK_NAMES.some((name) => name.includes(values.only)))
  fail(`--only: no name contains this text; the names are: ${WORK_NAMES.join('; ')}`);
if (values.against === undefined) await bench();
else await benchAgainstCommit(values.against);

async function benchAgainstCommit(commit: string): Promise<void> {
  const { only, rounds, seconds, items, processes, postgres } = values;
  const options = Object.entries({ only, rounds, seconds, items, processes }).flatMap(([name, value]) => [
    `--${name}`,
    value,
  ]);
  const found = await benchAgainst(commit, [...options, ...(postgres ? ['--postgres'] : [])]).catch((error: Error) =>
    fail(error.message.trim()),
  );
  console.log(`\nChanges since ${commit} beyond the noise:`);
  for (const change of found.length > 0 ? found : ['none']) console.log(change);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

async function bench(): Promise<void> {
  if (!leaveServersTheirCore()) console.log('The load and the servers share all cores here.');
  await using folder = await temporaryFolder();
  await using postgres = values.postgres
    ? await startPostgres({ isDurable: true, settings: ['max_wal_size=4GB'] })
    : null;
  const database = postgres ? await createDatabase(postgres.url) : `sqlite:${folder.path}/items.db`;
  await fill(database, items, REGISTRIES);
  await using host = await openFakeHost();
  host.users.add(ADMIN, { roles: ['administrator'] });
  const owner = host.users.add(OWNER);
  const registry = host.registries.add({ author: owner.id, title: 'A wedding', invitees: ['guest'] }).id;
  const environment = {
    HOST_URL: host.url,
    DATABASE_URL: database,
    WRITES_PER_MINUTE: '0',
    // Uses a separate cache, so that the first start always has to compile.
    NODE_COMPILE_CACHE: join(folder.path, 'compiled'),
  };
  const headers = { authorization: host.users.authorization(OWNER) };
  const starts = await benchStart(environment, async ({ url }) => {
    // During the first read, the service repairs the item list that the host stores for the registry.
    for (const path of [`/registries/${registry}/items`, '/items', '/items/1'])
      await (await fetch(url + path, { headers })).text();
  });
  const isAlone = processes === 1;
  await using stack = new AsyncDisposableStack();
  const start = async () => stack.use(await startService(environment, isAlone));
  const services = await Promise.all(Array.from({ length: processes }, start));
  const findings = await benchWorks(host, services, registry);
  const all = services.map(({ memory }) => memory);
  const most = (which: keyof Memory) => Math.max(...all.map((memory) => memory[which]));
  const memory: Memory = { now: most('now'), peak: most('peak') };
  console.log(`memory at the end ${memory.now.toFixed(0)} MiB, peak ${memory.peak.toFixed(0)}`);
  const report: Report = { starts, findings };
  if (values.json) await writeFile(values.json, JSON.stringify(report, null, 1));
}

/**
 * Measures the time from the start of a service to its first answer (milliseconds).
 * @param serve called with the first service; must make the service load all code. The later starts then use the
 *   compiled code.
 * @returns the times of the later starts
 */
async function benchStart(
  environment: Record<string, string>,
  serve: (service: ServerProcess) => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const begun = performance.now();
    await using service = await startService(environment);
    await fetch(`${service.url}/health`);
    times.push(performance.now() - begun);
    if (round < 0) await serve(service);
  }
  const [first = Number.NaN, ...others] = times;
  console.log(`start to first answer ${median(others).toFixed(0)} ms, first start ${first.toFixed(0)} ms`);
  return others;
}

async function benchWorks(host: FakeHost, services: readonly ServerProcess[], registry: number): Promise<Finding[]> {
  const [service] = services;
  if (!service) return [];
  const gifts = MOST_A_SECOND * seconds * (rounds + 1);
  const world = await openWorld(host, service.url, items, registry, gifts);
  console.log(tableHead());
  const findings: Finding[] = [];
  for (const work of works(world, values.only)) {
    const finding = await benchWork(host, services, work, itemRead(world));
    console.log(tableLine(finding));
    findings.push(finding);
  }
  return findings;
}

/** Measures one kind of work and its baseline in alternating rounds. */
async function benchWork(
  host: FakeHost,
  services: readonly ServerProcess[],
  { name, beside, load, hostTakes = 0 }: Work,
  reads: Load,
): Promise<Finding> {
  if (hostTakes > 0) host.misbehave(delay(hostTakes));
  await using bare = beside === 'bare' ? await bareServer(services, load) : null;
  const [known, knownLoad] = baseline();
  let [asked, requests] = [0, 0];
  const [theirs, ours] = await alternate(rounds, [
    () => measure(known, knownLoad, seconds),
    async () => {
      host.forgetCalls();
      const measured = await measure(services, load, seconds);
      asked += host.calls.length;
      requests += measured.requests;
      return measured;
    },
  ]);
  host.behave();
  return { name, beside, ours, theirs, hostCalls: beside === 'the host' ? asked / requests : null };

  function baseline(): [readonly Target[], Load] {
    if (bare) return [[bare], load];
    if (beside === 'item read') return [services, reads];
    const path = `/wp-json/wp/v2/registries/${load.path.split('/')[2]}`;
    return [[{ url: host.url }], { ...load, path }];
  }
}

/** Starts a bare server that always gives the service's answer to this load. */
async function bareServer([service]: readonly ServerProcess[], load: Load): Promise<ServerProcess> {
  const { method, path, headers: sent } = load;
  const { body: asked = null } = load.next?.() ?? {};
  const answer = await fetch(service?.url + path, { method, headers: sent, body: asked });
  // Node's server adds `Date`, `Connection` and `Keep-Alive` itself.
  const headers = ['content-type', 'content-length', 'x-request-id'].map((name) => [name, answer.headers.get(name)]);
  return await startBareServer({ headers: Object.fromEntries(headers), body: await answer.text() });
}
