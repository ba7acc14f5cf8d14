import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { type EventData, run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { patience } from '../../tests/support/patience.ts';
import { endDescendants } from './descendants.ts';
import { PROGRESS_FOLDER } from './progress.ts';
import { NEXT_FILE } from './shared-process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * If no test ends for this time, the run fails (milliseconds). The longest test builds an image, and takes half of it.
 * `patience` measures the speed of the machine only once. This call does so before the tests keep the machine busy, and
 * all test processes reuse the result.
 */
const HANGS_AFTER_MS = patience(240_000);

/** Module that defines a suite for each file of a shared process. */
const SHARED_PROCESS = fileURLToPath(new URL('./shared-process.ts', import.meta.url));

/** Module that each test process loads first. */
const PROGRESS = fileURLToPath(new URL('./progress.ts', import.meta.url));

/** Number of files in the list of the slowest files. */
const SLOWEST = 10;

/** Maximum number of lines of a failure in the summary at the end. */
const REASON_LINES = 12;

/** Results of test files. */
export interface Report {
  passed: number;
  failed: number;
  /** Reason of each skipped test. */
  skips: string[];
  /** Failed tests with their reasons. */
  failures: string[];
  /** Duration of the tests of each file (milliseconds). */
  took: Map<string, number>;
}

/** Test files that run with the same settings. */
export interface Lane {
  files: readonly string[];
  /** Number of files to run at a time. */
  atOnce: number;
  /**
   * If set, this is an additional run of the same files. `name` is appended to the names of files and tests, and `env`
   * is added to the environment variables.
   */
  variant?: { name: string; env: Record<string, string> } | undefined;
  /** Time after which the run fails if no test ends (milliseconds). */
  hangsAfterMs?: number;
}

type TestEvent = { type: string; data: { file?: string; name?: string; nesting?: number } };

/** Prints the results of concurrent calls of `runFiles`. Prints all results of a file together. */
export interface Screen {
  write(events: readonly TestEvent[]): void;
  /** Prints a summary of all failures. Call this after all calls of `runFiles` have ended. */
  end(): Promise<void>;
}

/** Prints to the terminal. */
export function openScreen(): Screen {
  const events = new PassThrough({ objectMode: true });
  const lines = events.compose(spec);
  lines.pipe(process.stdout, { end: false });
  return {
    write: (some) => {
      for (const event of some) events.write(event);
    },
    end: async () => {
      events.end();
      await once(lines, 'end');
    },
  };
}

/** Runs test files, each in its own process. */
export async function runFiles(
  { files, atOnce, variant, hangsAfterMs = HANGS_AFTER_MS }: Lane,
  screen: Screen,
): Promise<Report> {
  const report: Report = { passed: 0, failed: 0, skips: [], failures: [], took: new Map() };
  if (files.length === 0) return report;
  const suffix = variant ? ` (${variant.name})` : '';
  await using progress = watchProgress(hangsAfterMs);
  const tests = runWithoutSignals({
    files: files.map((file) => resolve(root, file)),
    concurrency: atOnce,
    signal: progress.signal,
    execArgv: ['--import', PROGRESS],
    env: { ...process.env, ...variant?.env, [PROGRESS_FOLDER]: progress.folder },
  });
  tests.on('test:summary', ({ file, counts }) => {
    if (file !== undefined) return;
    // Only the summary of the whole run has no file name.
    report.passed = counts.passed;
    report.failed += counts.tests - counts.passed - counts.skipped - counts.todo;
  });
  /** Returns the name of a test's file. */
  const fileOf = (test: string, file: string) => (file === SHARED_PROCESS ? test : relative(root, file)) + suffix;
  const addDuration = ({ name: test, file, nesting, details }: EventData.TestPass | EventData.TestFail) => {
    if (file === undefined || nesting > 0 || test === NEXT_FILE) return;
    const name = fileOf(test, file);
    report.took.set(name, (report.took.get(name) ?? 0) + details.duration_ms);
  };
  tests.on('test:pass', (event) => {
    addDuration(event);
    const { skip } = event;
    // A skipped suite counts as one test, however many tests it contains.
    if (skip !== undefined && skip !== false) report.skips.push(skip === true ? 'no reason is given' : skip);
  });
  tests.on('test:fail', (event) => {
    addDuration(event);
    const { name, file = '', details } = event;
    const { failureType, cause } = details.error as Error & { failureType?: string };
    if (failureType === 'subtestsFailed') return;
    // Node counts only failed tests. A suite can fail although no test in it has failed, for example because PHP
    // reported an error during a hook.
    if (details.type === 'suite') report.failed++;
    report.failures.push(`${fileOf(name, file)}: ${name}\n${reasonOf(cause ?? details.error)}`);
  });
  const ofFile: TestEvent[] = [];
  for await (const event of tests) {
    const { type, data }: TestEvent = event;
    if (data.name === NEXT_FILE && type === 'test:start') screen.write(ofFile.splice(0));
    if (data.file === undefined || data.name === NEXT_FILE) continue;
    ofFile.push({ type, data: data.nesting === 0 ? { ...data, name: data.name + suffix } : data });
    if (type === 'test:summary') screen.write(ofFile.splice(0));
  }
  screen.write(ofFile);
  return report;
}

/**
 * Calls `run` of Node without its handlers of signals. These handlers would end this process before it has ended all
 * processes of the tests.
 */
function runWithoutSignals(options: Parameters<typeof run>[0]): ReturnType<typeof run> {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const before = new Set(signals.flatMap((name) => process.listeners(name)));
  const tests = run(options);
  for (const name of signals)
    for (const added of process.listeners(name)) if (!before.has(added)) process.off(name, added);
  return tests;
}

/** Progress of test processes. */
interface Progress extends AsyncDisposable {
  /** Folder in which each test process stores what it is running. */
  folder: string;
  /** Aborts when no test has ended for a long time. All test processes have been ended by then. */
  signal: AbortSignal;
}

/**
 * Time at which a test of any lane last began or ended (milliseconds since 1970). All lanes share it, because a hanging
 * test ends all of them, and two long tests may fill one lane.
 */
let lastChange = 0;

/** Watches the progress of test processes. If no test ends for a long time, prints what is running, and ends it. */
function watchProgress(hangsAfterMs: number): Progress {
  const folder = mkdtempSync(join(tmpdir(), 'largesse-progress-'));
  const hanging = new AbortController();
  let ending = Promise.resolve();
  lastChange = Date.now();
  const timer = setInterval(() => {
    const running = readdirSync(folder).map((name) => join(folder, name));
    lastChange = Math.max(lastChange, ...running.map((file) => statSync(file).mtimeMs));
    if (Date.now() - lastChange < hangsAfterMs) return;
    clearInterval(timer);
    console.log(`No test has ended for ${Math.round(hangsAfterMs / 1000)} s. Running:`);
    for (const file of running) console.log(`  ${readFileSync(file, 'utf8')}`);
    ending = endDescendants().then(() => hanging.abort());
  }, hangsAfterMs / 40);
  return {
    folder,
    signal: hanging.signal,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await ending;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Adds up reports. */
export function sumOf(reports: readonly Report[]): Report {
  return {
    passed: reports.reduce((sum, { passed }) => sum + passed, 0),
    failed: reports.reduce((sum, { failed }) => sum + failed, 0),
    skips: reports.flatMap(({ skips }) => skips),
    failures: reports.flatMap(({ failures }) => failures),
    took: sumOfDurations(reports),
  };
}

function sumOfDurations(reports: readonly Report[]): Map<string, number> {
  const sum = new Map<string, number>();
  for (const { took } of reports) for (const [file, time] of took) sum.set(file, (sum.get(file) ?? 0) + time);
  return sum;
}

/** Lists the files whose tests took longest. */
export function describeSlowest({ took }: Pick<Report, 'took'>): string {
  const slowest = [...took].sort(([, a], [, b]) => b - a).slice(0, SLOWEST);
  return [
    'The slowest files:',
    ...slowest.map(([file, time]) => `${(time / 1000).toFixed(1).padStart(7)} s  ${file}`),
  ].join('\n');
}

/**
 * Describes the result of a run: the failed tests with their reasons below the heading "Failed tests:", the reasons for
 * skipped tests, and in the last line the numbers of passed, failed and skipped tests.
 */
export function describeResult({ passed, failed, skips, failures }: Omit<Report, 'took'>): string {
  const counts = new Map<string, number>();
  for (const reason of skips) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const reasons = Array.from(
    counts,
    ([reason, count]) => `Skipped: ${reason} (${count} ${count === 1 ? 'test' : 'tests'})`,
  );
  return [
    ...(failed > 0 ? ['Failed tests:'] : []),
    ...failures.map((failure) => `✖ ${failure}`),
    ...reasons.sort(),
    `${passed} passed, ${failed} failed${skips.length > 0 ? `, ${skips.length} skipped` : ''}`,
  ].join('\n');
}

/** Returns the first lines of an error and its stack, indented. */
function reasonOf(error: unknown): string {
  const lines = (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n');
  return lines
    .slice(0, REASON_LINES)
    .map((line) => `    ${line}`)
    .join('\n');
}
