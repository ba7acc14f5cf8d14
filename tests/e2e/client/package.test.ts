// Needs a fresh folder: the package must contain everything that its users import.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '../../../client/src/index.ts';
import { realNow } from '../../../contract/testing/clock.ts';
import { hasProgram, startProgram } from '../../../deploy/testing/program.ts';
import { freePort } from '../../support/free-port.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { listen } from '../../support/server-address.ts';
import { openTestService } from '../../support/service.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/wait.ts';
import { npmPrograms } from '../support/npm-programs.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const KEY = 'the-gateway-key';
const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** The oldest versions that the client supports. */
const old = await npmPrograms('old-node-and-typescript', {
  'node-20': `npm:node-${system}@20.11.0`,
  'node-22': `npm:node-${system}@22.10.0`,
  'typescript-5': 'npm:typescript@5.0.4',
});

/** Environment without `REGISTRY_API_*` variables, because the test sets these variables itself. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('REGISTRY_API')),
);

describe('the packed client in a fresh project', () => {
  const folder = openForSuite(temporaryFolder);
  let project: string;
  const t = openForSuite(() => openTestService({ env: { GATEWAY_KEY: KEY } }));
  let readme: string;
  let example: string;

  before(async () => {
    await run('npm', ['pack', '--pack-destination', folder.path], join(root, 'client'));
    const [tarball = ''] = await readdir(folder.path);
    project = join(folder.path, 'project');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join('..', tarball)], project);
    readme = await readFile(join(project, 'node_modules/@largesse/client/README.md'), 'utf8');
    example = codeIn(readme, 'ts');
    await writeFile(join(project, 'example.ts'), example);
  });

  it('contains the build, and nothing else', async () => {
    const installed = await readdir(join(project, 'node_modules'), { recursive: true });
    const files = installed.filter(
      (file) => file.startsWith('@largesse/client/') && !/dist\/(cjs\/)?[\w-]+\.(d\.ts|js)$/.test(file),
    );
    const expected = 'LICENSE README.md dist dist/cjs dist/cjs/package.json node-red.json package.json'.split(' ');
    assert.deepEqual(
      files.sort(),
      expected.map((file) => `@largesse/client/${file}`),
    );
    assert.deepEqual(
      installed.filter((file) => /^[^.@][^/]*$|^@[^/]*\/[^/]*$/.test(file)),
      ['@largesse/client'],
    );
  });

  const strict = '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2022'.split(' ');
  const projects: Record<string, string[]> = {
    'of a bundler, with the types of a browser': ['--module', 'esnext', '--moduleResolution', 'bundler'],
    'of Node, with the types of a browser': ['--module', 'nodenext'],
    'of Node, with the types of Node': [
      ...'--module nodenext --lib es2023 --types node --typeRoots'.split(' '),
      join(root, 'node_modules/@types'),
    ],
  };
  for (const [what, options] of Object.entries(projects))
    it(`passes the strictest type check in a project ${what}`, async () => {
      await writeFile(join(project, 'types.ts'), TYPES);
      await run('tsc', [...strict, ...options, 'types.ts', 'example.ts'], project);
    });

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

  /** Returns the README's example with the address and the credentials of the test. */
  const filledIn = () => {
    const { login, password = '' } = t.host.users.get('admin');
    return example
      .replace(/(baseUrl: )'.*'/, `$1'${t.url}'`)
      .replace(/(username: )'.*'/, `$1'${login}'`)
      .replace(/(appPassword: )'.*'/, `$1'${password}'`)
      .replace(/(gatewayKey: )'.*'/, `$1'${KEY}'`);
  };
  const printed = /name: 'Cast-iron pot'[\s\S]*whsec_[\s\S]*healthy/;

  it('runs its own example, which uses each resource', async () => {
    await writeFile(join(project, 'filled-in.ts'), filledIn());
    assert.match(await run('node', ['filled-in.ts'], project), printed);
    const files = await readdir(join(root, 'client/src'));
    const calls = await Promise.all(files.map((file) => readFile(join(root, 'client/src', file), 'utf8')));
    for (const [interfaces, name] of calls.join('').matchAll(/export interface \w+Calls \{(.*?)^\}/gms)) {
      const methods = Array.from(interfaces.matchAll(/^ {2}(\w+)\(/gm), ([, method]) => `api.${method}(`);
      assert.ok(
        methods.some((method) => example.includes(method)),
        name,
      );
    }
  });

  describe('with the oldest versions', { skip: old.missing }, () => {
    it('passes the type check of TypeScript 5.0 with `moduleResolution: node`', async () => {
      await writeFile(join(project, 'types.ts'), TYPES);
      const options = ['--module', 'esnext', '--moduleResolution', 'node', 'types.ts', 'example.ts'];
      await run('node', [join(old.folder, 'typescript-5/bin/tsc'), ...strict, ...options], project);
    });

    for (const node of ['node-20', 'node-22'])
      it(`runs its example with require() on ${node}`, async () => {
        const required = filledIn().replace(/import (.*) from ('.*');/, 'const $1 = require($2);');
        await writeFile(join(project, 'example.cjs'), `(async () => {\n${required}\n})();`);
        const program = join(old.folder, node, process.platform === 'win32' ? 'node.exe' : 'bin/node');
        assert.match(await run(program, ['example.cjs'], project), printed);
      });
  });

  it('has receivers that print the events of a webhook, also after a rotation, and refuse forged ones', async () => {
    const flow: FlowNode[] = JSON.parse(
      await readFile(join(project, 'node_modules/@largesse/client/node-red.json'), 'utf8'),
    );
    const ids = flow.map(({ id }) => id);
    assert.deepEqual(
      flow.flatMap(({ wires = [] }) => wires.flat()).filter((id) => !ids.includes(id)),
      [],
    );
    const [node, php] = [join(project, 'receiver.js'), join(project, 'receiver.php')];
    await writeFile(node, codeIn(readme, 'js'));
    await writeFile(php, codeIn(readme, 'php'));
    const starts = [
      (port: number, secrets: string) => startReceiver(['node', node], port, secrets),
      (port: number, secrets: string) => startFlow(flow, port, secrets),
      ...(hasProgram('php', '--version')
        ? [(port: number, secrets: string) => startReceiver(['php', '-S', `127.0.0.1:${port}`, php], port, secrets)]
        : []),
    ];
    const ports = await Promise.all(starts.map(freePort));
    await t.restart({ WEBHOOKS_ALLOW: ports.map((port) => `127.0.0.1:${port}`).join() });
    const { login: username, password: appPassword } = t.host.users.get('admin');
    const client = createClient({ baseUrl: t.url, gatewayKey: KEY, username, appPassword });
    const registry = t.host.registries.add({ author: t.host.users.get('owner').id });
    await using opened = new AsyncDisposableStack();
    const receivers: { receiver: Receiver; secrets: string[] }[] = [];
    for (const [index, start] of starts.entries()) {
      const port = ports[index] ?? 0;
      const webhook = await client.createWebhook({ url: `http://127.0.0.1:${port}/largesse` });
      const rotated = await client.rotateWebhookSecret(webhook?.id ?? '');
      const secrets = [webhook?.secret ?? '', rotated?.secret ?? ''];
      receivers.push({ receiver: opened.use(await start(port, secrets.join(' '))), secrets });
    }
    const item = await client.createItem({ registry_id: registry.id, name: 'Pot', url: 'https://pots.example' });
    for (const { receiver, secrets } of receivers) {
      await until('the receiver prints the event', () =>
        receiver.output().includes(`item.created ${registry.id} ${item?.id}`),
      );
      const [old = '', current = ''] = secrets;
      for (const secret of [old, current]) assert.equal(await post(receiver.url, secret), 204);
      assert.equal(await post(receiver.url, current, 301), 400);
      for (const secret of ['whsec_', `whsec_${'QUFB'.repeat(11)}`])
        assert.equal(await post(receiver.url, secret), 400);
      assert.doesNotMatch(receiver.output(), /error|warning/i);
    }
  });
});

/** Returns the README's first code block in the given language, or '' if there is none. */
function codeIn(readme: string, language: string): string {
  return new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(readme)?.[1] ?? '';
}

/** A running program that receives webhooks. */
interface Receiver extends AsyncDisposable {
  url: string;
  output(): string;
}

/** Runs an example of the README that receives webhooks. @param secrets webhook secrets, separated by spaces */
async function startReceiver(command: [string, ...string[]], port: number, secrets: string): Promise<Receiver> {
  const url = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), WEBHOOK_SECRET: secrets };
  return Object.assign(await startProgram(command, url, env), { url });
}

interface FlowNode {
  id: string;
  type: string;
  func?: string;
  wires?: string[][];
}

/**
 * Runs the function node of the README's flow like Node-RED: passes the decoded body to the function, which returns a
 * message for each output.
 */
async function startFlow(flow: FlowNode[], port: number, secrets: string): Promise<Receiver> {
  const verify = flow.find(({ type }) => type === 'function');
  assert.ok(verify?.func);
  const run = new Function('msg', 'env', 'crypto', verify.func);
  let output = '';
  const server = createServer(async (req, response) => {
    const msg = { req, payload: JSON.parse(await text(req)), statusCode: 200 };
    const env = { get: (name: string) => (name === 'WEBHOOK_SECRET' ? secrets : undefined) };
    const [event, answer] = run(msg, env, { createHmac, timingSafeEqual });
    if (event) output += `${event.payload.type} ${event.payload.registry_id} ${event.payload.item_id}\n`;
    response.writeHead(answer.statusCode).end();
  });
  return { ...(await listen(server, port)), output: () => output };
}

/** Sends an event as the service does; returns the status. @param age age of the event in seconds */
async function post(url: string, secret: string, age = 0): Promise<number> {
  const data = {
    id: randomUUID(),
    type: 'item.updated',
    at: new Date(realNow()).toISOString(),
    registry_id: 7,
    item_id: 42,
  };
  const body = JSON.stringify({ type: data.type, timestamp: data.at, data: { ...data, purchase_id: null } });
  const time = String(Math.floor(realNow() / 1000) - age);
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${data.id}.${time}.${body}`).digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': data.id,
    'webhook-timestamp': time,
    'webhook-signature': `v1,${signature}`,
  };
  return (await fetchOnce(url, { method: 'POST', headers, body })).status;
}

/** TypeScript code that uses the types of the package like the code of a user. */
const TYPES = `
import { createClient, type Item, type ItemPublic, RegistryApiError, type RegistryClient, verifyWebhook } from '@largesse/client';

const api: RegistryClient = createClient({ baseUrl: 'https://api.example', fetch: globalThis.fetch });
export const item: Item | ItemPublic | null = await api.getItem(42);
export const price: number | null | undefined = item?.price;
export const link: string | null | undefined = item !== null && 'affiliate_url' in item ? item.affiliate_url : undefined;
export const days: (string | null)[] | undefined = (await api.listRegistries({ limit: 1 }))?.map((one) => one.meta.registry_event_date);
await api.updateRegistry(7, { meta: { registry_event_date: null } });
export const created: Item | ItemPublic | null = await api.createRegistryItem(7, { name: 'Pot', url: 'https://pots.example' });
export const gone: null = await api.deleteRegistry(7);
export const status: number = new RegistryApiError('api_error', 'no', 500).data.status;
const feed = api.events.follow({ registryId: 7, signal: AbortSignal.abort() });
for await (const { item_id } of feed) await api.getItem(item_id ?? 0);
export const next: { after: string | undefined } = { after: feed.cursor };
const event = await verifyWebhook(new Uint8Array(1), new Headers(), ['whsec_AAAA']);
export const changed: number | null = event.type === 'test' ? event.item_id : event.registry_id;

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
