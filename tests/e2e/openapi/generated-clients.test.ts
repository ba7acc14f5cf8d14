// Needs programs of other projects: they generate clients from the document.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openTestService } from '../../support/service.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { programs } from './programs.ts';

const DOCUMENT = fileURLToPath(new URL('../../../contract/openapi.json', import.meta.url));

/** Generators: the arguments that write a client to the folder `generated`, and a program with this client's calls. */
const GENERATORS = {
  '@hey-api/openapi-ts': {
    run: ['bin/run.js', '-i', DOCUMENT, '-o', 'generated', '-c', '@hey-api/client-fetch'],
    calls: `
      import { createClient } from './generated/client';
      import * as api from './generated';
      const client = createClient({ baseUrl, headers });
      const calls = {
        create: async () => (await api.createRegistry({ client, body: { title: 'Ours' } })).data?.id,
        add: async (id: number, body: NewItem | NewItem[]) => (await api.createRegistryItem({ client, path: { id }, body })).data?.data,
        change: async (item_id: number) => (await api.updateItem({ client, path: { item_id }, body: { price: 5 } })).data?.data.price,
        give: async (id: number, purchase_id: string, item_id: number) =>
          (await api.putRegistryPurchase({ client, path: { id, purchase_id }, body: { item_id } })).response?.status,
        list: async (id: number) => (await api.listRegistryItems({ client, path: { id } })).data?.length,
        fail: async () => (await api.getItem({ client, path: { item_id: 987654 } })).error?.detail,
        remove: async (id: number) => (await api.deleteRegistry({ client, path: { id } })).response?.status,
      };`,
  },
  'openapi-typescript': {
    // By default, this generator takes parameters with a default for required ones.
    run: ['bin/cli.js', DOCUMENT, '-o', 'generated/api.ts', '--default-non-nullable=false'],
    calls: `
      import createClient from 'openapi-fetch';
      import type { paths } from './generated/api';
      const api = createClient<paths>({ baseUrl, headers });
      const calls = {
        create: async () => (await api.POST('/registries', { body: { title: 'Ours' } })).data?.id,
        add: async (id: number, body: NewItem | NewItem[]) =>
          (await api.POST('/registries/{id}/items', { params: { path: { id } }, body })).data?.data,
        change: async (item_id: number) => (await api.PUT('/items/{item_id}', { params: { path: { item_id } }, body: { price: 5 } })).data?.data.price,
        give: async (id: number, purchase_id: string, item_id: number) =>
          (await api.PUT('/registries/{id}/purchases/{purchase_id}', { params: { path: { id, purchase_id } }, body: { item_id } })).response.status,
        list: async (id: number) => (await api.GET('/registries/{id}/items', { params: { path: { id } } })).data?.length,
        fail: async () => (await api.GET('/items/{item_id}', { params: { path: { item_id: 987654 } } })).error?.detail,
        remove: async (id: number) => (await api.DELETE('/registries/{id}', { params: { path: { id } } })).response.status,
      };`,
  },
  'swagger-typescript-api': {
    run: ['dist/cli.mjs', 'generate', '-p', DOCUMENT, '-o', 'generated', '-n', 'api.ts', '--silent'],
    calls: `
      import { Api } from './generated/api';
      const { registries, items } = new Api({ baseUrl, baseApiParams: { headers } });
      const calls = {
        create: async () => (await registries.createRegistry({ title: 'Ours' })).data.id,
        add: async (id: number, body: NewItem | NewItem[]) => (await registries.createRegistryItem(id, body)).data.data,
        change: async (id: number) => (await items.updateItem(id, { price: 5 })).data.data.price,
        give: async (id: number, purchase: string, item_id: number) => (await registries.putRegistryPurchase(id, purchase, { item_id })).status,
        list: async (id: number) => (await registries.listRegistryItems(id)).data.length,
        fail: async () => items.getItem(987654).then(() => '', ({ error }: { error: { detail: string } }) => error.detail),
        remove: async (id: number) => (await registries.deleteRegistry(id)).status,
      };`,
  },
} as const;

/** Program that creates a registry, fills, changes and deletes it. Prints what it has seen as JSON. */
const LIFE = (calls: string) => `
  declare const process: { argv: string[] };
  const [baseUrl = '', authorization = ''] = process.argv.slice(2);
  const headers = { authorization };
  interface NewItem { name: string; url: string }
  ${calls}
  const item = (name: string) => ({ name, url: 'https://shop.example/' + name });
  async function live() {
    const id = await calls.create();
    if (id === undefined) throw new Error('no registry');
    const one = await calls.add(id, item('pot'));
    const many = await calls.add(id, [item('pan'), item('wok')]);
    if (!one || Array.isArray(one) || !many || !Array.isArray(many)) throw new Error('no items');
    return [many.map(({ name }) => name), await calls.change(one.id), await calls.give(id, '0b9d1e34-6f0a-4a55-9a3c-6f0f2b7d1c11', one.id), await calls.list(id), await calls.fail(), await calls.remove(id)];
  }
  live().then((seen) => console.log(JSON.stringify(seen)));
`;

const run = promisify(execFile);

describe('clients that other generators create from the OpenAPI document', { skip: programs.missing }, () => {
  const folder = openForSuite(temporaryFolder);

  for (const [name, { run: generate, calls }] of Object.entries(GENERATORS))
    it(`compile and run through a registry's life: ${name}`, async () => {
      await using t = await openTestService();
      const project = join(folder.path, name.replace('/', '-'));
      await mkdir(project);
      await symlink(programs.folder, join(project, 'node_modules'), 'junction');
      const node = (...args: string[]) => run(process.execPath, args, { cwd: project });
      const [script, ...generating] = generate;
      await node(join(programs.folder, name, script), ...generating);
      await writeFile(join(project, 'life.ts'), LIFE(calls));
      const compiler = join(programs.folder, 'typescript/bin/tsc');
      const target = '--strict --target es2022 --module commonjs --esModuleInterop --skipLibCheck --outDir built';
      const options = [...target.split(' '), '--lib', 'es2022,dom', 'life.ts'];
      await node(compiler, ...options).catch((error) => assert.fail(error.stdout));
      const { stdout } = await node('built/life.js', t.url, t.host.users.authorization('owner'));
      assert.deepEqual(JSON.parse(stdout), [['pan', 'wok'], 5, 201, 3, 'Item not found', 204]);
    });
});
