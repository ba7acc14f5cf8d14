import { randomInt } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, matchesGlob, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { argumentsOrExit, numberOrExit } from '../api/src/arguments.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { browserTests } from './browser-tests.ts';
import { bundle, isBundled, SHARED } from './bundles.ts';
import { check } from './check.ts';
import { keepBusy } from './keep-busy.ts';
import { describeTotals, type Lane, openScreen, type Report, runFiles, type Screen, sumOf } from './run-files.ts';
import { shuffled } from './shuffle.ts';
import { AGAIN_IN_ALL, filesOf, onPostgres, type Size, testsLeftOut, WHOLE_SYSTEM } from './sizes.ts';
import { describeParts, describeSlowest, usageAsJson } from './totals.ts';
import { fetchWordPress } from './wordpress/download.ts';

const HELP = `npm test -- [--quick | --all] [--browser] [--repeat N] [--shuffle [--seed N]] [--busy] [--json FILE] [FILE…]

Runs the checks of npm run check, and then the tests. With FILE, the command runs only the tests in these files.
tools/sizes.ts lists the tests that only --all runs, and the tests that --quick skips.

  --quick        skip tests that boot a WordPress, open a browser or take long (npm run test:quick)
  --all          run all tests, also on the other WordPress, database and browser (npm run test:all)
  --browser      run only tests that open a browser
  --repeat N     run the tests N times (default 1)
  --shuffle      run the files in a different random order each time, and print its seed
  --seed N       repeat the order of a printed seed
  --busy         keep all processors busy with other processes during the tests
  --json FILE    write the resource usage of each test file to FILE
  --help         show this`;

const OPTIONS = {
  quick: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  browser: { type: 'boolean', default: false },
  repeat: { type: 'string', default: '1' },
  shuffle: { type: 'boolean', default: false },
  seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
  busy: { type: 'boolean', default: false },
  json: { type: 'string' },
} as const;

const { values, positionals } = argumentsOrExit(HELP, OPTIONS, true);
const repeat = numberOrExit('repeat', values.repeat);
const firstSeed = numberOrExit('seed', values.seed);
const size: Size = values.all ? 'all' : values.quick ? 'quick' : 'normal';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Tests of the whole system that share processes. Starting a site or a browser takes most of the time, and the tests in
 * a process can share both.
 */
const BUNDLED = [
  'tests/e2e/{api,client,deploy,pages,plugin,theme,wordpress}/**/*.test.ts',
  'tools/demo/playground/blueprint.test.ts',
];

/**
 * Test files that must not share a process. They start processes or servers, measure their own process, or change its
 * clock.
 */
const ALONE = [
  'api/conformance/{bad-credentials,drain,one-service,shutdown,shutdown-connections,slow-connections,time-zone,unclean-ends}.test.ts',
  'api/src/database/postgres/*.test.ts',
  'api/src/{host/transport,previews/guard,previews/worker}.test.ts',
  'tools/release/{bump,package}.test.ts',
];

/**
 * Test files that must not share the PostgreSQL server with other files. These tests expect events at once. The service
 * delays an event until all older transactions on the server have ended, including those of other files.
 */
const ALONE_ON_POSTGRES = 'api/conformance/{events-feed,two-worlds}.test.ts';

/** System tests that mostly wait for time limits. */
const WAITING = 'tests/e2e/client/php-*.test.ts';

/** File with the duration of the installation before this run (milliseconds). tools/install.js writes this file. */
const INSTALLED = 'node_modules/.largesse-installed';

/** Folder for the evidence of failing tests. */
const failuresFolder = openFailuresFolder();

/** Time of `performance.now()` at the start of this run. */
const begun = performance.now();

/** Duration of each part of this run (milliseconds). The part `downloads` overlaps with the checks and the tests. */
const parts: Record<string, number> = {};

process.chdir(root);
const missing = positionals.filter((file) => !existsSync(file));
if (missing.length > 0) {
  console.error(`there is no test file ${missing.join(', ')}`);
  process.exit(1);
}
if (values.quick && values.all) {
  console.error('--quick and --all: use only one of these options');
  process.exit(1);
}
if (existsSync(INSTALLED)) parts.installation = Number(readFileSync(INSTALLED, 'utf8'));
const candidates = positionals.length > 0 ? positionals : filesOf(size);
const chosen = values.browser ? browserTests(candidates) : candidates;
const wholeSystem = new Set(globSync(WHOLE_SYSTEM));
const needsWordPress = chosen.some((file) => wholeSystem.has(file));
const downloads = needsWordPress ? timed('downloads', download) : Promise.resolve();
if (!(await timed('checks', check))) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}
await runTests();

/**
 * Downloads WordPress and unpacks Chromium before the tests need them. Otherwise, several test files would download and
 * unpack them at the same time.
 */
async function download(): Promise<void> {
  // The module loads slowly, and quick runs do not need it.
  const { unpackChromium } = await import('./browser/chromium.ts');
  await Promise.all([fetchWordPress('6.5', { onProgress: (step) => console.log(step) }), unpackChromium()]);
}

/** Calls `work`, and adds the duration of this call to `parts`. */
async function timed<T>(part: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const done = await work();
  parts[part] = (parts[part] ?? 0) + performance.now() - started;
  return done;
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
  const whole = longestFirst(chosen.filter((file) => wholeSystem.has(file)));
  const others = longestFirst(chosen.filter((file) => !wholeSystem.has(file)));
  const both = onPostgres(size);
  const again = others.filter((file) => both.has(file));
  const alone = again.filter((file) => matchesGlob(file, ALONE_ON_POSTGRES));
  const withOthers = again.filter((file) => !alone.includes(file));
  process.env.TEST_SIZE = size;
  // Processes share compiled code and prepared sites in this folder. With compiled code, a process starts in two thirds
  // of the time. With a prepared site, a site starts in half of the time.
  const shared = mkdtempSync(join(tmpdir(), 'largesse-shared-'));
  process.env.NODE_COMPILE_CACHE = join(shared, 'compiled');
  if (whole.length > 1) {
    process.env.TEST_SITES = join(shared, 'sites');
    mkdirSync(process.env.TEST_SITES);
  }
  process.on('exit', () => rmSync(shared, { recursive: true, force: true }));
  // Run all tests of files that are named on the command line.
  const without = positionals.length > 0 ? [] : testsLeftOut(size);
  const inDebianChromium: Lane = { files: [], atOnce: availableParallelism() };
  if (size === 'all' && needsWordPress) {
    const { DEBIAN_CHROMIUM, lacksDebianChromium } = await import('./browser/chromium.ts');
    if (!lacksDebianChromium) {
      const guestPages = new Set(globSync(AGAIN_IN_ALL.debianChromium.what));
      inDebianChromium.files = whole.filter((file) => guestPages.has(file));
      inDebianChromium.variant = { name: 'Debian’s Chromium', env: { TEST_CHROMIUM: DEBIAN_CHROMIUM } };
    }
  }
  await using _ = values.busy ? keepBusy() : undefined;
  const screen = openScreen();
  const reports: Report[] = [];
  const runOnce = async (time: number): Promise<void> => {
    const seed = firstSeed + time - 1;
    if (values.shuffle) console.log(`— order of --seed ${seed}`);
    const inOrder = (files: readonly string[]) => (values.shuffle ? shuffled(files, seed) : files);
    // Tests often wait for browsers and time limits. So more processes than processors are needed to keep the
    // processors busy.
    const processors = availableParallelism();
    const isMixed = whole.length > 0 && others.length > 0;
    const wholeAtOnce = processors + (isMixed ? 1 : 2);
    const atOnce = isMixed ? Math.max(1, processors - 1) : processors + 2;
    const atOnceOnPostgres = isMixed ? 1 : processors;
    const lanes = [
      downloads
        .then(() =>
          runFiles(
            { files: processesFor(inOrder(whole), join(shared, `${time}`), wholeAtOnce), atOnce: wholeAtOnce, without },
            screen,
          ),
        )
        .then(async (first) => sumOf([first, await runFiles(inDebianChromium, screen)])),
      runFiles(
        { files: processesFor(inOrder(others), join(shared, `service-${time}`), atOnce), atOnce, without },
        screen,
      ),
      runOnPostgres(
        [
          {
            files: processesFor(inOrder(withOthers), join(shared, `postgres-${time}`), atOnceOnPostgres),
            atOnce: atOnceOnPostgres,
            without,
          },
          { files: inOrder(alone), atOnce: 1, without },
        ],
        screen,
      ),
    ];
    reports.push(...(await Promise.all(lanes)));
  };
  await timed('tests', async () => {
    for (let time = 1; time <= repeat; time++) {
      if (repeat > 1) console.log(`— ${time} of ${repeat}`);
      await runOnce(time);
    }
  });
  await screen.end();
  printResult(sumOf(reports));
}

/**
 * Bundles the files that share a process, and returns the files that Node runs.
 * @param folder for the bundles
 * @param atOnce number of processes that run at once
 */
function processesFor(files: readonly string[], folder: string, atOnce: number): string[] {
  // Each file on the command line has its own process, unless `--shuffle` searches for interactions between files.
  const isAlone = positionals.length > 0 && !values.shuffle;
  const bundled = new Set(
    isAlone
      ? []
      : [...BUNDLED.flatMap((files) => globSync(files)).filter(isBundled), ...globSync(SHARED, { exclude: ALONE })],
  );
  mkdirSync(folder);
  const alone = files.filter((file) => !bundled.has(file));
  const waiting = alone.filter((file) => matchesGlob(file, WAITING));
  const others = alone.filter((file) => !waiting.includes(file));
  // The shared processes come last, because they can divide the remaining files among themselves.
  return [
    ...waiting,
    ...others,
    ...bundle(
      files.filter((file) => bundled.has(file)),
      folder,
      atOnce,
    ),
  ];
}

/**
 * Runs several groups of test files again with PostgreSQL, one group after the other. All files use the same server,
 * each with its own database.
 */
async function runOnPostgres(lanes: readonly Lane[], screen: Screen): Promise<Report> {
  if (lanes.every(({ files }) => files.length === 0)) return sumOf([]);
  await using server = await startPostgres();
  const variant = { name: 'PostgreSQL', env: { TEST_POSTGRES: server.url } };
  const reports: Report[] = [];
  for (const lane of lanes) reports.push(await runFiles({ ...lane, variant }, screen));
  return sumOf(reports);
}

/** Sorts test files by their estimated duration, so that no long file runs alone at the end. */
function longestFirst(files: readonly string[]): string[] {
  const inBrowser = new Set(browserTests(files));
  // Tests in a browser take about twice as long as other test files of the same size.
  const durationOf = (file: string) => statSync(file).size * (inBrowser.has(file) ? 2 : 1);
  return files.toSorted((a, b) => durationOf(b) - durationOf(a) || a.localeCompare(b));
}

/**
 * Prints the summary as the last output of the run. People read the end of a long log first, and some tools only show
 * the end.
 */
function printResult(report: Report): void {
  const { passed, failed, failures } = report;
  for (const failure of failures) console.log(`✖ ${failure}`);
  if (readdirSync(failuresFolder).length > 0) {
    console.log(`Pictures, consoles, logs and traces of failed tests: ${failuresFolder}`);
    console.log('To look at a trace: npx playwright-core show-trace FILE.zip');
  }
  console.log(describeSlowest(report.files));
  if (values.shuffle)
    console.log(`Order of the files: --seed ${firstSeed}${repeat > 1 ? ` to ${firstSeed + repeat - 1}` : ''}`);
  console.log(describeParts(parts, (parts.installation ?? 0) + performance.now() - begun));
  console.log(describeTotals(report));
  if (values.json !== undefined) writeFileSync(values.json, usageAsJson(report, parts));
  if (failed > 0 || passed === 0) process.exitCode = 1;
}
