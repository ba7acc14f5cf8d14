import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { shareProcesses } from './bundles.ts';
import { runFiles } from './run-files.ts';

const NO_SCREEN = { write: () => {}, end: async () => {} };

const SUITE = `import { describe, it } from 'node:test'; describe('a suite', () => { it('names the process', () => {`;

/** Writes test files with these contents. @returns their paths */
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
    const report = await runFiles(
      { files: shareProcesses(files, join(folder.path, 'programs'), 1).programs, atOnce: 1 },
      NO_SCREEN,
    );
    assert.deepEqual([report.passed, report.failed, report.took.size], [1, 1, 2]);
    assert.match(`${report.failures}`, /1\.test\.mjs: names the process\n.*as it should/);
  });

  it('are reported if their process ends before their tests', async () => {
    delete process.env.NODE_TEST_CONTEXT;
    await using folder = await temporaryFolder();
    const files = await write(folder.path, `${SUITE}}) });`, `${SUITE} process.exit() }) });`, `${SUITE}}) });`);
    const { programs, unfinished } = shareProcesses(files, join(folder.path, 'programs'), 1);
    await runFiles({ files: programs, atOnce: 1 }, NO_SCREEN);
    assert.deepEqual(unfinished(), files.slice(1));
  });
});
