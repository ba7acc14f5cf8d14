import assert from 'node:assert/strict';
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { temporaryFolder } from './testing/temporary-folder.ts';

/** Packages that take long to load, and that requests or settings need which a start does not have. */
const LATER = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@prometheus-io/client',
  'ajv/',
  'ajv-formats',
  'cockatiel',
  'fast-json-stringify/index.js',
  'htmlparser2',
  'pg/',
  'robots-parser',
  'typebox',
  'undici',
];

/** Lets the process list the files that it loads. It then finds nothing that is compiled. */
const LIST_FILES = `
  import { registerHooks } from 'node:module';
  globalThis.files = [];
  registerHooks({ load: (url, context, next) => { globalThis.files.push(url); return next(url, context); } });`;

/** Lets the process say, when it is asked, what it has loaded: files that are listed, and modules of Node itself. */
const TELL = `
  process.on('message', () => process.send([...globalThis.files ?? [], ...process.moduleLoadList]));`;

const MAIN = join(import.meta.dirname, 'main.ts');

/** Starts the service, asks for its health, and returns what it has loaded by then. */
async function loadedByStart(preload: string, folder: string): Promise<string[]> {
  const service = fork(MAIN, {
    execArgv: ['--import', './api/compiler.js', '--import', `data:text/javascript,${encodeURIComponent(preload)}`],
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      NODE_ENV: 'production',
      HOST_URL: 'http://127.0.0.1:9',
      PORT: '0',
      DRAIN: '0',
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

describe('a start of the service', () => {
  it('loads nothing before the first answer that this does not need', async () => {
    await using folder = await temporaryFolder();
    const loaded = await loadedByStart(LIST_FILES + TELL, folder.path);
    assert.ok(loaded.some((file) => file.includes('/node_modules/fastify/')));
    assert.deepEqual(
      LATER.filter((name) => loaded.some((file) => file.includes(`/node_modules/${name}`))),
      [],
    );
    // With `fetch` and all that it stands on: see http/node-http.ts.
    assert.ok(!loaded.includes('NativeModule internal/deps/undici/undici'));
  });

  it('finds what was compiled before, so that it need not even load what strips types', async () => {
    await using folder = await temporaryFolder();
    const stripper = 'NativeModule internal/deps/amaro/dist/index';
    assert.ok((await loadedByStart(TELL, join(folder.path, 'cold'))).includes(stripper));
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder.path, 'compiled') };
    const { status } = spawnSync(
      process.execPath,
      ['--import', join(import.meta.dirname, 'compiler.js'), MAIN, '--compile'],
      { env },
    );
    assert.equal(status, 0);
    assert.ok(!(await loadedByStart(TELL, folder.path)).includes(stripper));
  });
});
