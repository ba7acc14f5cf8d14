import { randomInt } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, matchesGlob, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { argumentsOrExit, numberOrExit } from '../../api/src/arguments.ts';
import { startPostgres } from '../../tests/support/postgres.ts';
import { check } from '../check.ts';
import { fetchWordPress } from '../wordpress/download.ts';
import { shareProcesses } from './bundles.ts';
import { endDescendants } from './descendants.ts';
import { keepBusy } from './keep-busy.ts';
import {
  describeResult,
  describeSlowest,
  type Lane,
  openScreen,
  type Report,
  runFiles,
  type Screen,
  sumOf,
} from './run-files.ts';
import { shuffled } from './shuffle.ts';

const HELP = `npm test -- [--all | --rest] [--repeat N] [--shuffle [--seed N]] [--busy] [FILE…]

Runs the checks of npm run check, and then the tests next to the code and in tests/journeys/.
With FILE, the command runs only the tests in these files.

  --all          also run all other tests: of the whole system, long walks, and on PostgreSQL (npm run test:all)
  --rest         run only these other tests
  --repeat N     run the tests N times (default 1)
  --shuffle      run the files in a different random order each time, and print its seed
  --seed N       repeat the order of a printed seed
  --busy         keep all processors busy with other processes during the tests
  --help         show this`;

const OPTIONS = {
  all: { type: 'boolean', default: false },
  rest: { type: 'boolean', default: false },
  repeat: { type: 'string', default: '1' },
  shuffle: { type: 'boolean', default: false },
  seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
  busy: { type: 'boolean', default: false },
} as const;

/** Tests that `npm test` runs. */
const QUICK = '{api,client,contract,deploy,plugin,theme,tools,tests/{journeys,support}}/**/*.test.ts';

/** Other tests: those of the whole system, and long walks of the API. */
const REST = '{api/conformance/walks,tests/{bench,e2e,simulation,soak}}/**/*.test.ts';

/** Tests on a real WordPress. */
const ON_WORDPRESS = 'tests/{e2e,journeys}/**/*.test.ts';

/**
 * Tests that `--all` and `--rest` run once more with PostgreSQL, because it may behave differently, and that also run
 * with it if they are named.
 */
const ON_POSTGRES = '{api/conformance,tests/e2e/service/databases}/**/*.test.ts';

/** Minimum number of test files for which another process with its own site is worthwhile. */
const FILES_PER_SITE = 3;

const { values, positionals } = argumentsOrExit(HELP, OPTIONS, true);
const repeat = numberOrExit('repeat', values.repeat);
const firstSeed = numberOrExit('seed', values.seed);

const root = fileURLToPath(new URL('../..', import.meta.url));
const begun = performance.now();

process.chdir(root);
// Programs that run as other users, such as PostgreSQL, must be able to read the files of tests.
process.umask(0o022);
const missing = positionals.filter((file) => !existsSync(file));
if (missing.length > 0) {
  console.error(`there is no test file ${missing.join(', ')}`);
  process.exit(1);
}
for (const [name, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(name, () => void endDescendants().then(() => process.exit(code)));

const failuresFolder = openFailuresFolder();
const chosen = positionals.length > 0 ? positionals : filesOf();
const onWordPress = longestFirst(chosen.filter((file) => matchesGlob(file, ON_WORDPRESS)));
const others = longestFirst(chosen.filter((file) => !matchesGlob(file, ON_WORDPRESS)));
const downloads = onWordPress.length > 0 ? download() : Promise.resolve();
// `--rest` continues a run of `npm test`, which has checked the code.
if (!values.rest) {
  const failures = await check();
  if (failures.length > 0) await fail(failures);
}
try {
  await runTests();
} catch (error) {
  // Node's test runner handles errors that nothing else handles, and would hide this one.
  await fail([inspect(error)]);
}

/** Prints why the tests did not run, and ends this process. */
async function fail(failures: string[]): Promise<never> {
  console.log(describeResult({ ...sumOf([]), failed: failures.length, failures }));
  await endDescendants();
  process.exit(1);
}

/** Returns the files of the tests to run. */
function filesOf(): string[] {
  const rest = globSync(REST);
  if (values.rest) return rest;
  const quick = globSync(QUICK).filter((file) => !rest.includes(file));
  return values.all ? [...quick, ...rest] : quick;
}

/**
 * Downloads WordPress and unpacks Chromium before the tests need them. Otherwise, several test files would download and
 * unpack them at the same time.
 */
async function download(): Promise<void> {
  const { unpackChromium } = await import('../browser/chromium.ts');
  await Promise.all([fetchWordPress('6.5', { onProgress: (step) => console.log(step) }), unpackChromium()]);
}

/**
 * Returns the folder for the evidence of failing tests: `TEST_FAILURES`, or a temporary folder. At the end of the run,
 * an empty folder is deleted.
 */
function openFailuresFolder(): string {
  const folder = resolve(process.env.TEST_FAILURES ?? mkdtempSync(join(tmpdir(), 'largesse-failures-')));
  mkdirSync(folder, { recursive: true });
  process.env.TEST_FAILURES = folder;
  process.on('exit', () => {
    if (readdirSync(folder).length === 0) rmdirSync(folder);
  });
  return folder;
}

async function runTests(): Promise<void> {
  // Processes share compiled code and prepared sites in this folder. With compiled code, a process starts in two thirds
  // of the time. With a prepared site, a site starts in half of the time.
  const shared = mkdtempSync(join(tmpdir(), 'largesse-shared-'));
  process.on('exit', () => rmSync(shared, { recursive: true, force: true }));
  process.env.NODE_COMPILE_CACHE = join(shared, 'compiled');
  if (onWordPress.length > 1) {
    process.env.TEST_SITES = join(shared, 'sites');
    mkdirSync(process.env.TEST_SITES);
  }
  using _ = values.busy ? keepBusy() : undefined;
  const screen = openScreen();
  const reports: Report[] = [];
  for (let time = 1; time <= repeat; time++) {
    if (repeat > 1) console.log(`— ${time} of ${repeat}`);
    reports.push(...(await runOnce(screen, shared, firstSeed + time - 1)));
  }
  await screen.end();
  printResult(sumOf(reports));
}

/** Runs each chosen test once. The tests on WordPress and the other tests run in parallel. */
async function runOnce(screen: Screen, shared: string, seed: number): Promise<Report[]> {
  if (values.shuffle) console.log(`— order of --seed ${seed}`);
  const inOrder = (files: readonly string[]) => (values.shuffle ? shuffled(files, seed) : files);
  // A file that is named on the command line has its own process, unless `--shuffle` searches for interactions.
  const runShared = async (files: readonly string[], name: string, lane: Omit<Lane, 'files'>): Promise<Report> => {
    if (positionals.length > 0 && !values.shuffle) return await runFiles({ ...lane, files }, screen);
    const { programs, unfinished } = shareProcesses(files, join(shared, `${name}-${seed}`), lane.atOnce);
    const report = await runFiles({ ...lane, files: programs }, screen);
    const failures = unfinished().map((file) => `${file}: its process ended before its tests`);
    return sumOf([report, { ...sumOf([]), failed: failures.length, failures }]);
  };
  // Tests often wait for browsers and time limits. So more processes than processors are needed to keep the processors
  // busy.
  const atOnce = availableParallelism();
  // But each process boots its own site, which takes as long as several journeys.
  const sitesAtOnce = Math.min(atOnce + 1, Math.ceil(onWordPress.length / FILES_PER_SITE));
  const isAgain = (file: string) => positionals.length === 0 || chosen.includes(file);
  const onPostgres = values.all || values.rest || positionals.length > 0 ? globSync(ON_POSTGRES).filter(isAgain) : [];
  return await Promise.all([
    downloads.then(() => runShared(inOrder(onWordPress), 'sites', { atOnce: sitesAtOnce })),
    runShared(inOrder(others), 'others', { atOnce }),
    withPostgres(onPostgres.length, (variant) => runShared(inOrder(onPostgres), 'postgres', { atOnce: 1, variant })),
  ]);
}

/** Starts PostgreSQL for a number of test files, and runs them. Each file has its own database. */
async function withPostgres(files: number, run: (variant: Lane['variant']) => Promise<Report>): Promise<Report> {
  if (files === 0) return sumOf([]);
  await using server = await startPostgres();
  return await run({ name: 'PostgreSQL', env: { TEST_POSTGRES: server.url } });
}

/** Sorts test files by size, so that no long file runs alone at the end. */
function longestFirst(files: readonly string[]): string[] {
  return files.toSorted((a, b) => statSync(b).size - statSync(a).size || a.localeCompare(b));
}

/**
 * Prints the summary as the last output of the run. People read the end of a long log first, and some tools only show
 * the end.
 */
function printResult(report: Report): void {
  if (readdirSync(failuresFolder).length > 0) {
    console.log(`Pictures, consoles, logs and traces of failed tests: ${failuresFolder}`);
    console.log('To look at a trace: npx playwright-core show-trace FILE.zip');
  }
  console.log(describeSlowest(report));
  if (values.shuffle)
    console.log(`Order of the files: --seed ${firstSeed}${repeat > 1 ? ` to ${firstSeed + repeat - 1}` : ''}`);
  console.log(`Took ${Math.round((performance.now() - begun) / 1000)} s`);
  console.log(describeResult(report));
  if (report.failed > 0 || report.passed === 0) process.exitCode = 1;
}
