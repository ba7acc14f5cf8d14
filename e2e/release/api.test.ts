import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { extract } from 'tar';
import { temporaryFolder } from '../../api/testing/temporary-folder.ts';
import { run } from '../../release/run.ts';
import { packed } from './packed.ts';

/** How long the service may take to start (milliseconds). */
const START_TIMEOUT_MS = 30_000;

describe('the packaged API', { skip: process.platform === 'win32' && 'there is no shell on Windows' }, () => {
  it('installs from its own lock file without anything for developers, and serves', async () => {
    await using packages = await packed('api');
    await using folder = await temporaryFolder();
    const [file = ''] = packages.files;
    await extract({ file: join(packages.folder, file), cwd: folder.path });
    const tree = join(folder.path, file.replace(/\.tar\.gz$/, ''));
    await run(tree, 'npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund']);
    const installed = await readdir(join(tree, 'node_modules'));
    assert.ok(installed.includes('fastify'));
    for (const name of ['typescript', '@biomejs', 'fast-check', 'playwright-core', 'node']) {
      assert.ok(!installed.includes(name), name);
    }
    assert.deepEqual((await readdir(join(tree, 'node_modules/@largesse'))).sort(), ['api', 'contract']);

    const child = spawn('npm', ['run', 'serve'], {
      cwd: tree,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: '0',
        DRAIN: '0',
        HOST_URL: 'https://registries.example',
        DATABASE_URL: `sqlite:${join(folder.path, 'items.db')}`,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true, // a group of its own: npm, its shell, the service
    });
    assert.ok(child.pid);
    const ended = once(child, 'close');
    try {
      let output = '';
      const url = await new Promise<string>((resolve, reject) => {
        child.stdout.on('data', (chunk) => {
          output += chunk;
          const [, told] = /^Largesse API: (\S+)\n/m.exec(output) ?? [];
          if (told) resolve(told);
        });
        child.on('close', () => reject(new Error(`the service ended: ${output}`)));
      });
      const health = await fetch(`${url}/health`, { signal: AbortSignal.timeout(START_TIMEOUT_MS) });
      assert.deepEqual(await health.json(), { status: 'healthy', service: 'largesse-api' });
    } finally {
      if (child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
  });
});
