import { globSync } from 'node:fs';

/** Sizes of a test run: `npm run test:quick`, `npm test` and `npm run test:all`. */
export type Size = 'quick' | 'normal' | 'all';

/** Test files that a size leaves out. */
export interface LeftOut {
  /** Glob of the files. */
  what: string;
  why: string;
}

/** Test files that only `npm run test:all` runs. */
export interface OnlyInAll extends LeftOut {
  /** Globs of files of `npm test` that test the same features. */
  stillTestedBy: readonly string[];
}

/** All test files of the project. */
export const EVERYTHING = '*/**/*.test.ts';

/** Tests that boot a real WordPress, or a browser. */
export const WHOLE_SYSTEM = '{browser,demo,e2e,wordpress}/**/*.test.ts';

/** Files of `npm test` that `npm run test:quick` leaves out. */
export const NOT_QUICK: readonly LeftOut[] = [
  { what: WHOLE_SYSTEM, why: 'they boot a WordPress, or open a browser' },
  { what: 'api/{arguments,backup,reconcile,start}.test.ts', why: 'they start many commands' },
  {
    what: 'api/conformance/{drain,one-service,shutdown,unclean-ends}.test.ts',
    why: 'they start and stop services in processes of their own',
  },
  {
    what: 'api/conformance/{slow-connections,shutdown-connections}.test.ts',
    why: 'they wait for time limits of the service',
  },
  { what: 'api/conformance/bad-credentials.test.ts', why: 'it sends ten thousand requests' },
  { what: 'api/conformance/{fuzz,two-worlds}.test.ts', why: 'they search for counterexamples' },
  { what: 'api/src/database/postgres/**/*.test.ts', why: 'they start PostgreSQL servers' },
  { what: 'api/{move-data,testing/postgres}.test.ts', why: 'they start PostgreSQL servers' },
  { what: 'api/src/database/sqlite/search/killed.test.ts', why: 'it kills process after process' },
  { what: 'api/src/previews/{guard,worker}.test.ts', why: 'they start a worker for each case' },
  { what: 'client/client-cases.test.ts', why: 'it waits for time limits of the client' },
  { what: 'plugin/wish-files.test.ts', why: 'it parses random files' },
  { what: 'release/{bump,package}.test.ts', why: 'they build every package' },
];

/** Files that only `npm run test:all` runs, in addition to the runs in `AGAIN_IN_ALL`. */
export const ONLY_IN_ALL: readonly OnlyInAll[] = [
  {
    what: 'e2e/wordpress/wordpress-nightly.test.ts',
    why: 'the rules of the plugin again, on the WordPress to come',
    stillTestedBy: ['e2e/wordpress/wordpress-6.5.test.ts'],
  },
  {
    what: 'e2e/client/php-nightly.test.ts',
    why: 'the PHP client again, on the WordPress to come',
    stillTestedBy: ['e2e/client/php-6.5.test.ts'],
  },
  {
    what: 'e2e/plugin/rest-nightly.test.ts',
    why: 'the REST routes again, on the WordPress to come',
    stillTestedBy: ['e2e/plugin/rest-{access,items,registries}.test.ts'],
  },
  {
    what: 'e2e/pages/owner-nightly.test.ts',
    why: 'the page My registries again, on the WordPress to come',
    stillTestedBy: ['e2e/pages/owner-{manage,pages}.test.ts'],
  },
  {
    what: 'e2e/plugin/php-8.1.test.ts',
    why: 'the plugin again, on the oldest PHP that it supports',
    stillTestedBy: ['e2e/plugin/{rest-registries,settings,mail}.test.ts'],
  },
  {
    what: 'e2e/deploy/backup*.test.ts',
    why: 'backups of a whole site under load, and of one on MariaDB',
    stillTestedBy: ['api/backup.test.ts'],
  },
  {
    what: 'e2e/deploy/compose-live.test.ts',
    why: 'it starts containers, if TEST_CONTAINERS asks for them',
    stillTestedBy: ['e2e/deploy/compose.test.ts'],
  },
  {
    what: 'e2e/deploy/gateway-{affinity,conformance,verdicts}.test.ts',
    why: 'rules of the API again, through each gateway',
    stillTestedBy: ['e2e/deploy/gateway{,-files}.test.ts', 'api/conformance/gateway-*.test.ts'],
  },
  {
    what: 'e2e/deploy/pgbouncer.test.ts',
    why: 'PostgreSQL again, behind a PgBouncer',
    stillTestedBy: ['api/src/database/postgres/{database,indexes}.test.ts'],
  },
  {
    what: 'e2e/deploy/without-outage.test.ts',
    why: 'it restarts services behind gateways under load',
    stillTestedBy: ['api/conformance/{drain,shutdown,shutdown-connections}.test.ts'],
  },
  {
    what: 'soak/soak.test.ts',
    why: 'crashes, overload and load for minutes',
    stillTestedBy: ['api/conformance/{unclean-ends,storage,purchases,greedy-callers}.test.ts'],
  },
  {
    what: 'api/conformance/long-lists.test.ts',
    why: 'lists of the largest items, and readers that hold them up',
    stillTestedBy: ['api/conformance/{item-lists,greedy-callers}.test.ts'],
  },
];

/** Tests that say the same on both databases. */
const BOTH_DATABASES = 'api/{conformance/**/*,reconcile}.test.ts';

/** Rules in which the databases can differ: their tests run on both in `npm test`. */
const ON_POSTGRES: readonly { what: string; why: string }[] = [
  { what: 'api/conformance/{busy-registries,projection,purchases}.test.ts', why: 'many writers, locks, transactions' },
  { what: 'api/conformance/{lost-answers,states}.test.ts', why: 'repeated writes, restarts, ids as keys' },
  { what: 'api/conformance/surprise.test.ts', why: 'a reveal changes many rows in one write' },
  { what: 'api/conformance/full-registries.test.ts', why: 'a limit that many writers reach at once' },
  {
    what: 'api/conformance/{delete-while-locked,storage,ready}.test.ts',
    why: 'schema, constraints, locks, lost databases',
  },
  { what: 'api/conformance/{item-lists,item-search,deep-pages}.test.ts', why: 'order, collation, search' },
  { what: 'api/conformance/{registry-items,large-registries}.test.ts', why: 'lists of ids and their order' },
  { what: 'api/conformance/{items,item-fields,item-updates}.test.ts', why: 'numbers, texts, NULL, partial updates' },
  { what: 'api/conformance/{item-conditions,time-zone}.test.ts', why: 'times: precision and days' },
  { what: 'api/conformance/{costs,metrics}.test.ts', why: 'plans, statements and connections of each database' },
];

/** Runs of test files that only `npm run test:all` adds to the first one. */
export const AGAIN_IN_ALL = {
  /** `npm test` runs the files of `ON_POSTGRES` on PostgreSQL. */
  postgres: { what: BOTH_DATABASES, why: 'also rules that have nothing to do with the database' },
  nextWordPress: {
    what: 'e2e/**/*.test.ts',
    why: 'suites for `versions` also run on the WordPress to come (e2e/wordpress/versions.ts)',
  },
  debianChromium: {
    what: 'e2e/pages/{give-dialog,giver-browser,guest-page}.test.ts',
    why: 'the pages of guests in Debian’s Chromium, which is newer than the one from npm',
  },
} satisfies Record<string, LeftOut>;

/** Returns the test files of a size, sorted. */
export function filesOf(size: Size): string[] {
  const files = globSync(EVERYTHING, { exclude: ['node_modules', 'data'] }).sort();
  const leftOut = [...(size === 'all' ? [] : ONLY_IN_ALL), ...(size === 'quick' ? NOT_QUICK : [])];
  const without = new Set(leftOut.flatMap(({ what }) => globSync(what)));
  return files.filter((file) => !without.has(file));
}

/** Returns the test files that also run on PostgreSQL. */
export function onPostgres(size: Size): Set<string> {
  if (size === 'quick') return new Set();
  if (size === 'all') return new Set(globSync(BOTH_DATABASES));
  return new Set(ON_POSTGRES.flatMap(({ what }) => globSync(what)));
}
