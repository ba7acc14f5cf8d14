import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openTestService } from '../../support/service.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { programs } from './programs.ts';

const DOCUMENT = fileURLToPath(new URL('../../../contract/openapi.json', import.meta.url));

/** Program that creates a registry, fills, changes and deletes it. Prints what it has seen as JSON. */
const LIFE = `
  import createClient from 'openapi-fetch';
  import type { paths } from './generated/api';
  declare const process: { argv: string[] };
  const [baseUrl = '', authorization = ''] = process.argv.slice(2);
  const api = createClient<paths>({ baseUrl, headers: { authorization } });
  const item = (name: string) => ({ name, url: 'https://shop.example/' + name });
  async function live() {
    const id = (await api.POST('/registries', { body: { title: 'Ours' } })).data?.id;
    if (id === undefined) throw new Error('no registry');
    const params = { path: { id } };
    const one = (await api.POST('/registries/{id}/items', { params, body: item('pot') })).data?.data;
    const many = (await api.POST('/registries/{id}/items', { params, body: [item('pan'), item('wok')] })).data?.data;
    if (!one || Array.isArray(one) || !many || !Array.isArray(many)) throw new Error('no items');
    const [item_id, purchase_id] = [one.id, '0b9d1e34-6f0a-4a55-9a3c-6f0f2b7d1c11'];
    const gift = { params: { path: { id, purchase_id } }, body: { item_id } };
    return [
      many.map(({ name }) => name),
      (await api.PUT('/items/{item_id}', { params: { path: { item_id } }, body: { price: 5 } })).data?.data.price,
      (await api.PUT('/registries/{id}/purchases/{purchase_id}', gift)).response.status,
      (await api.GET('/registries/{id}/items', { params })).data?.length,
      (await api.GET('/items/{item_id}', { params: { path: { item_id: 987654 } } })).error?.detail,
      (await api.DELETE('/registries/{id}', { params })).response.status,
    ];
  }
  live().then((seen) => console.log(JSON.stringify(seen)));
`;

describe('the OpenAPI document', { skip: programs.missing }, () => {
  const folder = openForSuite(temporaryFolder);

  /** Runs a linter. @returns its exit code and its output */
  const lint = (script: string, ...options: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const args = [join(programs.folder, script), 'lint', DOCUMENT, ...options];
      const child = execFile(process.execPath, args, { cwd: folder.path }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
      );
    });

  it('has no errors and no warnings for Redocly', async () => {
    const { code, output } = await lint('@redocly/cli/bin/cli.js', '--format=json');
    assert.equal(code, 0, output);
    assert.match(output, /"warnings": 0/);
  });

  it('has no errors for Spectral', async () => {
    await writeFile(join(folder.path, 'rules.json'), JSON.stringify({ extends: ['spectral:oas'] }));
    const { code, output } = await lint('@stoplight/spectral-cli/dist/index.js', '--ruleset', 'rules.json');
    assert.equal(code, 0, output);
    assert.match(output, /\(0 errors|No results with a severity/);
  });

  it('lets another generator create a client that runs through the life of a registry', async () => {
    await using t = await openTestService();
    await symlink(programs.folder, join(folder.path, 'node_modules'), 'junction');
    const node = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: folder.path });
    // By default, this generator takes parameters with a default for required ones.
    const generating = [DOCUMENT, '-o', 'generated/api.ts', '--default-non-nullable=false'];
    await node(join(programs.folder, 'openapi-typescript/bin/cli.js'), ...generating);
    await writeFile(join(folder.path, 'life.ts'), LIFE);
    const compiler = join(programs.folder, 'typescript/bin/tsc');
    const target = '--strict --target es2022 --module commonjs --esModuleInterop --skipLibCheck --outDir built';
    const options = [...target.split(' '), '--lib', 'es2022,dom', 'life.ts'];
    await node(compiler, ...options).catch((error) => assert.fail(error.stdout));
    const { stdout } = await node('built/life.js', t.url, t.host.users.authorization('owner'));
    assert.deepEqual(JSON.parse(stdout), [['pan', 'wok'], 5, 201, 3, 'Item not found', 204]);
  });
});
