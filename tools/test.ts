import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { argumentsOrExit } from '../api/src/arguments.ts';
import { startPostgres } from '../api/testing/postgres.ts';
import { fetchWordPress } from '../demo/wordpress/download.ts';
import { TRACE_NOTE } from '../e2e/browser/trace-note.ts';
import { browserTests } from './browser-tests.ts';
import { keepBusy } from './keep-busy.ts';

const HELP = `npm test -- [--quick] [--browser] [--times N] [--busy] [FILE…]

Checks format, lint and types, then runs every test, or those in the files named.

  --quick     leave out what boots a WordPress or takes minutes (npm run test:quick)
  --browser   leave out what opens no browser
  --times N   run what is chosen N times over (default 1)
  --busy      run it beside a load that takes every processor
  --help      show this`;

const OPTIONS = {
  quick: { type: 'boolean', default: false },
  browser: { type: 'boolean', default: false },
  times: { type: 'string', default: '1' },
  busy: { type: 'boolean', default: false },
} as const;

const { values, positionals } = argumentsOrExit(HELP, OPTIONS, true);
const times = Number(values.times);
if (!(Number.isInteger(times) && times > 0)) {
  console.error('--times: give a whole number from 1 on');
  process.exit(1);
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests that boot a real WordPress, or a browser. */
const WHOLE_SYSTEM = '{demo,e2e}/**/*.test.ts';

/** Tests that wait for the service's own time limits, send ten thousand requests, or start a PostgreSQL. */
const LONG = [
  'api/conformance/{slow-connections,shutdown-connections,bad-credentials}.test.ts',
  'api/src/database/postgres*.test.ts',
  'api/testing/postgres.test.ts',
  'api/move-data.test.ts',
  'client/client-cases.test.ts',
  'release/bump.test.ts',
  'release/package.test.ts',
  'soak/*.test.ts',
];

/** Tests that say the same on both databases. */
const BOTH_DATABASES = 'api/{conformance/**/*,reconcile}.test.ts';

/** Longest time that a test file may take (milliseconds). */
const FILE_TIMEOUT_MS = 600_000;

/** How much of a failure is said again at the end. */
const REASON_LINES = 12;

process.chdir(root);
const missing = positionals.filter((file) => !existsSync(file));
if (missing.length > 0) {
  console.error(`there is no test file ${missing.join(', ')}`);
  process.exit(1);
}
checked('format and lint', 'biome', ['ci', '--error-on-warnings']);
checked('types', 'tsc', ['--noEmit']);
checked('types of the plugin', 'tsc', ['--noEmit', '--project', 'plugin']);
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

interface Totals {
  passed: number;
  failed: number;
  /** What failed, and why. */
  failures: string[];
  /** What the browsers of tests that failed left behind. */
  traces: string[];
}

function add(totals: Totals, { passed, failed, failures, traces }: Totals): void {
  totals.passed += passed;
  totals.failed += failed;
  totals.failures.push(...failures);
  totals.traces.push(...traces);
}

async function runTests(): Promise<void> {
  const all = globSync('{contract,api,client,demo,e2e,release,soak}/**/*.test.ts').sort();
  const wholeSystem = new Set(globSync(WHOLE_SYSTEM));
  const long = new Set(globSync(LONG));
  const candidates =
    positionals.length > 0
      ? positionals
      : all.filter((file) => !values.quick || !(wholeSystem.has(file) || long.has(file)));
  const chosen = values.browser ? browserTests(candidates) : candidates;
  // Every test file is a process of its own: a third of its start is reading code that others have read before.
  const compiled = mkdtempSync(join(tmpdir(), 'largesse-compiled-'));
  process.env.NODE_COMPILE_CACHE = compiled;
  process.on('exit', () => rmSync(compiled, { recursive: true, force: true }));
  // Once, before test files that run beside each other would each fetch it.
  if (chosen.some((file) => wholeSystem.has(file))) {
    await fetchWordPress('6.5', { onProgress: (step) => console.log(step) });
    // Not needed for the inner loop, and it takes long to load.
    const { unpackChromium } = await import('../e2e/browser/chromium.ts');
    await unpackChromium();
  }
  await using _ = values.busy ? keepBusy() : undefined;
  const totals: Totals = { passed: 0, failed: 0, failures: [], traces: [] };
  for (let time = 1; time <= times; time++) {
    if (times > 1) console.log(`— ${time} of ${times}`);
    add(totals, await runFiles(chosen));
  }
  if (!values.quick) {
    const both = new Set(globSync(BOTH_DATABASES));
    const again = await runOnPostgres(chosen.filter((file) => both.has(file) && !long.has(file)));
    add(totals, { ...again, failures: again.failures.map((failure) => `PostgreSQL: ${failure}`) });
  }
  // Once more at the end: of a long log, people see the end first, and some keep no more of it.
  for (const failure of totals.failures) console.log(`✖ ${failure}`);
  for (const trace of totals.traces) console.log(trace);
  if (totals.traces.length > 0) console.log('To look at one: npx playwright-core show-trace FILE.zip');
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  if (totals.failed > 0 || totals.passed === 0) process.exitCode = 1;
}

/** Runs the tests of the service once more, each on a database of one PostgreSQL server. */
async function runOnPostgres(files: string[]): Promise<Totals> {
  if (files.length === 0) return { passed: 0, failed: 0, failures: [], traces: [] };
  console.log('— the same on PostgreSQL');
  await using server = await startPostgres();
  process.env.TEST_POSTGRES = server.url;
  try {
    return await runFiles(files);
  } finally {
    delete process.env.TEST_POSTGRES;
  }
}

/** Runs test files, one more at a time than there are processors, because some wait; how many tests passed and failed. */
async function runFiles(files: string[]): Promise<Totals> {
  const tests = run({
    files: files.map((file) => `${root}${file}`),
    concurrency: availableParallelism() + 1,
    timeout: FILE_TIMEOUT_MS,
  });
  const totals: Totals = { passed: 0, failed: 0, failures: [], traces: [] };
  tests.on('test:diagnostic', ({ message }) => {
    if (message.startsWith(TRACE_NOTE)) totals.traces.push(message);
  });
  tests.on('test:summary', ({ file, counts }) => {
    // The summary of the whole run names no file.
    if (file !== undefined) return;
    totals.passed = counts.passed;
    totals.failed = counts.tests - counts.passed - counts.skipped - counts.todo;
  });
  tests.on('test:fail', ({ name, file = '', details }) => {
    const { failureType, cause } = details.error as Error & { failureType?: string };
    if (failureType === 'subtestsFailed') return;
    totals.failures.push(`${relative(root, file)}: ${name}\n${reasonOf(cause ?? details.error)}`);
  });
  tests.compose(spec).pipe(process.stdout, { end: false });
  await once(tests, 'end');
  return totals;
}

/** What went wrong, with where it did, indented. */
function reasonOf(error: unknown): string {
  const lines = (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n');
  return lines
    .slice(0, REASON_LINES)
    .map((line) => `    ${line}`)
    .join('\n');
}
