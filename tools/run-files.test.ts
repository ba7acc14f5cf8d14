import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../tests/support/temporary-folder.ts';
import { describeTotals, runFiles, sumOf } from './run-files.ts';

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

describe('the totals of test files', () => {
  it('count passed, failed and skipped tests, and list each reason for skipping once', async () => {
    // Node does not run tests inside a process that is marked as a test.
    delete process.env.NODE_TEST_CONTEXT;
    await using folder = await temporaryFolder();
    const files = ['first.test.mjs', 'second.test.mjs'].map((name) => join(folder.path, name));
    await Promise.all([FIRST, SECOND].map((code, index) => writeFile(`${files[index]}`, code)));
    const screen = { write: () => {}, end: async () => {} };
    const reports = await Promise.all(files.map((file) => runFiles({ files: [file], atOnce: 1 }, screen)));
    assert.equal(
      describeTotals(sumOf(reports)),
      `Skipped: Caddy is not installed (1 test)
Skipped: nginx is not installed (3 tests)
Skipped: no reason is given (1 test)
2 passed, 1 failed, 5 skipped`,
    );
  });

  it('count a hook that fails after passing tests', async () => {
    delete process.env.NODE_TEST_CONTEXT;
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'hooks.test.mjs');
    await writeFile(file, HOOKS);
    const report = await runFiles({ files: [file], atOnce: 1 }, { write: () => {}, end: async () => {} });
    assert.equal(describeTotals(report), '1 passed, 1 failed');
    assert.match(`${report.failures}`, /a suite\n *Error: PHP has complained/);
  });

  it('do not mention skipped tests if there are none', () => {
    assert.equal(describeTotals({ passed: 3, failed: 0, skips: [] }), '3 passed, 0 failed');
  });
});
