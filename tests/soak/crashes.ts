import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { openFakeHost } from '../support/fake-host.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { spawnService, untilHealthy } from '../support/spawned-service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/wait.ts';
import { startWriters } from './writers.ts';

/** Results of all rounds. */
export interface CrashReport {
  rounds: number;
  acknowledged: number;
  /** Number of acknowledged items that still existed at the end. */
  found: number;
  lost: number;
  /** Longest time from a restart until the service could write again (milliseconds). */
  slowestRecovery: number;
}

/** Minimum number of writes that the service acknowledges in each round before the crash. */
const WRITES = 200;

/** Kills the service (`kill -9`) while 8 clients write, and starts it again. The service uses the embedded database. */
export async function killService(rounds: number): Promise<CrashReport> {
  await using folder = await temporaryFolder();
  const host = await openFakeHost();
  try {
    host.users.add('owner');
    const path = `${folder.path}/items.db`;
    const env = { HOST_URL: host.url, DATABASE_URL: `sqlite:${path}`, LOG_LEVEL: 'fatal', WRITES_PER_MINUTE: '0' };
    const acknowledged = new Set<number>();
    let slowestRecovery = 0;
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now();
      await using service = spawnService(env);
      await untilHealthy(service);
      if (round > 0) slowestRecovery = Math.max(slowestRecovery, performance.now() - begun);
      const writers = startWriters({ url: service.url, authorization: host.users.authorization('owner'), writers: 8 });
      await until('writers write', () => writers.acknowledged.size >= WRITES);
      service.child.kill('SIGKILL');
      await service.exited;
      await writers.stop();
      for (const id of writers.acknowledged) acknowledged.add(id);
    }
    using database = new DatabaseSync(path);
    const integrity = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
    if (integrity !== 'ok') throw new Error(`integrity_check: ${integrity}`);
    const ids = database.prepare('SELECT id FROM items').all();
    return report(rounds, acknowledged, new Set(ids.map(({ id }) => Number(id))), slowestRecovery);
  } finally {
    await host.close();
  }
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
      const enough = writers.acknowledged.size + WRITES;
      await until('writers write', () => writers.acknowledged.size >= enough);
      await server.crash();
      await server.start();
      const up = performance.now();
      const before = writers.acknowledged.size;
      await until('it heals', () => writers.acknowledged.size > before);
      slowestRecovery = Math.max(slowestRecovery, performance.now() - up);
    }
    await writers.stop();
    const odd = [...writers.answers.keys()].filter((status) => status !== 201 && status !== 503);
    if (odd.length > 0) throw new Error(`answers with status ${odd.join(', ')}`);
    const client = new pg.Client(url);
    await client.connect();
    const { rows } = await client.query<{ id: string }>('SELECT id FROM items');
    await client.end();
    return report(rounds, writers.acknowledged, new Set(rows.map(({ id }) => Number(id))), slowestRecovery);
  } finally {
    await host.close();
  }
}

function report(
  rounds: number,
  acknowledged: ReadonlySet<number>,
  there: ReadonlySet<number>,
  slowestRecovery: number,
): CrashReport {
  const found = [...acknowledged].filter((id) => there.has(id)).length;
  return { rounds, acknowledged: acknowledged.size, found, lost: acknowledged.size - found, slowestRecovery };
}
