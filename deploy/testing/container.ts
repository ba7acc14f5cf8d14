import { addLog } from '../../tests/support/evidence.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { until } from '../../tests/support/wait.ts';
import { CONTAINER_ENVIRONMENT } from './images.ts';
import { run } from './run.ts';

/** Address at which containers of `startContainer` reach servers of this machine that listen on 127.0.0.1. */
export const THIS_MACHINE = '10.0.2.2';

/** Options without which containers do not start inside other containers. */
const PODMAN = ['--cgroup-manager=cgroupfs', '--runtime=runc'];

/** A running container. */
export interface Container extends AsyncDisposable {
  /** Published address, without a trailing slash. */
  readonly url: string;
  /** Runs a command in the container and returns its output. */
  exec(...command: string[]): Promise<string>;
  logs(): Promise<string>;
  /** Memory in use (bytes). */
  memory(): Promise<number>;
  /** Stops the container as its engine does, and returns the time that this took (milliseconds). */
  stop(): Promise<number>;
  /** Ends all processes at once, as a power cut does. */
  kill(): Promise<void>;
  /** Exit code of a stopped container: 0 if it ended by itself after SIGTERM. */
  exitCode(): Promise<number>;
}

/** Options of a container. */
export interface ContainerOptions {
  image: string;
  /** Name of a volume, or path of a folder; the container sees it as `/data`. */
  data: string;
  /** User and group of the container, such as `1234:1234`; default: the user of the image. */
  user?: string;
  env?: Record<string, string>;
  /** Published port of this machine; default: a free one. */
  port?: number;
}

/**
 * Starts a container with a read-only file system, 512 MB and no capabilities, and waits until it answers over HTTP.
 * @param inside port inside the container
 */
export async function startContainer(
  inside: number,
  { image, data, user, env = {}, port }: ContainerOptions,
): Promise<Container> {
  const published = port ?? (await freePort());
  const url = `http://127.0.0.1:${published}`;
  const id = (
    await podman(
      'run',
      '--detach',
      // A network of this process alone: a bridge would be a new interface of the machine, and browsers would notice
      // it.
      ...['--network', 'slirp4netns:allow_host_loopback=true', '--publish', `127.0.0.1:${published}:${inside}`],
      ...['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024'],
      ...['--read-only', '--tmpfs', '/tmp', '--memory', '512m', '--cap-drop', 'all', '--volume', `${data}:/data`],
      ...(user === undefined ? [] : ['--user', user]),
      ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      image,
    )
  ).trim();
  const container: Container = {
    url,
    exec: (...command) => podman('exec', id, ...command),
    // A container writes to both streams, and podman keeps them apart.
    logs: () => run('sh', ['-c', 'exec podman logs "$1" 2>&1', 'sh', id], { env: CONTAINER_ENVIRONMENT }),
    memory: async () => Number(await podman('exec', id, 'cat', '/sys/fs/cgroup/memory.current').catch(() => 'NaN')),
    stop: async () => {
      const begun = performance.now();
      await podman('stop', '--time', '40', id);
      return performance.now() - begun;
    },
    kill: async () => void (await podman('kill', '--signal', 'KILL', id)),
    exitCode: async () => Number(await podman('inspect', '--format', '{{.State.ExitCode}}', id)),
    [Symbol.asyncDispose]: async () => {
      await endLog();
      await podman('rm', '--force', '--time', '30', id);
    },
  };
  const endLog = addLog('container', container.logs);
  try {
    await until(
      'the container answers',
      async () => {
        const running = (await podman('inspect', '--format', '{{.State.Running}}', id)).trim();
        if (running !== 'true') throw new Error(`the container has ended: ${await container.logs()}`);
        const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5000) }).catch(() => null);
        return answer !== null && answer.status < 500;
      },
      undefined,
      200,
    );
  } catch (error) {
    await container[Symbol.asyncDispose]();
    throw error;
  }
  return container;
}

export const removeVolume = (name: string): Promise<string> => podman('volume', 'rm', '--force', name);

/** Returns the folder of a volume on this machine. */
export const folderOfVolume = async (name: string): Promise<string> =>
  (await podman('volume', 'inspect', '--format', '{{.Mountpoint}}', name)).trim();

const podman = (...args: string[]): Promise<string> =>
  run('podman', [...PODMAN, ...args], { env: CONTAINER_ENVIRONMENT });
