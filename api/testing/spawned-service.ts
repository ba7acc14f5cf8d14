import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { fetchOnce } from './http-client.ts';

/** The service as operators run it: a process of its own. */
export interface SpawnedService extends AsyncDisposable {
  /** Where it listens; throws until it is healthy for the first time. */
  readonly url: string;
  /** Where its operators' listener is; with `OPS_PORT`, once it is healthy. */
  readonly opsUrl: string;
  readonly child: ChildProcess;
  /** Everything it wrote to stdout and stderr so far. */
  output(): string;
  /** Its exit code, once it has ended; `null` where a signal ended it. */
  readonly exited: Promise<number | null>;
}

/** What `npm run serve` tells Node of memory. */
const FLAGS = manifest.scripts.serve.split(' ').filter((word) => /^--(max|heap)-/.test(word));

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/**
 * Runs `node api/main.ts`, with the memory that `npm run serve` gives it and exactly this environment (plus PATH), on a
 * free port that the system chooses; it stops without delay unless `DRAIN` is among it.
 * @param env settings of the service
 */
export function spawnService(env: Record<string, string>): SpawnedService {
  const child = spawn(process.execPath, [...FLAGS, MAIN], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', DRAIN: '0', ...env },
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
      return addressIn(output) ?? fail('the service does not listen', output);
    },
    get opsUrl() {
      return addressIn(output, 'Operators') ?? fail('operators are told no address', output);
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

/** An address that the service printed when it began to listen. */
function addressIn(output: string, whose: 'Largesse API' | 'Operators' = 'Largesse API'): string | null {
  return new RegExp(`^${whose}: (\\S+)\\n`, 'm').exec(output)?.[1] ?? null;
}

function fail(reason: string, output: string): never {
  throw new Error(`${reason}: ${output}`);
}

function isHealthy(url: string): Promise<boolean> {
  return fetchOnce(`${url}/health`).then(
    (response) => response.ok,
    () => false,
  );
}
