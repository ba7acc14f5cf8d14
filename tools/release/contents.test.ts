import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { API_FOLDERS, isDevelopmentOnly, isShipped, SHIPPED } from './contents.ts';
import { projectFiles } from './versions.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));

/** Guides for operators whose service is not a container. */
const GUIDES = [
  ...['operations', 'runbook', 'scale', 'settings', 'commands'].map((name) => `docs/${name}.md`),
  ...['own-server', 'connect'].map((name) => `docs/install/${name}.md`),
  'deploy/gateway/README.md',
];

/** Files that these guides name only for installations in containers. */
const CONTAINERS = ['deploy/compose.yaml', 'deploy/containers/'];

it('the package of the API contains every file in deploy/ that the guides for operators name', async () => {
  const files = (await projectFiles(top)).filter((file) => file.startsWith('deploy/') && !isDevelopmentOnly(file));
  const named = new Set<string>();
  for (const guide of GUIDES) {
    const text = await readFile(join(top, guide), 'utf8');
    for (const [, path = ''] of text.matchAll(/\bdeploy\/([\w@./-]*[\w/])/g)) named.add(`deploy/${path}`);
  }
  assert.ok(named.size > 5);
  const missing = [...named].filter((name) => {
    if (CONTAINERS.some((start) => name.startsWith(start))) return false;
    const inside = files.filter((file) => file === name || file.startsWith(name.endsWith('/') ? name : `${name}/`));
    const folder = API_FOLDERS.find((one) => name === one || name.startsWith(`${one}/`));
    return inside.length === 0 || inside.some((file) => !folder || !isShipped(folder, file.slice(folder.length + 1)));
  });
  assert.deepEqual(missing, []);
});

describe('every file is either in a package or for development only', async () => {
  const files = await projectFiles(top);
  for (const folder of Object.keys(SHIPPED)) {
    it(`in ${folder}/ (tools/release/contents.ts and tools/release/components.ts say which)`, () => {
      const inside = files.filter((file) => file.startsWith(`${folder}/`)).map((file) => file.slice(folder.length + 1));
      assert.deepEqual(
        inside.filter((file) => !isShipped(folder, file) && !isDevelopmentOnly(file)),
        [],
      );
    });
  }
});
