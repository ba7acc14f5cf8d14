import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { SetupError } from '../../cache/setup-error.ts';
import type { PhpEngine, PhpOptions, RunningPhp } from '../php-engine.ts';
import { openSemaphore } from '../semaphore.ts';
import { startChild } from './child.ts';
import { openCore } from './core.ts';
import { DEBIAN_PACKAGES, findPhp } from './find-php.ts';
import { openTree, type Tree } from './tree.ts';
import { openWorkers } from './workers.ts';

/**
 * Maximum number of PHP processes, the same as in WebAssembly. If a page calls the API, the API calls WordPress before
 * it answers. With a single process, the call of the API would wait for the page, while the page waits for the API.
 */
const INSTANCES = 3;

/**
 * Settings for a process that runs one piece of code. Such a process reads compiled code only from files, and does not
 * use shared memory.
 */
const ONE_RUN = ['-d', 'opcache.file_cache_only=1'];

const router = fileURLToPath(new URL('./router.php', import.meta.url));
const runScript = fileURLToPath(new URL('./run.php', import.meta.url));

/**
 * Opens the machine's own PHP as an engine.
 * @throws {SetupError} if the machine's PHP is incomplete; the message names the missing part
 */
export async function openNative(): Promise<PhpEngine> {
  const php = await findPhp();
  if ('missing' in php) {
    throw new SetupError(
      `The PHP of this machine cannot run WordPress: ${php.missing}. Install it (Debian: ${DEBIAN_PACKAGES.join(' ')}), or unset PHP_ENGINE`,
    );
  }
  return {
    name: 'native',
    label: `PHP ${php.version} of this machine`,
    instances: INSTANCES,
    start: (options) => start(php.flags, options),
  };
}

async function start(settings: string[], options: PhpOptions): Promise<RunningPhp> {
  await using opened = new AsyncDisposableStack();
  const { files, site, image } = options;
  const core = await openCore(files);
  await site.adoptDatabase(() => image?.database ?? readFile(join(core.wordpress, 'wp-content/database/.ht.sqlite')));
  const tree = await openTree(core, options);
  opened.defer(() => tree.remove());
  const flags = [
    `error_log=${site.log}`,
    `opcache.file_cache=${core.compiled}`,
    `sys_temp_dir=${tree.temporary}`,
    `upload_tmp_dir=${tree.temporary}`,
  ].flatMap((setting) => ['-d', setting]);
  const command = ['php', ...settings, ...flags];
  const surroundings = { cwd: tree.folder, env: environment(tree) };
  const workers = opened.use(openWorkers(command, router, surroundings));
  const runs = openSemaphore(INSTANCES);
  const running = new Set<Promise<string>>();
  const run = async (code: string, input: unknown) => {
    const release = await runs.acquire();
    if (!release) throw new Error('The site is stopping');
    try {
      return await runOnce(
        [...command, ...ONE_RUN, runScript],
        surroundings,
        JSON.stringify([code, JSON.stringify(input ?? null)]),
      );
    } finally {
      release();
    }
  };
  opened.defer(async () => {
    runs.close();
    await Promise.allSettled(running);
  });
  const answer = await run("echo 'started';", null);
  if (answer !== 'started') throw new Error(/wp-die-message">(?:<[^>]+>)*([^<]+)/.exec(answer)?.[1] ?? answer);
  const all = opened.move();
  return {
    request: (request) => workers.request(request),
    run: async (code, input) => {
      const under = run(code, input).finally(() => running.delete(under));
      running.add(under);
      return await under;
    },
    converse: (script, exchange) =>
      runOnce([...command, runScript], surroundings, JSON.stringify([script, 'null']), exchange),
    restoreFiles: (entries) => tree.restore(entries),
    // The parameter `use` is not needed, because all sites already share compiled code.
    copyFiles: () => tree.copyOut(),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/**
 * Runs PHP once.
 * @param exchange returns the answer to a message of PHP
 * @returns output of PHP
 * @throws {Error} if PHP's exit code is not 0; the message is PHP's output
 */
async function runOnce(
  command: string[],
  surroundings: { cwd: string; env: Record<string, string> },
  input: string,
  exchange: (message: string) => Promise<string> = async () => '',
): Promise<string> {
  const child = startChild(command, surroundings);
  const { stdin, stdout, stderr } = child.process;
  if (!stdin || !stdout || !stderr) throw new Error('PHP has no pipes');
  stdin.write(`${input}\n`);
  let printed = '';
  const read = async () => {
    for await (const chunk of stdout.setEncoding('utf8')) {
      printed += chunk;
      // PHP prints the output of the code only at the end. All earlier lines are messages (run.php).
      const end = printed.startsWith('\u0001') ? printed.indexOf('\n') : -1;
      if (end < 0) continue;
      const message = Buffer.from(printed.slice(1, end), 'base64').toString();
      printed = printed.slice(end + 1);
      const answer = await exchange(message);
      stdin.write(`${Buffer.from(answer).toString('base64')}\n`);
    }
  };
  const [complaint, code] = await Promise.all([text(stderr), child.ended, read()]);
  if (code !== 0) throw new Error(printed || complaint || `PHP ended with exit code ${code}`);
  return printed;
}

/**
 * Returns the environment of PHP. PHP does not inherit the variables of this process, because they may contain secrets.
 */
function environment({ temporary }: Tree): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', TMPDIR: temporary, HOME: temporary, LANG: 'C.UTF-8', TZ: 'UTC' };
}
