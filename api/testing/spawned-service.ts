import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { addressOf } from './server-address.ts';

/** The service as operators run it: a process of its own. */
export interface SpawnedService extends AsyncDisposable {
  /** Where it listens; throws until it is healthy for the first time. */
  readonly url: string;
  readonly child: ChildProcess;
  /** Everything it wrote to stdout and stderr so far. */
  output(): string;
  /** Its exit code, once it has ended; `null` where a signal ended it. */
  readonly exited: Promise<number | null>;
}

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/**
 * Runs `node api/main.ts` with exactly this environment (plus PATH) on a free port that the system chooses.
 * @param env settings of the service
 */
export function spawnService(env: Record<string, string>): SpawnedService {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', ...env },
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
    get url() {
      const url = addressIn(output);
      if (url === null) throw new Error(`the service does not listen: ${output}`);
      return url;
    },
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
    const url = addressIn(service.output());
    if (url !== null && (await isHealthy(url))) return;
    if (service.child.exitCode !== null || performance.now() > end) {
      throw new Error(`the service did not come up: ${service.output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** The address that the service printed when it began to listen. */
function addressIn(output: string): string | null {
  return /^Largesse API: (\S+)\n/m.exec(output)?.[1] ?? null;
}

function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/health`, { headers: { connection: 'close' } }).then(
    (response) => response.ok,
    () => false,
  );
}

/** A TCP port of this machine that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = new URL(addressOf(server));
  await new Promise((resolve) => server.close(resolve));
  return Number(port);
}
