import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { components } from './components.ts';
import { exists, projectFiles, readVersion } from './versions.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));

// rules: Versions
describe('the versions of this project', async () => {
  const files = await projectFiles(top);
  for (const component of components) {
    const skip = !exists(top, component) && `there is no ${component.name} yet`;
    it(`are the same in all copies for ${component.name}`, { skip }, async () => {
      const { copies } = await readVersion(top, files, component);
      assert.ok(copies.length > 1);
    });
  }

  it('have their notes in their tags, not in a top-level change log', async () => {
    const logs = (await readdir(top)).filter((file) =>
      /^(change-?log|changes|history|news|releases?-?notes)\b/i.test(file),
    );
    assert.deepEqual(logs, []);
  });
});
