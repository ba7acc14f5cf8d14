// Needs a whole service on a cluster of three PostgreSQL servers with Citus.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SetupError } from '../../../tools/cache/setup-error.ts';
import { buildCitus } from '../../../tools/citus.ts';
import { openCitus, withoutCitus } from '../../support/citus.ts';
import { openForSuite } from '../../support/suite.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Tests of every rule of the API, and those of the database itself. */
const FILES = globSync(['api/conformance/**/*.test.ts', 'api/src/database/citus/*.test.ts'], { cwd: root }).sort();

/** Folder of the programs to start. Undefined if TEST_CITUS or an installed Citus decides. */
let programs: string | undefined;
let reason = withoutCitus;
if (reason) {
  try {
    programs = await buildCitus();
    reason = false;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    reason = error.message;
  }
}

describe('the rules of the API on Citus', { skip: reason }, () => {
  const citus = openForSuite(() => openCitus(programs));

  for (const file of FILES)
    it(file, async () => {
      const { code, output } = await runTests(file, citus.url);
      assert.equal(code, 0, output);
      // Citus lacks some features; files that test only these say so.
      assert.match(output, /^# pass [1-9]|# SKIP \S/m, 'no test ran');
    });
});

/** Runs a test file on a cluster. */
function runTests(file: string, url: string): Promise<{ code: number; output: string }> {
  // With NODE_TEST_CONTEXT, Node would run no tests.
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const args = ['--test', '--test-reporter=tap', file];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { cwd: root, env: { ...environment, TEST_CITUS: url }, maxBuffer: Number.POSITIVE_INFINITY },
      (error, stdout, stderr) => {
        const failures = stdout
          .split('\n')
          .filter((line) => /not ok|error:|expected:|actual:|^# (pass|fail)|# SKIP /.test(line));
        resolve({ code: error ? 1 : 0, output: `${failures.join('\n')}\n${stderr}` });
      },
    );
  });
}
