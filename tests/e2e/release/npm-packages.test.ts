import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { run } from '../../../tools/release/run.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { packed } from './packed.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Example program that uses both packages. */
const PROGRAM = `import { createClient } from '@largesse/client';
import { Item, ITEM_DEFAULTS } from '@largesse/contract';

const health = await createClient({ baseUrl: 'BASE_URL' }).health();
console.log(JSON.stringify([health?.status, Item.type, ITEM_DEFAULTS.quantity_needed]));
`;

const TYPES = `import type { Item as Received } from '@largesse/client';
import type { Item, ItemCreate } from '@largesse/contract';
import openapi from '@largesse/contract/openapi.json' with { type: 'json' };

export const create: ItemCreate = { registry_id: 7, name: 'Pot', url: 'https://pots.example' };
export const price = (item: Item): number | null => item.price;
export const same = (item: Item): Received => item;
export const version: string = openapi.openapi;
// @ts-expect-error a name is a text
export const wrong: ItemCreate = { registry_id: 7, name: 7, url: 'https://pots.example' };
`;

describe('the packed client and contract in a fresh project', () => {
  const opened = new AsyncDisposableStack();
  let project: string;
  let service: TestService;

  before(async () => {
    service = opened.use(await openTestService());
    const packages = opened.use(await packed('client', 'contract'));
    project = opened.use(await temporaryFolder()).path;
    await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const tarballs = packages.files.map((file) => join(packages.folder, file));
    await run(root, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs], project);
    await writeFile(join(project, 'program.js'), PROGRAM.replace('BASE_URL', service.url));
    await writeFile(join(project, 'types.ts'), TYPES);
  });
  after(() => opened.disposeAsync());

  for (const [what, options] of Object.entries({
    Node: ['--module', 'nodenext'],
    'a bundler': ['--module', 'esnext', '--moduleResolution', 'bundler'],
  })) {
    it(`have types that resolve as in ${what}`, async () => {
      const strict = ['--noEmit', '--strict', '--target', 'es2022', '--resolveJsonModule'];
      await run(root, 'tsc', [...strict, '--exactOptionalPropertyTypes', ...options, 'types.ts'], project);
    });
  }

  const expected = '["healthy","object",1]\n';

  it('run in Node', async () => {
    assert.equal(await run(root, 'node', ['program.js'], project), expected);
  });

  it('run after a bundler has merged them into one file', async () => {
    const outfile = join(project, 'bundle.mjs');
    const entryPoints = [join(project, 'program.js')];
    await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'browser', target: 'es2022' });
    assert.doesNotMatch(await readFile(outfile, 'utf8'), /@largesse\/\w+['"]/);
    assert.equal(await run(root, 'node', ['bundle.mjs'], project), expected);
  });
});
