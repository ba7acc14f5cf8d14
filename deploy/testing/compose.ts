import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { until } from '../../tests/support/wait.ts';
import { freePort } from './free-port.ts';
import { hasProgram, startProgram } from './program.ts';
import { run as runIn } from './run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FILE = 'deploy/compose.yaml';

/** Names of the images that compose.yaml builds, and the Containerfile of each image. */
const BUILT = {
  'localhost/largesse-api:local': 'deploy/Containerfile',
  'localhost/largesse-wordpress:local': 'deploy/wordpress/Containerfile',
};

/** Time limit for starting all containers one after the other on a busy machine (milliseconds). */
const PATIENCE = 300_000;

/** The parts of podman's container description that tests read. */
interface Inspected {
  Config: { Labels: Record<string, string> };
  HostConfig: { PortBindings: Record<string, { HostPort: string }[] | null> };
}

/** A running site that consists of the containers in deploy/compose.yaml. */
export interface ComposedSite extends AsyncDisposable {
  readonly url: string;
  /** Runs a command in a service's container and returns its output. */
  exec(service: string, ...command: string[]): Promise<string>;
  /** Returns the log of a service's container. */
  logs(service: string): Promise<string>;
  /** Returns podman's description of the containers, and the ports that they publish. */
  inspect(): Promise<{ text: string; ports: { service: string; inside: string; outside: string }[] }>;
  /** Returns the volumes, networks and containers of this site that still exist. */
  left(): Promise<string[]>;
  /** Removes the containers, volumes and networks of the site. */
  down(): Promise<void>;
}

/** Returns why this machine cannot start the containers; false if it can. */
export function whyNoContainers(): string | false {
  if (process.env.TEST_CONTAINERS !== '1') return 'containers are not asked for (TEST_CONTAINERS=1)';
  if (!hasProgram('podman', '--version')) return 'podman is not installed';
  return composeCommand() === undefined && 'docker compose is not installed';
}

/** Finds Docker Compose version 2: docker's plugin, or the separate program. */
function composeCommand(): [string, ...string[]] | undefined {
  const ways: [string, ...string[]][] = [['docker', 'compose'], ['docker-compose']];
  return ways.find(([program, ...args]) =>
    /^v?[2-9]/.test(spawnSync(program, [...args, 'version', '--short'], { encoding: 'utf8' }).stdout ?? ''),
  );
}

/** Runs a program in the root of the repository, and returns its output. */
const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> =>
  runIn(program, args, { env, cwd: root });

/**
 * Builds the images of compose.yaml from this repository, and starts the site under a unique name and on free ports.
 * Waits until all containers are healthy.
 */
export async function startComposed(): Promise<ComposedSite> {
  const [compose, ...composeArgs] = composeCommand() ?? ['docker-compose'];
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await temporaryFolder());
  const socket = `unix://${join(folder.path, 'podman.sock')}`;
  const given = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  opened.use(
    await startProgram(
      ['podman', 'system', 'service', '--time=0', socket],
      () => run('podman', ['--url', socket, 'version']),
      Object.fromEntries(given),
    ),
  );
  for (const [image, file] of Object.entries(BUILT))
    await run('podman', ['build', '--quiet', '--format', 'docker', '--tag', image, '--file', file, '.']);

  const project = `largesse-test-${process.pid}`;
  const port = await freePort();
  const env = {
    ...process.env,
    DOCKER_HOST: socket,
    SITE_NAME: 'localhost',
    HTTP_PORT: String(await freePort()),
    HTTPS_PORT: String(port),
  };
  // Ignores a .env file next to compose.yaml, because such a file configures another site.
  const files = ['--project-name', project, '--file', FILE, '--env-file', '/dev/null'];
  const composed = (...args: string[]) => run(compose, [...composeArgs, ...files, ...args], env);
  const filter = ['--filter', `label=com.docker.compose.project=${project}`];
  const lines = async (...args: string[]) => (await run('podman', args)).split('\n').filter((line) => line !== '');

  const check = (id: string) =>
    run('podman', ['healthcheck', 'run', id]).then(
      () => true,
      () => false,
    );
  const running = () => lines('ps', '--quiet', ...filter);
  // Podman runs health checks only through systemd, which is missing in containers and on small machines. So this code
  // runs the health checks.
  const ended = new AbortController();
  const checks = (async () => {
    for await (const _ of setInterval(1000, undefined, { signal: ended.signal }))
      for (const id of await running()) await check(id);
  })().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error;
  });
  opened.defer(async () => {
    ended.abort();
    await checks;
  });
  const down = async () => {
    await composed('down', '--volumes', '--timeout', '30');
  };
  opened.defer(down);
  const allWell = async () => (await Promise.all((await running()).map(check))).every(Boolean);

  await composed('up', '--detach', '--no-build');
  await until('all containers are well', allWell, PATIENCE);
  const nameOf = (service: string) => `${project}-${service}-1`;
  const all = opened.move();
  return {
    url: `https://localhost:${port}`,
    exec: (service, ...command) => run('podman', ['exec', nameOf(service), ...command]),
    logs: (service) => run('podman', ['logs', nameOf(service)]),
    inspect: async () => {
      const text = await run('podman', ['inspect', ...(await lines('ps', '--all', '--quiet', ...filter))]);
      const containers: Inspected[] = JSON.parse(text);
      const ports = containers.flatMap(({ Config, HostConfig }) =>
        Object.entries(HostConfig.PortBindings).flatMap(([inside, bindings]) =>
          (bindings ?? []).map(({ HostPort }) => ({
            service: Config.Labels['com.docker.compose.service'] ?? '',
            inside,
            outside: HostPort,
          })),
        ),
      );
      return { text, ports };
    },
    left: async () => [
      ...(await lines('ps', '--all', '--quiet', ...filter)),
      ...(await lines('volume', 'ls', '--quiet', ...filter)),
      ...(await lines('network', 'ls', '--quiet', ...filter)),
    ],
    down,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
