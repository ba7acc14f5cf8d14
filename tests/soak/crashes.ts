import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openFakeHost } from '../support/fake-host.ts';
import { follow } from '../support/follower.ts';
import { fetchOnce } from '../support/http-client.ts';
import { connected, createDatabase, startPostgres } from '../support/postgres.ts';
import { openReceiver } from '../support/receiver.ts';
import { type SpawnedService, spawnService, untilHealthy } from '../support/spawned-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/wait.ts';
import { startWriters } from './writers.ts';

/** Results of all rounds. */
export interface CrashReport {
  rounds: number;
  acknowledged: number;
  /** Number of acknowledged items that no longer existed at the end. */
  lost: number;
  /** Longest time from a restart until the service could write again (milliseconds). */
  slowestRecovery: number;
}

/** Results of killing the service. */
export interface KillReport extends CrashReport {
  /** Number of ids that two acknowledged items have. */
  sameIds: number;
  /** Number of items whose event the follower did not get, and number of events that it got again. */
  missed: number;
  doubled: number;
  /** Number of events that the webhook did not receive. */
  missing: number;
  /** Number of events that the webhook received again, because the service was killed before it stored the answer. */
  repeated: number;
}

/** Minimum number of writes that the service acknowledges in each round before the crash. */
const WRITES = 200;

/**
 * Kills the service (`kill -9`) while 8 clients write, and starts it again. On PostgreSQL, two processes share a
 * database, and are killed alternately. A program follows all events, and a webhook receives them, although another
 * one never answers.
 */
export async function killService(rounds: number, database: 'sqlite' | 'postgres'): Promise<KillReport> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const host = stack.use(await openFakeHost());
  const receiver = stack.use(await openReceiver());
  const silent = stack.use(await openReceiver());
  silent.answering = () => {};
  host.users.add('owner');
  host.users.add('admin', { roles: ['administrator'] });
  const path = join(folder.path, 'items.db');
  const url =
    database === 'sqlite'
      ? `sqlite:${path}`
      : await createDatabase(stack.use(await startPostgres({ isDurable: true })).url);
  const env = {
    HOST_URL: host.url,
    DATABASE_URL: url,
    LOG_LEVEL: 'fatal',
    WRITES_PER_MINUTE: '0',
    WEBHOOKS_ALLOW: [receiver, silent].map(({ host }) => host).join(),
  };
  const running: SpawnedService[] = [];
  stack.defer(async () => {
    for (const each of running) await each[Symbol.asyncDispose]();
  });
  const start = async (place: number) => {
    const service = spawnService(env);
    running[place] = service;
    await untilHealthy(service);
    return service;
  };
  await start(0);
  if (database === 'postgres') await start(1);
  const authorization = host.users.authorization('admin');
  for (const { url } of [silent, receiver]) {
    const created = await fetchOnce(`${running[0]?.url}/webhooks`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    });
    if (created.status !== 201) throw new Error(`no webhook: ${created.status}`);
  }
  const follower = stack.use(follow(() => running.at(-1)?.url ?? '', authorization));
  const given: number[] = [];
  let slowestRecovery = 0;
  for (let round = 0; round < rounds; round++) {
    const place = round % running.length;
    const writers = startWriters({
      url: running[place]?.url ?? '',
      authorization: host.users.authorization('owner'),
      writers: 8,
    });
    await until('writers write', () => writers.acknowledged.length >= WRITES);
    running[place]?.child.kill('SIGKILL');
    await running[place]?.exited;
    await writers.stop();
    given.push(...writers.acknowledged);
    const begun = performance.now();
    await start(place);
    slowestRecovery = Math.max(slowestRecovery, performance.now() - begun);
  }
  const stored = await (database === 'sqlite' ? itemsOfFile(path) : itemsOf(url));
  const followed = () => new Set(follower.events.map(({ item_id: id }) => id));
  const received = () => new Set(receiver.ids);
  await until('the events arrive', () => Math.min(followed().size, received().size) >= stored.size, 60_000).catch(
    () => {},
  );
  const acknowledged = new Set(given);
  return {
    rounds,
    acknowledged: given.length,
    lost: [...acknowledged].filter((id) => !stored.has(id)).length,
    sameIds: given.length - acknowledged.size,
    missed: [...stored].filter((id) => !followed().has(id)).length,
    doubled: follower.events.length - followed().size,
    missing: follower.events.filter(({ id }) => !received().has(id)).length,
    repeated: receiver.ids.length - received().size,
    slowestRecovery: Math.round(slowestRecovery),
  };
}

/** Returns the ids of all items, and checks the database. */
function itemsOfFile(path: string): ReadonlySet<number> {
  using database = new DatabaseSync(path);
  const integrity = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
  if (integrity !== 'ok') throw new Error(`integrity_check: ${integrity}`);
  return new Set(
    database
      .prepare('SELECT id FROM items')
      .all()
      .map(({ id }) => Number(id)),
  );
}

async function itemsOf(url: string): Promise<ReadonlySet<number>> {
  await using client = await connected(url);
  const { rows } = await client.query<{ id: string }>('SELECT id FROM items');
  return new Set(rows.map(({ id }) => Number(id)));
}

/** Crashes PostgreSQL while 8 clients write through the service, and starts PostgreSQL again. */
export async function crashPostgres(rounds: number): Promise<CrashReport> {
  await using server = await startPostgres({ isDurable: true });
  const host = await openFakeHost();
  try {
    host.users.add('owner');
    const url = await createDatabase(server.url);
    const env = { HOST_URL: host.url, DATABASE_URL: url, LOG_LEVEL: 'fatal', WRITES_PER_MINUTE: '0' };
    await using service = spawnService(env);
    await untilHealthy(service);
    const writers = startWriters({ url: service.url, authorization: host.users.authorization('owner'), writers: 8 });
    let slowestRecovery = 0;
    for (let round = 0; round < rounds; round++) {
      const enough = writers.acknowledged.length + WRITES;
      await until('writers write', () => writers.acknowledged.length >= enough);
      await server.crash();
      await server.start();
      const up = performance.now();
      const before = writers.acknowledged.length;
      await until('it heals', () => writers.acknowledged.length > before);
      slowestRecovery = Math.max(slowestRecovery, performance.now() - up);
    }
    await writers.stop();
    const odd = [...writers.answers.keys()].filter((status) => status !== 201 && status !== 503);
    if (odd.length > 0) throw new Error(`answers with status ${odd.join(', ')}`);
    const stored = await itemsOf(url);
    const { acknowledged } = writers;
    const lost = acknowledged.filter((id) => !stored.has(id)).length;
    return { rounds, acknowledged: acknowledged.length, lost, slowestRecovery: Math.round(slowestRecovery) };
  } finally {
    await host.close();
  }
}
