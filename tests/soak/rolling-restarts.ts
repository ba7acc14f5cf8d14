import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../deploy/testing/free-port.ts';
import { type Nginx, startNginx } from '../../deploy/testing/nginx.ts';
import { openFakeHost } from '../support/fake-host.ts';
import { send } from '../support/http-client.ts';
import { createDatabase, startPostgres } from '../support/postgres.ts';
import { type SpawnedService, spawnService, untilHealthy } from '../support/spawned-service.ts';
import { until } from '../support/wait.ts';

/** Results of clients that send requests to a gateway while the processes behind the gateway restart. */
export interface RestartReport {
  /** Number of restarts. */
  restarts: number;
  requests: number;
  /** Requests without an answer, or with a status of 500 and above. */
  failed: number;
  /** Answers by status; the status 0 counts requests without an answer. */
  answers: Record<string, number>;
  /** Error texts of the failed requests. */
  reasons: string[];
}

export interface RestartOptions {
  /** Number of times that each process restarts. The processes restart one after the other. */
  rounds: number;
  /** Minimum number of requests in total. */
  requests: number;
  /** Seconds that a stopping service continues to serve (its setting DRAIN). */
  drain: number;
}

const CLIENTS = 16;

/** Pause between two requests of a client in milliseconds. */
const THINKING = 20;

/**
 * Restarts two service processes one after the other, while clients read and write. The processes share one PostgreSQL
 * database and are behind an nginx.
 */
export async function rollingRestarts({ rounds, requests, drain }: RestartOptions): Promise<RestartReport> {
  await using server = await startPostgres();
  await using host = await openFakeHost();
  host.users.add('owner');
  const env = {
    HOST_URL: host.url,
    DATABASE_URL: await createDatabase(server.url),
    LOG_LEVEL: 'fatal',
    WRITES_PER_MINUTE: '0',
    OPS_PORT: '0',
    TRUST_PROXY: '127.0.0.1',
    DRAIN: String(drain),
  };
  const ports = [await freePort(), await freePort()];
  const services: SpawnedService[] = [];
  const start = async (index: number) => {
    const service = spawnService({ ...env, PORT: String(ports[index]) });
    services[index] = service;
    await untilHealthy(service);
  };
  await using resources = new AsyncDisposableStack();
  resources.defer(async () => {
    for (const service of services) await service[Symbol.asyncDispose]();
  });
  await Promise.all(ports.map((_, index) => start(index)));
  const front = resources.use(await startGateway(ports));

  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  resources.defer(() => agent.destroy());
  const headers = { authorization: host.users.authorization('owner') };
  const answers: Record<string, number> = {};
  const reasons: string[] = [];
  let count = 0;
  let isRunning = true;
  const client = async () => {
    while (isRunning) {
      const isWrite = count++ % 2 === 0;
      const body = { registry_id: 1 + (count % 1000), name: 'Kettle', url: 'https://shop.example/kettle' };
      const { status, text } = await send(agent, front.url, isWrite ? 'POST' : 'GET', '/items', {
        headers,
        ...(isWrite && { body }),
      }).catch((error: Error) => ({ status: 0, text: error.message }));
      answers[status] = (answers[status] ?? 0) + 1;
      if (status === 0 || status >= 500) reasons.push(`${status} ${text.slice(0, 100)}`);
      await pause(THINKING);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  for (let round = 0; round < rounds; round++) {
    for (const [index, service] of services.entries()) {
      // Stop a process only after the gateway uses all restarted processes again.
      for (const one of services) await until('the gateway uses it', () => isUsed(one), 60_000);
      service.child.kill('SIGTERM');
      await service.exited;
      await start(index);
    }
  }
  await until('enough was asked', () => count >= requests, 600_000);
  isRunning = false;
  await Promise.all(clients);
  return { restarts: rounds * services.length, requests: count, failed: reasons.length, answers, reasons };
}

/** Starts an nginx that forwards all requests to processes of the service. */
const startGateway = (ports: readonly number[]): Promise<Nginx> =>
  startNginx({
    http: (port) => `
      upstream api { ${ports.map((one) => `server 127.0.0.1:${one};`).join(' ')} }
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://api; } }`,
  });

/** Returns whether a process has received a request for items. */
async function isUsed(service: SpawnedService): Promise<boolean> {
  const metrics = await fetch(`${service.opsUrl}/metrics`).then((response) => response.text());
  return /^largesse_request_duration_seconds_count\{.*route="\/items"/m.test(metrics);
}
