import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
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

/** Tells, when it is asked, what the process has loaded: files, and modules of Node itself. */
const TELLER = `
  import { registerHooks } from 'node:module';
  const files = [];
  registerHooks({ load: (url, context, next) => { files.push(url); return next(url, context); } });
  process.on('message', () => process.send([...files, ...process.moduleLoadList]));`;

describe('a start of the service', () => {
  it('loads nothing before the first answer that this does not need', async () => {
    await using folder = await temporaryFolder();
    const service = fork(join(import.meta.dirname, 'main.ts'), {
      execArgv: ['--import', `data:text/javascript,${encodeURIComponent(TELLER)}`],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        HOST_URL: 'http://127.0.0.1:9',
        PORT: '0',
        DRAIN: '0',
        LOG_LEVEL: 'fatal',
        DATABASE_URL: `sqlite:${folder.path}/items.db`,
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
      assert.ok(loaded.some((file) => file.includes('/node_modules/fastify/')));
      assert.deepEqual(
        LATER.filter((name) => loaded.some((file) => file.includes(`/node_modules/${name}`))),
        [],
      );
      // With `fetch` and all that it stands on: see http/node-http.ts.
      assert.ok(!loaded.includes('NativeModule internal/deps/undici/undici'));
    } finally {
      service.kill('SIGTERM');
      await ended;
    }
  });
});
