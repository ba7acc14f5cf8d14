import assert from 'node:assert/strict';
import { freePort } from '../../tests/support/free-port.ts';
import { type SpawnedService, spawnService, untilHealthy } from '../../tests/support/spawned-service.ts';
import { until } from '../../tests/support/wait.ts';
import { type Nginx, startNginx } from './nginx.ts';

type Environment = Record<string, string>;

/** Processes of the service on fixed ports. */
export interface Processes extends AsyncDisposable {
  urls: string[];
  /**
   * Restarts the processes one after the other with other settings. Before each restart and at the end, waits until the
   * gateway uses all processes.
   */
  restart(env: Environment): Promise<void>;
}

/** Starts processes. @param drain seconds during which a process keeps serving after SIGTERM */
export async function startProcesses(
  number: number,
  env: Environment,
  drain: number,
  command?: readonly string[],
): Promise<Processes> {
  const ports = await Promise.all(Array.from({ length: number }, freePort));
  const services: SpawnedService[] = [];
  const start = async (index: number, settings: Environment, program?: readonly string[]) => {
    const own = { PORT: String(ports[index]), OPS_PORT: '0', DRAIN: String(drain), LOG_LEVEL: 'fatal' };
    const service = spawnService({ ...settings, ...own, WRITES_PER_MINUTE: '0', TRUST_PROXY: '127.0.0.1' }, program);
    services[index] = service;
    await untilHealthy(service);
  };
  const untilUsed = async () => {
    for (const one of services) await until('the gateway uses it', () => isUsed(one), 60_000);
  };
  await Promise.all(ports.map((_, index) => start(index, env, command)));
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    restart: async (settings) => {
      for (const [index, service] of services.entries()) {
        await untilUsed();
        service.child.kill('SIGTERM');
        assert.equal(await service.exited, 0);
        await start(index, settings);
      }
      await untilUsed();
    },
    [Symbol.asyncDispose]: async () => {
      for (const service of services) await service[Symbol.asyncDispose]();
    },
  };
}

/** Checks whether a process has received requests for items since its start. */
async function isUsed(service: SpawnedService): Promise<boolean> {
  const metrics = await fetch(`${service.opsUrl}/metrics`).then((response) => response.text());
  return /^largesse_request_duration_seconds_count\{.*route="\/items"/m.test(metrics);
}

/** Starts an nginx with default settings that forwards all requests to processes. */
export const startDefaultNginx = (urls: readonly string[]): Promise<Nginx> =>
  startNginx({
    http: (port) => `
      upstream api { ${urls.map((url) => `server ${new URL(url).host};`).join(' ')} }
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://api; } }`,
  });
