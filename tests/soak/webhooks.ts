import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openFakeHost } from '../support/fake-host.ts';
import { fetchOnce } from '../support/http-client.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { listen } from '../support/server-address.ts';
import { type SpawnedService, spawnService, untilHealthy } from '../support/spawned-service.ts';
import { until } from '../support/wait.ts';

/** Number of healthy endpoints; in addition, one endpoint is dead, and one is slow. */
const HEALTHY = 8;

/** Time that the slow endpoint takes to answer (milliseconds). */
const SLOW_MS = 3000;

/** Number of events in one transaction. */
const BATCH = 500;

/** Number of events whose delay is measured, and interval between them (milliseconds). */
const MEASURED = 100;
const INTERVAL_MS = 50;

/** Results of sending events while processes are killed. */
export interface WebhookReport {
  events: number;
  kills: number;
  /** Number of missing deliveries, summed over all healthy endpoints. */
  missing: number;
  /** Number of repeated deliveries to healthy endpoints. */
  repeated: number;
  /** Longest time from a kill to the next delivery (milliseconds). */
  slowestTakeover: number;
  /** Deliveries to healthy endpoints per second, including the pauses after kills. */
  perSecond: number;
  /**
   * Longest and median time from an event to its arrival at a healthy endpoint, in milliseconds. In the meantime, the
   * dead and the slow endpoint have backlogs.
   */
  slowest: number;
  median: number;
}

/** A receiver of webhooks. It records when each event first arrived, and counts repeated deliveries. */
interface Endpoint extends AsyncDisposable {
  host: string;
  url: string;
  /** Time of `performance.now()` at which each event arrived, by the id of the event. */
  arrived: Map<string, number>;
  repeated: number;
}

async function openEndpoint(delayMs = 0): Promise<Endpoint> {
  const endpoint = { arrived: new Map<string, number>(), repeated: 0 };
  const server = createServer((request, response) => {
    request.resume();
    const id = String(request.headers['webhook-id']);
    if (endpoint.arrived.has(id)) endpoint.repeated++;
    else endpoint.arrived.set(id, performance.now());
    setTimeout(() => response.writeHead(204).end(), delayMs);
  });
  const { url, ...closing } = await listen(server);
  return Object.assign(endpoint, closing, { url: `${url}/hook`, host: new URL(url).host });
}

/** Inserts events into the database as the service does, and returns their ids. */
async function record(client: pg.Client, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO events (id, type, at, registry_id, item_id, is_secret)
    SELECT gen_random_uuid(), 'item.updated', now(), 7, n, 0
    FROM generate_series(1, $1) AS n RETURNING id`,
    [count],
  );
  return rows.map(({ id }) => id);
}

/**
 * Sends events to ten endpoints; one endpoint is dead, and one is slow. Two service processes share one PostgreSQL
 * database, and only one of them delivers. Again and again, the delivering process is killed.
 */
export async function sendEvents(events: number, kills: number): Promise<WebhookReport> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startPostgres());
  const host = await openFakeHost();
  stack.defer(() => host.close());
  host.users.add('admin', { roles: ['administrator'] });
  const healthy: Endpoint[] = [];
  for (let count = 0; count < HEALTHY; count++) healthy.push(stack.use(await openEndpoint()));
  const slow = stack.use(await openEndpoint(SLOW_MS));
  const dead = await openEndpoint();
  await dead[Symbol.asyncDispose]();
  const endpoints = [...healthy, slow, dead];

  const url = await createDatabase(server.url);
  const env = {
    HOST_URL: host.url,
    DATABASE_URL: url,
    LOG_LEVEL: 'fatal',
    WEBHOOKS_ALLOW: endpoints.map((one) => one.host).join(),
  };
  const running: SpawnedService[] = [];
  stack.defer(async () => {
    for (const service of running) await service[Symbol.asyncDispose]();
  });
  const start = async (place: number) => {
    const service = spawnService(env);
    running[place] = service;
    await untilHealthy(service);
  };
  await Promise.all([start(0), start(1)]);
  for (const { url: address } of endpoints) {
    const headers = { authorization: host.users.authorization('admin'), 'content-type': 'application/json' };
    const body = JSON.stringify({ url: address });
    const answer = await fetchOnce(`${running[0]?.url}/webhooks`, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(`no webhook: ${answer.status}`);
  }

  const client = new pg.Client(url);
  await client.connect();
  stack.defer(() => client.end());
  const begun = performance.now();
  const sent: string[] = [];
  const feeding = (async () => {
    while (sent.length < events) sent.push(...(await record(client, Math.min(BATCH, events - sent.length))));
  })();
  const deliveries = () => healthy.reduce((sum, { arrived }) => sum + arrived.size, 0);
  let slowestTakeover = 0;
  for (let kill = 0; kill < kills; kill++) {
    // Kill the two processes alternately. After each kill, the other process delivers, so the next kill hits the
    // delivering process. Only the first kill may hit the idle process, because either process may be the first to
    // deliver.
    const due = (events * HEALTHY * (kill + 1)) / (kills + 2);
    await until('some events have arrived', () => deliveries() >= due, 600_000);
    const place = kill % 2;
    const service = running[place];
    service?.child.kill('SIGKILL');
    await service?.exited;
    const [before, killed] = [deliveries(), performance.now()];
    const restarting = start(place);
    await until('the other process delivers', () => deliveries() > before + HEALTHY * BATCH, 60_000);
    slowestTakeover = Math.max(slowestTakeover, performance.now() - killed);
    await restarting;
  }
  await feeding;
  await until('all events have arrived', () => deliveries() === events * HEALTHY, 600_000);
  const seconds = (performance.now() - begun) / 1000;

  const recorded = new Map<string, number>();
  for (let count = 0; count < MEASURED; count++) {
    const now = performance.now();
    for (const id of await record(client, 1)) recorded.set(id, now);
    await pause(INTERVAL_MS);
  }
  await until('the measured events have arrived', () => deliveries() === (events + MEASURED) * HEALTHY);
  const delays = [...recorded]
    .flatMap(([id, at]) => healthy.map(({ arrived }) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - at))
    .sort((one, other) => one - other);
  return {
    events,
    kills,
    missing: healthy.reduce((sum, { arrived }) => sum + sent.filter((id) => !arrived.has(id)).length, 0),
    repeated: healthy.reduce((sum, { repeated }) => sum + repeated, 0),
    slowestTakeover: Math.round(slowestTakeover),
    perSecond: Math.round((events * HEALTHY) / seconds),
    slowest: Math.round(delays.at(-1) ?? 0),
    median: Math.round(delays[Math.floor(delays.length / 2)] ?? 0),
  };
}
