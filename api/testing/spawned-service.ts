import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { addressOf } from './server-address.ts';

/** The service as operators run it: a process of its own. */
export interface SpawnedService extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything it wrote to stdout and stderr so far. */
  output(): string;
  /** Its exit code, once it has ended; `null` where a signal ended it. */
  readonly exited: Promise<number | null>;
}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/**
 * Runs `node api/main.ts` with exactly this environment (plus PATH) on a free port.
 * @param env settings of the service; PORT is chosen unless given
 */
export async function spawnService(env: Record<string, string>): Promise<SpawnedService> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH ?? '', PORT: new URL(url).port, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const exited = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return {
    url,
    child,
    output: () => output,
    exited,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Waits until the service answers its health check. */
export async function untilHealthy(service: SpawnedService, within = 30_000): Promise<void> {
  const end = performance.now() + within;
  for (;;) {
    const healthy = await fetch(`${service.url}/health`, { headers: { connection: 'close' } }).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return;
    if (service.child.exitCode !== null || performance.now() > end) {
      throw new Error(`the service did not come up: ${service.output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** A TCP port of this machine that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = new URL(addressOf(server));
  await new Promise((resolve) => server.close(resolve));
  return Number(port);
}
