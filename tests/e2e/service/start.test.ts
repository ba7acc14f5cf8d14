// Needs a process: it measures memory, modules and time of a start.
import assert from 'node:assert/strict';
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { listen } from '../../support/server-address.ts';
import { spawnService, untilHealthy } from '../../support/spawned-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/wait.ts';

/** Packages that take long to load. The service must load each package only for requests or settings that need it. */
const LATER = [
  ...['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', '@fastify/swagger', '@scalar/', 'marked'],
  ...[
    '@opentelemetry/',
    '@prometheus-io/client',
    'ajv/',
    'ajv-formats',
    'fast-json-stringify/index.js',
    'htmlparser2',
    'pg/',
  ],
  ...['typebox', 'undici'],
];

/** Script that records the URLs of loaded files. Its hook makes Node ignore the compile cache. */
const LIST_FILES = `
  import { registerHooks } from 'node:module';
  globalThis.files = [];
  registerHooks({ load: (url, context, next) => { globalThis.files.push(url); return next(url, context); } });`;

/** Script that sends the loaded files, and the loaded modules of Node, on request. */
const TELL = `
  process.on('message', () => process.send([...globalThis.files ?? [], ...process.moduleLoadList]));`;

const MAIN = join(import.meta.dirname, '../../../api/main.ts');

/** Starts the service, requests `/health`, and returns the modules that the service has loaded. */
async function loadedByStart(preload: string, folder: string): Promise<string[]> {
  const service = fork(MAIN, {
    execArgv: ['--import', './api/compiler.js', '--import', `data:text/javascript,${encodeURIComponent(preload)}`],
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      NODE_ENV: 'production',
      HOST_URL: 'http://127.0.0.1:9',
      PORT: '0',
      DRAIN: '0',
      ITEMS_ACCESS: 'registry',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: `sqlite:${folder}/items.db`,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(service, 'exit');
  try {
    assert.ok(service.stdout);
    const [line]: string[] = await once(createInterface(service.stdout), 'line');
    const url = line?.replace('Largesse API: ', '');
    assert.deepEqual(await (await fetch(`${url}/health`)).json(), { status: 'healthy', service: 'largesse-api' });
    service.send('what is loaded?');
    const [loaded = []]: string[][] = await once(service, 'message');
    return loaded;
  } finally {
    service.kill('SIGTERM');
    await ended;
  }
}

/**
 * Starts the service for a site that reports whether everybody may register.
 * @returns the output of the service after it has read the site's report
 */
async function startFor(registration: boolean, env: Record<string, string>): Promise<string> {
  await using folder = await temporaryFolder();
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const status = { plugin: '1.0.0', authorization: false, application_passwords: true, registration };
    response.end(JSON.stringify(request.url === '/wp-json/largesse/v1/status' ? status : {}));
  });
  await using site = await listen(server);
  const asked = once(server, 'request');
  const DATABASE_URL = `sqlite:${folder.path}/items.db`;
  await using service = spawnService({ HOST_URL: site.url, DATABASE_URL, ...env });
  await untilHealthy(service);
  if (!('ITEMS_ACCESS' in env)) {
    await asked;
    if (registration) await until('the log has a line', () => service.output().includes('ITEMS_ACCESS'));
  }
  service.child.kill('SIGTERM');
  await service.exited;
  return service.output();
}

describe('a start of the service', () => {
  it('logs an error if newcomers of the site may change all items because ITEMS_ACCESS is unset', async () => {
    const error = /"level":50.*ITEMS_ACCESS: is not set, and everybody may open an account/;
    assert.match(await startFor(true, {}), error);
    for (const ITEMS_ACCESS of ['registry', 'authenticated'])
      assert.doesNotMatch(await startFor(true, { ITEMS_ACCESS }), /ITEMS_ACCESS/);
    assert.doesNotMatch(await startFor(false, {}), /ITEMS_ACCESS/);
  });

  it('takes less memory on a tiny machine (SERVICE_MEMORY=small), and rejects other values', async () => {
    await using folder = await temporaryFolder();
    const env = { HOST_URL: 'http://127.0.0.1:9', DATABASE_URL: `sqlite:${folder.path}/items.db`, LOG_LEVEL: 'fatal' };
    const flagsOf = async (memory: Record<string, string>) => {
      await using service = spawnService({ ...env, ...memory });
      await untilHealthy(service);
      const line = await readFile(`/proc/${service.child.pid}/cmdline`, 'utf8');
      return line.split('\0').filter((flag) => flag.startsWith('--m') || flag.startsWith('--h'));
    };
    assert.deepEqual(await flagsOf({}), ['--max-semi-space-size=8', '--heap-growing-percent=150']);
    assert.deepEqual(await flagsOf({ SERVICE_MEMORY: 'small' }), [
      '--max-semi-space-size=4',
      '--heap-growing-percent=20',
    ]);
    await using wrong = spawnService({ ...env, SERVICE_MEMORY: '64' });
    assert.equal(await wrong.exited, 1);
    assert.match(wrong.output(), /^SERVICE_MEMORY: must be small, or not set/);
  });

  it('loads only what its first answer needs', async () => {
    await using folder = await temporaryFolder();
    const loaded = await loadedByStart(LIST_FILES + TELL, folder.path);
    assert.ok(loaded.some((file) => file.includes('/node_modules/fastify/')));
    assert.deepEqual(
      LATER.filter((name) => loaded.some((file) => file.includes(`/node_modules/${name}`))),
      [],
    );
    // The service must not load this module, which contains `fetch` (see http/node-http.ts).
    assert.ok(!loaded.includes('NativeModule internal/deps/undici/undici'));
  });

  it('finds code that was compiled before, so that it does not even load the code that strips types', async () => {
    await using folder = await temporaryFolder();
    const stripper = 'NativeModule internal/deps/amaro/dist/index';
    assert.ok((await loadedByStart(TELL, join(folder.path, 'cold'))).includes(stripper));
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder.path, 'compiled') };
    const { status } = spawnSync(
      process.execPath,
      ['--import', join(import.meta.dirname, '../../../api/compiler.js'), MAIN, '--compile'],
      { env },
    );
    assert.equal(status, 0);
    assert.ok(!(await loadedByStart(TELL, folder.path)).includes(stripper));
  });
});
