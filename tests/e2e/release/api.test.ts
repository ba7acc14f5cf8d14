// Needs a fresh folder: the package must install and start without this repository.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { glob, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { run } from '../../../tools/release/run.ts';
import { patience } from '../../support/patience.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { packed } from './packed.ts';

const top = fileURLToPath(new URL('../../..', import.meta.url));

/** Time limit for the start of the service (milliseconds). */
const START_TIMEOUT_MS = patience(30_000);

it('the packaged contract: contains a README whose example runs, and no tests', async () => {
  await using packages = await packed('contract');
  await using folder = await temporaryFolder();
  const unpacked = join(folder.path, 'node_modules/@largesse/contract');
  await mkdir(unpacked, { recursive: true });
  await extract({ file: join(packages.folder, packages.files[0] ?? ''), cwd: unpacked, strip: 1 });
  for (const name of ['ajv', 'typebox', 'fast-deep-equal', 'fast-uri', 'json-schema-traverse', 'require-from-string'])
    await symlink(join(top, 'node_modules', name), join(folder.path, 'node_modules', name), 'junction');
  const files = await readdir(unpacked, { recursive: true });
  assert.ok(files.includes('items.d.ts'));
  assert.deepEqual(
    files.filter((file) => file.includes('test')),
    [],
  );
  const [, example = ''] = /```ts\n(.*?)```/s.exec(await readFile(join(unpacked, 'README.md'), 'utf8')) ?? [];
  const module = ['--module', 'nodenext', '--target', 'es2024', '--resolveJsonModule', '--skipLibCheck'];
  await writeFile(join(folder.path, 'example.mts'), example);
  await run(folder.path, 'tsc', ['--strict', '--noEmit', ...module, 'example.mts']);
  assert.match(await run(folder.path, 'node', ['example.mts']), /^true 100 \[/);
});

describe('the packaged API', { skip: process.platform === 'win32' }, () => {
  it('installs with one command in an empty folder, and needs no development dependencies', async () => {
    await using packages = await packed('api');
    await using folder = await temporaryFolder();
    const [file = ''] = packages.files;
    await extract({ file: join(packages.folder, file), cwd: folder.path });
    const tree = join(folder.path, file.replace(/\.tar\.gz$/, ''));
    const readme = await readFile(join(tree, 'README.md'), 'utf8');
    const manifest = JSON.parse(await readFile(join(tree, 'package.json'), 'utf8'));
    const documented = [...readme.matchAll(/^\| `npm run (\S+)` /gm)].map(([, name]) => name);
    assert.deepEqual(
      documented.filter((name) => !(`${name}` in manifest.scripts)),
      [],
    );
    const [, install = '', start = ''] =
      /```sh\n(npm ci .*)\nHOST_URL=\S+ NODE_ENV=production (.*)\n```/.exec(readme) ?? [];
    const cache = `--cache=${join(folder.path, 'npm')}`;
    await run(tree, 'npm', [...install.split(' ').slice(1), '--no-audit', '--no-fund', cache]);
    const installed = await readdir(join(tree, 'node_modules'));
    assert.ok(installed.includes('fastify'));
    for (const name of ['typescript', '@biomejs', 'fast-check', 'playwright-core', 'node'])
      assert.ok(!installed.includes(name), name);
    assert.deepEqual((await readdir(join(tree, 'node_modules/@largesse'))).sort(), ['api', 'contract']);
    const native = glob('**/*.node', { cwd: join(tree, 'node_modules') });
    assert.deepEqual(await Array.fromAsync(native), [], 'it contains no native code');
    const tests = glob('**/*.test.ts', { cwd: tree, exclude: ['node_modules'] });
    assert.deepEqual(await Array.fromAsync(tests), []);
    assert.ok((await readdir(join(tree, 'deploy/systemd'))).includes('largesse-api@.service'));
    for (const name of [
      'gateway/nginx/api.conf',
      'gateway/caddy/example.d/keys.caddy',
      'prometheus/alerts.yml',
      'pgbouncer/largesse.ini',
    ])
      assert.ok(existsSync(join(tree, 'deploy', name)), name);

    const home = join(folder.path, 'home');
    await mkdir(home);
    const database = join(folder.path, 'items.db');
    const env = {
      PATH: process.env.PATH,
      HOME: home,
      PORT: '0',
      DRAIN: '0',
      HOST_URL: CLOSED_ADDRESS,
      DATABASE_URL: `sqlite:${database}`,
    };
    const [program = '', ...parameters] = start.split(' ');
    const child = spawn(program, parameters, {
      cwd: tree,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true, // starts a process group, so that one signal ends npm, its shell and the service
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
      const unit = { env: { ...env, PORT: new URL(url).port }, timeout: START_TIMEOUT_MS };
      await promisify(execFile)('node', [join(tree, 'deploy/systemd/until-healthy.js')], unit);
    } finally {
      if (child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await ended;
    }

    const command = async (name: string, ...args: string[]) => {
      const options = { cwd: tree, env: { ...env, REGISTRY_API_USERNAME: 'a', REGISTRY_API_APP_PASSWORD: 'b' } };
      return promisify(execFile)('npm', ['run', '--silent', name, '--', ...args], options).then(
        ({ stdout }) => stdout,
        ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
      );
    };
    // No server listens at the host's address. A command that reports this has found all its files.
    assert.match(await command('doctor'), /HOST_URL|host/i);
    for (const name of documented) assert.match(await command(`${name}`, '--help'), new RegExp(`^npm run ${name}\\b`));
    assert.match(await command('reconcile'), /host/i);
    assert.match(await command('backup', folder.path), /0 registries, 0 items, 0 gifts, checked/);
    assert.match(await command('drill', folder.path), /would restore 0 registries/);
    const [backup = ''] = (await readdir(folder.path)).filter((name) => name.startsWith('largesse-2'));
    assert.match(
      await command('restore', '--yes', '--items-only', join(folder.path, backup)),
      /Items: as of .*0 items/,
    );
    const nowhere = 'postgres://nobody@127.0.0.1:9/items';
    assert.match(await command('move-data', '--from', `sqlite:${database}`, '--to', nowhere), /ECONNREFUSED/);
  });
});
