import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTAINER_ENVIRONMENT } from './images.ts';
import { hasProgram } from './program.ts';
import { run } from './run.ts';

/**
 * A network of its own for containers with bridges, on this machine: browsers of other tests would notice a bridge in
 * the network of the machine, and reload their pages.
 */
export interface ContainerNetwork extends AsyncDisposable {
  /** Runs podman, or a program that starts podman, in this network and in the given folder, and returns its output. */
  run(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>;
  /** Makes a port that containers publish in this network reachable on the same port of this machine. */
  open(port: number): Promise<void>;
}

/** Returns why this machine cannot start such a network; false if it can. */
export function whyNoContainerNetwork(): string | false {
  for (const program of ['/usr/lib/podman/netavark', '/usr/lib/podman/aardvark-dns'])
    if (!hasProgram(program, '--version')) return `${program} is not installed`;
  if (!hasProgram('ip', '-Version')) return 'ip is not installed';
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

/** @param folder temporary folder */
export async function openContainerNetwork(folder: string): Promise<ContainerNetwork> {
  await using opened = new AsyncDisposableStack();
  const settings = join(folder, 'containers.conf');
  await writeFile(settings, SETTINGS);
  const begin = `mkdir -p ${STATE} && mount -t tmpfs tmpfs ${STATE} && ip link set lo up && echo ready && exec cat`;
  const holder = spawn('unshare', ['--net', '--mount', 'sh', '-c', begin], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(holder, 'close');
  opened.defer(async () => {
    holder.stdin.end();
    await ended;
  });
  await once(holder.stdout, 'data');
  const enter = ['--net', '--mount', '--target', String(holder.pid)];
  // The process that resolves names does not end with the last container.
  opened.defer(
    () => void spawnSync('nsenter', [...enter, 'sh', '-c', `kill $(cat ${STATE}/aardvark-dns/aardvark.pid)`]),
  );
  const environment = { ...CONTAINER_ENVIRONMENT, CONTAINERS_CONF: settings };
  const all = opened.move();
  return {
    run: (program, args, env = {}) =>
      run('nsenter', [...enter, `--wd=${folder}`, program, ...args], { env: { ...environment, ...env } }),
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
