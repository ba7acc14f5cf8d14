import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openTestService } from '../../api/testing/service.ts';
import { openForSuite } from '../../api/testing/suite.ts';
import { temporaryFolder } from '../../api/testing/temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const KEY = 'the-gateway-key';

/** The test sets every `REGISTRY_API_*` variable itself. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('REGISTRY_API')),
);

describe('the packed client in a fresh project', () => {
  const folder = openForSuite(temporaryFolder);
  let project: string;
  const t = openForSuite(() => openTestService({ env: { GATEWAY_KEY: KEY } }));
  let example: string;

  before(async () => {
    await run('npm', ['pack', '--pack-destination', folder.path], join(root, 'client'));
    const [tarball = ''] = await readdir(folder.path);
    project = join(folder.path, 'project');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join('..', tarball)], project);
    const readme = await readFile(join(project, 'node_modules/@largesse/client/README.md'), 'utf8');
    example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? '';
    await writeFile(join(project, 'example.ts'), example);
  });

  it('contains the build, and nothing else', async () => {
    const installed = await readdir(join(project, 'node_modules'), { recursive: true });
    const files = installed.filter(
      (file) => file.startsWith('@largesse/client/') && !/dist\/[\w-]+\.(d\.ts|js)$/.test(file),
    );
    assert.deepEqual(
      files.sort(),
      ['LICENSE', 'README.md', 'dist', 'package.json'].map((file) => `@largesse/client/${file}`),
    );
    assert.deepEqual(
      installed.filter((file) => /^[^.@][^/]*$|^@[^/]*\/[^/]*$/.test(file)),
      ['@largesse/client'],
    );
  });

  const strict = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--target',
    'es2022',
  ];
  const projects: Record<string, string[]> = {
    'of a bundler, with the types of a browser': ['--module', 'esnext', '--moduleResolution', 'bundler'],
    'of Node, with the types of a browser': ['--module', 'nodenext'],
    'of Node, with the types of Node': [
      ...[
        '--module',
        'nodenext',
        '--lib',
        'es2023',
        '--types',
        'node',
        '--typeRoots',
        join(root, 'node_modules/@types'),
      ],
    ],
  };
  for (const [what, options] of Object.entries(projects)) {
    it(`passes the strictest type check in a project ${what}`, async () => {
      await writeFile(join(project, 'types.ts'), TYPES);
      await run('tsc', [...strict, ...options, 'types.ts', 'example.ts'], project);
    });
  }

  it('shows the types of the contract', async () => {
    const list = await readFile(join(root, 'client/src/types.ts'), 'utf8');
    const names = Array.from(list.matchAll(/^ {2}(\w+),$/gm), ([, name]) => name);
    assert.ok(names.length > 10);
    const contract = JSON.stringify(join(root, 'contract/index.ts'));
    await writeFile(
      join(project, 'same.ts'),
      `import type * as client from '@largesse/client';
import type * as contract from ${contract};
type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Same<A, B> = Both<A, B> extends true ? Both<keyof A, keyof B> : false;
${names.map((name) => `export const same${name}: Same<client.${name}, contract.${name}> = true;`).join('\n')}
`,
    );
    await run(
      'tsc',
      [...strict, '--skipLibCheck', '--module', 'nodenext', '--allowImportingTsExtensions', 'same.ts'],
      project,
    );
  });

  it('runs its own example', async () => {
    const { login, password = '' } = t.host.users.get('owner');
    const filledIn = example
      .replace(/(baseUrl: )'.*'/, `$1'${t.url}'`)
      .replace(/(username: )'.*'/, `$1'${login}'`)
      .replace(/(appPassword: )'.*'/, `$1'${password}'`)
      .replace(/(gatewayKey: )'.*'/, `$1'${KEY}'`);
    await writeFile(join(project, 'filled-in.ts'), filledIn);
    assert.match(await run('node', ['filled-in.ts'], project), /name: 'Cast-iron pot'/);
  });

  it('reads its settings from the environment', async () => {
    await writeFile(
      join(project, 'registries.js'),
      `import { createClient } from '@largesse/client';
       console.log(JSON.stringify(await createClient().listRegistries()));`,
    );
    const { login, password = '' } = t.host.users.get('stranger');
    const printed = await run('node', ['registries.js'], project, {
      REGISTRY_API_BASE_URL: `${t.url}/`,
      REGISTRY_API_GATEWAY_KEY: KEY,
      REGISTRY_API_USERNAME: login,
      REGISTRY_API_APP_PASSWORD: password,
    });
    assert.deepEqual(JSON.parse(printed), []);
  });

  it('exits as soon as its work is done', async () => {
    await writeFile(
      join(project, 'health.js'),
      `import { createClient } from '@largesse/client';
       const { status } = await createClient({ baseUrl: '${t.url}' }).health();
       const done = performance.now();
       process.on('exit', () => console.log(JSON.stringify({ status, ended: performance.now() - done })));`,
    );
    const { status, ended } = JSON.parse(await run('node', ['health.js'], project));
    assert.equal(status, 'healthy');
    assert.ok(ended < 5_000, `the deadline of the call kept the process alive for ${ended} ms`);
  });
});

/** Features of the types that users rely on. */
const TYPES = `
import { createClient, type Item, type ItemPublic, RegistryApiError, type RegistryClient } from '@largesse/client';

const api: RegistryClient = createClient({ baseUrl: 'https://api.example', fetch: globalThis.fetch });
export const item: Item | ItemPublic | null = await api.getItem(42);
export const price: number | null | undefined = item?.price;
export const link: string | null | undefined = item !== null && 'affiliate_url' in item ? item.affiliate_url : undefined;
export const days: (string | null)[] | undefined = (await api.listRegistries({ limit: 1 }))?.map((one) => one.meta.registry_event_date);
await api.updateRegistry(7, { meta: { registry_event_date: null } });
export const created: Item | ItemPublic | null = await api.createRegistryItem(7, { name: 'Pot', url: 'https://pots.example' });
export const gone: null = await api.deleteRegistry(7);
export const status: number = new RegistryApiError('api_error', 'no', 500).data.status;

// @ts-expect-error an item needs an address
await api.createItem({ registry_id: 7, name: 'Pot' });
// @ts-expect-error there is no such status
await api.setAffiliate(7, 42, { affiliate_url: 'https://pots.example', affiliate_status: 'new' });
// @ts-expect-error there may be no such item
export const name: string = (await api.getItem(42)).name;
`;

/** Runs a command and returns its output; an error includes the output. */
async function run(command: string, args: string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  const options = { cwd, env: { ...environment, ...env }, shell: process.platform === 'win32' };
  const { stdout } = await promisify(execFile)(command, args, options).catch((error) => {
    throw new Error(`${command}: ${error.stdout}${error.stderr}`, { cause: error });
  });
  return stdout;
}
