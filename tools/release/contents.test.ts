import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isDevelopmentOnly, isShipped, SHIPPED } from './contents.ts';
import { projectFiles } from './versions.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));

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
