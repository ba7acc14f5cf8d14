// Needs a process: it is killed and starts again.
import assert from 'node:assert/strict';
import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import type { ItemAnswer } from '../../../../api/conformance/answers.ts';
import { ITEM } from '../../../../api/conformance/world.ts';
import { runCommand } from '../../../support/command.ts';
import { itOnSqlite, openTestDatabase, type TestDatabase } from '../../../support/database.ts';
import { openFakeHost } from '../../../support/fake-host.ts';
import { fetchOnce } from '../../../support/http-client.ts';
import { readMetrics } from '../../../support/metrics.ts';
import { addCast, testEnvironment } from '../../../support/service.ts';
import { type SpawnedService, spawnService, untilHealthy } from '../../../support/spawned-service.ts';

const host = await openFakeHost();
addCast(host);
after(() => host.close());

const UNCLEAN = 'had no clean stop';
const LOG_LOST = 'the write-ahead log of the database is missing';

async function start(database: TestDatabase): Promise<SpawnedService> {
  const service = spawnService({ ...testEnvironment(host, database), OPS_PORT: '0', LOG_LEVEL: 'warn' });
  await untilHealthy(service);
  return service;
}

async function addItem(service: SpawnedService): Promise<number> {
  const answer = await fetchOnce(`${service.url}/items`, {
    method: 'POST',
    headers: { authorization: host.users.authorization('admin'), 'content-type': 'application/json' },
    body: JSON.stringify({ ...ITEM, registry_id: 7 }),
  });
  assert.equal(answer.status, 201);
  const { data }: ItemAnswer = JSON.parse(await answer.text());
  return data.id;
}

const uncleanEnds = async (service: SpawnedService) =>
  (await readMetrics(service.opsUrl)).value('largesse_unclean_ends');

async function end(service: SpawnedService, signal: NodeJS.Signals): Promise<void> {
  service.child.kill(signal);
  await service.exited;
}

describe('rules: Storage, a process that had no clean stop', () => {
  it('is reported at the next start and raises the alert until the lists are reconciled', async () => {
    await using database = await openTestDatabase();
    const killed = await start(database);
    assert.equal(await uncleanEnds(killed), 0);
    const id = await addItem(killed);
    await end(killed, 'SIGKILL');
    await using service = await start(database);
    assert.match(service.output(), new RegExp(UNCLEAN));
    assert.doesNotMatch(service.output(), new RegExp(LOG_LOST));
    assert.equal(await uncleanEnds(service), 1);
    assert.equal(await addItem(service), id + 1);
    const operator = {
      REGISTRY_API_USERNAME: 'admin',
      REGISTRY_API_APP_PASSWORD: host.users.get('admin').password ?? '',
    };
    const { code, stderr } = await runCommand('reconcile', [], { ...testEnvironment(host, database), ...operator });
    assert.equal(code, 0, stderr);
    assert.equal(await uncleanEnds(service), 0);
  });

  itOnSqlite('keeps the write-ahead log of a database behind a symbolic link', async () => {
    await using database = await openTestDatabase();
    const first = await start(database);
    await end(first, 'SIGTERM');
    const file = `${database.path}-elsewhere`;
    renameSync(database.path, file);
    symlinkSync(file, database.path);
    const killed = await start(database);
    assert.doesNotMatch(killed.output(), new RegExp(UNCLEAN), 'the first process was stopped');
    const id = await addItem(killed);
    await end(killed, 'SIGKILL');
    await using service = await start(database);
    assert.match(service.output(), new RegExp(UNCLEAN));
    assert.doesNotMatch(service.output(), new RegExp(LOG_LOST));
    assert.equal(await addItem(service), id + 1);
  });

  itOnSqlite('never reuses an id although the write-ahead log was lost', async () => {
    await using database = await openTestDatabase();
    const killed = await start(database);
    const ids = [await addItem(killed), await addItem(killed)];
    await end(killed, 'SIGKILL');
    for (const ending of ['-wal', '-shm']) rmSync(database.path + ending);
    await using service = await start(database);
    assert.match(service.output(), new RegExp(LOG_LOST));
    const next = await addItem(service);
    assert.ok(next > Math.max(...ids), `${next} after ${ids}`);
    assert.match(service.output(), new RegExp(`new items begin at id ${next},`));
    assert.equal(await uncleanEnds(service), 1);
  });
});
