import { startDefaultNginx, startProcesses } from '../../deploy/testing/processes.ts';
import { type StreamReport, startRequests } from '../../deploy/testing/request-stream.ts';
import { openFakeHost } from '../support/fake-host.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';

/** Number of requests to wait for at once. */
const STEP = 500;

/**
 * Restarts two service processes one after the other, while clients read and write. The processes share one PostgreSQL
 * database and are behind an nginx with default settings.
 * @param rounds number of times that each process restarts
 * @param requests minimum number of requests after the restarts
 */
export async function rollingRestarts(rounds: number, requests: number): Promise<StreamReport> {
  await using server = await startPostgres();
  await using host = await openFakeHost();
  host.users.add('owner');
  const env = { HOST_URL: host.url, DATABASE_URL: await createDatabase(server.url) };
  await using processes = await startProcesses(2, env, 5);
  await using nginx = await startDefaultNginx(processes.urls);
  await using stream = startRequests(nginx.url, { authorization: host.users.authorization('owner') });
  for (let round = 0; round < rounds; round++) await processes.restart(env);
  for (let done = 0; done < requests; done += STEP) await stream.pass(STEP);
  return await stream.end();
}
