import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { bundle } from './bundles.ts';
import { ProcessorTime } from './processor-time.ts';
import { runFiles } from './run-files.ts';

/** Returns code that uses `time` milliseconds of processor time. */
const work = (time: number) => `while (process.cpuUsage().user < ${1000 * time});`;

/**
 * Returns the code of a test file that reports boots, requests and runs, and uses processor time in a child process.
 * @param time processor time (milliseconds)
 */
const using = (boots: number, requests: number, runs: number, time: number) => `
import { spawnSync } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { before, describe, it } from 'node:test';
const use = (name, times) => { for (; times > 0; times--) channel('largesse:' + name).publish(); };
describe('a suite', () => {
  before(() => use('boots', ${boots}));
  it('uses something', () => {
    use('requests', ${requests});
    use('runs', ${runs});
    spawnSync(process.execPath, ['-e', ${JSON.stringify(work(time))}]);
  });
});`;

describe('the usage of test files', () => {
  it('is counted for each file, also in shared processes', async () => {
    // Node does not run tests inside a process that is marked as a test.
    delete process.env.NODE_TEST_CONTEXT;
    await using folder = await temporaryFolder();
    const codes = [using(1, 2, 3, 300), using(0, 5, 1, 10), "import { it } from 'node:test'; it('idles', () => {});"];
    const files = codes.map((_, index) => join(folder.path, `${index}.test.mjs`));
    await Promise.all(codes.map((code, index) => writeFile(`${files[index]}`, code)));
    const [one] = bundle(files.slice(0, 2), folder.path, 1);
    const { files: used, passed } = await runFiles(
      { files: [`${one}`, `${files[2]}`], atOnce: 1, variant: { name: 'PostgreSQL', env: {} } },
      { write: () => {}, end: async () => {} },
    );
    assert.equal(passed, 3);
    const [first, second, third] = used;
    assert.deepEqual(
      used.map(({ boots, requests, runs, pages }) => [boots, requests, runs, pages]),
      [
        [1, 2, 3, 0],
        [0, 5, 1, 0],
        [0, 0, 0, 0],
      ],
    );
    assert.equal(first?.file, `${files[0]} (PostgreSQL)`);
    assert.match(`${third?.file}`, /2\.test\.mjs \(PostgreSQL\)$/);
    assert.ok(first && second && third && first.took > 300 && second.took > 0 && third.took > 0);
    if (process.platform === 'linux') assert.ok(first.processor > second.processor + 150, JSON.stringify(used));
  });

  it('includes the processor time of ended programs', { skip: process.platform !== 'linux' }, () => {
    const processor = new ProcessorTime();
    const before = processor.read();
    spawnSync(process.execPath, ['-e', work(250)]);
    const after = processor.read();
    assert.ok(after - before > 200, `${after - before} ms`);
    assert.ok(processor.read() - after < 150);
  });
});
