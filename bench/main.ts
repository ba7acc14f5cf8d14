import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argumentsOrExit, numberOrExit } from '../api/src/arguments.ts';
import { openFakeHost } from '../api/testing/fake-host.ts';
import { createDatabase, startPostgres } from '../api/testing/postgres.ts';
import { givingLoads } from './giving.ts';
import { type Load, type Measured, measure, median } from './load.ts';
import { type ServerProcess, startBareServer, startService } from './processes.ts';

const HELP = `npm run bench -- [--rounds NUMBER] [--seconds NUMBER] [--postgres]

Compares the service with a bare node:http server that answers the same bytes, in alternating rounds, each server in a
process of its own. Machines are noisy, so look at the ratio of the medians.

  --rounds NUMBER    how many rounds (default 7)
  --seconds NUMBER   how long a round takes (default 3)
  --postgres         store the items in a PostgreSQL, which it starts
  --help             show this`;

const { values } = argumentsOrExit(HELP, {
  rounds: { type: 'string', default: '7' },
  seconds: { type: 'string', default: '3' },
  postgres: { type: 'boolean', default: false },
});
const rounds = numberOrExit('rounds', values.rounds);
const seconds = numberOrExit('seconds', values.seconds, false);

/** Over how many registries new items are spread: each holds at most 1,000. */
const REGISTRIES = 10_000;

/** More gifts a second than there can be. */
const MOST_A_SECOND = 20_000;

const ITEM = {
  name: 'Cast-iron pot',
  description: 'A heavy pot for stews and bread, 26 cm, with a lid',
  url: 'https://pots.example/cast-iron-26',
  retailer: 'Pots & Pans',
  image_url: 'https://pots.example/cast-iron-26.jpg',
  price: 89.9,
};

const folder = await mkdtemp(join(tmpdir(), 'largesse-bench-'));
const host = await openFakeHost();
try {
  host.users.add('owner');
  host.users.add('admin', { roles: ['administrator'] });
  await using postgres = values.postgres ? await startPostgres({ isDurable: true }) : null;
  const database = postgres ? await createDatabase(postgres.url) : `sqlite:${join(folder, 'items.db')}`;
  const environment = { HOST_URL: host.url, DATABASE_URL: database, WRITES_PER_MINUTE: '0' };
  await benchStart(environment);
  await benchRequests(environment);
} finally {
  await host.close();
  await rm(folder, { recursive: true });
}

function headersOf(who: string): Record<string, string> {
  return { authorization: host.users.authorization(who), 'content-type': 'application/json' };
}

/** Measures how long a service needs from its start to its first answer. */
async function benchStart(environment: Record<string, string>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    await using service = await startService(environment);
    await fetch(`${service.url}/health`);
    times.push(performance.now() - begun);
  }
  console.log(`start to first answer      ${median(times).toFixed(0)} ms`);
}

async function benchRequests(environment: Record<string, string>): Promise<void> {
  await using service = await startService(environment);
  const headers = headersOf('owner');
  let items = 0;
  const next = () => ({ body: JSON.stringify({ registry_id: 1 + (items++ % REGISTRIES), ...ITEM }) });
  const insert: Load = { connections: 64, method: 'POST', path: '/items', headers, next };
  for (let item = 0; item < 1000; item++) await fetch(service.url + insert.path, { ...insert, ...next() });
  const read: Load = { connections: 64, method: 'GET', path: '/items/500', headers };
  const list: Load = { connections: 64, method: 'GET', path: '/items?limit=100', headers };

  await beside(service, read);
  await beside(service, list);
  const [reads, inserts] = await alternate([
    () => measure(service, read, seconds),
    () => measure(service, insert, seconds),
  ]);
  print('POST /items, durable', 'GET /items/{id}', inserts, reads);
  await besideInserts(service, insert, headersOf('admin'));
  console.log(`peak memory                ${service.peakMemory.toFixed(0)} MiB`);
}

/** Measures how many gifts a second people can give, beside items that are made. */
async function besideInserts(service: ServerProcess, insert: Load, admin: Record<string, string>): Promise<void> {
  const loads = await givingLoads(service.url, admin, MOST_A_SECOND * seconds * (rounds + 1));
  for (const [name, load] of Object.entries(loads)) {
    const [inserts, gifts] = await alternate([
      () => measure(service, insert, seconds),
      () => measure(service, load, seconds),
    ]);
    print(name, 'POST /items', gifts, inserts);
  }
}

/** Measures a read of the service beside a bare server that answers the same bytes. */
async function beside(service: ServerProcess, load: Load): Promise<void> {
  const answer = await fetch(service.url + load.path, { headers: load.headers });
  // Node's server says `Date`, `Connection` and `Keep-Alive` by itself.
  const headers = ['content-type', 'content-length', 'x-request-id'].map((name) => [name, answer.headers.get(name)]);
  await using bare = await startBareServer({ headers: Object.fromEntries(headers), body: await answer.text() });
  const [constant, ours] = await alternate([() => measure(bare, load, seconds), () => measure(service, load, seconds)]);
  print(`GET ${load.path}`, 'bare node:http', ours, constant);
}

/** Runs both measurements in turn, after one round that does not count; returns the medians of each. */
async function alternate(
  measurements: [() => Promise<Measured>, () => Promise<Measured>],
): Promise<[Measured, Measured]> {
  const results: [Measured[], Measured[]] = [[], []];
  for (let round = -1; round < rounds; round++) {
    for (const side of [0, 1] as const) {
      const measured = await measurements[side]();
      if (round >= 0) results[side].push(measured);
    }
  }
  return [medians(results[0]), medians(results[1])];
}

function medians(measured: readonly Measured[]): Measured {
  return {
    rate: median(measured.map(({ rate }) => rate)),
    processor: median(measured.map(({ processor }) => processor)),
  };
}

function print(what: string, measure: string, ours: Measured, theirs: Measured): void {
  const line = `${ours.rate.toFixed(0)}/s of ${theirs.rate.toFixed(0)}/s (${measure}): ${(ours.rate / theirs.rate).toFixed(2)}`;
  const processor = `processor ${ours.processor.toFixed(0)} of ${theirs.processor.toFixed(0)} µs a request: ${(theirs.processor / ours.processor).toFixed(2)}`;
  console.log(`${what.padEnd(26)} ${line}; ${processor}`);
}
