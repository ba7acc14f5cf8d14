import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { argumentsOrExit, numberOrExit } from '../api/src/arguments.ts';
import { startPostgres } from '../api/testing/postgres.ts';
import { fetchWordPress } from '../wordpress/download.ts';
import { browserTests } from './browser-tests.ts';
import { bundle, isBundled } from './bundles.ts';
import { check } from './check.ts';
import { keepBusy } from './keep-busy.ts';
import { describeTotals, type Lane, openScreen, type Report, runFiles, type Screen, sumOf } from './run-files.ts';

const HELP = `npm test -- [--quick] [--browser] [--times N] [--busy] [FILE…]

Does what npm run check does, then runs all tests, or those in the given files.

  --quick     leave out what boots a WordPress, opens a browser or takes minutes (npm run test:quick)
  --browser   run only what opens a browser
  --times N   run them N times (default 1)
  --busy      run them while something else keeps all processors busy
  --help      show this`;

const OPTIONS = {
  quick: { type: 'boolean', default: false },
  browser: { type: 'boolean', default: false },
  times: { type: 'string', default: '1' },
  busy: { type: 'boolean', default: false },
} as const;

const { values, positionals } = argumentsOrExit(HELP, OPTIONS, true);
const times = numberOrExit('times', values.times);

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests that boot a real WordPress, or a browser. */
const WHOLE_SYSTEM = '{browser,demo,e2e,wordpress}/**/*.test.ts';

/** Tests that wait for the service’s own time limits, send ten thousand requests, or start a PostgreSQL or many processes. */
const LONG = [
  'api/arguments.test.ts',
  'api/conformance/{slow-connections,shutdown-connections,bad-credentials}.test.ts',
  'api/src/database/postgres/**/*.test.ts',
  'api/src/database/sqlite/search/killed.test.ts',
  'api/testing/postgres.test.ts',
  'api/move-data.test.ts',
  'client/client-cases.test.ts',
  'release/bump.test.ts',
  'release/package.test.ts',
  'soak/*.test.ts',
];

/** Tests that say the same on both databases. */
const BOTH_DATABASES = 'api/{conformance/**/*,reconcile}.test.ts';

/** Those of them about callers, headers and the host alone: they hardly touch the database, so one is enough. */
const ONE_DATABASE =
  'api/conformance/{answer-headers,auth-cache*,authentication,breaker,credential-spellings,failed-logins,gateway-*,host-*,options-requests,previews,unknown-credentials}.test.ts';

/** Tests of the whole system that run several in a process: most of each is the same site, and some a browser. */
const BUNDLED = 'e2e/{api,pages,plugin,theme}/**/*.test.ts';

/** Tests of guests' pages in a browser, which run again in Debian's Chromium if it is installed: it is newer. */
const GUEST_PAGES = 'e2e/pages/{give-dialog,giver-browser,guest-page}.test.ts';

/** Tests of the whole system that wait for time limits rather than work. */
const WAITING = 'e2e/client/php-*.test.ts';

/** How many files are named at the end as the slowest. */
const SLOWEST = 10;

process.chdir(root);
const missing = positionals.filter((file) => !existsSync(file));
if (missing.length > 0) {
  console.error(`there is no test file ${missing.join(', ')}`);
  process.exit(1);
}
if (!(await check())) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}
await runTests();

async function runTests(): Promise<void> {
  const all = globSync('*/**/*.test.ts', { exclude: ['node_modules', 'data'] }).sort();
  const wholeSystem = new Set(globSync(WHOLE_SYSTEM));
  const long = new Set(globSync(LONG));
  const candidates =
    positionals.length > 0
      ? positionals
      : all.filter((file) => !values.quick || !(wholeSystem.has(file) || long.has(file)));
  const chosen = values.browser ? browserTests(candidates) : candidates;
  const whole = longestFirst(chosen.filter((file) => wholeSystem.has(file)));
  const others = chosen.filter((file) => !wholeSystem.has(file));
  const both = new Set(values.quick ? [] : globSync(BOTH_DATABASES, { exclude: [ONE_DATABASE] }));
  const again = others.filter((file) => both.has(file) && !long.has(file));
  // Every test file is a process of its own: a third of its start is reading code that others have read before, and
  // half of a site's is setting up what others have set up before.
  const shared = mkdtempSync(join(tmpdir(), 'largesse-shared-'));
  process.env.NODE_COMPILE_CACHE = join(shared, 'compiled');
  if (whole.length > 1) {
    process.env.TEST_SITES = join(shared, 'sites');
    mkdirSync(process.env.TEST_SITES);
  }
  process.on('exit', () => rmSync(shared, { recursive: true, force: true }));
  // Those that somebody names run as they would alone.
  const bundled = new Set(positionals.length > 0 ? [] : globSync(BUNDLED).filter(isBundled));
  const bundles = bundle(
    whole.filter((file) => bundled.has(file)),
    shared,
  );
  const inBundles = new Map(bundles.flatMap(({ path, files }) => files.map((file) => [file, path])));
  // In the order of the largest of each.
  const processes = [...new Set(whole.map((file) => inBundles.get(file) ?? file))];
  const guestPages = new Set(globSync(GUEST_PAGES));
  const inDebianChromium: Lane = { files: [], atOnce: availableParallelism() };
  // Once, before test files that run beside each other would each fetch it.
  if (whole.length > 0) {
    await fetchWordPress('6.5', { onProgress: (step) => console.log(step) });
    // Not needed for the inner loop, and it takes long to load.
    const { DEBIAN_CHROMIUM, lacksDebianChromium, unpackChromium } = await import('../browser/chromium.ts');
    await unpackChromium();
    inDebianChromium.variant = { name: 'Debian’s Chromium', env: { TEST_CHROMIUM: DEBIAN_CHROMIUM } };
    if (!lacksDebianChromium) inDebianChromium.files = whole.filter((file) => guestPages.has(file));
  }
  await using _ = values.busy ? keepBusy() : undefined;
  const screen = openScreen();
  const reports: Report[] = [];
  for (let time = 1; time <= times; time++) {
    if (times > 1) console.log(`— ${time} of ${times}`);
    // The whole system takes all that the processors have, and the service's tests wait most of their time.
    const atOnce = availableParallelism() + (whole.length > 0 && others.length > 0 ? 0 : 1);
    const lanes = [
      runFiles({ files: processes, atOnce }, screen).then(async (first) =>
        sumOf([first, await runFiles(inDebianChromium, screen)]),
      ),
      runFiles({ files: others, atOnce }, screen).then(async (first) =>
        sumOf([first, await runOnPostgres(again, atOnce, screen)]),
      ),
    ];
    reports.push(...(await Promise.all(lanes)));
  }
  await screen.end();
  const names = new Map(bundles.map(({ path, files }) => [relative(root, path), files.join(' ')]));
  printResult(sumOf(reports), names);
}

/** Runs test files once more, each on a database of one PostgreSQL server. */
async function runOnPostgres(files: string[], atOnce: number, screen: Screen): Promise<Report> {
  if (files.length === 0) return sumOf([]);
  await using server = await startPostgres();
  const variant = { name: 'PostgreSQL', env: { TEST_POSTGRES: server.url } };
  return await runFiles({ files, atOnce, variant }, screen);
}

/** Sorts test files so that none that takes long is left alone at the end: those that wait, then by their size. */
function longestFirst(files: readonly string[]): string[] {
  const weightOf = (file: string) => (matchesGlob(file, WAITING) ? Number.MAX_SAFE_INTEGER : statSync(file).size);
  return files.toSorted((a, b) => weightOf(b) - weightOf(a) || a.localeCompare(b));
}

/**
 * Prints what counts at the end: of a long log, people see the end first, and some keep no more of it.
 * @param names of processes that ran several files
 */
function printResult(report: Report, names: ReadonlyMap<string, string>): void {
  const { passed, failed, failures, traces, times: taken } = report;
  for (const failure of failures) console.log(`✖ ${failure}`);
  for (const trace of traces) console.log(trace);
  if (traces.length > 0) console.log('To look at one: npx playwright-core show-trace FILE.zip');
  const slowest = taken.toSorted((a, b) => b.took - a.took).slice(0, SLOWEST);
  console.log('The slowest files:');
  for (const { file, took } of slowest) {
    console.log(`${(took / 1000).toFixed(1).padStart(7)} s  ${names.get(file) ?? file}`);
  }
  console.log(describeTotals(report));
  if (failed > 0 || passed === 0) process.exitCode = 1;
}
