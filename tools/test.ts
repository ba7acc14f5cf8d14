import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fetchWordPress } from '../demo/wordpress/download.ts';

/*
 * `npm test`: format, lint, types, then every test. `--quick` leaves out what boots a WordPress or takes minutes;
 * further arguments name the test files to run instead of all.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests that boot a real WordPress, or a browser. */
const WHOLE_SYSTEM = '{demo,e2e}/**/*.test.ts';

/** Tests that wait for the service's own time limits, or send ten thousand requests. */
const LONG = 'api/conformance/{slow-connections,shutdown-connections,bad-credentials}.test.ts';

/** Longest time that a test file may take (milliseconds). */
const PATIENCE = 600_000;

process.chdir(root);
checked('format and lint', 'biome', ['ci', '--error-on-warnings']);
checked('types', 'tsc', ['--noEmit']);
checked('PHP', 'node', ['tools/lint-php.ts']);
await runTests();

/** Runs a check to its end; a failure ends everything. */
function checked(name: string, command: string, args: string[]): void {
  console.log(`— ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status === 0) return;
  console.error(`${name}: failed`);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

async function runTests(): Promise<void> {
  const all = globSync('{contract,api,client,demo,e2e}/**/*.test.ts').sort();
  const wholeSystem = new Set(globSync(WHOLE_SYSTEM));
  const long = new Set(globSync(LONG));
  const chosen =
    positionals.length > 0
      ? positionals
      : all.filter((file) => !values.quick || !(wholeSystem.has(file) || long.has(file)));
  // Once, before test files that run beside each other would each fetch it.
  if (chosen.some((file) => wholeSystem.has(file))) await fetchWordPress('6.5', (step) => console.log(step));
  const tests = run({
    files: chosen.map((file) => `${root}${file}`),
    concurrency: availableParallelism(),
    timeout: PATIENCE,
  });
  const totals = { passed: 0, failed: 0 };
  tests.on('test:summary', ({ file, counts }) => {
    // The summary of the whole run names no file.
    if (file !== undefined) return;
    totals.passed = counts.passed;
    totals.failed = counts.tests - counts.passed - counts.skipped - counts.todo;
  });
  tests.on('end', () => {
    console.log(`${totals.passed} passed, ${totals.failed} failed`);
    if (totals.failed > 0 || totals.passed === 0) process.exitCode = 1;
  });
  tests.compose(spec).pipe(process.stdout, { end: false });
}
