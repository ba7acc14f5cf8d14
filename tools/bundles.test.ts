import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../api/testing/temporary-folder.ts';
import { bundle, isBundled, SHARED } from './bundles.ts';
import { runFiles } from './run-files.ts';

const SUITE = `import { describe, it } from 'node:test'; describe('a suite', () => { it('names the process', () => {`;

/** Writes test files. @returns their paths */
async function write(folder: string, ...codes: string[]): Promise<string[]> {
  const files = codes.map((_, index) => join(folder, `${index}.test.mjs`));
  await Promise.all(codes.map((code, index) => writeFile(`${files[index]}`, code)));
  return files;
}

describe('test files that run in one process', () => {
  it('all run, and failures name their own file', async () => {
    // Node does not run tests inside a process that is marked as a test.
    delete process.env.NODE_TEST_CONTEXT;
    await using folder = await temporaryFolder();
    const files = await write(folder.path, `${SUITE}}) });`, `${SUITE} throw new Error('as it should') }) });`);
    const bundles = bundle(files, folder.path, 1);
    assert.deepEqual(
      bundles.map((one) => one.files),
      [files],
    );
    const report = await runFiles(
      { files: bundles.map(({ path }) => path), atOnce: 1 },
      { write: () => {}, end: async () => {} },
    );
    assert.deepEqual([report.passed, report.failed, report.files.length], [1, 1, 2]);
    assert.match(`${report.failures}`, /1\.test\.mjs: names the process\n.*as it should/);
  });

  it('are distributed by size, each once, and the largest process is first', async () => {
    await using folder = await temporaryFolder();
    const files = await write(folder.path, ...[10, 40, 35, 25].map((size) => '/'.repeat(size * 1000)));
    const bundles = bundle(files, folder.path, 2);
    assert.deepEqual(
      bundles.map((one) => one.files.map((file) => basename(file))),
      [
        ['1.test.mjs', '3.test.mjs'],
        ['0.test.mjs', '2.test.mjs'],
      ],
    );
    assert.equal((await readFile(bundles[1]?.path ?? '', 'utf8')).match(/await import/g)?.length, 2);
  });

  it('have hooks for each test only in their suites, because such a hook outside would run for the tests of other files', () => {
    const outside = /^(?:const \w+ = openForSuite|afterEach|beforeEach)\(/m;
    assert.deepEqual(
      globSync(SHARED).filter((file) => outside.test(readFileSync(file, 'utf8'))),
      [],
    );
  });

  it('do not include files with code before their suites', async () => {
    await using folder = await temporaryFolder();
    const [suite = '', opens = '', waits = ''] = await write(
      folder.path,
      `${SUITE}}) });`,
      'const t = await open();',
      "import { before } from 'node:test';\nbefore(() => {});",
    );
    assert.deepEqual([suite, opens, waits].map(isBundled), [true, false, false]);
  });
});
