import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { patience } from '../../tests/support/patience.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { until } from '../../tests/support/wait.ts';
import { describeResult, runFiles, sumOf } from './run-files.ts';

const root = join(import.meta.dirname, '../..');

const NO_SCREEN = { write: () => {}, end: async () => {} };

const FIRST = `
  import { describe, it } from 'node:test';
  it('passes', () => {});
  it('fails', () => { throw new Error('as it should') });
  it('needs nginx', { skip: 'nginx is not installed' }, () => {});
  it('needs nginx, too', (test) => test.skip('nginx is not installed'));
  describe('needs Caddy', { skip: 'Caddy is not installed' }, () => { it('a', () => {}); it('b', () => {}); });`;

const SECOND = `
  import { describe, it } from 'node:test';
  describe('a suite', () => {
    it('passes', { skip: false }, () => {});
    it('needs nginx', { skip: 'nginx is not installed' }, () => {});
    it('does not say what it needs', { skip: true }, () => {});
  });`;

const HOOKS = `
  import { after, before, describe, it } from 'node:test';
  describe('a suite', () => {
    after(() => { throw new Error('PHP has complained') });
    it('passes', () => {});
  });`;

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

/** Returns whether a process runs. Processes that have ended, but whose parent has not read their result, do not run. */
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

describe('the result of test files', () => {
  it('lists failed tests with their reasons, and each reason for skipping once, before the totals', async () => {
    // Node does not run tests inside a process that is marked as a test.
    delete process.env.NODE_TEST_CONTEXT;
    await using folder = await temporaryFolder();
    const files = ['first.test.mjs', 'second.test.mjs'].map((name) => join(folder.path, name));
    await Promise.all([FIRST, SECOND].map((code, index) => writeFile(`${files[index]}`, code)));
    const reports = await Promise.all(files.map((file) => runFiles({ files: [file], atOnce: 1 }, NO_SCREEN)));
    assert.equal(
      describeResult(sumOf(reports)).replace(/(?<=Error: as it should)(\n {4,}.*)+/, ''),
      `Failed tests:
✖ ${relative(root, `${files[0]}`)}: fails
    Error: as it should
Skipped: Caddy is not installed (1 test)
Skipped: nginx is not installed (3 tests)
Skipped: no reason is given (1 test)
2 passed, 1 failed, 5 skipped`,
    );
  });

  it('counts a hook that fails after passing tests', async () => {
    delete process.env.NODE_TEST_CONTEXT;
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'hooks.test.mjs');
    await writeFile(file, HOOKS);
    const report = await runFiles({ files: [file], atOnce: 1 }, NO_SCREEN);
    assert.match(
      describeResult(report),
      /^Failed tests:\n✖ .*hooks\.test\.mjs: a suite\n *Error: PHP has complained(\n .*)*\n1 passed, 1 failed$/,
    );
  });
});
