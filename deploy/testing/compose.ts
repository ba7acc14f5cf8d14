import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { freePort } from '../../tests/support/free-port.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { type Inspected, openContainerNetwork, whyNoContainerNetwork } from './container-network.ts';
import { buildComposeImages, removeImages, whyNoImages } from './images.ts';
import { hasProgram } from './program.ts';

const deploy = fileURLToPath(new URL('..', import.meta.url));

/** Time limit for starting all containers one after the other on a busy machine (milliseconds). */
const PATIENCE = 300_000;

/** A running site that consists of the containers in deploy/compose.yaml. */
export interface ComposedSite extends AsyncDisposable {
  readonly url: string;
  /** Runs a command in a service's container and returns its output. */
  exec(service: string, ...command: string[]): Promise<string>;
  /** Returns the log of a service's container. */
  logs(service: string): Promise<string>;
  /** Returns podman's description of the containers, and the ports that they publish. */
  inspect(): Promise<{ text: string; ports: { service: string; inside: string; outside: string }[] }>;
  /** Stops all containers as their engine does, starts them again, and waits until they are healthy. */
  restart(): Promise<void>;
  /** Returns the volumes, networks and containers of this site that still exist. */
  left(): Promise<string[]>;
  /** Removes the containers, volumes and networks of the site. */
  down(): Promise<void>;
}

/** Returns why this machine cannot start the containers; false if it can. */
export function whyNoContainers(): string | false {
  if (!hasProgram('podman-compose', '--help')) return 'podman-compose is not installed';
  return whyNoImages() || whyNoContainerNetwork();
}

/**
 * Builds the images of compose.yaml from this repository, and starts the site under a unique name and on free ports,
 * with stand-ins for official images. Waits until all containers are healthy.
 * @param settings variables of compose.yaml
 */
export async function startComposed(settings: Record<string, string> = {}): Promise<ComposedSite> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await temporaryFolder());
  const project = `largesse-test-${process.pid}`;
  const images = await buildComposeImages(folder.path, String(process.pid));
  opened.defer(() => removeImages(...Object.values(images).filter((name) => name.endsWith(`:${process.pid}`))));
  // In a folder without a file .env, because such a file configures another site.
  for (const name of ['compose.yaml', 'containers', 'gateway'])
    await cp(join(deploy, name), join(folder.path, name), { recursive: true });
  const { services }: { services: Record<string, { image: string }> } = parse(
    await readFile(join(folder.path, 'compose.yaml'), 'utf8'),
    { merge: true },
  );
  const replaced = Object.entries(services).map(([service, { image }]) => {
    const used = images[image.replace(/:[^:/]+$/, '')];
    if (used === undefined) throw new Error(`${image} has no stand-in`);
    return [service, { image: used }];
  });
  await writeFile(join(folder.path, 'images.yaml'), JSON.stringify({ services: Object.fromEntries(replaced) }));

  const network = opened.use(await openContainerNetwork(folder.path, project));
  const port = await freePort();
  const env = { ...settings, SITE_NAME: 'localhost', HTTP_PORT: String(await freePort()), HTTPS_PORT: String(port) };
  const podman = (...args: string[]) => network.run('podman', args);
  const composed = (...args: string[]) =>
    network.run('podman-compose', ['-p', project, '-f', 'compose.yaml', '-f', 'images.yaml', ...args], env);
  const lines = async (...args: string[]) => (await podman(...args)).split('\n').filter((line) => line !== '');
  const ofProject = async (what: string) =>
    (await lines(what, 'ls', '--format', '{{.Name}}')).filter((name) => name.startsWith(`${project}_`));
  const left = async () => [
    ...(await network.containers()).map(({ Id }) => Id),
    ...(await ofProject('volume')),
    ...(await ofProject('network')),
  ];
  const down = async () => {
    await network.endLogs();
    await composed('down', '--volumes', '--timeout', '30');
    // podman-compose 1.0 leaves the networks.
    for (const name of await ofProject('network')) await podman('network', 'rm', name);
  };
  opened.defer(down);
  // Podman runs health checks only through systemd, which is missing in containers and on small machines. So this code
  // runs the health checks.
  const isWell = async ({ Id, State, Config }: Inspected) => {
    const service = Config.Labels['com.docker.compose.service'] ?? '';
    if (['secrets', 'setup'].includes(service)) return State.Status === 'exited' && State.ExitCode === 0;
    return podman('healthcheck', 'run', Id).then(
      () => true,
      () => false,
    );
  };
  const untilWell = () => network.untilWell(isWell, PATIENCE);

  // The two services need all others; podman-compose 1.0 would also start the services of profiles, if none were named.
  const up = () => composed('up', '-d', '--no-build', 'tls', 'cron');
  await up();
  await network.open(port);
  await untilWell();
  const nameOf = (service: string) => `${project}_${service}_1`;
  const all = opened.move();
  return {
    url: `https://localhost:${port}`,
    exec: (service, ...command) => podman('exec', nameOf(service), ...command),
    // A container writes to both streams, and podman keeps them apart.
    logs: (service) => network.run('sh', ['-c', 'exec podman logs "$1" 2>&1', 'sh', nameOf(service)]),
    inspect: async () => {
      const found = await network.containers();
      const ports = found.flatMap(({ Config, HostConfig }) =>
        Object.entries(HostConfig.PortBindings).flatMap(([inside, bindings]) =>
          (bindings ?? []).map(({ HostPort }) => ({
            service: Config.Labels['com.docker.compose.service'] ?? '',
            inside,
            outside: HostPort,
          })),
        ),
      );
      return { text: JSON.stringify(found), ports };
    },
    restart: async () => {
      await composed('stop', '--timeout', '30');
      await up();
      await untilWell();
    },
    left,
    down,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
