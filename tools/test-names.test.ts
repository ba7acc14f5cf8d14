import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');

/** Folders whose tests are named after one file each. Tests of several files are in other folders. */
const FOLDERS = '{api/src,contract,plugin/{assets,blocks,src}}';

test('a test next to the code has the name of the file or folder that it tests', () => {
  const files = globSync(`${FOLDERS}/**/*`, { cwd: root, exclude: ['**/node_modules'] });
  const isTest = (file: string) => /\.test\.\w+$/.test(file);
  const tested = new Set(files.filter((file) => !isTest(file)).map((file) => file.replace(/\.\w+$/, '')));
  const tests = files.filter(isTest);
  assert.ok(tests.length > 100);
  assert.deepEqual(
    tests.filter((file) => !tested.has(file.replace(/\.test\.\w+$/, ''))),
    [],
  );
});
