import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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

  it('close at their end what they have opened outside of their suites', async () => {
    delete process.env.NODE_TEST_CONTEXT;
    await using folder = await temporaryFolder();
    const port = join(folder.path, 'port');
    const opens = `import assert from 'node:assert/strict'; import { once } from 'node:events';
      import { createServer } from 'node:http'; import { after, beforeEach, describe, it } from 'node:test';
      import { setTimeout } from 'node:timers/promises';
      globalThis.calls = 0;
      const server = createServer().listen(${JSON.stringify(port)});
      await once(server, 'listening');
      after(async () => { await setTimeout(100); server.close(); });
      beforeEach(() => { globalThis.calls++; });
      describe('a suite', () => { it('has only its own hooks', () => assert.equal(globalThis.calls, 1)) });`;
    const files = await write(folder.path, opens, opens, opens);
    const report = await runFiles(
      { files: shareProcesses(files, join(folder.path, 'programs'), 1).programs, atOnce: 1 },
      NO_SCREEN,
    );
    assert.deepEqual([report.passed, report.failed, report.failures], [3, 0, []]);
  });

  it('fail if they do not load, without an effect on other files', async () => {
    delete process.env.NODE_TEST_CONTEXT;
    await using folder = await temporaryFolder();
    const files = await write(folder.path, `throw new Error('as it should');`, `${SUITE}}) });`);
    const report = await runFiles(
      { files: shareProcesses(files, join(folder.path, 'programs'), 1).programs, atOnce: 1 },
      NO_SCREEN,
    );
    assert.deepEqual([report.passed, report.failed], [1, 1]);
    assert.match(`${report.failures}`, /0\.test\.mjs: .*\n.*as it should/);
  });

  it('run once each, in the first process that is free', async () => {
    delete process.env.NODE_TEST_CONTEXT;
    await using folder = await temporaryFolder();
    const name = (index: number) => join(folder.path, `of-${index}`);
    const tests = (index: number, wait: string) => `
      import { existsSync, writeFileSync } from 'node:fs';
      import { describe, it } from 'node:test';
      describe('a suite', () => { it('runs', async () => {
        ${wait}
        writeFileSync(${JSON.stringify(name(index))}, String(process.pid), { flag: 'wx' });
      }) });`;
    // The first file waits until all other files have ended. So the second process runs all other files.
    const wait = `while (!existsSync(${JSON.stringify(name(3))})) await new Promise((resolve) => setTimeout(resolve, 10));`;
    const files = await write(folder.path, ...[0, 1, 2, 3].map((index) => tests(index, index === 0 ? wait : '')));
    const report = await runFiles(
      { files: shareProcesses(files, join(folder.path, 'programs'), 2).programs, atOnce: 2 },
      NO_SCREEN,
    );
    assert.deepEqual([report.passed, report.failed], [4, 0]);
    const [first, ...others] = [0, 1, 2, 3].map((index) => readFileSync(name(index), 'utf8'));
    assert.equal(new Set(others).size, 1);
    assert.ok(!others.includes(`${first}`));
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
