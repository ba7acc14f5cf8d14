import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addLog } from './evidence.ts';
import { fetchOnce } from './http-client.ts';
import { until } from './wait.ts';

/** The service in its own process, as operators run it. */
export interface SpawnedService extends AsyncDisposable {
  /** Base URL. The getter throws an error until the service has printed the URL. */
  readonly url: string;
  /** Base URL of the operators' listener; requires `OPS_PORT`. Throws an error until the service has printed it. */
  readonly opsUrl: string;
  readonly child: ChildProcess;
  /** Returns the service's output on stdout and stderr so far. */
  output(): string;
  /** Resolves to the exit code of the service; `null` if a signal ended the service. */
  readonly exited: Promise<number | null>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVE = fileURLToPath(new URL('../../api/serve.sh', import.meta.url));

/** PATH that starts with the folder of this process's Node. */
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);

/**
 * Runs the command of `npm run serve` on a free port. The command gets only PATH and this environment. Unless `env`
 * contains `DRAIN` and `HOST_TIMEOUT`, the service stops without delay, and waits long for the fake host, which answers
 * slowly on a busy machine.
 * @param env settings of the service
 * @param command alternative command
 */
export function spawnService(env: Record<string, string>, command: readonly string[] = ['sh', SERVE]): SpawnedService {
  const [program = '', ...rest] = command;
  const child = spawn(program, rest, {
    cwd: ROOT,
    env: { PATH, PORT: '0', DRAIN: '0', HOST_TIMEOUT: '60', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => (output += chunk));
  }
  const endLog = addLog('service', () => output);
  const exited = once(child, 'close').then(async ([code]) => {
    await endLog();
    return typeof code === 'number' ? code : null;
  });
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
export async function untilHealthy(service: SpawnedService, within = 60_000): Promise<void> {
  await until(
    'the service is healthy',
    async () => {
      if (service.child.exitCode !== null) fail('the service did not come up', service.output());
      const url = addressIn(service.output());
      return url !== null && (await isHealthy(url));
    },
    within,
  );
}

/** Returns an address that the service printed when it started to listen. */
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
