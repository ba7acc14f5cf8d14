import { Worker } from 'node:worker_threads';
import { readArguments } from '../../api/src/arguments.ts';
import { readDemoEnvironment } from './environment.ts';
import { demoFailureText } from './report-failure.ts';
import type { SystemMessage } from './system.ts';
import { welcome } from './welcome.ts';

/** Signals with which a terminal, a service manager or a person ends a program. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Time after a signal during which a second signal is ignored (milliseconds). A Ctrl-C arrives twice: from the
 * terminal, and from npm.
 */
const SAME_MS = 500;

/** Interval at which a program started by npm checks whether its parent still exists (milliseconds). */
const PARENT_MS = 250;

/**
 * Time limit for a clean stop (milliseconds). When it expires, the process ends at once. This does not damage the
 * databases.
 */
const STOP_TIMEOUT_MS = 1500;

const HELP = `npm start

Starts a WordPress with the plugin, the API and sample registries on this machine, and prints their addresses.

  SITE_PORT, PORT   ports of the site and the API (default 8080 and 8000); 0 picks a free port
  LARGESSE_DATA     folder for all data (default data/)
  WEBHOOKS_ALLOW    receivers of webhooks on this machine, such as 127.0.0.1:9100
  --help            show this`;

try {
  if (readArguments(HELP, {})) run();
} catch (error) {
  console.error(demoFailureText(error, undefined));
  process.exitCode = 1;
}

/** Starts the system in a separate thread, shows its progress, and stops it on a signal. */
function run(): void {
  const environment = readDemoEnvironment();
  const system = new Worker(new URL('./system.ts', import.meta.url), { workerData: environment });
  /** Time of the first signal. */
  let stopped: number | undefined;
  const fail = (text: string) => {
    if (stopped !== undefined) return;
    console.error(text);
    process.exitCode = 1;
  };
  system.on('message', (message: SystemMessage) => {
    if (stopped !== undefined) return;
    if ('step' in message) console.log(message.step);
    else if ('failure' in message) fail(message.failure);
    else console.log(welcome(message.demo));
  });
  system.on('error', (error) => fail(demoFailureText(error, environment)));
  const end = () => process.exit(0);
  const stop = () => {
    if (stopped !== undefined) {
      if (performance.now() - stopped > SAME_MS) end();
      return;
    }
    stopped = performance.now();
    console.log('Stopping …');
    system.on('exit', end);
    system.postMessage('stop');
    setTimeout(end, STOP_TIMEOUT_MS);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  // On some systems, npm does not forward signals. So the program also stops when npm has ended.
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    if (stopped === undefined) stop();
  }, PARENT_MS).unref();
}
