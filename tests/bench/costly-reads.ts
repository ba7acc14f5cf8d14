import { argumentsOrExit, numberOrExit } from '../../api/src/arguments.ts';
import { openFakeHost } from '../support/fake-host.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fill, indexed } from './items.ts';
import { startService } from './processes.ts';
import { median } from './rounds.ts';

const HELP = `npm run bench:reads -- [--items NUMBER] [--seconds NUMBER] [--postgres]

Measures searches, and pages far from the start of a list. First the command sends these requests one at a time. Then
it sends four at once while other clients read single items.

  --items NUMBER     number of items (default 1000000)
  --seconds NUMBER   duration of each measurement (default 8)
  --postgres         store the items in a temporary PostgreSQL
  --help             show this`;

const { values } = argumentsOrExit(HELP, {
  items: { type: 'string', default: '1000000' },
  seconds: { type: 'string', default: '8' },
  postgres: { type: 'boolean', default: false },
});
const items = numberOrExit('items', values.items);
const seconds = numberOrExit('seconds', values.seconds, false);

/** Offset of a page near the end of the list. */
const DEEP = Math.floor(items * 0.9);

/** Number of readers. Each reader reads single items. */
const READERS = 4;
/** Pause of a reader between two requests (milliseconds). Without pauses, the readers would delay each other. */
const PAUSE_MS = 2;

const SEARCHES = {
  'one item': 'q=kettle%2048270',
  'some hundred items': 'q=products/33',
  'no item': 'q=nothing',
  'half of all': 'q=example/products/1',
  all: 'q=example',
  'all, by name': 'q=example&sort=name',
  'all, by name, deep': `q=example&sort=name&skip=${Math.floor(DEEP / 2)}`,
  'all, by -registry_id, deep': `q=example&sort=-registry_id&skip=${Math.floor(DEEP / 2)}`,
  'all, by -affiliate_status, deep': `q=example&sort=-affiliate_status&skip=${Math.floor(DEEP / 2)}`,
  'all, by -id, deep': `q=example&sort=-id&skip=${DEEP}`,
  'all that expired, by name': 'q=example&affiliate_status=expired&sort=name',
  'two letters': 'q=po&sort=-name',
  'two letters, no item': 'q=zz',
  everything: '',
  'everything, by name, deep': `sort=name&skip=${DEEP}`,
  'everything expired, by registry': 'affiliate_status=expired&sort=registry_id',
};

await using folder = await temporaryFolder();
await using postgres = values.postgres
  ? await startPostgres({ isDurable: true, settings: ['max_wal_size=4GB'] })
  : null;
const url = postgres ? await createDatabase(postgres.url) : `sqlite:${folder.path}/items.db`;
await fill(url, items, Math.ceil(items / 20));
const host = await openFakeHost();
host.users.add('admin', { roles: ['administrator'] });
const headers = { authorization: host.users.authorization('admin') };
try {
  await using service = await startService({ HOST_URL: host.url, DATABASE_URL: url, LOG_LEVEL: 'info' });
  await indexed(url);
  const ask = async (path: string) => {
    const begun = performance.now();
    const answer = await fetch(service.url + path, { headers });
    await answer.arrayBuffer();
    return { status: answer.status, took: performance.now() - begun };
  };
  for (const [name, query] of Object.entries(SEARCHES)) await alone(`search: ${name}`, `/items/search?${query}`, ask);
  await alone(`skip=${DEEP}`, `/items?skip=${DEEP}`, ask);
  const calm = await beside([], ask);
  print('single items alone', calm);
  await compare('four late pages', Array(4).fill(`/items?skip=${DEEP}`), ask, calm);
  const costly = ['all, by name, deep', 'two letters', 'half of all', 'one item'] as const;
  await compare(
    'four searches',
    costly.map((name) => `/items/search?${SEARCHES[name]}`),
    ask,
    calm,
  );
  console.log(`peak memory: ${service.memory.peak.toFixed(0)} MiB`);
} finally {
  await host.close();
}

type Ask = (path: string) => Promise<{ status: number; took: number }>;

async function alone(name: string, path: string, ask: Ask): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const { status, took } = await ask(path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    times.push(took);
  }
  console.log(
    `${name.padEnd(45)} ${median(times).toFixed(0).padStart(6)} ms, at most ${Math.max(...times).toFixed(0)}`,
  );
}

interface Calm {
  p50: number;
  p99: number;
  most: number;
}

/** Reads single items for some seconds. During this time, one costly request for each path is always in progress. */
async function beside(
  paths: readonly string[],
  ask: Ask,
): Promise<Calm & { answered: number; refused: number; slowest: number }> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let [answered, refused, slowest] = [0, 0, 0];
  const costly = paths.map(async (path) => {
    while (performance.now() < end) {
      const { status, took } = await ask(path);
      if (status === 200) answered++;
      else refused++;
      slowest = Math.max(slowest, took);
    }
  });
  const readers = Array.from({ length: READERS }, async (_, reader) => {
    for (let id = reader + 1; performance.now() < end; id += 7919) {
      times.push((await ask(`/items/${(id % 19) + 1}`)).took);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  });
  await Promise.all([...readers, ...costly]);
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), most: times.at(-1) ?? Number.NaN, answered, refused, slowest };
}

async function compare(name: string, paths: readonly string[], ask: Ask, calm: Calm): Promise<void> {
  const found = await beside(paths, ask);
  print(`during ${name}`, found);
  console.log(
    `  p50 ${(found.p50 / calm.p50).toFixed(2)} times as long; costly requests: ${found.answered} answered, ${found.refused} refused, slowest ${found.slowest.toFixed(0)} ms`,
  );
}

function print(what: string, { p50, p99, most }: Calm): void {
  console.log(`${what.padEnd(30)} p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(1)} ms, at most ${most.toFixed(0)} ms`);
}
