import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { addLog, lastLines, openLineLog } from '../../tests/support/evidence.ts';
import { until } from '../../tests/support/wait.ts';
import { CONTAINER_ENVIRONMENT } from './images.ts';
import { hasProgram } from './program.ts';
import { runWithErrors } from './run.ts';

/** The parts of podman's container description that tests read. */
export interface Inspected {
  Id: string;
  Name: string;
  State: { Status: string; ExitCode: number };
  Config: { Labels: Record<string, string> };
  HostConfig: { PortBindings: Record<string, { HostPort: string }[] | null> };
}

/**
 * A network of its own for the containers of a project of Compose, on this machine: browsers of other tests would
 * notice a bridge in the network of the machine, and reload their pages.
 */
export interface ContainerNetwork extends AsyncDisposable {
  /** Runs podman, or a program that starts podman, in this network and in the given folder, and returns its output. */
  run(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>;
  /** Returns podman's description of the project's containers. */
  containers(): Promise<Inspected[]>;
  /**
   * Waits until all containers of the project are well.
   * @param within time limit on an idle machine, in milliseconds
   * @throws at once if a container was not started
   */
  untilWell(isWell: (container: Inspected) => Promise<boolean>, within?: number): Promise<void>;
  /** Reads the logs of the containers a last time, for a failed test. Call it before the containers are removed. */
  endLogs(): Promise<void>;
  /** Makes a port that containers publish in this network reachable on the same port of this machine. */
  open(port: number): Promise<void>;
}

/** Returns why this machine cannot start such a network; false if it can. */
export function whyNoContainerNetwork(): string | false {
  for (const program of ['/usr/lib/podman/netavark', '/usr/lib/podman/aardvark-dns'])
    if (!hasProgram(program, '--version')) return `${program} is not installed`;
  // Netavark needs iptables to connect containers.
  for (const [program, version] of [
    ['ip', '-Version'],
    ['iptables', '--version'],
  ] as const)
    if (!hasProgram(program, version)) return `${program} is not installed`;
  return !hasProgram('unshare', '--net', '--mount', 'true') && 'this account cannot create a namespace of networks';
}

/** Options without which containers do not start inside other containers, and a network whose containers have names. */
const SETTINGS = `
[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
cgroup_manager = "cgroupfs"
runtime = "runc"
[network]
network_backend = "netavark"
`;

/** Folder with the state of podman's networks, among it the process that resolves names. */
const STATE = '/run/containers/networks';

/** States of a container that was created, but that podman could not start. */
const NOT_STARTED = ['created', 'configured', 'initialized'];

/** Number of latest lines of each container's log in the evidence of a failed test. */
const LOG_LINES = '200';

/**
 * Command after which a bridge announces its new hardware address. A bridge has the lowest address of its ports, so it
 * changes when a container starts or ends. Without the announcement, another container asks the old address for names
 * for up to 45 s, and each look-up takes 5 to 15 s (netavark 1.4).
 */
const ANNOUNCE = '{ echo 1 > /proc/sys/net/ipv4/conf/all/arp_notify || :; }';

/**
 * @param folder temporary folder
 * @param project name of the project of Compose
 */
export async function openContainerNetwork(folder: string, project: string): Promise<ContainerNetwork> {
  await using opened = new AsyncDisposableStack();
  const settings = join(folder, 'containers.conf');
  await writeFile(settings, SETTINGS);
  const steps = [`mkdir -p ${STATE}`, `mount -t tmpfs tmpfs ${STATE}`, 'ip link set lo up', ANNOUNCE];
  const begin = [...steps, 'echo ready', 'exec cat'].join(' && ');
  const holder = spawn('unshare', ['--net', '--mount', 'sh', '-c', begin], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(holder, 'close');
  opened.defer(async () => {
    holder.stdin.end();
    await ended;
  });
  await untilReady(holder);
  const enter = ['--net', '--mount', '--target', String(holder.pid)];
  // The process that resolves names does not end with the last container.
  opened.defer(
    () => void spawnSync('nsenter', [...enter, 'sh', '-c', `kill $(cat ${STATE}/aardvark-dns/aardvark.pid)`]),
  );
  const environment = { ...CONTAINER_ENVIRONMENT, CONTAINERS_CONF: settings };
  const commands = openLineLog('commands');
  opened.defer(() => commands.end());
  const run = async (program: string, args: readonly string[], env = {}) => {
    const within = [...enter, `--wd=${folder}`, program, ...args];
    const { stdout, stderr } = await runWithErrors('nsenter', within, { env: { ...environment, ...env } });
    if (stderr !== '') commands.write(`${program} ${args.join(' ')}\n${stderr}`);
    return stdout;
  };
  const containers = async (): Promise<Inspected[]> => {
    const filter = `label=com.docker.compose.project=${project}`;
    const ids = (await run('podman', ['ps', '--all', '--quiet', '--filter', filter])).split('\n').filter(Boolean);
    return ids.length === 0 ? [] : JSON.parse(await run('podman', ['inspect', ...ids]));
  };
  /** For each container, the function that ends its log. */
  const logs = new Map<string, () => Promise<void>>();
  const addLogOf = ({ Id, Name }: Inspected) => {
    const read = async () => {
      const state = await run('podman', ['inspect', '--format', '{{.State.Status}} ({{.State.ExitCode}})', Id]);
      // A container writes to both streams, and podman keeps them apart.
      const log = await run('sh', ['-c', `exec podman logs --tail ${LOG_LINES} "$1" 2>&1`, 'sh', Id]);
      return `${log.trimEnd()}\nthe container is ${state}`;
    };
    if (!logs.has(Id)) logs.set(Id, addLog(Name, read));
  };
  const endLogs = async () => void (await Promise.all(Array.from(logs.values(), (end) => end())));
  opened.defer(endLogs);
  const all = opened.move();
  return {
    run,
    containers,
    endLogs,
    untilWell: (isWell, within) =>
      until(
        'all containers are well',
        async () => {
          const found = await containers();
          found.forEach(addLogOf);
          for (const { Name, State } of found)
            if (NOT_STARTED.includes(State.Status))
              throw new Error(`podman did not start the container ${Name}${await lastLines()}`);
          for (const container of found) if (!(await isWell(container))) return false;
          return found.length > 0;
        },
        within,
        500,
      ),
    open: async (port) => {
      const server = createServer().listen(port, '127.0.0.1');
      await once(server, 'listening');
      const forwarder = fork(fileURLToPath(new URL('forward.ts', import.meta.url)), {
        execPath: 'nsenter',
        execArgv: [...enter.slice(0, 1), ...enter.slice(2), process.execPath, '--no-warnings'],
      });
      const gone = once(forwarder, 'close');
      all.defer(async () => {
        forwarder.kill();
        await gone;
      });
      forwarder.send(port, server);
      server.close();
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Waits until a program has written its first line. @throws if the program ends before; with its output on stderr */
async function untilReady({ stdout, stderr }: ChildProcess): Promise<void> {
  if (!stdout || !stderr) throw new Error('the program has no pipes');
  const complaint = text(stderr);
  const ended = once(stdout, 'end').then(async () => {
    throw new Error(`the network did not start: ${await complaint}`);
  });
  await Promise.race([once(stdout, 'data'), ended]);
  ended.catch(() => {});
}
