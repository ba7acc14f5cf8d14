import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { patience } from '../tests/support/patience.ts';
import { NEXT_FILE, nothingUsed, type ProcessUsage, USAGE_FOLDER, type Usage } from './usage.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Time limit of a process with one or more test files (milliseconds). `patience` measures the speed of the machine only
 * once. This call does so before the tests keep the machine busy, and all test processes reuse the result.
 */
const PROCESS_TIMEOUT_MS = patience(1_800_000);

/** Module that each test process loads first. */
const COUNT_USAGE = fileURLToPath(new URL('./count-usage.ts', import.meta.url));

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
  /** Usage of each file. */
  files: Usage[];
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
  variant?: { name: string; env: Record<string, string> };
  /** Leaves out the tests and suites whose full names match one of these patterns. */
  without?: readonly RegExp[];
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
export async function runFiles({ files, atOnce, variant, without = [] }: Lane, screen: Screen): Promise<Report> {
  const report: Report = { passed: 0, failed: 0, skips: [], failures: [], files: [] };
  if (files.length === 0) return report;
  const suffix = variant ? ` (${variant.name})` : '';
  const usageFolder = mkdtempSync(join(tmpdir(), 'largesse-usage-'));
  const tests = run({
    files: files.map((file) => resolve(root, file)),
    concurrency: atOnce,
    testSkipPatterns: [...without],
    timeout: PROCESS_TIMEOUT_MS,
    execArgv: ['--import', COUNT_USAGE],
    env: { ...process.env, ...variant?.env, [USAGE_FOLDER]: usageFolder },
  });
  const took = new Map<string, number>();
  tests.on('test:summary', ({ file, counts, duration_ms: duration }) => {
    if (file !== undefined) return void took.set(file, duration);
    // Only the summary of the whole run has no file name.
    report.passed = counts.passed;
    report.failed += counts.tests - counts.passed - counts.skipped - counts.todo;
  });
  tests.on('test:pass', ({ skip }) => {
    // A skipped suite counts as one test, however many tests it contains.
    if (skip !== undefined && skip !== false) report.skips.push(skip === true ? 'no reason is given' : skip);
  });
  tests.on('test:fail', ({ name, file = '', details }) => {
    const { failureType, cause } = details.error as Error & { failureType?: string };
    if (failureType === 'subtestsFailed') return;
    // Node counts only failed tests. A suite can fail although no test in it has failed, for example because PHP
    // reported an error during a hook.
    if (details.type === 'suite') report.failed++;
    report.failures.push(`${relative(root, file)}${suffix}: ${name}\n${reasonOf(cause ?? details.error)}`);
  });
  const ofFile: TestEvent[] = [];
  for await (const event of tests) {
    const { type, data }: TestEvent = event;
    if (data.file === undefined || data.name === NEXT_FILE) continue;
    ofFile.push({ type, data: data.nesting === 0 ? { ...data, name: data.name + suffix } : data });
    if (type === 'test:summary') screen.write(ofFile.splice(0));
  }
  screen.write(ofFile);
  report.files = usageOf(took, usageFolder).map((usage) => ({ ...usage, file: usage.file + suffix }));
  rmSync(usageFolder, { recursive: true });
  return report;
}

/**
 * Returns the usage of test files.
 * @param took duration of each process, including crashed processes, which have written no report
 */
function usageOf(took: ReadonlyMap<string, number>, folder: string): Usage[] {
  const told = readdirSync(folder).map((name): ProcessUsage => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const byEntry = new Map(told.map(({ entry, files }) => [entry, files]));
  return Array.from(
    took,
    ([entry, time]) => byEntry.get(entry) ?? [{ ...nothingUsed(relative(root, entry)), took: time }],
  ).flat();
}

/** Adds up reports. */
export function sumOf(reports: readonly Report[]): Report {
  return {
    passed: reports.reduce((sum, { passed }) => sum + passed, 0),
    failed: reports.reduce((sum, { failed }) => sum + failed, 0),
    skips: reports.flatMap(({ skips }) => skips),
    failures: reports.flatMap(({ failures }) => failures),
    files: reports.flatMap(({ files }) => files),
  };
}

/** Describes the reasons for skipped tests. The last line contains the numbers of passed, failed and skipped tests. */
export function describeTotals({ passed, failed, skips }: Pick<Report, 'passed' | 'failed' | 'skips'>): string {
  const counts = new Map<string, number>();
  for (const reason of skips) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const reasons = Array.from(
    counts,
    ([reason, count]) => `Skipped: ${reason} (${count} ${count === 1 ? 'test' : 'tests'})`,
  );
  const skipped = skips.length > 0 ? `, ${skips.length} skipped` : '';
  return [...reasons.sort(), `${passed} passed, ${failed} failed${skipped}`].join('\n');
}

/** Returns the first lines of an error and its stack, indented. */
function reasonOf(error: unknown): string {
  const lines = (error instanceof Error ? (error.stack ?? error.message) : String(error)).split('\n');
  return lines
    .slice(0, REASON_LINES)
    .map((line) => `    ${line}`)
    .join('\n');
}
