import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { patience } from '../../tests/support/patience.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { until } from '../../tests/support/wait.ts';
import { describeResult, runFiles } from './run-files.ts';

const NO_SCREEN = { write: () => {}, end: async () => {} };

/** Returns a test file whose test never ends. The test starts a program, and writes the id of the program to a file. */
const hanging = (file: string) => `
  import { spawn } from 'node:child_process';
  import { writeFileSync } from 'node:fs';
  import { it } from 'node:test';
  it('waits forever', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });
    writeFileSync(${JSON.stringify(file)}, String(child.pid));
    await new Promise(() => setInterval(() => {}, 1000));
  });`;

/**
 * Returns whether a process runs. Processes that have ended, but whose parent has not read their result, do not run.
 */
function isRunning(id: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a test run', () => {
  it('ends and names tests that hang', async (t) => {
    delete process.env.NODE_TEST_CONTEXT;
    await using folder = await temporaryFolder();
    const [file, child] = [join(folder.path, 'hanging.test.mjs'), join(folder.path, 'child')];
    await writeFile(file, hanging(child));
    const print = t.mock.method(console, 'log', () => {});
    const report = await runFiles({ files: [file], atOnce: 1, hangsAfterMs: 3000 }, NO_SCREEN);
    print.mock.restore();
    assert.match(describeResult(report), /^0 passed, [1-9]\d* failed$/m);
    const printed = print.mock.calls.map((call) => call.arguments.join(' '));
    assert.deepEqual(printed, ['No test has ended for 3 s. Running:', `  ${file}: waits forever`]);
    assert.equal(isRunning(Number(readFileSync(child, 'utf8'))), false);
  });

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    it(`ends all its processes after ${signal}`, async () => {
      await using folder = await temporaryFolder();
      const [file, child] = [join(folder.path, 'hanging.test.mjs'), join(folder.path, 'child')];
      await writeFile(file, hanging(child));
      // The folder of failures belongs to the surrounding run, and the inner run would delete it.
      const { NODE_TEST_CONTEXT: _, TEST_FAILURES: __, ...env } = process.env;
      const main = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--rest', file], {
        env: { ...env, TMPDIR: folder.path },
        stdio: 'ignore',
      });
      const ended = once(main, 'exit');
      await until('the test has started', () => existsSync(child) && readFileSync(child, 'utf8') !== '');
      const sent = performance.now();
      main.kill(signal);
      assert.deepEqual(await ended, [code, null]);
      assert.ok(performance.now() - sent < patience(5000));
      assert.equal(isRunning(Number(readFileSync(child, 'utf8'))), false);
      assert.deepEqual(
        readdirSync(folder.path).filter((name) => name.startsWith('largesse-')),
        [],
      );
    });
});
