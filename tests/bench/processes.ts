import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Answer } from './bare-server.ts';

/** Resident memory of a process (MiB). */
export interface Memory {
  now: number;
  peak: number;
}

/** A server in a separate process, so that it has its own core. */
export class ServerProcess implements AsyncDisposable {
  readonly url: string;
  readonly #child: ChildProcess;

  constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  /** Processor time used so far, in seconds (Linux; elsewhere 0). */
  get processorTime(): number {
    // utime and stime are the 14th and 15th fields; the second field may contain spaces. A tick is 10 ms.
    const fields =
      this.#proc('stat')
        ?.replace(/^.*\) /, '')
        .split(' ') ?? [];
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
  }

  /** Resident memory, current and peak (Linux; elsewhere 0). */
  get memory(): Memory {
    const status = this.#proc('status') ?? '';
    const sizeOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
    return { now: sizeOf('VmRSS'), peak: sizeOf('VmHWM') };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.kill('SIGTERM');
    await once(this.#child, 'exit');
  }

  #proc(file: string): string | null {
    try {
      return readFileSync(`/proc/${this.#child.pid}/${file}`, 'utf8');
    } catch {
      return null;
    }
  }
}

/** True if this machine can run servers and clients on different cores. */
const HAS_CORES = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0;

/**
 * Moves this process to a core that the servers do not use. This process produces the load.
 * @returns false if this machine cannot do that
 */
export function leaveServersTheirCore(): boolean {
  return HAS_CORES && spawnSync('taskset', ['-a', '-p', '-c', '1', `${process.pid}`]).status === 0;
}

function moveToServersCore(child: ChildProcess): void {
  if (HAS_CORES) spawnSync('taskset', ['-a', '-p', '-c', '0', `${child.pid}`]);
}

/** Starts a server that gives the same answer to every request. */
export async function startBareServer(answer: Answer): Promise<ServerProcess> {
  const child = fork(pathOf('./bare-server.ts'));
  moveToServersCore(child);
  child.send(answer);
  const [address]: AddressInfo[] = await once(child, 'message');
  return new ServerProcess(`http://127.0.0.1:${address?.port}`, child);
}

/**
 * Starts the service like in production, with these settings.
 * @param isAlone true if the service uses only the core for servers, false if the service uses all cores
 */
export async function startService(environment: Record<string, string>, isAlone = true): Promise<ServerProcess> {
  const child = spawn('sh', [pathOf('../../api/serve.sh')], {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', DRAIN: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (isAlone) moveToServersCore(child);
  for await (const line of createInterface(child.stdout)) {
    const url = /^Largesse API: (\S+)/.exec(line)?.[1];
    if (url) return new ServerProcess(url, child);
  }
  throw new Error('the service did not start');
}

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
