import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

// A test, because a rule of Biome sees no comments.

test('the first line of each test of the whole system says what it needs, and why', () => {
  const folder = new URL('../tests/e2e/', import.meta.url);
  const files = globSync('**/*.test.ts', { cwd: folder });
  assert.ok(files.length > 100);
  // Add a line such as: Needs a whole site: WordPress sends the mails.
  const isStated = (file: string) => /^(?:\/\/|\/\*) Needs [^\n]{10}/.test(readFileSync(new URL(file, folder), 'utf8'));
  assert.deepEqual(
    files.filter((file) => !isStated(file)),
    [],
  );
});
